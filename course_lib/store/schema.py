"""The tables of a store, and how a file is known to be one.

A label is whose a text is and who may see it: tenant, environment, doc_type, roles. Equal labels
are one row, and the label of a source is the label of its chunks. Each scope has an index of words
of its own, `words_<scope_id>`, made with its first source and dropped with its last. It knows a
chunk by one number that begins with its label's, `(label_id << 40) | chunk_key`: that number alone
tells whether a chunk may be seen. How many chunks and words a label has is kept beside it.
"""

import sqlite3

from course_lib.store.errors import NotAStore, StoreError

APPLICATION_ID = 0x4368756E  # "Chun", in the file's header
VERSION = 2
READ_VERSIONS = (1, VERSION)  # the older one is brought up to date when it is opened
OLDEST = (3, 37)  # of SQLite: the first with STRICT tables

CHUNK_BITS = 40  # of a number in the index of words, below the bits of the label
CHUNK_MASK = 2**CHUNK_BITS - 1
LABEL_BITS = 22

STATEMENTS = (
    """
CREATE TABLE store_state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    file_id TEXT NOT NULL,  -- random: a copy that goes its own way gets another one
    change TEXT NOT NULL,  -- a name for the last transaction, in the order of time
    previous TEXT NOT NULL,  -- and for the one before it
    more_in_log INTEGER NOT NULL  -- said before something stays in the log alone: see `guard`
) STRICT""",
    """
CREATE TABLE scope (
    scope_id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    UNIQUE (tenant, environment)
) STRICT""",
    f"""
CREATE TABLE label (
    label_id INTEGER PRIMARY KEY CHECK (label_id < 1 << {LABEL_BITS}),
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    acl_roles TEXT NOT NULL,  -- JSON, sorted
    chunks INTEGER NOT NULL DEFAULT 0,
    words INTEGER NOT NULL DEFAULT 0,  -- of all these chunks, as the index counts them
    UNIQUE (tenant, environment, doc_type, acl_roles),
    UNIQUE (label_id, tenant, environment),
    FOREIGN KEY (tenant, environment) REFERENCES scope (tenant, environment)
) STRICT""",
    "CREATE TABLE free_label (label_id INTEGER PRIMARY KEY) STRICT",  # below the highest in use
    """
CREATE TRIGGER label_deleted AFTER DELETE ON label BEGIN
    INSERT INTO free_label VALUES (old.label_id);
END""",
    """
CREATE TABLE label_role (
    role TEXT NOT NULL,
    label_id INTEGER NOT NULL REFERENCES label ON DELETE CASCADE,
    PRIMARY KEY (role, label_id)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX role_of_label ON label_role (label_id)",
    """
CREATE TABLE source (
    source_key INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    source_id TEXT NOT NULL,
    label_id INTEGER NOT NULL,
    doc_id TEXT NOT NULL,
    digest TEXT NOT NULL,  -- of all that a replacement would write
    made_by TEXT NOT NULL,  -- the chunker's settings
    origin TEXT NOT NULL,  -- where it was indexed from; '' if nobody said
    updated_at TEXT NOT NULL,  -- ISO 8601 with the offset that it came with
    moment INTEGER NOT NULL,  -- the same in microseconds since 1970, to compare
    characters INTEGER NOT NULL,
    metadata TEXT NOT NULL,  -- JSON
    seal TEXT NOT NULL,  -- a hash of the row and of its label
    text TEXT NOT NULL,
    UNIQUE (tenant, environment, source_id),
    FOREIGN KEY (label_id, tenant, environment) REFERENCES label (label_id, tenant, environment)
) STRICT""",
    "CREATE INDEX source_of_label ON source (label_id)",
    f"""
CREATE TABLE chunk (
    chunk_key INTEGER PRIMARY KEY AUTOINCREMENT CHECK (chunk_key < 1 << {CHUNK_BITS}),
    source_key INTEGER NOT NULL REFERENCES source,
    number INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    chunk_sha256 TEXT NOT NULL,
    context TEXT NOT NULL,  -- JSON
    context_words TEXT,  -- as the index reads the context
    text_words TEXT,  -- as the index reads the text, where that is not the text itself
    seal TEXT NOT NULL,  -- a hash of the row and of the digest of its source
    text TEXT NOT NULL,
    UNIQUE (source_key, number)
) STRICT""",
    """
CREATE TRIGGER chunk_never_changes BEFORE UPDATE ON chunk BEGIN
    SELECT raise(ABORT, 'a chunk never changes: replace the document');
END""",
    """
CREATE TRIGGER source_never_changes BEFORE UPDATE ON source BEGIN
    SELECT raise(ABORT, 'a source never changes: replace the document');
END""",
)
# Vowel signs (Mn, Mc) belong to their word: without them a Hindi word falls into pieces.
TOKENIZER = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
_OF_A_SCOPE = (
    f"""
CREATE VIEW read_{{0}} (source_key, word_key, context, text) AS
    SELECT source_key, (label_id << {CHUNK_BITS}) | chunk_key,
        context_words, coalesce(text_words, chunk.text)
    FROM chunk JOIN source USING (source_key) JOIN scope USING (tenant, environment)
    WHERE scope_id = {{0}}""",
    f"""
CREATE VIRTUAL TABLE words_{{0}} USING fts5 (
    context, text, content = 'read_{{0}}', content_rowid = 'word_key',
    tokenize = "{TOKENIZER}"
)""",
)
FIRST_STATE = "INSERT INTO store_state VALUES (1, hex(randomblob(16)), '000000000000-', '', 0)"


def require_sqlite(connection: sqlite3.Connection) -> None:
    """Raise StoreError where SQLite is too old, or was built without its full-text index."""
    modules = {name for (name,) in connection.execute("SELECT name FROM pragma_module_list")}
    if sqlite3.sqlite_version_info < OLDEST or not {"fts5", "json_each"} <= modules:
        raise StoreError(
            f"a store needs SQLite {'.'.join(map(str, OLDEST))} or newer with FTS5, and this "
            f"Python brings {sqlite3.sqlite_version}: use a newer Python"
        )


def version_of(connection: sqlite3.Connection, path: str) -> int:
    """Return the store's version, 0 for an empty file; raises NotAStore when it is neither."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID:
        if version in READ_VERSIONS:
            return int(version)
        raise NotAStore(
            f"{path} is a store of version {version}, and this course reads version {VERSION}; "
            + ("use a newer copy of the course" if version > VERSION else "index the sources anew")
        )
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application or version or tables:
        raise NotAStore(
            f"{path} is a database of something else, with {tables} tables and indices; it was "
            "left as it is: name another file"
        )
    return 0


def create(connection: sqlite3.Connection, path: str) -> None:
    """Make the tables, unless another process was faster; to be called inside a transaction."""
    if not version_of(connection, path):
        make_tables(connection)


def make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables in a file that has none."""
    for statement in STATEMENTS:
        connection.execute(statement)
    connection.execute(FIRST_STATE)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def words_statements(scope_id: int) -> list[str]:
    """Return what makes a scope's index of words, and the view that the index is made of."""
    return [statement.format(scope_id) for statement in _OF_A_SCOPE]
