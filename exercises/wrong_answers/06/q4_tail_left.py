# hint: is there, and should not be
def replace(connection, key, fingerprint, chunks):
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    try:
        values = [*key, fingerprint]
        connection.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)", values)
        statement = "INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)"
        connection.executemany(statement, rows)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
