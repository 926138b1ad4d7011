# hint: rows, though there was nothing to do
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        same = connection.execute(ask, key).fetchone() == (fingerprint,)
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
        return "unchanged" if same else "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
