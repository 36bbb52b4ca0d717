"""The room in people's hands, and what is live of it, as a browser without scripts meets it."""

from __future__ import annotations

import re
from datetime import UTC
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from daemon.base.config import Config, load_config, merge
from daemon.notes.backup.make import make_backup
from daemon.notes.store import NoteStore
from daemon.spool.recorder_status import Microphone
from tests.fakes.appliance import wait_for
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from tests.fakes.reading import words
from tests.fakes.room_page import ID, NOW, RoomPage, recorder_status
from web.app import create_app
from web.views.live import QUIETEST_DBFS


@pytest.fixture
def page(tmp_path: Path) -> RoomPage:
    return RoomPage(tmp_path)


def live(page: RoomPage, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = page.get(f"/live.json{query}").json
    return found


@pytest.mark.parametrize(
    ("state", "headline", "buttons"),
    [
        ("idle", "Not recording", {"Start recording", "Stay off the record"}),
        ("recording", "Recording", {"Go off the record", "End the recording", "Note"}),
        ("paused", "Off the record", {"Go on the record", "End the recording"}),
    ],
)
def test_the_room_is_shown_as_it_is_with_what_can_be_done(
    page: RoomPage, state: Any, headline: str, buttons: set[str]
) -> None:
    page.status = recorder_status(state)
    text = page.get("/record").text
    assert f'<span class="headline">{headline}</span>' in text
    offered = set(re.findall(r">([^<]+)</button>", text.partition("<footer")[0])) - {"Forget it for good"}
    assert offered == buttons
    assert (
        "Forget the last 1 min, since 09:24 5 min, since 09:20 15 min, since 09:10 1 h, since 08:25 "
        "4 h, since 05:25 Forget it for good"
    ) in words(text)


def test_without_a_recorder_it_says_so_and_how_to_start_it(page: RoomPage) -> None:
    page.status = None
    text = page.get("/record").text
    assert "The recorder is not running" in text
    assert "systemctl start roomscribe" in text
    assert "Start recording" not in text
    answer = page.send("POST", "/record/start")
    assert answer.status_code == 409
    assert "The recorder is not running." in answer.text


@pytest.mark.parametrize("do", ["start", "stop", "pause", "resume"])
def test_a_button_is_an_order_to_the_recorder(page: RoomPage, do: str) -> None:
    asked: list[str] = []
    with page.answering("recorder", lambda verb, _: asked.append(verb) or {}):
        answer = page.send("POST", f"/record/{do}")
    assert (answer.status_code, asked) == (303, [do])
    assert 'role="status"' in page.get(answer.headers["Location"]).text


def test_what_is_typed_is_an_order_to_the_hub_with_the_name_of_the_device(page: RoomPage) -> None:
    asked: list[dict[str, Any]] = []
    with page.hub(lambda verb, given: asked.append({"do": verb, **given}) or {}):
        assert page.send("POST", "/me", {"name": "Theo"}).status_code == 303
        answer = page.send("POST", "/record/note", {"note": "  Elena has\tthe contract "})
    assert (answer.status_code, answer.location) == (303, "/record#typed")
    assert asked == [{"do": "meeting type", "text": "Elena has the contract", "name": "Theo"}]


@pytest.mark.parametrize("state", ["idle", "paused"])
def test_off_the_record_nothing_can_be_typed(page: RoomPage, state: Any) -> None:
    page.status = recorder_status(state)
    assert "Typed notes" not in page.get("/record").text
    answer = page.send("POST", "/record/note", {"note": "secret"})
    assert (answer.status_code, "so nothing can be noted" in answer.text) == (409, True)


def test_what_the_recorder_refuses_is_told_in_its_own_words(page: RoomPage) -> None:
    with page.answering("recorder", lambda *_: "it is outside the allowed hours"):
        answer = page.send("POST", "/record/start")
        by_program = page.send("POST", "/api/v1/room/start")
    assert (answer.status_code, by_program.status_code) == (409, 409)
    assert "It is outside the allowed hours." in answer.text
    assert by_program.get_json(force=True)["detail"] == "It is outside the allowed hours."


@pytest.mark.parametrize(
    ("details", "told"),
    [
        ({"recording": "20261120-090000-09af", "kept": True}, "Its note is being made;"),
        ({"recording": "20261120-090000-09af", "kept": False}, "Nothing was recorded: no sound came in."),
        ({"recording": None, "kept": False}, "Nothing was being recorded."),
    ],
)
def test_a_note_is_promised_only_of_what_was_recorded(
    page: RoomPage, details: dict[str, Any], told: str
) -> None:
    with page.answering("recorder", lambda *_: details):
        answer = page.send("POST", "/record/stop")
    text = page.get(answer.headers["Location"]).text
    assert told in text
    assert ("note is being made" in text) is (details["kept"])


def test_without_a_microphone_no_page_says_that_it_records(page: RoomPage) -> None:
    missing = Microphone(state="missing", name="", detail="no microphone is plugged in")
    page.status = recorder_status(microphone=missing)
    for path in ("/", "/record", "/queue"):
        text = page.get(path).text
        assert ">Recording<" not in text
        assert "Recording since" not in text
        assert "is kept" not in text
        assert "No microphone is plugged in." in text
    assert (live(page)["level"], live(page)["level_dbfs"]) == ("no signal", QUIETEST_DBFS)
    page.status = recorder_status(
        "idle", listening=False, listening_detail="no microphone", microphone=missing
    )
    shown = page.get("/record").text
    assert '<span class="headline">No microphone is connected</span>' in shown
    assert "No microphone is plugged in." in shown
    assert "Start recording" not in shown
    assert live(page)["state"] == "deaf", "a page reloads when one is connected"


@pytest.mark.parametrize(("state", "ends"), [("recording", True), ("paused", True), ("idle", False)])
def test_a_recording_is_ended_from_any_page(page: RoomPage, state: Any, ends: bool) -> None:
    page.status = recorder_status(state)
    for path in ("/", "/queue", "/actions", "/system"):
        assert ('action="/record/stop"' in page.get(path).text) is ends, path
    assert page.get("/record").text.count('action="/record/stop"') == ends


def test_what_was_said_in_the_last_minutes_is_forgotten(page: RoomPage) -> None:
    asked: list[dict[str, Any]] = []

    def answer(verb: str, arguments: dict[str, Any]) -> dict[str, Any]:
        asked.append(arguments)
        return {"forgotten": [{"id": "20261120-090000-09af", "start_s": 0, "end_s": 300}]}

    with page.answering("recorder", answer):
        told = page.send("POST", "/record/forget", {"minutes": "5"})
    assert asked == [{"minutes": 5}]
    assert "All that was said since 09:20 was deleted." in page.get(told.headers["Location"]).text


@pytest.mark.parametrize(("waited_min", "is_done"), [(0, True), (2, True), (11, False), (-1, False)])
def test_from_a_quarter_of_an_hour_on_it_is_asked_what_goes(
    page: RoomPage, waited_min: int, is_done: bool
) -> None:
    asked: list[dict[str, Any]] = []

    def answer(verb: str, arguments: dict[str, Any]) -> dict[str, Any]:
        asked.append(arguments)
        return {"forgotten": [{"id": "20261120-090000-09af", "start_s": 0, "end_s": 900}]}

    question = page.send("POST", "/record/forget", {"minutes": "15"})
    assert "All that was said since 09:10 is deleted for good" in question.text
    assert f'name="asked" value="{NOW.timestamp()}"' in question.text
    seen = NOW.timestamp() - waited_min * 60
    with page.answering("recorder", answer):
        told = page.send("POST", "/record/forget", {"minutes": "15", "asked": f"{seen}"})
    assert asked == ([{"minutes": 15 + waited_min}] if is_done else []), "what was shown goes, or it is asked"
    assert told.status_code == (303 if is_done else 200)


def test_backups_are_looked_into_beside_the_page_that_tells_what_was_forgotten(
    page: RoomPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = Event()

    def look(*_: object, **__: object) -> list[str]:
        go.wait(10)
        return ["old.tar.gz still holds it"]

    monkeypatch.setattr("daemon.notes.backup.archive_search.WAIT_S", 0.05)
    monkeypatch.setattr("web.pages.record.backups_holding", look)
    forgotten = {"forgotten": [{"id": ID, "start_s": 0, "end_s": 300}]}
    with page.answering("recorder", lambda *_: forgotten):
        address = page.send("POST", "/record/forget", {"minutes": "5"}).headers["Location"]
    assert "still being checked" in page.get(address).text
    go.set()
    shown = wait_for(lambda: re.findall(r"Older backup: ([^<]*)", page.get(address).text), "never found")
    assert shown == ["old.tar.gz still holds it."]


def test_backups_are_named_without_their_folder_and_to_nobody_but_who_has_erased_something(
    page: RoomPage,
) -> None:
    with NoteStore.open_writer(page.state_dir) as store:
        store.save(office_move(ID))
    made = make_backup(page.state_dir, None, None, NOW, keep=9)
    forgotten = {"forgotten": [{"id": ID, "start_s": 0, "end_s": 300}]}
    with page.answering("recorder", lambda *_: forgotten):
        address = page.send("POST", "/record/forget", {"minutes": "5"}).headers["Location"]
    assert f"Older backup: {Path(made.path).name} still holds it." in words(page.get(address).text)
    assert f"{page.state_dir}" not in page.get(address).text
    other = page.client.get(f"{address}&of={ID}", environ_overrides={"REMOTE_ADDR": "127.0.0.2"})
    assert "deleted" not in other.text
    assert "backup" not in other.text


@pytest.mark.parametrize("minutes", ["0", "-5", "1000", "x", ""])
def test_nobody_forgets_an_odd_number_of_minutes(page: RoomPage, minutes: str) -> None:
    assert page.send("POST", "/record/forget", {"minutes": minutes}).status_code == 400


def test_a_script_is_told_all_that_the_page_shows(page: RoomPage) -> None:
    page.heard("We begin.", "And go on.")
    told = live(page)
    edition = told.pop("edition")
    assert edition.startswith("20261120-090000-09af.")
    assert told == {
        "state": "recording",
        "headline": "Recording",
        "detail": "Started because people talked. What is said in the room is kept.",
        "elapsed": "25:03",
        "level_dbfs": -31.0,
        "level": "good",
        "alarms": [],
        "first": 0,
        "lines": [
            {"clock": "0:00", "speaker": None, "text": "We begin."},
            {"clock": "0:30", "speaker": None, "text": "And go on."},
        ],
        "heard": "Transcribed up to 1:00. The note is made when the meeting has ended.",
        "since": {"1": "09:24", "5": "09:20", "15": "09:10", "60": "08:25", "240": "05:25"},
    }
    assert (
        "Recording 25:03 Started because people talked. What is said in the room is kept. "
        "Microphone good good Go off the record End the recording"
        in (shown := words(page.get("/record").text))
    )
    assert "Transcribed up to 1:00. The note is made when the meeting has ended. 0:00 We begin. 0:30" in shown
    page.status = recorder_status("idle")
    idle = live(page)
    assert (idle["elapsed"], idle["heard"], idle["lines"], idle["edition"]) == (None, None, [], "")
    page.status = recorder_status("paused")
    assert (live(page)["state"], live(page)["headline"]) == ("paused", "Off the record")
    page.status = None
    gone = live(page)
    assert (gone["state"], gone["level_dbfs"], gone["level"], gone["elapsed"]) == ("gone", -70.0, "", None)


def test_the_level_is_told_in_words_and_stays_on_the_meter(page: RoomPage) -> None:
    for dbfs, shown, level in (
        (-120, -70.0, "quiet"),
        (-50.5, -50.5, "quiet"),
        (-50, -50.0, "good"),
        (-10, -10.0, "good"),
        (-9.5, -9.5, "loud"),
        (3, 0.0, "loud"),
    ):
        page.status = recorder_status(level_dbfs=dbfs)
        assert (live(page)["level_dbfs"], live(page)["level"]) == (shown, level)


def test_half_a_line_that_is_just_being_written_is_left_for_the_next_look(page: RoomPage) -> None:
    page.heard("We begin.", "And go on.")
    path = next(page.state_dir.rglob("heard*"))
    path.write_text(path.read_text()[:-30])
    told = live(page)
    assert [line["text"] for line in told["lines"]] == ["We begin."]
    assert told["heard"].startswith("Transcribed up to 0:30.")


def test_what_was_done_is_told_in_a_line(page: RoomPage) -> None:
    for query, told in (
        ("message=resume", "On the record again."),
        ("message=pause", "Off the record."),
        ("message=start", "Recording."),
        ("message=forget", None),
    ):
        shown = re.findall(r'role="status"[^>]*>\s*([^<]*?)\s*<', page.get(f"/record?{query}").text)
        assert shown == ([told] if told else []), "an address alone has forgotten nothing"
    with page.answering("recorder", lambda *_: {"forgotten": []}):
        address = page.send("POST", "/record/forget", {"minutes": "5"}).headers["Location"]
    assert "There was nothing to forget." in page.get(address).text


def test_an_order_that_nobody_knows_is_not_found(page: RoomPage) -> None:
    assert page.send("POST", "/record/dance").status_code == 404
    assert 'role="status"' not in page.get("/record?message=dance").text


def test_only_what_is_new_is_sent(page: RoomPage) -> None:
    page.heard("We begin.")
    first = live(page)
    assert [line["text"] for line in first["lines"]] == ["We begin."]
    again = live(page, f"?edition={first['edition']}&after=1")
    assert (again["first"], again["lines"]) == (1, [])
    assert again["heard"].startswith("Transcribed up to 0:30.")


def test_what_was_forgotten_is_sent_away_from_pages_that_are_open(page: RoomPage) -> None:
    page.heard("We begin.", "A secret.")
    before = live(page)
    page.heard("We begin.")
    after = live(page, f"?edition={before['edition']}&after=2")
    assert after["first"] == 0
    assert [line["text"] for line in after["lines"]] == ["We begin."]


def test_nothing_is_sent_twice_while_nothing_changes(page: RoomPage) -> None:
    answer = page.get("/live.json")
    assert page.get("/live.json", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304
    page.status = recorder_status("paused")
    assert page.get("/live.json", **{"If-None-Match": answer.headers["ETag"]}).status_code == 200


def test_what_was_said_is_text_on_the_page(page: RoomPage) -> None:
    page.heard("<script>alert(1)</script>")
    assert "&lt;script&gt;alert(1)" in page.get("/record").text


@pytest.mark.parametrize(
    ("changes", "alarm"),
    [
        (
            {"alarm": "the microphone gives only digital silence"},
            "The microphone gives only digital silence.",
        ),
        ({"problem": "the disk is full"}, "The disk is full."),
        (
            {"microphone": Microphone(state="missing", name="", detail="none found")},
            "No microphone: none found.",
        ),
    ],
)
def test_what_is_wrong_with_the_microphone_is_an_alarm(
    page: RoomPage, changes: dict[str, Any], alarm: str
) -> None:
    page.status = recorder_status(**changes)
    assert live(page)["alarms"] == [alarm]
    assert alarm in page.get("/record").text


def test_every_page_leads_to_the_room_while_it_is_recorded(page: RoomPage) -> None:
    assert "Recording since 09:00" in page.get("/queue").text
    assert '<a href="/record">Show</a>' in page.get("/queue").text


def test_the_meeting_that_goes_on_stands_on_top_of_the_list(page: RoomPage) -> None:
    page.heard("We begin.", "<b>A secret.</b>")
    text = page.get("/").text
    assert '<a href="/record" class="headline">Recording</a>' in text
    assert 'value="-31.0"' in text
    assert text.index("We begin.") < text.index("&lt;b&gt;A secret.")
    page.status = recorder_status("idle")
    assert "What is said now" not in page.get("/").text


def test_what_the_house_says_of_recording_stands_on_record_and_where_a_recording_shows() -> None:
    said = "Whoever stays agrees to be <recorded>."
    config = Config.model_validate(merge(load_config().model_dump(), {"recorder": {"consent": said}}))
    status = recorder_status()
    app = create_app(reader_of(), timezone=UTC, open_recorder=lambda: status, config=lambda: config)
    shown = "Whoever stays agrees to be &lt;recorded&gt;."
    for path in ("/", "/record", "/actions"):
        assert app.test_client().get(path).text.count(shown) == 1, path
    status = recorder_status("idle")
    seen = [shown in app.test_client().get(path).text for path in ("/", "/record", "/actions")]
    assert seen == [False, True, False]
    status = recorder_status("paused")
    assert shown not in app.test_client().get("/actions").text
