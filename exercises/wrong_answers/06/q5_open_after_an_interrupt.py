# hint: the transaction is still open after a KeyboardInterrupt
def read(connection, key):
    connection.execute("BEGIN")
    ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
    document = connection.execute(ask, key).fetchone()
    ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
    texts = [row[0] for row in connection.execute(ask, key)]
    connection.execute("COMMIT")
    return document and (document[0], texts)
