"""Every page of a furnished appliance, for what has to hold on all of them, and for the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from daemon.access import Pins, seal
from tests.fakes.furnished import ASKED, COUNTED, LIVE, NOW, WAITING, furnished, newest
from tests.fakes.hub_page import HubPage
from tests.fakes.serving import answering
from web.bodies import bodies_of
from web.security import Door
from web.server import Server

NAME = "roomscribe.local"
"""As other devices call the machine; the tests' browser is told to find it here."""
CHAT = Path(__file__).parents[1] / "fakes" / "saved_chat.txt"
PIN, READER_PIN = "12345678", "11112222"


def stay(page: Page) -> None:
    """Nothing more to do: the page is there."""


@dataclass(frozen=True)
class Sight:
    """One page in one of its states."""

    name: str
    path: str
    prepare: Callable[[Page], None] = stay
    """What a person does there to bring that state about."""
    status: int = 200
    by_name: bool = False
    """Asked for as from another device, which needs the PIN."""
    picture: bool = False
    """Whether docs/screenshots has it."""

    def open(self, page: Page, url: str) -> None:
        """Go there, of the server at `url`, and bring the state about."""
        page.goto((url.replace("127.0.0.1", NAME) if self.by_name else url) + self.path)
        self.prepare(page)
        page.wait_for_load_state()


def press(role: str, name: str) -> Callable[[Page], None]:
    """What leads to another page."""

    def lead(page: Page) -> None:
        with page.expect_navigation():
            page.get_by_role(role, name=name).first.click()

    return lead


def _tick(page: Page) -> None:
    page.locator("#actions .tick").first.click()
    page.get_by_role("status").first.wait_for()


def _edit_in_list(page: Page) -> None:
    page.get_by_role("link", name="Theo Brandt, edit: Send the signed lease to legal").click()
    page.get_by_role("heading", name="Edit the action item").wait_for()


def _change_in_list(page: Page) -> None:
    _edit_in_list(page)
    page.get_by_label("Due day").fill("2026-11-27")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("changed the date to Fri 27 Nov 2026").wait_for()


def _share(page: Page) -> None:
    page.locator(".share summary").click()
    page.get_by_role("button", name="Copy the note").wait_for()


def _possible(page: Page) -> None:
    page.get_by_text("Possible items (2)").click()
    page.get_by_role("button", name="Make it a decision: The budget for chairs").wait_for()


def _make_token(page: Page) -> None:
    page.get_by_label("Name of the program").fill("Board in the hall")
    page.get_by_role("button", name="Make a token").click()
    page.get_by_role("heading", name="The token").wait_for()


def _say_who(page: Page) -> None:
    page.get_by_label("I am").fill("Theo Brandt")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("region", name="Theo Brandt").wait_for()


def _why(page: Page) -> None:
    page.get_by_role("link", name="Why? Send the signed lease to legal").click()
    page.get_by_role("heading", name="Why does it say this?").wait_for()


def _unname(page: Page) -> None:
    """A speaker who has no name becomes a voice that waits for one."""
    page.locator("input[name=name-1]").fill("Voice 2")
    page.get_by_role("button", name="Save").click()
    page.locator("#voices").wait_for()


def _choose_nothing(page: Page) -> None:
    page.locator("form.upload").evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    page.get_by_role("alert").wait_for()


def _send_chat(page: Page) -> None:
    page.get_by_label("Files of meetings").set_input_files(CHAT)
    page.get_by_role("button", name="Send").click()
    page.get_by_role("heading", name="Received, not added yet").wait_for()
    page.locator("form.received summary").first.click()


def _wrong(label: str) -> Callable[[Page], None]:
    def enter(page: Page) -> None:
        page.get_by_label(label).fill("not the pin")
        page.keyboard.press("Enter")
        page.get_by_role("alert").wait_for()

    return enter


