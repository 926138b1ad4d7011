"""Film the cut lab of notebook 00 for the README: light and dark, each with a still, and small.

    CHROMIUM=/usr/bin/chromium .venv/bin/python scripts/make_readme_pictures.py

The films are shown to nobody who has asked for reduced motion; they see a still.
"""

from __future__ import annotations

import shutil
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import jupyter_page  # noqa: E402

VIEW = ".jp-OutputArea-output > .cl-view"
SIZES = [800, 800, 800, *range(780, 280, -20), 300, 300, 300, *range(320, 800, 40)]
SETTINGS = [(800, 0)] + [(size, 0) for size in SIZES] + [(400, step) for step in range(0, 200, 10)]
LOOKS = {"light": ("JupyterLab Light", 1180), "dark": ("JupyterLab Dark", 1180)}
SMALL = ("JupyterLab Light", 640)
MILLISECONDS, HEIGHT = 120, 520


def film(notebook: jupyter_page.Notebook, name: str, theme: str, width: int) -> None:
    """Store what the view shows while its size and its overlap change, and a still."""
    page = notebook.page
    notebook.theme(theme)
    page.set_viewport_size({"width": width, "height": 1_600})
    view = page.locator(VIEW).first
    size, overlap = (
        page.get_by_role("spinbutton", name=each).first for each in ("size", "overlap")
    )
    frames = []
    for values in SETTINGS:
        for box, value in zip((size, overlap), values, strict=True):
            box.fill(str(value))
            box.press("Enter")
        page.wait_for_timeout(150)
        view.evaluate("() => document.activeElement.blur()")
        drawn = Image.open(BytesIO(view.screenshot())).convert("RGB")
        frames.append(drawn.crop((0, 0, drawn.width, min(drawn.height, HEIGHT))))
    target = ROOT / "docs" / f"cut_lab_{name}.webp"
    options = {"save_all": True, "append_images": frames[1:], "loop": 0, "method": 6}
    frames[0].save(target, duration=MILLISECONDS, quality=70, minimize_size=True, **options)
    if name in LOOKS:
        frames[len(SIZES) // 2].save(target.with_suffix(".png"), optimize=True)
    print(f"{target.relative_to(ROOT)}: {len(frames)} frames, {target.stat().st_size:,} bytes")


def main() -> None:
    with TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "notebooks", Path(folder, "notebooks"))
        with (
            jupyter_page.serve(Path(folder)) as address,
            jupyter_page.browse(jupyter_page.find_chromium()) as context,
        ):
            notebook = jupyter_page.Notebook(
                context.new_page(), address, "notebooks/00_start_here.ipynb"
            )
            notebook.draw_all()
            notebook.run_all()
            notebook.side_bar(False)
            for name, look in {**LOOKS, "small": SMALL}.items():
                film(notebook, name, *look)


if __name__ == "__main__":
    main()
