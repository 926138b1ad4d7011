"""The site that `make site` builds, in a real browser: a plain file server, and no other host."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jupyter_page
import nbformat
from playwright.sync_api import expect

from scripts.refresh_notebooks import METADATA

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve(folder: Path = SITE) -> Iterator[str]:
    """Serve files on a free port of this machine; yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Notebook(jupyter_page.Notebook):
    """One notebook, open in the site."""

    place = "lab/index.html?path={}"

    def cells(self) -> list[Any]:
        """Every cell as it stands in the browser, with its outputs."""
        return nbformat.reads(
            self._lab("return JSON.stringify(panel.content.model.toJSON())"), as_version=4
        ).cells

    def put(self, path: str, notebook: Any) -> None:
        """Store a notebook in the browser, as an upload does."""
        model = {"type": "notebook", "format": "json", "content": notebook}
        self._lab(f"await app.serviceManager.contents.save('{path}', {json.dumps(model)})")

    def printed_by(self, *sources: str) -> str:
        """What a new notebook with these cells prints."""
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
        path = f"exercises/{cells[0].id}.ipynb"
        self.put(path, notebook)
        self.turn_to(path)
        self.run_all()
        return "".join(map(words, self.cells()))


def words(cell: Any) -> str:
    """What a cell prints, and the words of what it shows; a picture itself has none."""
    said = []
    for output in cell.get("outputs", []):
        if output.output_type == "error":
            said.append(f"{output.ename}: {output.evalue}\n")
        elif output.output_type == "stream":
            said.append("".join(output.text))
        elif output.output_type == "execute_result" or "image/png" not in output.data:
            said += [f"{output.data['text/plain']}\n"] if "text/plain" in output.data else []
    return "".join(said)


def press_a_key(notebook: Notebook) -> None:
    """Run notebook 00 and move its slider; the words that the kernel sends move with it."""
    notebook.draw_all()
    notebook.run_all()
    call = notebook.page.locator(".cl-lab code")
    expect(call).to_contain_text("chunk_size=800")
    notebook.page.get_by_role("slider", name="size", exact=True).press("ArrowLeft")
    expect(call).not_to_contain_text("chunk_size=800")
