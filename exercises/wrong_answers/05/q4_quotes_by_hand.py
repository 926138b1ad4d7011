# hint: values go in through question marks
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    names = ", ".join(f"'{role}'" for role in roles)
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({names}))"
    condition = f"chunks.tenant = '{tenant}' AND chunks.environment = '{environment}' AND {reader}"
    return best(store, as_words(query), condition, [], k)
