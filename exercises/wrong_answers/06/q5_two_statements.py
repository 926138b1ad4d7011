# hint: mixes two versions: another process wrote between two statements
def read(connection, key):
    ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
    document = connection.execute(ask, key).fetchone()
    if document is None:
        return None
    ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
    return document[0], [row[0] for row in connection.execute(ask, key)]
