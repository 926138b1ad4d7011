"""The tables of a store in PostgreSQL, and who may do what with them.

Three roles that nobody logs in as: `chunks_owner` owns the tables, `chunks_reader` reads and
`chunks_writer` writes. The last two own nothing and cannot pass by a policy. Row-level security is
on and forced on every table and partition:
https://www.postgresql.org/docs/current/ddl-rowsecurity.html
Whoever reads sees the rows of one scope that have a role in common with theirs; whoever writes sees
and writes the rows of one scope. Who that is, each transaction says for itself: see `connection`.

Each tenant has partitions of its own, so that a search reads no other tenant's rows. `admit` makes
them: the one function here that runs with its owner's rights, and it gives back no row.
"""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql

from course_lib.postgres.errors import translated
from course_lib.store.errors import NotAStore, StoreError

VERSION = 1
OLDEST_SERVER = 160_000  # GRANT … WITH SET and INHERIT, as pg_has_role asks about them
_COMMENT = "a store of course_lib, version "

_ROLES = """
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['chunks_owner', 'chunks_reader', 'chunks_writer'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
        END IF;
    END LOOP;
    IF NOT pg_has_role('chunks_owner', 'SET') THEN
        GRANT chunks_owner TO CURRENT_USER WITH SET TRUE, INHERIT FALSE;
    END IF;
END $$"""

_TABLES = """
CREATE TABLE chunks.scope (
    tenant text COLLATE "C" NOT NULL,
    environment text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, environment)
);
CREATE TABLE chunks.source (
    tenant text COLLATE "C" NOT NULL,
    environment text COLLATE "C" NOT NULL,
    source_id text COLLATE "C" NOT NULL,
    doc_type text COLLATE "C" NOT NULL,
    acl_roles text[] COLLATE "C" NOT NULL,
    updated_at text NOT NULL,  -- ISO 8601 with the offset that it came with
    moment bigint NOT NULL,  -- the same in microseconds since 1970, to compare
    metadata text[] NOT NULL,  -- each a JSON array of name and value, in ASCII
    doc_id text NOT NULL,
    characters integer NOT NULL,
    chunks integer NOT NULL,
    made_by text NOT NULL,
    origin text NOT NULL,
    digest text NOT NULL,  -- of all that a replacement would write, as in SQLite
    text bytea NOT NULL,  -- UTF-8; a text of PostgreSQL's own holds no NUL
    PRIMARY KEY (tenant, environment, source_id)
) PARTITION BY LIST (tenant);
CREATE TABLE chunks.chunk (
    tenant text COLLATE "C" NOT NULL,
    environment text COLLATE "C" NOT NULL,
    source_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    acl_roles text[] COLLATE "C" NOT NULL,
    char_start integer NOT NULL,
    char_end integer NOT NULL,
    chunk_sha256 text NOT NULL,
    context text NOT NULL,  -- JSON in ASCII
    words tsvector NOT NULL,
    text bytea NOT NULL,
    PRIMARY KEY (tenant, environment, source_id, number)
    -- No foreign key: making partitions would have to wait for all writers, and `verify` looks.
) PARTITION BY LIST (tenant)"""

# A subquery is worked out once for a statement, and a plain call once for each row. A setting that
# was local to an earlier transaction is '' afterwards, which is no array and nobody's name.
SAME_SCOPE = """tenant = (SELECT current_setting('chunks.tenant', true))
        AND environment = (SELECT current_setting('chunks.environment', true))"""
A_ROLE_IN_COMMON = """acl_roles && (
            SELECT nullif(current_setting('chunks.roles', true), '')::text[])"""

# Statistics are kept of no column: EXPLAIN would tell anybody how common a hidden word is.
_PROTECT = f"""
CREATE FUNCTION chunks.protect(target regclass) RETURNS void LANGUAGE plpgsql AS $function$
BEGIN
    EXECUTE format($sql$
        ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
        CREATE POLICY read ON %1$s FOR SELECT TO chunks_reader USING (
            {SAME_SCOPE}
            AND {A_ROLE_IN_COMMON});
        CREATE POLICY write ON %1$s TO chunks_writer USING (
            {SAME_SCOPE})
    $sql$, target);
    EXECUTE (SELECT format('ALTER TABLE %s ', target)
        || string_agg(format('ALTER COLUMN %I SET STATISTICS 0', attname), ', ')
        FROM pg_attribute WHERE attrelid = target AND attnum > 0);
END $function$"""

