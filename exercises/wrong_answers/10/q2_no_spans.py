# hint: the digest stays the same although a span ends elsewhere
def digest(files):
    lines = sorted(json.dumps([name, doc_id]) for name, doc_id, _ in files)
    return sha256("".join(lines).encode()).hexdigest()
