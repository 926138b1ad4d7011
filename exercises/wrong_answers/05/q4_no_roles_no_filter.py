# hint: to somebody without any role, who is nobody
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    condition, values = "chunks.tenant = ? AND chunks.environment = ?", [tenant, environment]
    if roles:
        marks = ", ".join("?" * len(roles))
        condition += f" AND chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
        values += roles
    return best(store, as_words(query), condition, values, k)
