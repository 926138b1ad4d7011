# hint: the digest stays the same although a file has another hash
def digest(files):
    names = sorted(json.dumps(name) for name, _, _ in files)
    return sha256("".join(names).encode()).hexdigest()
