"""How long the site takes from its address to an idle kernel and to the first slider; its keys.

    make site && python -m benchmarks.site

It needs Chromium and the extra `browser`. Each visit is a browser's first. The second figure
includes the first: notebook 00 is run from its top as soon as the kernel is idle. The last is the
median of some keys on the slider, from the key to the painted picture.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.chunkers import print_table

VISITS, KEYS = 3, 20
FIRST = "notebooks/00_start_here.ipynb"
WATCH = """() => new Promise(painted => {
  const slider = document.querySelector('.cl-slider input[type=range]');
  const call = document.querySelector('.cl-lab code');
  const pressed = performance.now();
  new MutationObserver((_, watcher) => {
    watcher.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => painted(performance.now() - pressed)));
  }).observe(call, { childList: true });
  slider.value = Number(slider.value) - Number(slider.step);
  slider.dispatchEvent(new Event('input', { bubbles: true }));
})"""


def visit() -> tuple[float, float, float]:
    """The seconds until the kernel is idle and until there is a slider; milliseconds of a key."""
    import jupyter_page
    import site_page

    with site_page.serve() as address, jupyter_page.browse(jupyter_page.find_chromium()) as context:
        start = perf_counter()
        notebook = site_page.Notebook(context.new_page(), address, FIRST)
        idle = perf_counter() - start
        notebook.draw_all()
        notebook.run_all()
        notebook.page.locator(".cl-slider input").first.wait_for()
        slider = perf_counter() - start
        return idle, slider, median(notebook.page.evaluate(WATCH) for _ in range(KEYS))


def main() -> None:
    """Print the medians of some visits, and their ratio."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    idle, slider, key = map(median, zip(*(visit() for _ in range(VISITS)), strict=True))
    row = [f"{idle:.1f} s", f"{slider:.1f} s", f"{slider / idle:.2f}", f"{key:.0f} ms"]
    print_table([["kernel alone", "first slider", "ratio", "key to painted"], row])


if __name__ == "__main__":
    main()
