def read(connection, key):
    connection.execute("SAVEPOINT reading")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        fingerprint = next(iter(connection.execute(ask, key).fetchall()), None)
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        texts = [text for (text,) in connection.execute(ask, key).fetchall()]
    finally:
        connection.execute("RELEASE reading")
    return fingerprint and [*fingerprint, texts]
