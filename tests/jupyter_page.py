"""Real JupyterLab in a real browser: a server on loopback, a page, and what a learner sees.

Nothing of the user's own settings is read or written, and only what is started here is ended.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import playwright.sync_api as playwright

SETTINGS = (
    "IPYTHONDIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
)
OFFLINE = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-first-run",
]


def find_chromium() -> str:
    """The installed browser: $CHROMIUM, or one of the usual names on the path."""
    return _find("CHROMIUM", "chromium", "chromium-browser", "google-chrome")


def find_firefox() -> str:
    """The other browser: $FIREFOX, or one of the usual names on the path."""
    return _find("FIREFOX", "firefox-esr", "firefox")


def _find(variable: str, *usual: str) -> str:
    names = (os.environ.get(variable), *usual)
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        raise RuntimeError(f"no {usual[0]} found: install it, or set {variable} to its path")
    return found


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder with JupyterLab on a free port of this machine; yield the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        places = {name: str(Path(home, name.lower())) for name in SETTINGS}
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": folder,
            "IdentityProvider.token": "",
            "ServerApp.password": "",
            "LabApp.expose_app_in_browser": True,
        }
        flags = [f"--{name}={value}" for name, value in options.items()]
        with Path(home, "log").open("wb") as log:
            server = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *flags],
                env={**os.environ, **places},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_until_served(server, address, Path(home, "log"))
            yield address
        finally:
            server.terminate()
            server.wait(timeout=30)


def _wait_until_served(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/api/status", timeout=1):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")


@contextmanager
def browse(chromium: str) -> Iterator[playwright.BrowserContext]:
    """Start the browser that is installed here; nothing is downloaded, nothing phones home."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium, args=[*OFFLINE, "--no-sandbox"], headless=True
        )
        try:
            yield browser.new_context(viewport={"width": 1280, "height": 1000})
        finally:
            browser.close()


@contextmanager
def browse_firefox(firefox: str, **preferences: int) -> Iterator[playwright.BrowserContext]:
    """Start the installed Firefox, driven by WebDriver BiDi; all other hosts are refused."""
    offline = {
        "network.proxy.type": 1,
        "network.proxy.http": "127.0.0.1",
        "network.proxy.http_port": 9,  # nothing listens there
        "network.proxy.ssl": "127.0.0.1",
        "network.proxy.ssl_port": 9,
        "network.proxy.no_proxies_on": "127.0.0.1",
    }
    with playwright.sync_playwright() as driver:
        browser = driver.firefox.launch(
            channel="moz-firefox",
            executable_path=firefox,
            headless=True,
            firefox_user_prefs={**offline, **preferences},
        )
        try:
            yield browser.new_context(viewport={"width": 1280, "height": 1000})
        finally:
            browser.close()


