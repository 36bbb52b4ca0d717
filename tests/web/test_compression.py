"""What travels: compressed where the browser takes it, and where its size tells nothing."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from bench.meetings import PEOPLE, Talk
from daemon.base.durable import make_folder
from daemon.meetings import MeetingFolder
from guardrails.core.types import Segment
from pipelines.note import Note, NoteTranscript
from tests.fakes.furnished import NOW, furnished
from tests.fakes.meetings import office_move
from tests.fakes.reader import reader_of
from web.app import create_app
from web.views.listing import PAGE_SIZE

MOST_BYTES = 150_000
"""Of a meeting's page with all that it loads, but for the sound."""
MOST_BYTES_OF_HOME = 40_000
LINES = 1_500


def long_meeting() -> Note:
    """In words that are as hard to compress as a language's."""
    talk = Talk()
    lines = tuple(Segment(f"s{n}", 4.0 * n, 4.0 * n + 3, PEOPLE[n % 7], talk.line(10)) for n in range(LINES))
    return office_move().model_copy(update={"transcript": NoteTranscript(segments=lines)})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    state = tmp_path_factory.mktemp("state")
    sound = MeetingFolder(state, "office-move").source_dir
    make_folder(sound)
    (sound / "talk.opus").write_bytes(b"OggS")
    return create_app(reader_of(long_meeting()), timezone=UTC, state_dir=state).test_client()


def get(client: FlaskClient, address: str, accept: str = "gzip, deflate") -> TestResponse:
    answer = client.get(address, headers={"Accept-Encoding": accept})
    answer.close()
    return answer


def weighed(client: FlaskClient, address: str) -> tuple[str, set[str], int]:
    """A page, what it loads, and the bytes that travel for both."""
    page = get(client, address)
    html = gzip.decompress(page.data).decode()
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', html))
    return html, loaded, len(page.data) + sum(len(get(client, each).data) for each in loaded)


@pytest.mark.parametrize("query", ["", "?done=0123456789abcdef"])
def test_a_long_meeting_travels_in_less_than_150_kb_with_all_that_it_loads(
    client: FlaskClient, query: str
) -> None:
    html, loaded, total = weighed(client, f"/meetings/office-move{query}")
    assert any("player.js" in each for each in loaded)
    assert f'id="s{LINES}"' in html
    assert total < MOST_BYTES


def test_home_with_all_that_it_can_show_travels_in_less_than_40_kb_with_all_that_it_loads(
    tmp_path: Path,
) -> None:
    with furnished(tmp_path) as house:
        for number in range(PAGE_SIZE):
            house.store.save(office_move(f"meeting-{number}", NOW - timedelta(days=number)))
        house.submit("/me", page="/me", name="Theo Brandt")
        html, loaded, total = weighed(house.client, "/")
    assert {"live.js", "edit.js"} <= {each.rpartition("/")[2].partition("?")[0] for each in loaded}
    for part in ("live-h", "mine-h", "so-far-h", "waiting-h", "today-h"):
        assert f'id="{part}"' in html
    assert html.count('<li class="row">') > PAGE_SIZE
    assert total < MOST_BYTES_OF_HOME


@pytest.mark.parametrize("accept", ["", "identity", "br", "gzip;q=0", "*;q=0"])
def test_who_does_not_take_gzip_gets_the_page_as_it_is(client: FlaskClient, accept: str) -> None:
    page = get(client, "/meetings/office-move", accept)
    assert "Content-Encoding" not in page.headers
    assert "Moving to the new office" in page.text
    assert "Accept-Encoding" in page.headers["Vary"]


def test_an_answer_that_may_repeat_the_address_is_not_compressed(client: FlaskClient) -> None:
    for address in ("/search?q=lease", "/?person=Maya", "/actions?person=Maya"):
        assert "Content-Encoding" not in get(client, address).headers


def test_the_token_looks_different_in_every_answer_and_each_is_good(client: FlaskClient) -> None:
    pages = [get(client, "/meetings/office-move", "identity").text for _ in range(2)]
    tokens = [set(re.findall(r'name="csrf" value="([^"]+)"', page)) for page in pages]
    assert all(len(each) == 1 for each in tokens)  # the same in all forms of a page
    (first,), (second,) = tokens
    assert first != second
    for token in (first, second):
        # Past the door there is no hub that would tick it off.
        answer = client.post(
            "/meetings/office-move/items/a1/status",
            data={"csrf": token, "status": "done"},
            headers={"Origin": "http://localhost"},
        )
        assert answer.status_code == 503
    for wrong in ("", "zz", first[:-2], first[32:], "0" * 64):
        answer = client.post(
            "/meetings/office-move/items/a1/status",
            data={"csrf": wrong, "status": "done"},
            headers={"Origin": "http://localhost"},
        )
        assert answer.status_code == 403
