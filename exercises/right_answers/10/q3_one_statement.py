def policies(tables):
    def of(table):
        yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
        yield (
            f"CREATE POLICY own ON {table} FOR SELECT USING (EXISTS (SELECT FROM unnest(roles) AS r"
            " WHERE r = current_setting('course.role', true))"
            " AND tenant = current_setting('course.tenant', true))"
        )

    return [statement for table in tables for statement in of(table)]
