# hint: of an unknown source: returned [None, []], should be None
def read(connection, key):
    connection.execute("BEGIN")
    try:
        ask = f"SELECT max(fingerprint) FROM documents WHERE {SOURCE}"
        document = connection.execute(ask, key).fetchone()
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        return document[0], [row[0] for row in connection.execute(ask, key)]
    finally:
        connection.execute("COMMIT")
