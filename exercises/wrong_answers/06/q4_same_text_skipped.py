# hint: with the same text and other labels: nothing was written
def replace(connection, key, fingerprint, chunks):
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    try:
        stored = connection.execute(f"SELECT * FROM chunks WHERE {SOURCE} ORDER BY position", key)
        if rows and stored.fetchall() == rows:
            connection.execute("COMMIT")
            return "unchanged"
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
