def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    found = store.execute(
        "WITH found AS MATERIALIZED (SELECT chunks.id, bm25(words) AS score FROM words, chunks "
        "WHERE chunks.id = words.rowid AND words MATCH ? AND tenant = ? AND environment = ?) "
        f"SELECT id FROM found JOIN readers ON chunk_id = id WHERE role IN ({marks}) "
        "GROUP BY id ORDER BY min(score), id LIMIT ?",
        [as_words(query), tenant, environment, *roles, k],
    )
    return [row[0] for row in iter(found.fetchone, None)]
