# hint: another writer came between BEGIN and the first write
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        if connection.execute(ask, key).fetchone() == (document["fingerprint"],):
            connection.execute("COMMIT")
            return "unchanged"
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        values = [*key, document["fingerprint"]]
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", values)
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
