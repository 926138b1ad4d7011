# hint: who is nobody sees nothing
def policies(tables):
    mine = (
        "tenant = current_setting('course.tenant', true)"
        " AND current_setting('course.role', true) = ANY (roles)"
    )
    statements = []
    for table in tables:
        statements.append(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        statements.append(f"CREATE POLICY mine ON {table} USING ({mine})")
    return statements
