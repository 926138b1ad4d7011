# hint: missed a row for ['claims']: that one is theirs
def policies(tables):
    words = ("ENABLE", "FORCE")
    return [f"ALTER TABLE {table} {word} ROW LEVEL SECURITY" for table in tables for word in words]
