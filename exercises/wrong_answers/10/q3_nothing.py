# hint: who is nobody sees nothing
def policies(tables):
    return []
