# hint: in another order than their positions: without ORDER BY position
def read(connection, key):
    connection.execute("BEGIN")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        document = connection.execute(ask, key).fetchone()
        if document is None:
            return None
        ask = f"SELECT text FROM chunks WHERE {SOURCE}"
        return document[0], [row[0] for row in connection.execute(ask, key)]
    finally:
        connection.execute("COMMIT")
