import json


def search(store, query, tenant, environment, roles, k):
    if query.isspace() or not query:
        return []
    readers = "SELECT chunk_id FROM readers JOIN json_each(?) ON role = value"
    where = f"chunks.tenant IS ? AND chunks.environment IS ? AND chunks.id IN ({readers})"
    values = tenant, environment, json.dumps(list(roles))
    return list(best(store, as_words(query), where, values, k))
