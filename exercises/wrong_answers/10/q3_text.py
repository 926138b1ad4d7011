# hint: return a list of SQL statements
def policies(tables):
    return "; ".join(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY" for table in tables)