def sights(house: HubPage) -> tuple[Sight, ...]:
    planning, old = f"/meetings/{newest(house, 'Glass jars').id}", "/meetings/office-move"
    return (
        Sight("meetings", "/", picture=True),
        Sight("meetings-filtered", "/?person=Theo+Brandt&mood=mixed"),
        Sight("meetings-select", "/?select=1"),
        Sight("delete-several", "/?select=all", press("button", "Delete")),
        Sight("meetings-none", "/?person=Nobody+At+All"),
        Sight("meeting", planning, picture=True),
        Sight("meeting-share", old, _share, picture=True),
        Sight("meeting-waiting", "/meetings/20261123-bb"),
        Sight("meeting-failed", "/meetings/20261123-cc"),
        Sight("meeting-edited", old),
        Sight("meeting-undo", old, _tick),
        Sight("meeting-possible", old, _possible),
        Sight("meeting-why", old, _why),
        Sight("why", f"{old}/why/a1", picture=True),
        Sight("why-unverified", f"{old}/why/a5"),
        Sight("item", f"{old}/items/a1"),
        Sight("item-new", f"{old}/add/action"),
        Sight("turn", f"{old}/turns/3"),
        Sight("speakers", f"{old}/speakers"),
        Sight("words", f"{old}/words"),
        Sight("history", f"{old}/history"),
        Sight("remake", f"{old}/remake"),
        Sight("make-private", f"{old}/private"),
        Sight("delete", f"{old}/delete", picture=True),
        Sight("deleted", "/deleted"),
        Sight("actions", "/actions", picture=True),
        Sight("actions-person", "/actions?person=Theo+Brandt"),
        Sight("actions-edit", "/actions", _edit_in_list),
        Sight("search", "/search?q=contract", picture=True),
        Sight("search-none", "/search?q=xylophone"),
        Sight("digests", "/digests"),
        Sight("digest-day", "/digests/2026-11-23", picture=True),
        Sight("digest-week", "/digests/2026-W48"),
        Sight("ask", "/ask"),
        Sight("ask-one-meeting", "/ask?note=office-move"),
        Sight("ask-answered", f"/ask/{ASKED}", picture=True),
        Sight("ask-passages", f"/ask/{COUNTED}"),
        Sight("ask-waiting", f"/ask/{WAITING}"),
        Sight("ask-delete", f"/ask/{ASKED}/delete"),
        Sight("feed", "/feed"),
        Sight("feed-made", "/feed", press("button", "Create an address")),
        Sight("record", "/record", picture=True),
        Sight("so-far", f"/so-far/{LIVE}"),
        Sight("upload", "/upload", picture=True),
        Sight("upload-problem", "/upload", _choose_nothing),
        Sight("queue", "/queue", picture=True),
        Sight("queue-remove", "/queue/20261123-cc/drop"),
        Sight("upload-received", "/upload", _send_chat),
        Sight("system", "/system", picture=True),
        Sight("settings", "/system/settings", picture=True),
        Sight("setup", "/system/settings?step=1"),
        Sight("setup-models", "/system/settings?step=4"),
        Sight("me", "/me"),
        Sight("meetings-mine", "/me", _say_who, picture=True),
        Sight("tokens", "/system/tokens"),
        Sight("rooms", "/system/rooms"),
        Sight("token-made", "/system/tokens", _make_token),
        Sight("private", "/private"),
        Sight("private-wrong", "/private", _wrong("PIN of the meeting")),
        Sight("private-needed", "/private?next=/meetings/salaries"),
        Sight("not-found", "/meetings/gone", status=404),
        Sight("not-to-be-changed", f"/queue/{LIVE}/retry", status=405),
        Sight("pin", "/pin", by_name=True, picture=True),
        Sight("pin-wrong", "/pin", _wrong("Enter the PIN"), by_name=True),
        Sight("actions-undo", "/actions", _change_in_list),
        Sight("meeting-voices", f"{old}/speakers", _unname),
        Sight("turn-of-a-voice", f"{old}/turns/3"),
    )


@contextmanager
def served(state: Path) -> Iterator[tuple[HubPage, str]]:
    """The appliance and its address, until the end of the block."""
    door = Door(Pins(state), hostname="roomscribe")
    Pins(state).put(
        {"reader": seal(READER_PIN, NOW), "member": seal(PIN, NOW), "admin": seal(PIN[::-1], NOW)}
    )
    with furnished(state, door) as house:
        server = Server(house.app, "127.0.0.1", 0, body_limit=bodies_of(door))
        server.is_for_this_machine_alone = False  # as on the appliance: pages offer their address to phones
        with answering(server):
            yield house, server.url
