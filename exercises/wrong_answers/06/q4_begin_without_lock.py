# hint: another writer came between BEGIN and the first write
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN")
    try:
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
