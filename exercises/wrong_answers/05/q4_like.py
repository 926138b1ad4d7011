# hint: LIKE finds a role inside another one, and in capitals
def search(store, query, tenant, environment, roles, k):
    if not query.split():
        return []
    found = " OR ".join(["chunks.roles LIKE ?"] * len(roles)) or "FALSE"
    condition = f"chunks.tenant = ? AND chunks.environment = ? AND ({found})"
    values = [tenant, environment, *[f"%{role}%" for role in roles]]
    return best(store, as_words(query), condition, values, k)
