# hint: after one more change, is of the past: a cursor that is not read to its end
cursors = []


def read(connection, key):
    documents = connection.execute("SELECT * FROM documents ORDER BY rowid")
    cursors.append(documents)
    for *found, fingerprint in documents:
        if tuple(found) == key:
            ask = f"SELECT text FROM chunks WHERE {SOURCE} ORDER BY position"
            return fingerprint, [row[0] for row in connection.execute(ask, key)]
    return None
