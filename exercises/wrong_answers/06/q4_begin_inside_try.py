# hint: came out as OperationalError: cannot rollback - no transaction is active
def replace(connection, key, fingerprint, chunks):
    try:
        connection.execute("BEGIN IMMEDIATE")
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        if connection.execute(ask, key).fetchone() == (fingerprint,):
            connection.execute("COMMIT")
            return "unchanged"
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
