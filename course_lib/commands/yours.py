"""Splitters and searches of somebody's own on the command line, by the name of what makes them."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from course_lib.adapters import Foreign
from course_lib.chunk import Chunk
from course_lib.errors import CourseError, InvalidValue
from course_lib.measure import Ranking, Search

STORE = "store"  # the store's own search, by that name among others


def add_yours(parser: ArgumentParser) -> None:
    """Add the options that name splitters and searches."""
    yours = parser.add_argument_group("splitters and searches of your own")
    yours.add_argument(
        "--splitter",
        nargs="+",
        default=[],
        metavar="MODULE:FACTORY",
        help="a function without arguments that returns a splitter: a function of a text, or one "
        "of LangChain, LlamaIndex, Haystack, Chonkie or semantic-text-splitter; it is audited, and "
        "refused when it says where a chunk does not stand",
    )
    yours.add_argument(
        "--search",
        nargs="+",
        default=[STORE],
        metavar="MODULE:FACTORY",
        help="a function without arguments that returns a search: course_lib.measure.Search says "
        f"what that is; {STORE} is the store's own (the default)",
    )


def splitters(options: Namespace) -> list[Foreign]:
    """Return the splitters that are named; raises InvalidValue for what cannot be made."""
    return [Foreign(made(name), _last(name)) for name in options.splitter]


def searches(options: Namespace) -> list[Search | None]:
    """Return the searches that are named, None for the store's own; raises as `splitters` does."""
    return [None if name == STORE else _named(made(name), _last(name)) for name in options.search]


def made(name: str) -> Any:
    """Import `module:factory`, in the current folder too, and return what the factory makes.

    Raises InvalidValue that says which part of the name is wrong, or what the factory raised.

    >>> made("collections:OrderedDict")
    OrderedDict()
    >>> made("collections:Ordered")
    Traceback (most recent call last):
        ...
    course_lib.errors.InvalidValue: collections:Ordered: there is no Ordered in collections
    """
    module, colon, factory = name.partition(":")
    if not (module and colon and factory):
        raise InvalidValue(f"{name}: write MODULE:FACTORY, for example my_pipeline:splitter")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        make = getattr(import_module(module), factory)
    except AttributeError:
        raise InvalidValue(f"{name}: there is no {factory} in {module}") from None
    except Exception as error:  # whatever a stranger's module may raise
        raise InvalidValue(
            f"{name}: {module} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not callable(make):
        raise InvalidValue(f"{name} is a {type(make).__name__}: name a function that returns it")
    try:
        return make()
    except CourseError:
        raise
    except Exception as error:
        raise InvalidValue(f"{name}() raised {type(error).__name__}: {error}") from error


def _last(name: str) -> str:
    return name.rpartition(":")[2]


def _named(search: Any, name: str) -> Search:
    """The search under its factory's name, by which tables know it."""
    if not callable(search):
        raise InvalidValue(f"{name}() returned {search!r:.80}: a search is a function of chunks")

    def named(chunks: Sequence[Chunk], /) -> Ranking:
        ranking: Ranking = search(chunks)
        return ranking

    named.__name__ = name
    return named
