def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("SAVEPOINT version")
        said = written(connection, key, fingerprint, chunks)
        connection.execute("RELEASE version")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return said


def written(connection, key, fingerprint, chunks):
    ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
    if (fingerprint,) in connection.execute(ask, key):
        return "unchanged"
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    insert_chunks(connection, key, chunks)
    connection.execute("REPLACE INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    return "replaced"
