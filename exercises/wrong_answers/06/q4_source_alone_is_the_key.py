# hint: are gone: the key has three parts
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute("DELETE FROM chunks WHERE source_id = ?", key[2:])
        values = [*key, document["fingerprint"]]
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", values)
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("COMMIT")
        return "replaced"
    except BaseException:
        connection.execute("ROLLBACK")
        raise
