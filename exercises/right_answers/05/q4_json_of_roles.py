import json


def search(store, query, tenant, environment, roles, k):
    words = query.split()
    if not words or not roles:
        return []
    condition = (
        "(chunks.tenant, chunks.environment) = (?, ?) AND chunks.id IN "
        "(SELECT chunk_id FROM readers, json_each(?) AS mine WHERE readers.role = mine.value)"
    )
    return best(store, as_words(query), condition, [tenant, environment, json.dumps(roles)], k)
