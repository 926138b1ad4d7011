# hint: are gone: the key has three parts
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute("DELETE FROM chunks WHERE source_id = ?", key[2:])
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
