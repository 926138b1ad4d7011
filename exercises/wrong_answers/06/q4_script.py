# hint: give each statement to execute or executemany
def replace(connection, document, chunks):
    key = [document["tenant"], document["environment"], document["source_id"]]
    source = "tenant = '{}' AND environment = '{}' AND source_id = '{}'".format(*key)
    connection.executescript(
        f"BEGIN IMMEDIATE; DELETE FROM documents WHERE {source}; DELETE FROM chunks WHERE {source};"
        "INSERT INTO documents VALUES ('{}', '{}', '{}', ".format(*key)
        + f"'{document['fingerprint']}'); COMMIT;"
    )
    return "replaced"
