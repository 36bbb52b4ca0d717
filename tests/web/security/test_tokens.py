"""Programs with a token of their own: what it opens, and until when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import Pins, seal
from daemon.access.tokens import MOST, MOST_OF_A_PEER, MOST_OF_MEMBERS
from daemon.base.config import load_config, packaged_config
from daemon.hub.nightly.integrity import check_state
from daemon.hub.nightly.report import Report, write_report
from daemon.meetings import MeetingFolder
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.meetings import office_move
from tests.fakes.reading import words
from tests.web.security.conftest import Device
from web.security import Door

HOST = "roomscribe.local"
NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
CHANGE = {"change": {"do": "set_title", "text": "Another title"}}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    Pins(tmp_path).put({"member": seal("12345678", NOW)})
    rules = load_config(packaged_config()).web
    door = Door(
        Pins(tmp_path), lambda: rules, hostname="roomscribe", keep_sessions_in=tmp_path, now=lambda: NOW
    )
    with hub_page(tmp_path, now=lambda: NOW, door=door) as page:
        page.store.save(office_move())
        yield page


def made(page: HubPage, name: str = "Board", **fields: str) -> str:
    answer = page.submit("/system/tokens", page="/system/tokens", name=name, **fields)
    found = re.search(r"<p><code>([\w-]{32})</code></p>", answer.text)
    assert found, answer.text
    return found[1]


def call(page: HubPage, token: str, method: str = "GET", path: str = "/notes", **options: Any) -> Any:
    headers = {"Host": HOST, "Authorization": f"Bearer {token}"}
    environ = {"REMOTE_ADDR": options.pop("peer", "192.168.1.5")}
    client = page.app.test_client()
    return client.open(f"/api/v1{path}", method=method, headers=headers, environ_base=environ, **options)


def test_a_token_reads_and_one_that_writes_signs_its_changes(page: HubPage) -> None:
    reads, writes = made(page), made(page, "Importer", write="1")
    assert call(page, reads).json["notes"][0]["id"] == "office-move"
    assert call(page, reads, path="/session").json["role"] == "reader"
    edits = "/notes/office-move/edits"
    refused = call(page, reads, "POST", edits, json=CHANGE)
    assert (refused.status_code, refused.json["detail"]) == (403, "This token only reads.")
    assert call(page, writes, "POST", edits, json=CHANGE).status_code == 201
    assert page.store.get("office-move").title == "Another title"
    assert "by Importer" in words(page.get("/meetings/office-move/history"))


def test_a_token_is_shown_once_and_its_use_is_listed_until_it_is_revoked(page: HubPage) -> None:
    token = made(page)
    shown = words(page.get("/system/tokens"))
    assert "Board reads only since Mon 23 Nov 2026 last used: never" in shown
    assert token not in shown
    assert not [
        path for path in page.state.rglob("*") if path.is_file() and token.encode() in path.read_bytes()
    ]
    call(page, token)
    listed = page.get("/system/tokens")
    assert "last used: Mon 23 Nov 2026" in words(listed)
    revoke = re.search(r"/system/tokens/[0-9a-f]{8}/revoke", listed)
    assert revoke
    page.submit(revoke[0], page="/system/tokens")
    answer = call(page, token)
    assert (answer.status_code, "may have been revoked" in answer.json["detail"]) == (401, True)
    assert "Tokens in use" not in page.get("/system/tokens")


@pytest.mark.parametrize(
    "path", ["/", "/meetings/office-move", "/system/tokens", "/meetings/office-move.json"]
)
def test_a_token_opens_no_page(page: HubPage, path: str) -> None:
    headers = {"Host": HOST, "Authorization": f"Bearer {made(page, write='1')}"}
    answer = page.app.test_client().get(path, headers=headers, environ_base={"REMOTE_ADDR": "192.168.1.5"})
    assert (answer.status_code, "Moving" in answer.text) == (401, False)


def test_a_token_is_worth_nothing_from_elsewhere_and_private_meetings_stay_closed(page: HubPage) -> None:
    token = made(page, write="1")
    assert call(page, token, peer="8.8.8.8").status_code == 403
    page.store.make_private("office-move", seal("654321", NOW))
    assert call(page, token).json["notes"] == []
    assert call(page, token, path="/notes/office-move").status_code == 404


@pytest.mark.parametrize("sent", ["", "wrong", "Basic x", "\xff"])
def test_a_wrong_token_opens_nothing_not_even_on_the_machine_itself(page: HubPage, sent: str) -> None:
    assert call(page, sent).status_code == 401
    assert call(page, sent, peer="127.0.0.1").status_code == 401


def test_a_calendars_token_is_none_for_programs_and_the_other_way_round(page: HubPage) -> None:
    made_feed = page.submit("/feed", page="/feed", name="Ann")
    calendar = re.search(r"/calendar/([\w-]+)\.ics", made_feed.text)
    assert calendar
    assert call(page, calendar[1]).status_code == 401
    assert page.client.get(f"/calendar/{made(page)}.ics").status_code == 404
    assert "Ann" not in words(page.get("/system/tokens"))
    assert "Board" not in words(page.get("/feed"))


def test_only_an_administrator_makes_one_and_not_without_a_name_or_without_end(page: HubPage) -> None:
    assert "Say which program it is for." in page.submit("/system/tokens", page="/system/tokens").text
    for _ in range(MOST):
        made(page)
    answer = page.submit("/system/tokens", page="/system/tokens", name="One more")
    assert (answer.status_code, "revoke one first" in answer.text) == (400, True)
    member = page.app.test_client()
    environ = {"REMOTE_ADDR": "192.168.1.5"}
    form = member.get("/pin", headers={"Host": HOST}, environ_base=environ).text
    token = re.search(r'name="csrf" value="([^"]+)"', form)
    assert token
    headers = {"Host": HOST, "Origin": f"http://{HOST}"}
    data = {"pin": "12345678", "csrf": token[1]}
    assert member.post("/pin", data=data, headers=headers, environ_base=environ).status_code == 303
    answer = member.get("/system/tokens", headers={"Host": HOST}, environ_base=environ)
    assert (answer.status_code, "PIN of the administrator" in answer.text) == (403, True)


def entered(page: HubPage, peer: str) -> Device:
    """A member's device."""
    device = Device(page.app.test_client(), peer, HOST)
    assert device.enter("12345678").status_code == 303
    return device


