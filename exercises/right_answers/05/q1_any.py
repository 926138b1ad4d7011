def visible(labels, identity):
    same = all(
        labels[part] and labels[part] == identity[part] for part in ("tenant", "environment")
    )
    return same and any(
        role and role in (identity["roles"] or []) for role in labels["roles"] or []
    )
