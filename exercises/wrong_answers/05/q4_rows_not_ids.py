# hint: return a list of ids
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    return store.execute(
        "SELECT chunks.id FROM words JOIN chunks ON chunks.id = words.rowid "
        "WHERE words MATCH ? AND chunks.tenant = ? AND chunks.environment = ? "
        f"AND chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks})) "
        "ORDER BY bm25(words), chunks.id LIMIT ?",
        [as_words(query), tenant, environment, *roles, k],
    ).fetchall()
