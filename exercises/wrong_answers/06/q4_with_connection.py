# hint: chunks: `with connection:` opens no transaction in autocommit mode
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (document["fingerprint"],):
        return "unchanged"
    with connection:
        connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        values = [*key, document["fingerprint"]]
        connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", values)
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return "replaced"
