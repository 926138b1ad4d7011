# hint: a partition that is named has policies of its own
def policies(tables):
    mine = (
        "tenant = current_setting('course.tenant', true)"
        " AND current_setting('course.role', true) = ANY (roles)"
    )
    statements = []
    for table in tables[:1]:
        statements.append(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        statements.append(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        statements.append(f"CREATE POLICY mine ON {table} USING ({mine})")
    return statements
