# hint: the digest stays the same although two files have changed their spans
def digest(files):
    parts = [sorted(json.dumps(file[part]) for file in files) for part in range(3)]
    return sha256(json.dumps(parts).encode()).hexdigest()
