def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    names = {f"role{number}": role for number, role in enumerate(set(roles))}
    marks = ", ".join(f":{name}" for name in names)
    cursor = store.cursor()
    cursor.row_factory = lambda _cursor, row: row[0]
    cursor.execute(
        f"""SELECT chunks.id FROM words JOIN chunks ON chunks.id = words.rowid
        WHERE words MATCH :words AND tenant = :tenant AND environment = :environment
        AND chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))
        ORDER BY bm25(words), chunks.id LIMIT :k""",
        {"words": as_words(query), "tenant": tenant, "environment": environment, "k": k, **names},
    )
    return cursor.fetchall()
