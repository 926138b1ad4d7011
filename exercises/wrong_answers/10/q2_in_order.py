# hint: the same files in another order have another digest
def digest(files):
    return sha256(json.dumps(files).encode()).hexdigest()
