# hint: return [] before you ask the database
def search(store, query, tenant, environment, roles, k):
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {reader}"
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
