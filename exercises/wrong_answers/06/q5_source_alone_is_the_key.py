# hint: 'Fire.', 'Fire.'
def read(connection, key):
    connection.execute("BEGIN")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        document = connection.execute(ask, key).fetchone()
        if document is None:
            return None
        ask = "SELECT text FROM chunks WHERE source_id = ? ORDER BY position"
        return document[0], [row[0] for row in connection.execute(ask, key[2:])]
    finally:
        connection.execute("COMMIT")
