"""The command `search`: find chunks in a store that somebody may see, or count them."""

from argparse import Namespace
from datetime import UTC, date, datetime, time
from typing import Any

from course_lib.access import Identity
from course_lib.chunk import Chunk
from course_lib.commands.options import ROLES, add_store, open_store, print_json, roles_of
from course_lib.errors import InvalidValue
from course_lib.guardrails import Scope
from course_lib.pages import pages_beside
from course_lib.store import Hit

EXCERPT = 240  # characters
WHEN = "a day, from its midnight in UTC on, or a time with its zone"


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    parser = commands.add_parser(
        "search",
        help="find chunks in a store that somebody may see",
        description="Find the chunks that hold one of the words and that somebody may see.",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="none is enough for --count")
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
    parser.add_argument("--source", action="append", metavar="NAME", help="this one; repeatable")
    parser.add_argument("--since", metavar="WHEN", help=f"updated then or later: {WHEN}")
    parser.add_argument("--before", metavar="WHEN", help="updated earlier than that")
    parser.add_argument(
        "--metadata",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="with this metadata; repeatable, and all must hold",
    )
    parser.add_argument(
        "--neighbours", type=int, default=0, metavar="N", help="chunks before and after each"
    )
    parser.add_argument("--count", action="store_true", help="print only how many there are")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: Namespace) -> int:
    """Print what was found, best first, or how many there are."""
    scope = Scope(options.tenant, options.environment)
    who = Identity("you", scope, frozenset(roles_of(options.roles)) - {""})
    query = " ".join(options.words)
    if not options.words and not options.count:
        raise InvalidValue("search needs a WORD to look for; --count alone does without")
    narrowed: dict[str, Any] = {
        "doc_types": options.doc_type,
        "sources": options.source,
        "since": _moment("--since", options.since),
        "before": _moment("--before", options.before),
        "metadata": _metadata(options.metadata),
    }
    with open_store(options.db) as store:
        view = store.as_(who)
        if options.count:
            print(view.count(query if options.words else None, **narrowed))
            return 0
        hits = view.search(query, options.k, neighbours=options.neighbours, **narrowed)
    if options.json:
        print_json([_as_dict(hit) for hit in hits])
    else:
        print("\n\n".join(map(_as_lines, hits)) or "nothing found that you may see")
    return 0


def _moment(option: str, text: str | None) -> datetime | None:
    """Read a day or a time; raises InvalidValue for what is neither, or has no zone."""
    if text is None:
        return None
    try:
        return datetime.combine(date.fromisoformat(text), time(), UTC)
    except ValueError:
        pass
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidValue(
            f"{option} {text!r} is no date: write 2026-03-14, or 2026-03-14T09:30+01:00"
        ) from None
    if found.tzinfo is None:
        raise InvalidValue(f"{option} {text!r} has no time zone: add one, for example {text}+00:00")
    return found


def _metadata(pairs: list[str]) -> dict[str, str] | None:
    """Read KEY=VALUE; raises InvalidValue for what is none, and for two values of one key."""
    found: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise InvalidValue(f"--metadata {pair!r} is not of the form KEY=VALUE")
        if found.setdefault(key, value) != value:
            raise InvalidValue(f"--metadata asks for two values of {key!r}: nothing has both")
    return found or None


def _as_dict(hit: Hit) -> dict[str, Any]:
    found = {"citation": str(hit.citation), "score": hit.score, **hit.chunk.as_dict()}
    if hit.neighbours:
        found["neighbours"] = [chunk.as_dict() for chunk in hit.neighbours]
    return found


def _as_lines(hit: Hit) -> str:
    lines = [str(hit.citation)]
    if hit.chunk.context:
        lines.append(f"    in {_one_line(' › '.join(hit.chunk.context))}")
    if pages := pages_beside(hit.chunk, hit.chunk.span):
        lines.append(f"    {pages}")
    parts = sorted((hit.chunk, *hit.neighbours), key=lambda chunk: chunk.index)
    lines += [f"    {_excerpt(part, hit)}" for part in parts]
    return "\n".join(lines)


def _excerpt(part: Chunk, hit: Hit) -> str:
    words = _one_line(part.text)
    cut_short = f"{words[:EXCERPT]}{'…' if len(words) > EXCERPT else ''}"
    away = part.index - hit.chunk.index
    return f"({away:+d}) {cut_short}" if away else cut_short


def _one_line(text: str) -> str:
    return " ".join(text.split())
