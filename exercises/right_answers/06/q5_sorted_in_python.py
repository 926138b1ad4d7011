from operator import itemgetter


def read(connection, key):
    connection.execute("BEGIN")
    try:
        document = connection.execute(f"SELECT * FROM documents WHERE {SOURCE}", key).fetchall()
        chunks = connection.execute(
            f"SELECT position, text FROM chunks WHERE {SOURCE}", key
        ).fetchall()
    finally:
        connection.execute("END")
    if not document:
        return None
    return document[0][-1], [text for _, text in sorted(chunks, key=itemgetter(0))]
