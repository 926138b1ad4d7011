def digest(files):
    lines = sorted(
        json.dumps([name, doc_id, [list(span) for span in spans]]) for name, doc_id, spans in files
    )
    return sha256("\n".join(lines).encode()).hexdigest()
