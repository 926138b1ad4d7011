def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ",".join("?" for _ in roles)
    may = f"EXISTS (SELECT 1 FROM readers r WHERE r.chunk_id = chunks.id AND r.role IN ({marks}))"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {may}"
    return best(store, as_words(query), condition, [tenant, environment, *roles], k)
