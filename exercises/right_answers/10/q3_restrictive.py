def policies(tables):
    statements = []
    for table in tables:
        statements += [
            f"alter table {table} enable row level security",
            f"alter table {table} force row level security",
            f"create policy a on {table} using (tenant = current_setting('course.tenant', true))",
            f"create policy b on {table} as restrictive"
            " using (current_setting('course.role', true) = any (roles))",
        ]
    return statements
