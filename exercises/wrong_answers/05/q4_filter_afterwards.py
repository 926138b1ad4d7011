# hint: filter before you take the best k
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    kept = []
    for number in best(store, as_words(query), "TRUE", [], k):
        chunk = store.execute("SELECT tenant, environment FROM chunks WHERE id = ?", [number])
        readers = store.execute("SELECT role FROM readers WHERE chunk_id = ?", [number])
        if chunk.fetchone() == (tenant, environment) and {row[0] for row in readers} & set(roles):
            kept.append(number)
    return kept
