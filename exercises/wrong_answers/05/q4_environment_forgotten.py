# hint: in dev alone
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    return best(store, as_words(query), f"chunks.tenant = ? AND {reader}", [tenant, *roles], k)
