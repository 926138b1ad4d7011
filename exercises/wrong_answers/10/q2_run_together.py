# hint: the digest stays the same although the numbers of a span are written without a gap
def digest(files):
    lines = []
    for name, doc_id, spans in files:
        lines.append(json.dumps([name, doc_id]) + "".join(f"{start}{end}" for start, end in spans))
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()
