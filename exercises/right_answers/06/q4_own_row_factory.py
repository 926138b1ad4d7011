import sqlite3


def replace(connection, key, fingerprint, chunks):
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("BEGIN IMMEDIATE")
        row = connection.execute(f"SELECT * FROM documents WHERE {SOURCE}", key).fetchone()
        if row and row["fingerprint"] == fingerprint:
            connection.execute("COMMIT")
            return "unchanged"
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        insert_chunks(connection, key, chunks)
        statement = "INSERT INTO documents VALUES (?, ?, ?, ?)"
        if row:
            statement = f"UPDATE documents SET fingerprint = ? WHERE {SOURCE}"
            connection.execute(statement, [fingerprint, *key])
        else:
            connection.execute(statement, [*key, fingerprint])
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return "replaced"
