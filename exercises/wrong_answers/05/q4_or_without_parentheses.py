# hint: an OR without parentheses around it undoes
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    reader = "chunks.id IN (SELECT chunk_id FROM readers WHERE role = ?)"
    either = " OR ".join([reader] * len(roles)) or "FALSE"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {either}"
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
