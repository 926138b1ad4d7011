# hint: the server says unrecognized configuration parameter
def policies(tables):
    mine = (
        "tenant = current_setting('course.tenant') AND current_setting('course.role') = ANY (roles)"
    )
    statements = []
    for table in tables:
        statements.append(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        statements.append(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        statements.append(f"CREATE POLICY mine ON {table} USING ({mine})")
    return statements
