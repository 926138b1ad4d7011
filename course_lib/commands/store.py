"""The command `verify`: check all that a store holds."""

from argparse import Namespace
from typing import Any

from course_lib.commands.options import add_store, open_store


def add(commands: Any) -> None:
    """Add the command to the parser of the command line."""
    verify = commands.add_parser(
        "verify",
        help="cut and hash everything in a store again",
        description="Cut and hash everything in a store again, and check its file and its index. "
        "It works on a copy in the temporary folder, which needs the room for it. Exit status: 0 "
        "clean, 1 a fault was found, 2 unusable input.",
    )
    add_store(verify)
    verify.set_defaults(run=run_verify)


def run_verify(options: Namespace) -> int:
    """Print the report; 1 when there is a fault in it."""
    with open_store(options.db) as store:
        report = store.verify()
    print(report)
    return 0 if report.clean else 1
