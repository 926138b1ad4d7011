# hint: each is a word, they are no phrase
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    marks = ", ".join("?" * len(roles))
    reader = f"chunks.id IN (SELECT chunk_id FROM readers WHERE role IN ({marks}))"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND {reader}"
    phrase = 'body : "' + query.replace('"', '""') + '"'
    return best(store, phrase, condition, [tenant, environment, *roles], k)
