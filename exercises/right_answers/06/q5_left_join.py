def read(connection, key):
    statement = """
        SELECT d.fingerprint, c.position, c.text FROM documents AS d
        LEFT JOIN chunks AS c ON (c.tenant, c.environment, c.source_id)
        = (d.tenant, d.environment, d.source_id)
        WHERE d.tenant = ? AND d.environment = ? AND d.source_id = ? ORDER BY c.position
    """
    rows = list(connection.execute(statement, key))
    if rows == []:
        return None
    return rows[0][0], [text for _, position, text in rows if position is not None]
