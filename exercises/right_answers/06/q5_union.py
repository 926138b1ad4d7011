def read(connection, key):
    rows = connection.execute(
        f"SELECT -1 AS position, fingerprint AS text FROM documents WHERE {SOURCE} UNION ALL "
        f"SELECT position, text FROM chunks WHERE {SOURCE} ORDER BY 1",
        key + key,
    ).fetchall()
    match rows:
        case [[-1, fingerprint], *chunks]:
            return fingerprint, [text for _, text in chunks]
    return None
