# hint: are two policies joined by OR?
def policies(tables):
    statements = []
    for table in tables:
        statements.append(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        statements.append(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        for name, rule in (
            ("tenants", "tenant = current_setting('course.tenant', true)"),
            ("roles", "current_setting('course.role', true) = ANY (roles)"),
        ):
            statements.append(f"CREATE POLICY {name} ON {table} USING ({rule})")
    return statements
