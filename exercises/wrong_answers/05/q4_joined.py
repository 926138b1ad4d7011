# hint: a chunk that two roles may read is still one chunk
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    rows = store.execute(
        "SELECT chunks.id FROM words JOIN chunks ON chunks.id = words.rowid "
        "JOIN readers ON readers.chunk_id = chunks.id "
        "WHERE words MATCH ? AND chunks.tenant = ? AND chunks.environment = ? "
        f"AND role IN ({marks}) ORDER BY bm25(words), chunks.id LIMIT ?",
        [as_words(query), tenant, environment, *roles, k],
    )
    return [row[0] for row in rows]
