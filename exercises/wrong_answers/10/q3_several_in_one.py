# hint: cannot insert multiple commands
def policies(tables):
    words = ("ENABLE", "FORCE")
    return [
        "; ".join(f"ALTER TABLE {table} {word} ROW LEVEL SECURITY" for word in words)
        for table in tables
    ]
