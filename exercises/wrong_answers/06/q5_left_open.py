# hint: the transaction is still open when it returns
def read(connection, key):
    connection.execute("BEGIN")
    ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
    document = connection.execute(ask, key).fetchone()
    if document is None:
        return None
    ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
    return document[0], [row[0] for row in connection.execute(ask, key)]
