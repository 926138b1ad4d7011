# hint: source_id, empty, was accepted: nothing and white space are no names
def seal(labels):
    pass
