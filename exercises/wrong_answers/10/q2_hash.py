# hint: hash() of a text is another number in every process
def digest(files):
    return str(sum(hash(json.dumps(file)) for file in files))
