# hint: capital letters make another role
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role COLLATE NOCASE IN ({marks}))"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {reader}"
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
