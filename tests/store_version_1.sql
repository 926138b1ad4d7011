-- A store of version 1, as the course wrote it when version 1 was the newest: never change it.

CREATE TABLE label (
    label_id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (label_id < 1 << 22),
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    acl_roles TEXT NOT NULL,  -- JSON, sorted
    UNIQUE (tenant, environment, doc_type, acl_roles),
    UNIQUE (label_id, tenant, environment)
) STRICT;

CREATE TABLE label_role (
    role TEXT NOT NULL,
    label_id INTEGER NOT NULL REFERENCES label ON DELETE CASCADE,
    PRIMARY KEY (role, label_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX role_of_label ON label_role (label_id);

CREATE TABLE source (
    source_key INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
    tenant TEXT NOT NULL,
    environment TEXT NOT NULL,
    source_id TEXT NOT NULL,
    label_id INTEGER NOT NULL,
    doc_id TEXT NOT NULL,
    digest TEXT NOT NULL,  -- of all that a replacement would write
    made_by TEXT NOT NULL,
    updated_at TEXT NOT NULL,  -- ISO 8601 with the offset that it came with
    characters INTEGER NOT NULL,
    metadata TEXT NOT NULL,  -- JSON
    text TEXT NOT NULL,
    UNIQUE (tenant, environment, source_id),
    FOREIGN KEY (label_id, tenant, environment) REFERENCES label (label_id, tenant, environment)
) STRICT;

CREATE INDEX source_of_label ON source (label_id);

CREATE TABLE chunk (
    chunk_key INTEGER PRIMARY KEY AUTOINCREMENT CHECK (chunk_key < 1 << 40),
    source_key INTEGER NOT NULL REFERENCES source,
    number INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    chunk_sha256 TEXT NOT NULL,
    context TEXT NOT NULL,  -- JSON
    context_words TEXT,  -- as the index reads the context
    text_words TEXT,  -- as the index reads the text, where that is not the text itself
    text TEXT NOT NULL,
    UNIQUE (source_key, number)
) STRICT;

CREATE VIEW chunk_read (source_key, word_key, context, text) AS
    SELECT source_key, (label_id << 40) | chunk_key,
        context_words, coalesce(text_words, chunk.text)
    FROM chunk JOIN source USING (source_key);

CREATE VIRTUAL TABLE chunk_words USING fts5 (
    context, text, content = 'chunk_read', content_rowid = 'word_key',
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);

CREATE TRIGGER chunk_deleted AFTER DELETE ON chunk BEGIN
    INSERT INTO chunk_words (chunk_words, rowid, context, text)
    SELECT 'delete', (label_id << 40) | old.chunk_key,
        old.context_words, coalesce(old.text_words, old.text)
    FROM source WHERE source_key = old.source_key;
END;

CREATE TRIGGER chunk_never_changes BEFORE UPDATE ON chunk BEGIN
    SELECT raise(ABORT, 'a chunk never changes: replace the document');
END;

CREATE TRIGGER source_never_changes BEFORE UPDATE ON source BEGIN
    SELECT raise(ABORT, 'a source never changes: replace the document');
END;

INSERT INTO label VALUES (1, 'marrow-quill', 'prod', 'note', '["claims_handler","underwriter"]');

INSERT INTO label VALUES (2, 'puddlewick', 'prod', 'note', '["auditor"]');

INSERT INTO label_role VALUES ('claims_handler', 1);

INSERT INTO label_role VALUES ('underwriter', 1);

INSERT INTO label_role VALUES ('auditor', 2);

INSERT INTO source VALUES (1, 'marrow-quill', 'prod', 'policy/1', 1, '0f1032547bba089ed706f4141e0f89beeb9e6c03270c59e04f0cf3ba991b26e3', '43509962ecba75a5da89e4254002455cc70f90ec07454b6d5d916d9a64103dcf', 'ParagraphChunker(max_chars=20)', '2026-03-14T09:30:00+00:00', 25, '{"language":"en"}', 'Roof renewed.

Pipes old.');

INSERT INTO source VALUES (2, 'puddlewick', 'prod', 'memo/2', 2, '55d5028c702863423951c638263b00b4ad45410f5fafd61a390310d2df4b78e3', '51a2ba91291220fe2308b153e6b8e7de3c07329ff2e8ea367c5d3162dc42d4a3', '', '2026-03-14T09:30:00+00:00', 7, '{}', '水道管は古い。');

INSERT INTO chunk VALUES (1, 1, 0, 0, 13, '4081200f3f0359c5474276cd6339af3a83b2a950d3ebfb48b528a2971a1ede6d', '[]', NULL, NULL, 'Roof renewed.');

INSERT INTO chunk VALUES (2, 1, 1, 15, 25, '61c822dcfe2033b4eb8addefd530657164f0dfdc0978ca029ff66dbe5e6ad6d6', '[]', NULL, NULL, 'Pipes old.');

INSERT INTO chunk VALUES (3, 2, 0, 0, 7, '55d5028c702863423951c638263b00b4ad45410f5fafd61a390310d2df4b78e3', '["Survey","\u5c4b\u6839"]', 'Survey
 屋  根 ', ' 水  道  管  は  古  い 。', '水道管は古い。');

INSERT INTO chunk_words (rowid, context, text) SELECT word_key, context, text FROM chunk_read;

PRAGMA application_id = 1130919278;

PRAGMA user_version = 1;

PRAGMA journal_mode = wal;
