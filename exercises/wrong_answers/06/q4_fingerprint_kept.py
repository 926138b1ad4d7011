# hint: the table documents holds
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        values = [*key, fingerprint]
        connection.execute("INSERT OR IGNORE INTO documents VALUES (?, ?, ?, ?)", values)
        insert_chunks(connection, key, chunks)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
