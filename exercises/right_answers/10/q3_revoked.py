RULE = """
    current_setting('course.role', true) = ANY (roles)
    AND tenant = current_setting('course.tenant', true)
"""


def policies(tables):
    parent, *partitions = tables
    statements = [
        f"ALTER TABLE {parent} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {parent} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY mine ON {parent} FOR SELECT TO answers USING ({RULE})",
    ]
    for partition in partitions:
        statements += [
            f"REVOKE ALL ON {partition} FROM answers",
            f"ALTER TABLE {partition} ENABLE ROW LEVEL SECURITY",
            f"ALTER TABLE {partition} FORCE ROW LEVEL SECURITY",
        ]
    return statements
