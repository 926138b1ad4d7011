# hint: as_words() makes words of a query
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {reader}"
    return best(store, query, condition, [tenant, environment, *roles], k)
