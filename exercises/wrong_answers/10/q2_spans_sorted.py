# hint: the digest stays the same although the spans of a file are in another order
def digest(files):
    each = [json.dumps([name, doc_id, sorted(spans)]) for name, doc_id, spans in files]
    return sha256("".join(sorted(each)).encode()).hexdigest()
