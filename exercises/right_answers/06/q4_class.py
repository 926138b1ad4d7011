class Transaction:
    def __init__(self, connection):
        self.connection = connection

    def __enter__(self):
        self.connection.execute("BEGIN IMMEDIATE")
        return self.connection.cursor()

    def __exit__(self, kind, error, trace):
        if kind:
            self.connection.rollback()
            return False
        try:
            self.connection.commit()
        except BaseException:
            self.connection.rollback()
            raise


def replace(connection, key, fingerprint, chunks):
    with Transaction(connection) as cursor:
        cursor.execute(f"SELECT fingerprint FROM documents WHERE {SOURCE}", key)
        match cursor.fetchone():
            case (stored,) if stored == fingerprint:
                return "unchanged"
        cursor.execute(f"DELETE FROM chunks WHERE {SOURCE}", key)
        cursor.execute("REPLACE INTO documents VALUES (?, ?, ?, ?)", (*key, fingerprint))
        rows = ((*key, number, *chunk) for number, chunk in enumerate(chunks))
        cursor.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return "replaced"
