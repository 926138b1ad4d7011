"""Ways in which row-level security is got around: each mistake, who profits by it, and its repair.

All of it is SQL, and `leaks.try_leak` runs it. Most of these mistakes are named in
https://www.postgresql.org/docs/current/ddl-rowsecurity.html.
"""

from __future__ import annotations

from dataclasses import dataclass

COUNT = "SELECT count(*) FROM chunks.chunk"
_AS_ANOTHER = """SELECT set_config('chunks.tenant', '{tenant}', {local}),
    set_config('chunks.environment', '{environment}', {local}),
    set_config('chunks.roles', '{roles}', {local})"""


@dataclass(frozen=True, slots=True)
class Leak:
    """A mistake, what a thief does with it, and the repair; all of it SQL of the administrator's.

    {partition} stands for the partition of another tenant, {tenant}, {environment} and {roles} for
    one of its readers. `after` is what the thief tries after the repair, if it is something else,
    and `login_after` whom the program is logged in as then.
    """

    name: str
    why: str
    mistake: str
    steal: tuple[str, ...]
    repair: str
    after: tuple[str, ...] = ()
    login: str = "reader"
    login_after: str = "reader"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a thief got to see: with the mistake, and after its repair."""

    name: str
    stored: int
    permitted: int
    leaked: int
    repaired: int

    def __str__(self) -> str:
        return f"{self.name}: {self.leaked} seen, after the repair {self.repaired}"


LEAKS = (
    Leak(
        "a superuser",
        "Policies never bind a superuser, nor a role with BYPASSRLS.",
        mistake="",
        steal=("RESET ROLE", COUNT),
        repair="",
        after=(COUNT,),
        login="admin",
    ),
    Leak(
        "the owner without FORCE",
        "A table's owner passes by its policies, unless they are forced.",
        mistake="ALTER TABLE chunks.chunk NO FORCE ROW LEVEL SECURITY",
        steal=("SET LOCAL ROLE chunks_owner", COUNT),
        repair="ALTER TABLE chunks.chunk FORCE ROW LEVEL SECURITY",
        login="admin",
        login_after="admin",
    ),
    Leak(
        "an identity that outlives its transaction",
        "What is set for the session is still set when a pool lends the connection to the next.",
        mistake="",
        steal=(_AS_ANOTHER.replace("{local}", "false"), "COMMIT", "SET ROLE chunks_reader", COUNT),
        repair="",
        after=(_AS_ANOTHER.replace("{local}", "true"), "COMMIT", "SET ROLE chunks_reader", COUNT),
    ),
    Leak(
        "a partition named directly",
        "The policies of a partitioned table are not those of its partitions.",
        mistake="""
            ALTER TABLE {partition} DISABLE ROW LEVEL SECURITY;
            GRANT SELECT ON {partition} TO chunks_reader""",
        steal=("SELECT count(*) FROM {partition}",),
        repair="""
            ALTER TABLE {partition} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
            REVOKE ALL ON {partition} FROM chunks_reader""",
    ),
    Leak(
        "a view",
        "A view reads with its owner's rights, unless it is told to use its reader's.",
        mistake="""
            CREATE VIEW every_chunk AS SELECT * FROM chunks.chunk;
            GRANT SELECT ON every_chunk TO chunks_reader""",
        steal=("SELECT count(*) FROM every_chunk",),
        repair="ALTER VIEW every_chunk SET (security_invoker = true)",
    ),
    Leak(
        "a materialized view",
        "It is a copy, and a copy has no policies.",
        mistake="""
            CREATE MATERIALIZED VIEW copied AS SELECT * FROM chunks.chunk;
            GRANT SELECT ON copied TO chunks_reader""",
        steal=("SELECT count(*) FROM copied",),
        repair="DROP MATERIALIZED VIEW copied",
        after=(COUNT,),
    ),
    Leak(
        "a security-definer function",
        "It runs with its owner's rights, whoever calls it.",
        mistake=f"""
            CREATE FUNCTION how_many() RETURNS bigint SECURITY DEFINER LANGUAGE sql
                AS '{COUNT}'""",
        steal=("SELECT how_many()",),
        repair="ALTER FUNCTION how_many SECURITY INVOKER",
    ),
    Leak(
        "uniqueness as an oracle",
        "A name that is refused as taken is a name that somebody has.",
        mistake="""
            CREATE TABLE upload (tenant text, source_id text PRIMARY KEY);
            INSERT INTO upload VALUES ('{tenant}', 'offer/thistlewood');
            ALTER TABLE upload ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
            CREATE POLICY own ON upload USING (tenant = current_setting('chunks.tenant', true));
            GRANT SELECT, INSERT ON upload TO chunks_reader""",
        steal=(
            """WITH tried AS (
                INSERT INTO upload VALUES (current_setting('chunks.tenant'), 'offer/thistlewood')
                ON CONFLICT DO NOTHING RETURNING 1)
            SELECT 1 - count(*) FROM tried""",
        ),
        repair="""
            ALTER TABLE upload DROP CONSTRAINT upload_pkey, ADD PRIMARY KEY (tenant, source_id)""",
    ),
    Leak(
        "a login that may say any SQL",
        "Who can set the identity is whoever they say. A login for each tenant, and a policy that "
        "restricts it, keep other tenants out; roles within the tenant can still be claimed.",
        mistake="",
        steal=(
            _AS_ANOTHER.replace("{local}", "true"),
            f"{COUNT} WHERE tenant = '{{tenant}}'",
        ),
        repair="""
            CREATE ROLE "tenant:{own}";
            GRANT "tenant:{own}" TO answers;
            DO $$ DECLARE target regclass; BEGIN
                FOR target IN SELECT oid FROM pg_class WHERE relname ~ '^(source|chunk)'
                    AND relnamespace = 'chunks'::regnamespace AND relkind IN ('r', 'p') LOOP
                    EXECUTE format($sql$
                        CREATE POLICY bound ON %s AS RESTRICTIVE FOR SELECT TO chunks_reader
                        USING (tenant IN (SELECT substr(rolname, 8) FROM pg_roles WHERE rolname
                            LIKE 'tenant:%%' AND pg_has_role(session_user, oid, 'MEMBER')))
                    $sql$, target);
                END LOOP;
            END $$""",
    ),
)
