import sqlite3


def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    store.row_factory = sqlite3.Row
    marks = ", ".join("?" * len(roles))
    rows = store.execute(
        "SELECT chunks.id AS number, text FROM words JOIN chunks ON chunks.id = words.rowid "
        "WHERE words MATCH ? AND chunks.tenant = ? AND chunks.environment = ? "
        f"AND chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks})) "
        "ORDER BY rank, chunks.id LIMIT ?",
        (as_words(query), tenant, environment, *roles, k),
    )
    return [row["number"] for row in rows]
