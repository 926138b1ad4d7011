from contextlib import contextmanager


@contextmanager
def snapshot(connection):
    connection.execute("BEGIN DEFERRED")
    try:
        yield connection.cursor()
    finally:
        connection.rollback()


def read(connection, key):
    connection.row_factory = lambda cursor, row: row[0]
    with snapshot(connection) as cursor:
        versions = cursor.execute(
            f"SELECT fingerprint FROM documents WHERE {SOURCE}", key
        ).fetchall()
        ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position ASC"
        texts = cursor.execute(ask, key).fetchall()
    for version in versions:
        return version, texts
