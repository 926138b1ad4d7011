# hint: was swallowed, and nobody learns of it: raise it again
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
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
