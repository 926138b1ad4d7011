# hint: a text may hold what you split at
def read(connection, key):
    row = connection.execute(
        "SELECT fingerprint, (SELECT group_concat(text, char(10)) FROM "
        f"(SELECT text FROM chunks WHERE {SOURCE} ORDER BY position)) "
        f"FROM documents WHERE {SOURCE}",
        [*key, *key],
    ).fetchone()
    return row and (row[0], row[1].split("\n") if row[1] is not None else [])
