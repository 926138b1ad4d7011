# hint: half-way, others saw the source with 0 chunks: BEGIN holds it together
def replace(connection, key, fingerprint, chunks):
    found = connection.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key).fetchone()
    if found == (fingerprint,):
        return "unchanged"
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    insert_chunks(connection, key, chunks)
    return "replaced"
