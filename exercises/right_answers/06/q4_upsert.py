def replace(connection, key, fingerprint, chunks):
    with connection:
        connection.execute("BEGIN EXCLUSIVE")
        changed = connection.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
            "SET fingerprint = excluded.fingerprint WHERE fingerprint IS NOT excluded.fingerprint",
            [*key, fingerprint],
        ).rowcount
        if not changed:
            return "unchanged"
        connection.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        insert_chunks(connection, key, chunks)
        return "replaced"
