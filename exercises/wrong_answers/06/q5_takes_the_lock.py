# hint: plain BEGIN takes no lock that a writer needs
def read(connection, key):
    connection.execute("BEGIN IMMEDIATE")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        document = connection.execute(ask, key).fetchone()
        if document is None:
            return None
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        return document[0], [row[0] for row in connection.execute(ask, key)]
    finally:
        connection.execute("COMMIT")
