# hint: the digest stays the same although a file is there twice
def digest(files):
    each = {sha256(json.dumps(file).encode()).hexdigest() for file in files}
    return sha256("".join(sorted(each)).encode()).hexdigest()
