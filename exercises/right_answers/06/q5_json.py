def read(connection, key):
    row = connection.execute(
        f"""SELECT fingerprint, (SELECT json_group_array(text) FROM
        (SELECT text FROM chunks WHERE {SOURCE} ORDER BY position))
        FROM documents WHERE {SOURCE}""",
        [*key, *key],
    ).fetchone()
    return row and (row[0], json.loads(row[1]))
