def search(store, query, tenant, environment, roles, k):
    if query.isspace() or not query or not roles:
        return []
    each = "chunks.id IN (SELECT chunk_id FROM readers WHERE role = ?)"
    condition = (
        f"chunks.tenant = ? AND chunks.environment = ? AND ({' OR '.join([each] * len(roles))})"
    )
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
