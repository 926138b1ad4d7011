# hint: write ALTER TABLE, CREATE POLICY or REVOKE only
def policies(tables):
    return [f"DELETE FROM {table}" for table in tables]
