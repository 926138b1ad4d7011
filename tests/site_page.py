"""The site that `make site` builds, in a real browser: a plain file server, and no other host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import jupyter_page

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
