"""What a cell has opened is closed when it runs again, so that no model is left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from IPython.core.getipython import get_ipython

_open: dict[str, tuple[object, list[Callable[[], None]]]] = {}  # by cell: its run, how to close


def close_with_cell(close: Callable[[], None], key: str | None = None) -> None:
    """Call `close` when the cell that runs now runs again; a `key` stands for a cell in a test.

    What an earlier run of the same cell has opened is closed at once.
    """
    cell, run = (key, object()) if key else _current_cell()
    if cell is None:  # not every front end tells
        return
    earlier, closers = _open.get(cell, (None, []))
    if earlier != run:
        for each in closers:
            each()
        closers = []
    _open[cell] = run, [*closers, close]


def close_all(root: Any) -> None:
    """Close a widget and all that it holds, with layouts and styles."""
    for widget in tree(root):
        for part in ("layout", "style"):
            if hasattr(widget, part):
                getattr(widget, part).close()
        widget.close()


def tree(widget: Any) -> Iterator[Any]:
    """Yield all widgets below this one, and then itself."""
    for child in getattr(widget, "children", ()):
        yield from tree(child)
    yield widget


def _current_cell() -> tuple[str | None, object]:
    """The cell that runs, where the front end tells it, and which run of it this is."""
    shell: Any = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell: str | None = parent.get("metadata", {}).get("cellId")
    return cell, parent.get("header", {}).get("msg_id")
