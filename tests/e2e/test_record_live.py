"""The room, the queue, uploads and the machine in a real browser, at a real hub."""

from __future__ import annotations

import re
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from daemon.spool.recorder_status import Microphone, RecorderState
from tests.e2e.conftest import House
from tests.e2e.test_page import DESKTOP, NARROW, PHONE
from tests.fakes.room_page import ID, RoomPage, recorder_status
from tests.fakes.serving import answering
from web.bodies import bodies_of
from web.security import Door
from web.server import Server

pytestmark = pytest.mark.browser

SAMPLES = Path(__file__).parents[2] / "samples"
PATHS = ("/record", "/queue", "/upload", "/system", "/system/settings")


@pytest.fixture
def room_page(tmp_path: Path) -> RoomPage:
    return RoomPage(tmp_path)


@pytest.fixture
def url(room_page: RoomPage) -> Iterator[str]:
    """Where the page is served; a hub is there, which takes nothing."""
    server = Server(room_page.app, "127.0.0.1", 0, body_limit=bodies_of(Door()))
    server.is_for_this_machine_alone = False  # as on the appliance: pages offer their address to phones
    with room_page.hub(), answering(server):
        yield server.url


@pytest.mark.parametrize("options", [NARROW, PHONE, DESKTOP], ids=["360", "390", "1280"])
@pytest.mark.parametrize("path", PATHS)
def test_no_page_of_the_room_scrolls_sideways(
    url: str, watched: Callable[..., Page], path: str, options: dict[str, Any]
) -> None:
    page = watched(url + path, **options)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def test_what_is_said_appears_while_people_talk_and_goes_when_it_is_forgotten(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    room_page.heard("We begin.")
    page = watched(url + "/record", **PHONE)
    lines = page.get_by_label("What is said now").get_by_role("listitem")
    expect(lines).to_have_count(1)
    room_page.heard("We begin.", "<b>A secret.</b>")
    expect(lines).to_have_count(2)
    expect(lines.last).to_contain_text("<b>A secret.</b>")
    room_page.heard("We begin.")
    expect(lines).to_have_count(1)


def test_the_list_shows_the_meeting_that_goes_on_until_it_ends(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    room_page.heard("We begin.")
    page = watched(url + "/", **PHONE)
    words = page.get_by_label("What is said now")
    expect(words).to_contain_text("We begin.")
    room_page.heard("We begin.", "Next point.")
    room_page.status = recorder_status(level_dbfs=-65)
    expect(words).to_contain_text("Next point.")
    expect(page.get_by_label("Microphone")).to_have_js_property("value", -65)
    room_page.status = recorder_status("idle")
    expect(words).to_have_count(0)


@pytest.mark.parametrize("state", ["recording", "idle"])
def test_the_meter_moves_and_an_alarm_appears(
    room_page: RoomPage, url: str, watched: Callable[..., Page], state: RecorderState
) -> None:
    room_page.status = recorder_status(state)
    page = watched(url + "/record")
    expect(page.get_by_label("Microphone")).to_have_js_property("value", -31)
    room_page.status = recorder_status(state, level_dbfs=-65, alarm="the microphone is mute")
    expect(page.get_by_label("Microphone")).to_have_js_property("value", -65)
    expect(page.get_by_role("listitem").filter(has_text="The microphone is mute.")).to_be_visible()


def test_the_buttons_follow_what_others_do_in_the_room(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    page = watched(url + "/record")
    expect(page.get_by_role("button", name="Go off the record")).to_be_visible()
    room_page.status = recorder_status("paused")
    expect(page.get_by_role("button", name="Go on the record")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_somebody_starts_goes_off_the_record_and_on_and_ends_it(
    room_page: RoomPage, url: str, watched: Callable[..., Page], scripts: bool
) -> None:
    states: dict[str, RecorderState] = {"stop": "idle", "pause": "paused"}

    def answer(do: str, arguments: dict[str, Any]) -> dict[str, Any]:
        room_page.status = recorder_status(states.get(do, "recording"))
        return {}

    room_page.status = recorder_status("idle")
    page = watched(url + "/record", java_script_enabled=scripts, **PHONE)
    with room_page.answering("recorder", answer):
        for button, heading in (
            ("Start recording", "Recording"),
            ("Go off the record", "Off the record"),
            ("Go on the record", "Recording"),
            ("End the recording", "Not recording"),
        ):
            page.get_by_role("button", name=button, exact=True).click()
            expect(page.locator(".live .headline")).to_have_text(heading)


def test_somebody_has_the_last_minutes_forgotten(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    asked: list[dict[str, Any]] = []

    def answer(do: str, arguments: dict[str, Any]) -> dict[str, Any]:
        asked.append({"do": do, **arguments})
        return {"forgotten": [{"id": ID, "start_s": 0, "end_s": 300}]}

    page = watched(url + "/record", **PHONE)
    page.get_by_label("Forget the last").select_option("5 min, since 09:20")
    with room_page.answering("recorder", answer):
        page.get_by_role("button", name="Forget it for good").click()
        expect(page.get_by_role("status")).to_have_text("All that was said since 09:20 was deleted.")
        page.get_by_label("Forget the last").select_option("15 min, since 09:10")
        page.get_by_role("button", name="Forget it for good").click()
        expect(page.get_by_text("All that was said since 09:10 is deleted for good")).to_be_visible()
        page.get_by_role("link", name="Keep it").click()
        page.get_by_label("Forget the last").select_option("15 min, since 09:10")
        page.get_by_role("button", name="Forget it for good").click()
        page.get_by_role("button", name="Forget it for good").click()
        expect(page.get_by_role("status")).to_have_text("All that was said since 09:10 was deleted.")
    assert asked == [{"do": "forget", "minutes": 5}, {"do": "forget", "minutes": 15}]


def test_a_recording_is_ended_with_one_tap_from_any_page(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    def answer(do: str, arguments: dict[str, Any]) -> dict[str, Any]:
        room_page.status = recorder_status("idle")
        return {}

    page = watched(url + "/actions", **PHONE)
    button = page.get_by_role("button", name="End the recording")
    assert button.evaluate("button => button.getBoundingClientRect().height") >= 44
    with room_page.answering("recorder", answer):
        button.tap()
        expect(page.get_by_role("status")).to_contain_text("The recording has ended.")
    expect(page.get_by_role("button", name="End the recording")).to_have_count(0)


def test_without_a_microphone_that_is_said_and_the_page_sees_one_come(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    missing = Microphone(state="missing", name="", detail="no microphone is plugged in")
    room_page.status = recorder_status("idle", microphone=missing)
    page = watched(url + "/record", **PHONE)
    expect(page.locator(".live .headline")).to_have_text("No microphone is connected")
    expect(page.get_by_role("button", name="Start recording")).to_have_count(0)
    room_page.status = recorder_status("idle")
    expect(page.get_by_role("button", name="Start recording")).to_be_visible()


def test_real_files_are_sent_with_their_progress(
    room_page: RoomPage, url: str, watched: Callable[..., Page]
) -> None:
    page = watched(url + "/upload", **PHONE)
    files = sorted([*SAMPLES.glob("*.vtt"), *SAMPLES.glob("*.opus")])
    page.get_by_label("Files of meetings").set_input_files(files)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status")).to_contain_text(f"{len(files)} files were received", timeout=60_000)
    seen = page.locator("form.received li")
    expect(seen).to_have_count(len(files))
    expect(page.get_by_role("heading", name="Received, not added yet")).to_be_focused()
    expect(seen.filter(has_text="2026-11-16-planning.vtt")).to_contain_text(
        "Zoom transcript, 4 speakers, 4 min"
    )
    page.get_by_role("button", name="Add to the queue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Queue")
    inbox = room_page.state_dir / "inbox"
    assert {path.name: path.read_bytes() for path in inbox.iterdir()} == {
        path.name: path.read_bytes() for path in files
    }


def test_a_file_that_is_here_already_leads_to_its_meeting(house: House, watched: Callable[..., Page]) -> None:
    page = watched(house.url + "/upload", **PHONE)
    page.get_by_label("Files of meetings").set_input_files(SAMPLES / "2026-11-16-planning.vtt")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("link", name="2026-11-16-planning.vtt is here already").click(timeout=60_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("Glass jars, free delivery, bigger server")


def test_a_broken_connection_costs_one_piece(
    room_page: RoomPage, url: str, chromium: Any, tmp_path: Path
) -> None:
    """Ten megabytes in three pieces: one never gets here, of another the answer is lost."""
    long = tmp_path / "long.wav"
    _tone(long)
    context = chromium.new_context()  # unwatched: the browser complains of what breaks
    page = context.new_page()
    seen: list[str] = []

    def tear(route: Route) -> None:
        seen.append(re.sub(r".*offset=", "", route.request.url))
        if len(seen) == 1:
            route.abort("connectionreset")
        elif len(seen) == 3:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(re.compile(r"/uploads/\w+\?offset="), tear)
    page.goto(url + "/upload")
    page.get_by_label("Files of meetings").set_input_files(long)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status")).to_contain_text("One file was received", timeout=60_000)
    page.get_by_role("button", name="Add to the queue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Queue")
    context.close()
    piece = 4 * 1024 * 1024
    assert seen == ["0", "0", f"{piece}", f"{piece}", f"{2 * piece}"]
    assert (room_page.state_dir / "inbox" / "long.wav").read_bytes() == long.read_bytes()


def test_a_file_that_is_no_recording_is_refused_in_place(url: str, chromium: Any, tmp_path: Path) -> None:
    fake = tmp_path / "fake.vtt"
    fake.write_text("WEBVTT\n")
    context = chromium.new_context(java_script_enabled=False, **PHONE)  # unwatched: it complains of a 400
    page = context.new_page()
    page.goto(url + "/upload")
    page.get_by_label("Files of meetings").set_input_files(fake)
    with page.expect_navigation():
        page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_contain_text("fake.vtt")
    context.close()


def test_the_health_of_the_machine_comes_by_itself(url: str, watched: Callable[..., Page]) -> None:
    page = watched(url + "/system")
    expect(page.get_by_role("row", name=re.compile("Disk"))).to_be_visible(timeout=60_000)
    expect(page.get_by_role("img", name="QR code")).to_have_js_property("naturalWidth", 198)


def _tone(path: Path) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44_100)
        file.writeframes(bytes(range(256)) * 40_000)
