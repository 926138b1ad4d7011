# hint: another version was there and back again
def read(connection, key):
    def fingerprint():
        return connection.execute(
            f"SELECT fingerprint FROM documents WHERE {SOURCE}", key
        ).fetchone()

    while True:
        before = fingerprint()
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
        texts = [row[0] for row in connection.execute(ask, key).fetchall()]
        if before == fingerprint():
            return before and (before[0], texts)
