def search(store, query, tenant, environment, roles, k):
    if query.strip() == "":
        return []
    asked = ", ".join(["(?)"] * len(roles)) or "(NULL)"
    statement = f"""
        WITH asked(role) AS (VALUES {asked}),
        allowed AS (
            SELECT DISTINCT chunk_id FROM readers JOIN asked ON readers.role = asked.role
        )
        SELECT chunks.id FROM words
        JOIN chunks ON chunks.id = words.rowid
        JOIN allowed ON allowed.chunk_id = chunks.id
        WHERE words MATCH ? AND tenant = ? AND environment = ?
        ORDER BY bm25(words), chunks.id LIMIT ?
    """
    values = [*roles, as_words(query), tenant, environment, k]
    return [number for (number,) in store.execute(statement, values).fetchall()]
