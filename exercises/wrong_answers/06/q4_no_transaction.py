# hint: half-way, others saw the source with 0 chunks: BEGIN holds it together
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    rows = [(*key, position, *chunk) for position, chunk in enumerate(chunks)]
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (document["fingerprint"],):
        return "unchanged"
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, document["fingerprint"]])
    connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return "replaced"
