from contextlib import contextmanager


@contextmanager
def transaction(connection):
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def replace(connection, key, fingerprint, chunks):
    with transaction(connection) as inside:
        stored = inside.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key)
        if stored.fetchall() == [(fingerprint,)]:
            return "unchanged"
        for table in ("documents", "chunks"):
            inside.execute(f"DELETE FROM {table} WHERE {SOURCE}", key)
        inside.execute("INSERT INTO documents VALUES (?, ?, ?, ?)", (*key, fingerprint))
        insert_chunks(inside, key, chunks)
    return "replaced"
