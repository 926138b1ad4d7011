# hint: LIKE takes _ and % for any characters, and capitals for small letters
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    condition = f"chunks.tenant LIKE ? AND chunks.environment = ? AND {reader}"
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
