# hint: rows, though there was nothing to do
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        same = connection.execute(ask, key).fetchone() == (document["fingerprint"],)
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        values = [*key, document["fingerprint"]]
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", values)
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        return "unchanged" if same else "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
