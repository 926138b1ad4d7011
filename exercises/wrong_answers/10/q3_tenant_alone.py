# hint: compare whole roles, one by one
def policies(tables):
    mine = "tenant = current_setting('course.tenant', true)"
    statements = []
    for table in tables:
        statements.append(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        statements.append(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        statements.append(f"CREATE POLICY mine ON {table} USING ({mine})")
    return statements
