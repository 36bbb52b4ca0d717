"""A real browser on another device of the network: a PIN, a look at the notes, and out again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from daemon.access import Pins, seal
from daemon.base.clock import SystemClock
from daemon.notes.store import NoteStore
from tests.e2e.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.fakes.appliance import ROOMSCRIBE, wait_for
from tests.fakes.meetings import office_move
from tests.fakes.phone import MACHINE, MACHINE_ELSEWHERE, STRANGER, Phone, why_not

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOST = "roomscribe.local"
PIN = "12345678"
SMALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
AS_SYSTEMD = """
import os, socket, sys
names = sys.argv[1].split(":")
for fd, port in enumerate((80, 443)[: len(names)], 3):
    listener = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
    os.dup2(listener.detach(), fd)
    os.set_inheritable(fd, True)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(names)), "LISTEN_FDNAMES": sys.argv[1]}
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Opens the ports, then becomes the hub."""


@pytest.fixture(scope="module", params=["http", "https"])
def scheme(request: pytest.FixtureRequest) -> str:
    """How the machine is called: plain, or with TLS turned on."""
    return str(request.param)


@pytest.fixture(scope="module")
def url(scheme: str) -> str:
    return f"{scheme}://{HOST}"


@pytest.fixture(scope="module")
def phone(scheme: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """On the network of a machine that shows its notes to all who have the PIN."""
    if reason := why_not():
        pytest.skip(f"NO PAGE WAS OPENED FROM ANOTHER NETWORK: {reason}")
    state = tmp_path_factory.mktemp("state")
    with NoteStore.open_writer(state) as store:
        store.save(office_move())
    Pins(state).put({"member": seal(PIN, SystemClock().now())})
    config = state / "config.toml"
    config.write_text(f'[web]\nnames = ["{HOST}"]\n')
    roomscribe = [str(ROOMSCRIBE), "--state", str(state), "--config", str(config)]
    subprocess.run([*roomscribe, "tls"], check=True, capture_output=True)
    log = state / "log.txt"
    # A network of its own, without which the test would change that of the machine it runs on.
    command = ["unshare", "--net", sys.executable, "-c", AS_SYSTEMD]
    names = "http:https" if scheme == "https" else "http"
    with (
        log.open("wb") as out,
        subprocess.Popen([*command, names, *roomscribe, "service", "hub"], stdout=out, stderr=out) as hub,
    ):
        try:
            wait_for(lambda: "ready" in log.read_text(), "the hub is not ready")
            with Phone(Path(f"/proc/{hub.pid}/ns/net"), HOST) as phone:
                yield phone
        finally:
            hub.terminate()
            hub.wait(20)


@pytest.fixture(scope="module")
def browser(
    phone: Phone, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """Runs on the phone, where the machine has a name and nothing else does."""
    starter = tmp_path_factory.mktemp("bin") / "chromium"
    starter.write_text(f'#!/bin/sh\nexec {" ".join(phone.inside)} {CHROMIUM} "$@"\n')
    starter.chmod(0o755)
    names = f"--host-resolver-rules=MAP {HOST} {MACHINE}, MAP evil.example {MACHINE}, MAP * ~NOTFOUND"
    started = playwright.chromium.launch(executable_path=starter, args=[*CHROMIUM_ARGS, names])
    with closing(started):
        yield started


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    # The authority is not in this browser's list; that the chain is right is tested in test_certificates.
    with closing(browser.new_context(ignore_https_errors=True, **SMALL)) as context:
        yield context.new_page()


def enter(page: Page, pin: str) -> None:
    page.get_by_label("Enter the PIN").fill(pin)
    page.get_by_role("button", name="Open").tap()


def test_a_link_leads_through_the_pin_to_the_note_and_out_again(page: Page, url: str) -> None:
    page.goto(f"http://{HOST}/meetings/office-move")
    expect(page).to_have_title("PIN · Roomscribe")
    expect(page.get_by_label("Enter the PIN")).to_be_focused()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]

    enter(page, "87654321")
    expect(page.get_by_role("alert")).to_have_text("That is not the PIN.")
    expect(page.get_by_label("Enter the PIN")).to_have_value("")

    enter(page, "1234 5678")
    expect(page).to_have_url(f"{url}/meetings/office-move")
    expect(page.get_by_role("heading", level=1)).to_have_text("Moving to the new office")
    assert page.evaluate("document.cookie") == "", "no script can read it"
    assert {cookie["secure"] for cookie in page.context.cookies()} == {url.startswith("https")}

    page.get_by_role("button", name="Log out").tap()
    expect(page).to_have_url(f"{url}/pin")
    page.go_back()
    expect(page.get_by_text("Moving to the new office")).to_have_count(0)


def test_the_keyboard_alone_enters_the_pin(page: Page, url: str) -> None:
    page.goto(url)
    expect(page.get_by_label("Enter the PIN")).to_be_focused()
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")


def test_another_site_can_neither_read_nor_write(page: Page, url: str) -> None:
    """Its name leads to the machine (DNS rebinding), and its forms are sent there."""
    page.goto(url)
    enter(page, PIN)
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")
    page.goto("http://evil.example/")
    expect(page.locator("body")).to_contain_text("not under that name")
    assert "Moving" not in page.content()

    form = f'<form method="post" action="{url}/leave"><button>Win a prize</button></form>'
    page.route("http://evil.example/prize", lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto("http://evil.example/prize")
    with page.expect_response("**/leave") as sent:
        page.get_by_role("button").tap()
    assert sent.value.status == 303, "to the PIN: the cookie stayed at home"
    page.wait_for_url("**/pin*")
    page.goto(url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Meetings")


def test_a_stranger_is_refused_without_a_word(phone: Phone) -> None:
    answer = phone.open("/pin", to=MACHINE_ELSEWHERE, source=STRANGER)
    assert (answer.status, answer.text) == (403, "")
