"""Asking as a browser without scripts does it: question, waiting, answer with its words, deletion."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemon.base.clock import SystemClock
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.notes.questions import QuestionStore
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from tests.fakes.appliance import wait_for
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.language_model import Answer, Call, ScriptedModel
from tests.fakes.meetings import office_move
from tests.fakes.reading import words

EVIL = "<script>alert(1)</script>"


def says(call: Call) -> Answer:
    return {
        "sentences": [
            {"passages": [1], "text": "Theo Brandt sends the signed lease to legal by Friday."},
            {"passages": [1], "text": f"A painter from Lisbon {EVIL} comes on Tuesday."},
        ]
    }


@pytest.fixture
def page(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        page.store.save(office_move())
        page.hub.reload()  # looks up from its sleep, and at the store
        wait_for(lambda: "office-move#" in page.get("/search?q=lease"), "the index holds it")
        yield page


def work(page: HubPage, engines: ScriptedEngines | None = None) -> None:
    """What the worker does when there is a question."""
    engines = engines or ScriptedEngines(model=ScriptedModel(says))
    config = configured()
    pulse = Pulse(run_dir(page.state), Notifier({}))
    assert Worker(page.state, config, engines, SystemClock(), pulse).work_once()


def test_a_question_waits_on_the_page_with_the_passages_and_then_has_its_answer(page: HubPage) -> None:
    waiting = page.submit("/ask", "/ask", text="Who sends the lease to legal?")
    address = waiting.request.path
    assert re.fullmatch(r"/ask/[0-9a-f]{16}", address)
    assert "Meanwhile, the passages that fit best" in waiting.text
    assert 'http-equiv="refresh"' in waiting.text
    work(page)
    shown = page.get(address)
    assert "Theo Brandt sends the signed lease to legal by Friday." in shown
    assert 'href="/meetings/office-move#s4"' in shown
    assert "0:37" in shown
    assert "Left out: 1 sentence" in shown
    assert EVIL not in shown
    assert "Meanwhile" not in shown
    assert "Who sends the lease to legal?" in page.get("/ask")
    assert re.search(
        r"Earlier questions Who sends the lease to legal\? \w+ \d+ \w+ \d+ Ev", words(page.get("/ask"))
    )


def test_the_form_that_was_asked_for_is_shown_as_kept_or_not_kept(page: HubPage) -> None:
    asked = 'Who sends the lease to legal? No exclamation marks, without the word "lease".'
    address = page.submit("/ask", "/ask", text=asked).request.path
    work(page)
    shown = page.get(address)
    assert "Theo Brandt sends the signed lease to legal by Friday." in shown
    assert "Requirements met: no exclamation marks." in shown
    assert "Requirements not met: without &#34;lease&#34;." in shown


def test_the_waiting_part_is_sent_once_while_nothing_changes(page: HubPage) -> None:
    address = page.submit("/ask", "/ask", text="Who sends the lease?").request.path
    first = page.client.get(f"{address}/part")
    known = {"If-None-Match": first.headers["ETag"]}
    assert page.client.get(f"{address}/part", headers=known).status_code == 304
    work(page)
    assert "signed lease" in page.client.get(f"{address}/part", headers=known).text


def test_a_conversation_goes_on_and_is_deleted_as_a_whole(page: HubPage) -> None:
    address = page.submit("/ask", "/ask", text="Who sends the lease?").request.path
    work(page)
    after = page.submit("/ask", address, text="And when?", after=address.removeprefix("/ask/"))
    assert after.request.path == address
    assert "And when?" in after.text
    assert "Who sends the lease?" in page.get(f"{address}/delete")
    gone = page.submit(f"{address}/delete", address)
    assert "was deleted" in gone.text
    assert "And when?" not in gone.text
    assert page.client.get(address).status_code == 404


def test_one_meeting_is_asked_about_from_its_own_page(page: HubPage) -> None:
    assert 'href="/ask?note=office-move"' in page.get("/meetings/office-move")
    asked = page.get("/ask?note=office-move")
    assert "Moving to the new office" in asked
    shown = page.submit("/ask", "/ask", text="What is open?", note="office-move").text
    assert "About Moving to the new office" in shown
    assert page.client.get("/ask?note=nowhere").status_code == 404


def test_a_spoken_question_is_kept_and_understood(page: HubPage) -> None:
    token = re.search(r'name="csrf" value="([^"]+)"', page.get("/ask"))
    assert token
    answer = page.client.post(
        "/ask",
        data={"csrf": token[1], "text": "", "sound": (io.BytesIO(b"sound"), "../../evil name.M4A")},
        headers={"Origin": "http://localhost"},
        follow_redirects=True,
    )
    assert "A spoken question" in answer.text
    (path,) = QuestionStore(page.state).questions.glob("*.m4a")
    assert path.read_bytes() == b"sound"
    work(page, ScriptedEngines(["Who sends the lease?"], ScriptedModel(says)))
    assert "Who sends the lease?" in page.get(answer.request.path)


def test_a_list_of_models_that_cannot_be_read_leaves_the_page(page: HubPage) -> None:
    (page.state / "models").mkdir(exist_ok=True)
    (page.state / "models" / "models.lock").write_text("{ rotten")
    assert "There is no language model here" in page.get("/ask")


@pytest.mark.parametrize(
    ("name", "line"), [("talk.exe", "type of recording is not supported"), ("", "Type a question")]
)
def test_what_is_no_question_is_said_in_place(page: HubPage, name: str, line: str) -> None:
    token = re.search(r'name="csrf" value="([^"]+)"', page.get("/ask"))
    assert token
    data = {"csrf": token[1], "text": " ", **({"sound": (io.BytesIO(b"x"), name)} if name else {})}
    answer = page.client.post("/ask", data=data, headers={"Origin": "http://localhost"})
    assert answer.status_code == 400
    assert line in answer.text
    assert list(QuestionStore(page.state).questions.iterdir()) == []


def test_a_spoken_question_that_is_refused_leaves_no_sound(page: HubPage) -> None:
    token = re.search(r'name="csrf" value="([^"]+)"', page.get("/ask"))
    assert token
    data = {"csrf": token[1], "after": "0" * 16, "sound": (io.BytesIO(b"sound"), "talk.wav")}
    answer = page.client.post("/ask", data=data, headers={"Origin": "http://localhost"})
    assert answer.status_code == 400
    assert list(QuestionStore(page.state).questions.iterdir()) == []


def test_what_was_asked_is_shown_as_words(page: HubPage) -> None:
    shown = page.submit("/ask", "/ask", text=f"Who {EVIL}?")
    assert EVIL not in shown.text
    assert "&lt;script&gt;" in shown.text
    assert EVIL not in page.get("/ask")
