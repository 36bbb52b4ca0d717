"""The API on a real socket, as a program with a token meets it: schemathesis goes by its description."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from daemon.access import Pins, seal
from daemon.access.tokens import Token, Tokens, hash_of, new_token
from tests.fakes.hub_page import hub_page
from tests.fakes.meetings import office_move
from tests.fakes.room_page import RoomPage, recorder_status
from tests.fakes.serving import answering
from web.api.operation import BASE
from web.bodies import bodies_of
from web.security import Door
from web.server import Server

pytestmark = [pytest.mark.system, pytest.mark.slow, pytest.mark.timeout(600)]

OPERATIONS = 26
EXAMPLES = 20
"""For each operation, in each phase and of each kind."""
SEED = 1
"""A failure is then one of the change that is tested; other seeds are for who looks for more."""


SETTINGS = """
[checks.negative_data_rejection]
# As by default, and 413: what breaks the description may be too long to be read at all.
expected-statuses = ["400", "401", "403", "404", "405", "409", "413", "415", "422", "5xx"]

# A file has to fit the settings and the disk, too, and a change the note.
[[operations]]
include-name = ["POST /uploads", "POST /notes/{note_id}/edits"]
checks.positive_data_acceptance.enabled = false
"""


def test_a_program_with_a_token_meets_what_the_description_says(tmp_path: Path) -> None:
    state = tmp_path / "state"
    (tmp_path / "schemathesis.toml").write_text(SETTINGS)
    recorder = RoomPage(state).answering("recorder", lambda *_: {"forgotten": []})
    pins = Pins(state)
    pins.put({"admin": seal("12345678", datetime.now(UTC))})
    door = Door(pins, keep_sessions_in=state)
    with recorder, hub_page(state, open_recorder=recorder_status, door=door) as page:
        page.store.save(office_move())
        page.hub.reload()
        token = new_token()
        Tokens(state).add(
            Token(
                id="0" * 8,
                name="schemathesis",
                opens="write",
                token_sha256=hash_of(token),
                made_at=datetime.now(UTC),
            )
        )
        server = Server(page.app, "127.0.0.1", 0, body_limit=bodies_of(door), knows=door.knows)
        with answering(server):
            tried = subprocess.run(
                [
                    Path(sys.executable).with_name("schemathesis"), "run", f"{server.url}{BASE}/openapi.json",
                    "--header", f"Authorization: Bearer {token}",
                    # Without it, a request from this machine itself needs no token.
                    "--header", "X-Forwarded-For: 192.168.1.7",
                    "--phases", "examples,coverage,fuzzing",
                    "--max-examples", str(EXAMPLES), "--seed", str(SEED), "--generation-deterministic",
                    "--continue-on-failure", "--no-color",
                ],
                cwd=tmp_path, env=os.environ | {"HOME": str(tmp_path)}, capture_output=True, text=True,
                check=False,
            )  # fmt: skip
    # What was sent may have megabytes.
    told = "\n".join(line[:500] for line in (tried.stdout + tried.stderr).splitlines())
    assert tried.returncode == 0, told
    assert f"Tested: {OPERATIONS}" in told
