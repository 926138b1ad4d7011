# hint: the transaction is still open when it returns: nobody else sees what it wrote
def replace(connection, key, fingerprint, chunks):
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"DELETE FROM documents WHERE {SOURCE}", key)
    connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
    connection.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", [*key, fingerprint])
    insert_chunks(connection, key, chunks)
    return "replaced"
