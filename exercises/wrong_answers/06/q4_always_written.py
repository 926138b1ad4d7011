# hint: returned 'replaced': the fingerprint that is stored decides, and nothing else
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    try:
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
