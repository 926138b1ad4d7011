# hint: after a KeyboardInterrupt before 'DELETE FROM documents
def replace(connection, key, fingerprint, chunks):
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (fingerprint,):
        return "unchanged"
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
    except Exception:
        connection.execute("ROLLBACK")
        raise
    return "replaced"
