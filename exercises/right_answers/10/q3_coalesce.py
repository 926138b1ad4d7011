def policies(tables):
    who = "coalesce(current_setting('course.{}', true), '')"
    rule = f"tenant = {who.format('tenant')} AND {who.format('role')} IN (SELECT unnest(roles))"
    steps = [
        "ALTER TABLE {} ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE {} FORCE ROW LEVEL SECURITY",
        "CREATE POLICY p ON {} USING (" + rule + ")",
    ]
    return [step.format(table) for table in tables for step in steps]
