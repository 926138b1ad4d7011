# hint: give each statement to execute or executemany
def replace(connection, key, fingerprint, chunks):
    source = "tenant = '{}' AND environment = '{}' AND source_id = '{}'".format(*key)
    connection.executescript(
        f"BEGIN IMMEDIATE; DELETE FROM documents WHERE {source}; DELETE FROM chunks WHERE {source};"
        "INSERT INTO documents VALUES ('{}', '{}', '{}', ".format(*key)
        + f"'{fingerprint}'); COMMIT;"
    )
    return "replaced"
