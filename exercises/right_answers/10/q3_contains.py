def policies(tables):
    tenant, role = (f"current_setting('course.{name}', true)" for name in ("tenant", "role"))
    rule = f"tenant = {tenant} AND roles @> ARRAY[{role}]"
    found = []
    for table in tables:
        found.append(f"CREATE POLICY p ON {table} USING ({rule})")
        found.extend(
            f"ALTER TABLE {table} {verb} ROW LEVEL SECURITY" for verb in ("ENABLE", "FORCE")
        )
    return found
