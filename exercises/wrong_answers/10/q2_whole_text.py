# hint: return a text of at most 64 characters
def digest(files):
    return json.dumps(sorted(files))
