def replace(connection, key, fingerprint, chunks):
    done = False
    connection.execute("BEGIN IMMEDIATE")
    try:
        row = connection.execute(
            f"SELECT fingerprint FROM documents WHERE {SOURCE}", key
        ).fetchone()
        if row is not None and row[0] == fingerprint:
            return "unchanged"
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        insert_chunks(connection, key, chunks)
        connection.execute(
            "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint]
        )
        connection.execute("COMMIT")
        done = True
    finally:
        if not done:
            connection.execute("ROLLBACK")
    return "replaced"
