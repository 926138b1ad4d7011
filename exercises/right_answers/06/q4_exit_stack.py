from contextlib import ExitStack


def replace(connection, key, fingerprint, chunks):
    with ExitStack() as stack:
        connection.execute("BEGIN IMMEDIATE")
        stack.callback(lambda: connection.rollback())
        ask = f"SELECT count(*) FROM documents WHERE {SOURCE} AND fingerprint = ?"
        if connection.execute(ask, [*key, fingerprint]).fetchone()[0]:
            return "unchanged"
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        for position, (start, end, text) in enumerate(chunks):
            row = (*key, position, start, end, text)
            connection.execute("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        connection.commit()
        return "replaced"
