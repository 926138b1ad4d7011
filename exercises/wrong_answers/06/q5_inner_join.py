# hint: a source without chunks is one; a join leaves it out
def read(connection, key):
    rows = connection.execute(
        "SELECT fingerprint, text FROM documents JOIN chunks "
        "USING (tenant, environment, source_id) "
        f"WHERE {SOURCE} ORDER BY position",
        key,
    ).fetchall()
    return (rows[0][0], [row[1] for row in rows]) if rows else None
