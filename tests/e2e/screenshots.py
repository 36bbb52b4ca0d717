"""Take the pictures of docs/screenshots anew: `python -m tests.e2e.screenshots`.

They show the sample meeting as this checkout's own engines write it. Look at them before they are committed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, sync_playwright

from daemon.config import load_config
from daemon.store import NoteStore
from tests.e2e.conftest import CHROMIUM_ARGS
from web.app import create_app
from web.server import Server

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


def main() -> None:
    with tempfile.TemporaryDirectory() as state:
        roomscribe = [sys.executable, "-c", "from daemon.cli.main import main; main()", "--state", state]
        samples = sorted((ROOT / "samples").glob("*.vtt"))
        subprocess.run([*roomscribe, "process", *samples, "--engine", "rules", "--save"], check=True)
        with NoteStore.open_reader(Path(state)) as store:
            app = create_app(lambda: nullcontext(store), timezone=load_config(None).timezone)
            with closing(Server(app, "127.0.0.1", 0)) as server:
                thread = threading.Thread(target=server.run)
                thread.start()
                try:
                    _take(server.url, store.heads()[0].id)
                finally:
                    server.stop()
                    thread.join()


def _take(url: str, note_id: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    shots: list[tuple[str, str, dict[str, int], str]] = [
        ("meetings-phone", "/", PHONE, "light"),
        ("meeting-phone", f"/meetings/{note_id}", PHONE, "light"),
        ("meeting-phone-dark", f"/meetings/{note_id}", PHONE, "dark"),
        ("meeting-desktop", f"/meetings/{note_id}", DESKTOP, "light"),
    ]
    executable = shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_ARGS))
        for name, path, viewport, scheme in shots:
            options: Any = {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce"}
            page = browser.new_context(**options).new_page()
            page.route("**/page.css", _as_on_a_phone)
            page.goto(url + path)
            if viewport is DESKTOP:
                page.locator("#item-a1 blockquote a").click()
                page.mouse.move(0, 0)
                page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


def _as_on_a_phone(route: Route) -> None:
    """Debian has no system-ui font of its own; where Roboto is installed, it is what most phones show."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("system-ui, -apple-system,", ""))


if __name__ == "__main__":
    main()