_ADMIT = """
CREATE FUNCTION chunks.admit(tenant text, environment text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $function$
DECLARE
    name text := encode(sha256(convert_to(tenant, 'UTF8')), 'hex');
    target text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('chunks.admit', 0));
    INSERT INTO chunks.scope VALUES (tenant, environment) ON CONFLICT DO NOTHING;
    FOREACH target IN ARRAY ARRAY['source', 'chunk'] LOOP
        IF to_regclass(format('chunks.%s_%s', target, left(name, 32))) IS NULL THEN
            -- Not PARTITION OF, which would make all readers wait.
            EXECUTE format('CREATE TABLE chunks.%1$s_%2$s (LIKE chunks.%1$s INCLUDING ALL)',
                target, left(name, 32));
            PERFORM chunks.protect(format('chunks.%s_%s', target, left(name, 32))::regclass);
            EXECUTE format('ALTER TABLE chunks.%1$s ATTACH PARTITION chunks.%1$s_%2$s'
                ' FOR VALUES IN (%3$L)', target, left(name, 32), tenant);
        END IF;
    END LOOP;
END $function$"""

# No grant on any partition: whoever names one directly is refused before a policy is asked.
_RIGHTS = """
SELECT chunks.protect('chunks.source'), chunks.protect('chunks.chunk');
ALTER TABLE chunks.scope ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY list ON chunks.scope FOR SELECT TO chunks_writer USING (true);
CREATE POLICY admit ON chunks.scope TO chunks_owner USING (true);
REVOKE ALL ON FUNCTION chunks.admit, chunks.protect FROM PUBLIC;
GRANT USAGE ON SCHEMA chunks TO chunks_reader, chunks_writer;
GRANT SELECT ON chunks.source, chunks.chunk TO chunks_reader;
GRANT SELECT, INSERT, DELETE ON chunks.source, chunks.chunk TO chunks_writer;
GRANT SELECT ON chunks.scope TO chunks_writer;
GRANT EXECUTE ON FUNCTION chunks.admit TO chunks_writer"""

_FOUND = "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = 'chunks'"


def prepare(conninfo: str) -> None:
    """Make roles and tables in a database; where they are there already, nothing changes.

    For whoever owns the database and may make roles. Raises NotAStore, with nothing changed, for a
    schema `chunks` that is something else or of another version.
    """
    with translated(conninfo), psycopg.connect(conninfo) as connection:
        require_server(connection, conninfo)
        connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('chunks.prepare', 0))")
        if version_of(connection, conninfo):
            return
        connection.execute(_ROLES)
        connection.execute("CREATE SCHEMA chunks AUTHORIZATION chunks_owner")
        connection.execute("SET LOCAL ROLE chunks_owner")
        for statements in (_TABLES, _PROTECT, _ADMIT, _RIGHTS):
            connection.execute(statements)
        comment = sql.Literal(f"{_COMMENT}{VERSION}")
        connection.execute(sql.SQL("COMMENT ON SCHEMA chunks IS {}").format(comment))


def require_server(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise StoreError for a server that is too old."""
    if connection.info.server_version < OLDEST_SERVER:
        raise StoreError(
            f"{name}: a store needs PostgreSQL 16 or newer, and this server is of version "
            f"{connection.info.server_version // 10_000}: use a newer one"
        )


def version_of(connection: psycopg.Connection[Any], name: str) -> int:
    """Return the version of the schema, 0 where there is none; raises NotAStore for another one."""
    found = connection.execute(_FOUND).fetchone()
    if found is None:
        return 0
    comment = found[0] or ""
    if comment == f"{_COMMENT}{VERSION}":
        return VERSION
    if comment.startswith(_COMMENT):
        raise NotAStore(
            f"{name} holds a store of version {comment.removeprefix(_COMMENT)}, and this course "
            f"reads version {VERSION}: export it with the course that made it, and import it here"
        )
    raise NotAStore(
        f"{name} has a schema named chunks that is something else; it was left as it is: name "
        "another database"
    )