def test_calendars_take_no_places_of_programs_and_those_of_one_device_not_all_of_others(
    page: HubPage,
) -> None:
    phone, tablet = (entered(page, f"192.168.1.{number}") for number in (5, 6))
    csrf = phone.token("/feed")
    asked = [phone.submit("/feed", name=f"{number}", csrf=csrf) for number in range(MOST_OF_A_PEER + 1)]
    assert [each.status_code for each in asked] == [200] * MOST_OF_A_PEER + [400]
    assert "10 calendars were made from this device already; revoke one of them first." in asked[-1].text
    assert tablet.submit("/feed", name="Ann", csrf=tablet.token("/feed")).status_code == 200
    for _ in range(MOST - MOST_OF_A_PEER - 1):
        assert page.submit("/feed", page="/feed", name="Bob").status_code == 200
    refused = page.submit("/feed", page="/feed", name="Bob")
    assert (refused.status_code, "There are 50 calendars already" in refused.text) == (400, True)
    assert call(page, made(page)).status_code == 200


def test_members_leave_an_administrator_calendars_to_make_from_however_many_addresses(page: HubPage) -> None:
    answers = []
    for number in range(5, 10):
        phone = entered(page, f"192.168.1.{number}")
        csrf = phone.token("/feed")
        answers += [phone.submit("/feed", name="Ann", csrf=csrf) for _ in range(MOST_OF_A_PEER)]
    assert [each.status_code for each in answers] == [200] * MOST_OF_MEMBERS + [400] * (50 - MOST_OF_MEMBERS)
    assert "Members have made 40 calendars already; revoke one of them first." in answers[-1].text
    for _ in range(MOST - MOST_OF_MEMBERS):
        assert page.submit("/feed", page="/feed", name="Bob").status_code == 200


def test_each_kind_is_revoked_on_its_own_page_alone(page: HubPage) -> None:
    token = made(page)
    page.submit("/feed", page="/feed", name="Ann")
    program = re.search(r"/system/tokens/([0-9a-f]{8})/revoke", page.get("/system/tokens"))
    calendar = re.search(r"/feed/([0-9a-f]{8})/end", page.get("/feed"))
    assert program
    assert calendar
    phone = entered(page, "192.168.1.5")
    answer = phone.submit(f"/feed/{program[1]}/end", csrf=phone.token("/feed"))
    assert (answer.status_code, "there is no such token" in answer.text) == (400, True)
    assert call(page, token).status_code == 200
    path = f"/system/tokens/{calendar[1]}/revoke"
    assert page.submit(path, page="/system/tokens").status_code == 400
    assert "Ann" in page.get("/feed")


def test_the_interface_leads_to_its_description_and_names_what_it_knows(page: HubPage) -> None:
    assert page.client.get("/api/v1").location == "/api/v1/openapi.json"
    answer = page.client.get("/api/v1/notes?persn=Ann")
    assert answer.status_code == 400
    assert answer.json["detail"].startswith("persn: ")
    assert answer.json["detail"].endswith(
        "known here: person, first, last, mood, tag, is_open, room, page, per_page"
    )


def test_a_use_is_written_once_a_day(page: HubPage) -> None:
    token = made(page)
    call(page, token)
    path = page.state / "access" / "token-uses.json"
    before = path.stat().st_mtime_ns, path.stat().st_ino
    call(page, token)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before
    assert path.stat().st_mode & 0o777 == 0o600


def test_only_an_administrator_reads_which_private_meeting_is_damaged(page: HubPage) -> None:
    page.store.make_private("office-move", seal("secret 7-42", NOW))
    record = MeetingFolder(page.state, "office-move").record
    record.parent.mkdir(parents=True)
    record.write_text("{")
    problems = tuple(check_state(page.state, load_config(packaged_config()).models))
    write_report(page.state, Report(job="integrity", at=NOW, problems=problems))
    # The page of the machine itself is the administrator's.
    assert "office-move" in page.client.get("/api/v1/status").text
    assert "office-move" in page.get("/system")
    told = call(page, made(page), path="/status")
    [nightly] = (each for each in told.json["findings"] if each["probe"] == "nightly")
    assert nightly["details"]["integrity"]["problem_count"] == len(problems)
    assert f"integrity, 2026-11-23 15:00: problems found: {len(problems)}" in nightly["message"]
    phone = Device(page.app.test_client(), "192.168.1.7", HOST)
    phone.enter("12345678")
    shown = phone.open("/system").text
    assert f"{len(problems)} problem" in shown
    for text in (told.text, shown, phone.open("/system/part").text):
        assert "office-move" not in text
