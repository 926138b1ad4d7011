"""What a kernel in a browser cannot do: said in one sentence, with what a computer printed."""

import json

from course_lib.places import IN_BROWSER, NOTEBOOKS


def runs_here(needed: str) -> bool:
    """Say whether this kernel has what a cell needs; if not, print what the cell printed elsewhere.

    `needed` is what a kernel in a browser has none of: "a second process", "threads", "a server".

    >>> runs_here("a second process")
    True
    """
    if not IN_BROWSER:
        return True
    print(f"This needs {needed}, which a kernel in a browser does not have.", end=" ")
    if printed := _printed_on_a_computer(_this_cell()):
        print(f"On a computer the cell printed:\n{printed}", end="")
    else:
        print("Run this notebook on a computer.")
    return False


def _this_cell() -> str:
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return str(shell.user_ns["In"][-1]) if shell else ""


def _printed_on_a_computer(source: str) -> str:
    """What is stored under the cell of the course that reads like this one; empty without one."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in json.loads(path.read_bytes())["cells"]:
            if cell["cell_type"] == "code" and "".join(cell["source"]).strip() == source.strip():
                return "".join(
                    line for output in cell["outputs"] for line in output.get("text", "")
                )
    return ""
