def digest(files):
    whole = sha256()
    for one in sorted(sha256(str(file).encode()).digest() for file in files):
        whole.update(one)
    return whole.hexdigest()
