"""A meeting that goes on, drafted by llama.cpp over random weights: what people see of it on the page."""

from __future__ import annotations

import html
import json
import re
from contextlib import nullcontext
from datetime import UTC
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from daemon.cli.main import roomscribe, run
from daemon.hub.hub import Hub
from daemon.meetings import MeetingFolder
from daemon.spool.segment import SEGMENT_S
from daemon.worker.engines import Engines, MayLeave, always
from pipelines.llm.model import LanguageModel
from pipelines.llm.tier import BOTH_FIT_BYTES
from pipelines.note import Engine
from tests.fakes.gguf_weights import FAVOUR, write_gguf
from tests.fakes.live_room import ID, LiveEngines, LiveRoom
from tests.fakes.whisper import evenly
from web.app import create_app

pytestmark = [pytest.mark.models, pytest.mark.slow]

GGUF = "gemma-4-E2B-it-Q4_K_M.gguf"
PROMISE = "I'll send the signed lease to legal by Friday."
TALK = " ".join(f"Then we looked at room {n} of the new house." for n in range(22))
"""Half a minute of talk: four of them fill a chunk."""


class HearingEngines(LiveEngines):
    """A scripted Whisper beside the installed language model, which is loaded and asked as ever."""

    def __init__(self, room: LiveRoom) -> None:
        super().__init__()
        self._installed = Engines(room.load_config(), room.path / "models", memory=BOTH_FIT_BYTES)

    def language_engine(self, may_leave: MayLeave = always) -> Engine:
        return self._installed.language_engine(may_leave)

    def language_model(self, may_leave: MayLeave = always) -> tuple[LanguageModel, Engine]:
        return self._installed.language_model(may_leave)


@pytest.fixture
def room(tmp_path: Path) -> LiveRoom:
    """Somebody promises something in the first half minute, and they talk on."""
    (tmp_path / "stick").mkdir()
    # What the rules found is put to the model: this one leans to "accepted".
    write_gguf(tmp_path / "stick" / GGUF, favour=FAVOUR | {"a": 0.5})
    state = tmp_path / "state"
    # With this seed the noise asks nothing that keeps the promise from being offered.
    room = LiveRoom(state, llm={"threads": 1, "seed": 2})
    # Noise is not what was published under that name. 3: there is no speech model.
    options = ["--state", str(state), "models", "import", str(tmp_path / "stick"), "--update"]
    assert run(roomscribe, options) == 3
    room.engines = room.whispering = HearingEngines(room)
    said = [f"{PROMISE} {TALK}", *(f"On page {n} we went on. {TALK}" for n in range(80))]
    room.whispering.whisper.script = [[evenly(text, 0.5, 24)] for text in said]
    return room


def page_over(hub: Hub, room: LiveRoom) -> FlaskClient:
    return create_app(
        lambda: nullcontext(hub.store), timezone=UTC, state_dir=room.path, now=room.clock.now
    ).test_client()


def shown(page: FlaskClient, path: str) -> str:
    """The text of a page, and of the one that it leads to."""
    markup = re.sub(r"<(script|style).*?</\1>", " ", page.get(path, follow_redirects=True).text, flags=re.S)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", markup).split()))


def questions(room: LiveRoom) -> list[str]:
    """What the model has answered, in order."""
    file = MeetingFolder(room.path, ID).answers
    return [json.loads(line)["question"] for line in file.read_text().splitlines()] if file.exists() else []


def test_a_meeting_is_drafted_while_it_goes_on_shown_in_a_pause_and_noted_at_its_end(room: LiveRoom) -> None:
    with room.open_hub() as hub:
        page = page_over(hub, room)
        for _ in range(6):
            room.hear(25, 6)
            room.work(hub)
        assert room.writer.position_s > 6 * SEGMENT_S, "the recording goes on from file to file"
        while_they_talked = questions(room)
        assert while_they_talked, "the first chunk is complete: the model has read it"
        assert page.get(f"/so-far/{ID}").status_code == 404, "nobody has paused yet"

        room.hear(0, 25)
        room.work(hub)
        so_far = shown(page, f"/so-far/{ID}")
        assert "It may change: the note is made when the meeting has ended." in so_far
        assert "Send the signed lease to legal Fri 20 Nov 2026" in so_far
        assert f'href="/so-far/{ID}"' in page.get("/").text
        assert "This meeting has no note yet." in shown(page, f"/meetings/{ID}")
        in_the_pause = questions(room)
        assert in_the_pause[: len(while_they_talked)] == while_they_talked

        room.hear(25, 6)
        room.end()
        room.work(hub)
        noted = page.get(f"/so-far/{ID}")
        assert noted.location == f"/meetings/{ID}"
        meeting = shown(page, noted.location)
        listed = page.get("/").text
    assert PROMISE in meeting
    assert "It may change" not in meeting
    assert f'href="/meetings/{ID}"' in listed
    assert "/so-far/" not in listed
    (note,) = room.notes()
    assert note.engines.llm is not None
    assert note.engines.llm.name.endswith(GGUF)
    assert note.engines.llm.output_tokens
    assert note.coverage.segments_read == note.coverage.segments_total == len(note.transcript.segments)
    assert sum("On page" in text for text in room.words()) == 6, "what was said after the pause is in it"
