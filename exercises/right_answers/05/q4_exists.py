def search(store, query, tenant, environment, roles, k):
    if not query.split() or not roles:
        return []
    own = " OR ".join("readers.role = ?" for _ in roles)
    where = (
        "(chunks.tenant, chunks.environment) = (?, ?) AND EXISTS (SELECT 1 FROM readers "
        f"WHERE readers.chunk_id = chunks.id AND ({own}))"
    )
    return best(store, as_words(query), where, [tenant, environment, *roles], k)
