def read(connection, key):
    with connection:
        connection.execute("BEGIN")
        found = connection.execute(
            f"SELECT fingerprint FROM documents WHERE {SOURCE}", key
        ).fetchall()
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        texts = connection.execute(ask, key).fetchall()
    return (found[0][0], [row[0] for row in texts]) if found else None
