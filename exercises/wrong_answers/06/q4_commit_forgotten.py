# hint: the transaction is still open when it returns: nobody else sees what it wrote
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, document["fingerprint"]])
    connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return "replaced"
