"""How fast the explorer answers a key: Python's share, and from the key to the painted picture.

    python -m benchmarks.explorer

The second table needs Chromium and the extra `browser`. Each figure is the median of the moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import nbformat

from benchmarks.chunkers import print_table
from course_lib.samples import load_question
from course_lib.show import CutLab
from scripts.refresh_notebooks import METADATA

LENGTHS = {"2 kB": 2_000, "200 kB": 200_000, "2 MB": 2_000_000}
MOVES = 20
QUESTION = load_question("premium-change")
ANSWER = QUESTION.evidence[0].text
SETTINGS = ((800, 100), (200, 50), (50, 25))


def text_of(length: int) -> str:
    """Prose of a length, with the answer once in its middle."""
    prose = QUESTION.document.text.replace(ANSWER, "Nothing else changes.") * (length // 800 + 1)
    half = (length - len(ANSWER)) // 2
    return f"{prose[:half]} {ANSWER} {prose[half : 2 * half]}"


def python_share(text: str, size: int, overlap: int) -> float:
    """The milliseconds that Python works for one move near a setting."""
    explorer = CutLab(text, ANSWER, size=size, overlap=overlap)
    taken = []
    for move in range(MOVES):
        start = perf_counter()
        explorer.size.value = size + 1 + move % 2
        taken.append(perf_counter() - start)
    explorer.close()
    return median(taken) * 1e3


def painted() -> Iterator[tuple[str, float]]:
    """For each length, the milliseconds from an arrow key on the slider to the painted picture."""
    from tests import jupyter_page

    with TemporaryDirectory() as folder:
        for name, length in LENGTHS.items():
            Path(folder, f"{name}.txt").write_text(text_of(length), "utf-8")
            cell = nbformat.v4.new_code_cell(
                "from course_lib.document import read_text\n"
                "from course_lib.show import CutLab\n"
                f"CutLab(read_text({f'{name}.txt'!r}), {ANSWER!r})"
            )
            notebook = nbformat.v4.new_notebook(cells=[cell], metadata=METADATA)
            nbformat.write(notebook, Path(folder, f"{name}.ipynb"))
        with (
            jupyter_page.serve(Path(folder)) as address,
            jupyter_page.browse(jupyter_page.find_chromium()) as context,
        ):
            for name in LENGTHS:
                page = context.new_page()
                opened = jupyter_page.Notebook(page, address, f"{name}.ipynb")
                opened.run_all()
                page.wait_for_selector(".cl-lab-piece")
                page.get_by_role("slider").first.focus()
                moves = []
                for move in range(MOVES):
                    page.evaluate(WATCH)
                    page.keyboard.press("ArrowLeft" if move % 2 else "ArrowRight")
                    moves.append(page.evaluate("window.painted"))
                yield name, median(moves)
                page.close()


# From the key to the frame in which both the figures and the text are new.
WATCH = """() => {
  let pressed;
  document.addEventListener('keydown', () => { pressed = performance.now(); },
    { capture: true, once: true });
  const call = document.querySelector('.cl-lab code').textContent;
  window.painted = new Promise(resolve => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector('.cl-lab code')?.textContent === call) return;
      if (!document.querySelector('.cl-lab-piece')) return;
      watcher.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(
        () => resolve(performance.now() - pressed)));
    });
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}"""


def main() -> None:
    """Print both tables."""
    print(f"\nThe explorer: Python's milliseconds a move, median of {MOVES}")
    rows = [
        [name, *(f"{python_share(text_of(length), *setting):.1f}" for setting in SETTINGS)]
        for name, length in LENGTHS.items()
    ]
    print_table([["", *(f"size {size}, overlap {overlap}" for size, overlap in SETTINGS)], *rows])

    print(f"\nThe explorer: milliseconds from key to painted, median of {MOVES}")
    if find_spec("playwright") is None:
        print("not measured: it needs Chromium and pip install -e '.[browser]'")
        return
    measured = list(painted())
    print_table([["", "ms"], *([name, f"{taken:.0f}"] for name, taken in measured)])
    slowest = max(taken for _, taken in measured)
    print(f"{'yes' if slowest <= 100 else 'no'}: at most 100 ms at every length {slowest:.0f}")


if __name__ == "__main__":
    main()
