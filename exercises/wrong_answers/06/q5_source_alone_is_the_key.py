# hint: 'Fire.', 'Fire.'
def read(connection, tenant, environment, source_id):
    key = [tenant, environment, source_id]
    connection.execute("BEGIN")
    try:
        ask = f"SELECT fingerprint FROM documents WHERE {SOURCE}"
        document = connection.execute(ask, key).fetchone()
        if document is None:
            return None
        ask = "SELECT text FROM chunks WHERE source_id = ? ORDER BY position"
        return document[0], [row[0] for row in connection.execute(ask, [source_id])]
    finally:
        connection.execute("COMMIT")
