"""Take the pictures of docs/screenshots anew: `make screenshots`.

Each page on a phone and on a desk, over the sample meetings as this checkout's own rules write them. Look at
them before they are committed.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

from tests.e2e.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.e2e.every_page import Sight, served, sights

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1200, "height": 740}
"""As large as a README shows it; a picture stays under 150 KB."""
LARGEST_BYTES = 150_000
IN_OTHERS = ("meetings", "meeting", "actions", "record", "system")
"""Also in German and French."""
PATIENCE_MS = 120_000
"""Nobody waits for it, and the machine may be busy."""


def main() -> None:
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory() as state,
        served(Path(state)) as (house, url),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
        for sight in sights(house):
            if not sight.picture:
                continue
            for form, viewport, scheme in (
                ("phone", PHONE, "light"),
                ("phone-dark", PHONE, "dark"),
                ("desktop", DESKTOP, "light"),
                ("phone-de", PHONE, "light"),
                ("phone-fr", PHONE, "light"),
            ):
                code = form.removeprefix("phone-") if form in ("phone-de", "phone-fr") else "en"
                if code != "en" and sight.name not in IN_OTHERS:
                    continue
                options: Any = {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce"}
                options["locale"] = code
                page = browser.new_context(**options).new_page()
                page.set_default_timeout(PATIENCE_MS)
                if not sight.by_name:  # a name that only the browser knows cannot be fetched beside it
                    page.route("**/page.css*", _as_on_a_phone)
                sight.open(page, url)
                if sight.name == "meeting" and form == "desktop":
                    _beside_its_words(page)
                _keep(page, sight, form)
                page.context.close()  # its connections too: one address may have so many
        browser.close()


def _keep(page: Page, sight: Sight, form: str) -> None:
    picture = PICTURES / f"{sight.name}-{form}.png"
    page.screenshot(path=picture)
    size = picture.stat().st_size
    assert size <= LARGEST_BYTES, f"{picture.name} has {size:,} bytes"


def _beside_its_words(page: Page) -> None:
    """A promise, and the line that it comes from, as a tap on the quote shows them."""
    page.locator("#actions .proof summary").first.click()
    page.locator("#actions blockquote a").first.click()
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")


def _as_on_a_phone(route: Route) -> None:
    """Debian has no system-ui font of its own; where Roboto is installed, it is what most phones show."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("system-ui, -apple-system,", ""))


if __name__ == "__main__":
    main()
