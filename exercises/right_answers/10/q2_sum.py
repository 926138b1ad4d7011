def digest(files):
    total = 0
    for file in files:
        total += int(sha256(repr(file).encode()).hexdigest(), 16)
    return hex(total % 2**240)
