"""The commands `search` and `verify`: find chunks in a store, and check all of it."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from course_lib.access import Identity
from course_lib.commands.options import print_json
from course_lib.errors import InvalidValue
from course_lib.guardrails import Scope
from course_lib.store import ChunkStore, Hit

EXCERPT = 240  # characters


def add(commands: Any) -> None:
    """Add both commands to the parser of the command line."""
    search = commands.add_parser(
        "search",
        help="find chunks in a store that somebody may see",
        description="Find the chunks that hold one of the words and that somebody may see.",
    )
    search.add_argument("words", nargs="+", metavar="WORD")
    search.add_argument("--db", required=True, type=Path, metavar="FILE", help="the store")
    search.add_argument("--tenant", required=True, metavar="NAME", help="for whom they work")
    search.add_argument(
        "--environment", required=True, metavar="NAME", help="the copy of the world they work in"
    )
    search.add_argument("--roles", required=True, metavar="A,B", help="the roles that they hold")
    search.add_argument("-k", type=int, default=10, metavar="N", help="at most (default: 10)")
    search.add_argument("--doc-type", action="append", metavar="KIND", help="this kind; repeatable")
    search.add_argument("--json", action="store_true", help="print JSON")
    search.set_defaults(run=run_search)
    verify = commands.add_parser(
        "verify",
        help="cut and hash everything in a store again",
        description="Cut and hash everything in a store again, and check its file and its index. "
        "Exit status: 0 clean, 1 a fault was found, 2 unusable input.",
    )
    verify.add_argument("--db", required=True, type=Path, metavar="FILE", help="the store")
    verify.set_defaults(run=run_verify)


def run_search(options: Namespace) -> int:
    """Print what was found, best first."""
    scope = Scope(options.tenant, options.environment)
    who = Identity("you", scope, frozenset(options.roles.split(",")) - {""})
    with _open(options.db) as store:
        hits = store.search(" ".join(options.words), who, options.k, options.doc_type)
    if options.json:
        print_json(
            [{"citation": str(h.citation), "score": h.score, **h.chunk.as_dict()} for h in hits]
        )
    else:
        print("\n\n".join(map(_as_lines, hits)) or "nothing found that you may see")
    return 0


def run_verify(options: Namespace) -> int:
    """Print the report; 1 when there is a fault in it."""
    with _open(options.db) as store:
        report = store.verify()
    print(report)
    return 0 if report.clean else 1


def _open(path: Path) -> ChunkStore:
    """Open a store that exists: to look for something in a new one is a slip of the pen."""
    if not path.exists():
        raise InvalidValue(f"there is no store {path}: make it with the command index")
    return ChunkStore(path)


def _as_lines(hit: Hit) -> str:
    lines = [str(hit.citation)]
    if hit.chunk.context:
        lines.append(f"    in {' '.join(' › '.join(hit.chunk.context).split())}")
    words = " ".join(hit.chunk.text.split())
    lines.append(f"    {words[:EXCERPT]}{'…' if len(words) > EXCERPT else ''}")
    return "\n".join(lines)
