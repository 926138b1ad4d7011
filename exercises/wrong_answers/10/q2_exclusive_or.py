# hint: the digest stays the same although a file is there three times
def digest(files):
    both = 0
    for file in files:
        both ^= int(sha256(json.dumps(file).encode()).hexdigest(), 16)
    return f"{both:x}"
