"""The command `search`: find chunks in a store that somebody may see."""

from argparse import Namespace
from typing import Any

from course_lib.access import Identity
from course_lib.commands.options import ROLES, add_store, open_store, print_json, roles_of
from course_lib.guardrails import Scope
from course_lib.pages import pages_beside
from course_lib.store import Hit

EXCERPT = 240  # characters


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "search",
        help="find chunks in a store that somebody may see",
        description="Find the chunks that hold one of the words and that somebody may see.",
    )
    parser.add_argument("words", nargs="+", metavar="WORD")
    add_store(parser)
    parser.add_argument("--tenant", required=True, metavar="NAME", help="for whom they work")
    parser.add_argument(
        "--environment", required=True, metavar="NAME", help="the copy of the world they work in"
    )
    parser.add_argument(
        "--roles", required=True, metavar="A,B", help=f"the roles that they hold{ROLES}"
    )
    parser.add_argument("-k", type=int, default=10, metavar="N", help="at most (default: 10)")
    parser.add_argument("--doc-type", action="append", metavar="KIND", help="this kind; repeatable")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print what was found, best first."""
    scope = Scope(options.tenant, options.environment)
    who = Identity("you", scope, frozenset(roles_of(options.roles)) - {""})
    query = " ".join(options.words)
    with open_store(options.db) as store:
        hits = store.search(query, who, options.k, options.doc_type)
    if options.json:
        print_json([_as_dict(hit) for hit in hits])
    else:
        print("\n\n".join(map(_as_lines, hits)) or "nothing found that you may see")
    return 0


def _as_dict(hit: Hit) -> dict[str, Any]:
    return {"citation": str(hit.citation), "score": hit.score, **hit.chunk.as_dict()}


def _as_lines(hit: Hit) -> str:
    lines = [str(hit.citation)]
    if pages := pages_beside(hit.chunk, hit.chunk.span):
        lines.append(f"    {pages}")
    if hit.chunk.context:
        lines.append(f"    in {_one_line(' › '.join(hit.chunk.context))}")
    words = _one_line(hit.chunk.text)
    lines.append(f"    {words[:EXCERPT]}{'…' if len(words) > EXCERPT else ''}")
    return "\n".join(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())