class Notebook:
    """One notebook, open in JupyterLab, as a learner has it before them.

    JupyterLab itself is loaded once, which takes longer than to run a notebook: turn to the next.
    """

    place = "lab/tree/{}?reset"  # of a notebook, after the address of what serves it

    def __init__(self, page: playwright.Page, address: str, path: str) -> None:
        self.page, self.path = page, path
        self.complaints: list[str] = []
        page.on("pageerror", self._note)
        page.on("console", self._listen)
        page.on("dialog", self._answer)
        page.goto(f"{address}/{self.place.format(path)}")
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self._until("panel?.sessionContext.session?.kernel?.status === 'idle'")

    def turn_to(self, path: str) -> None:
        """Close the notebook that is open, its kernel too, and open another one."""
        if path == self.path:
            return
        self._lab(
            f"await app.commands.execute('docmanager:open', {{path: '{path}'}});"
            " await panel.sessionContext.shutdown(); panel.dispose()"
        )
        self._until(f"panel?.context?.path === '{path}'")
        self._until("panel?.sessionContext.session?.kernel?.status === 'idle'")
        self.path, self.complaints[:] = path, []

    def _note(self, error: playwright.Error) -> None:
        # JupyterLab raises it now and then when a cell scrolls out of the part that it draws.
        if "'removeChild' on 'Node'" not in str(error):
            self.complaints.append(error.stack or str(error))

    def _listen(self, message: playwright.ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _answer(self, dialog: playwright.Dialog) -> None:
        if dialog.type != "beforeunload":
            self.complaints.append(f"a dialog: {dialog.message}")
        dialog.accept()

    def run_all(self) -> None:
        """Run every cell and wait until the last one is done."""
        self._lab("await app.commands.execute('notebook:run-all-cells')")
        self._until("panel?.sessionContext.session?.kernel?.status === 'idle'")

    def type_and_run(self, number: int, source: str) -> None:
        """Type a source in place of that of a cell, by its index, and run the cell by keyboard."""
        editor = self.page.locator(".jp-Notebook .jp-Cell").nth(number).locator(".cm-content")
        editor.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.type(source)
        self.run_by_keyboard()

    def run_by_keyboard(self) -> None:
        """Run the cell that is chosen, and choose the next one, as Shift+Enter does."""
        number = self._lab("return panel.content.activeCellIndex")
        count = f"panel.content.model.cells.get({number}).executionCount"
        before = json.dumps(self._lab(f"return {count}"))
        self.page.keyboard.press("Shift+Enter")
        self._until(
            f"{count} !== {before} && {count} && panel.content.activeCellIndex !== {number}"
            " && panel.sessionContext.session.kernel.status === 'idle'"
            if self._lab(f"return panel.content.widgets[{number}].model.type") == "code"
            else f"panel.content.activeCellIndex !== {number}"
        )

    def errors(self) -> list[str]:
        """Every error and every line on stderr that the notebook shows."""
        found = []
        for output in self.outputs():
            if output["output_type"] == "error":
                found.append(f"{output['ename']}: {output['evalue']}")
            if output.get("name") == "stderr":
                found.append(str(output["text"]))
        return found

    def outputs(self) -> list[dict[str, Any]]:
        """Every output of every code cell, from top to bottom, as the notebook stores it."""
        outputs: list[dict[str, Any]] = json.loads(
            self._lab(
                "return JSON.stringify(panel.content.model.toJSON().cells"
                ".flatMap(cell => cell.outputs ?? []))"
            )
        )
        return outputs

    def text_of(self, number: int) -> str:
        """All that a code cell printed, by its index."""
        cell: dict[str, Any] = json.loads(
            self._lab(f"return JSON.stringify(panel.content.model.cells.get({number}).toJSON())")
        )
        return "".join(str(output.get("text", "")) for output in cell["outputs"])

    def popups(self) -> list[str]:
        """What JupyterLab shows on top of the notebook: dialogs and notifications."""
        return self.page.locator(".jp-Dialog, .Toastify__toast").all_inner_texts()

    def draw_all(self) -> None:
        """Draw every cell, not only those in sight, and leave the top one in sight."""
        self._lab(
            "panel.content.notebookConfig ="
            " {...panel.content.notebookConfig, windowingMode: 'none'};"
            " panel.content.activeCellIndex = 0; panel.content.deselectAll();"
            " panel.content.outerNode?.scrollTo(0, 0)"
        )
        self._until("panel.content.widgets.every(cell => cell.isAttached && !cell.isPlaceholder())")

    def save_picture(self, path: Path) -> None:
        """Store the whole notebook as a PNG, as wide as the window and as long as it takes."""
        self.draw_all()
        size = self.page.viewport_size
        assert size is not None
        height = self.page.evaluate(HEIGHT)
        self.page.set_viewport_size({"width": size["width"], "height": height})
        self.draw_all()
        self.page.screenshot(path=path)
        self.page.set_viewport_size(size)

    def theme(self, name: str) -> None:
        """Switch to a theme by its name in JupyterLab."""
        self._lab(f"await app.commands.execute('apputils:change-theme', {{theme: '{name}'}})")
        light = str("Dark" not in name).lower()
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached")
        # A veil lies over the page while the theme changes, and fades slowly.
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")

    def side_bar(self, opened: bool) -> None:
        """Open or close the side bar with the list of files."""
        self._lab(
            f"if (app.shell.leftCollapsed === {str(opened).lower()})"
            " await app.commands.execute('application:toggle-left-area')"
        )

    def _lab(self, script: str) -> Any:
        return self.page.evaluate(
            "async () => { const app = window.jupyterapp;"
            f" const panel = app.shell.currentWidget; {script} }}"
        )

    def _until(self, condition: str, seconds: float = 90) -> None:
        self.page.wait_for_function(
            "() => { const app = window.jupyterapp;"
            f" const panel = app?.shell?.currentWidget; return {condition} }}",
            timeout=seconds * 1000,
        )


# How tall a window shows the whole notebook, with what JupyterLab draws above and below it.
HEIGHT = """() => {
  const box = element => element.getBoundingClientRect();
  const cells = [...document.querySelectorAll('.jp-Notebook .jp-Cell')];
  const above = box(document.querySelector('.jp-WindowedPanel-outer')).top;
  return Math.ceil(above + box(cells.at(-1)).bottom - box(cells[0]).top + 60);
}"""
