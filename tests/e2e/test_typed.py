"""A line is typed on the phone while the room is recorded, and stands there with its time and name."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from daemon.spool.recorder_status import status_path, write_status
from tests.e2e.conftest import House
from tests.e2e.test_page import PHONE
from tests.fakes.furnished import LIVE
from tests.fakes.room_page import recorder_status

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_note_of_ones_own_is_kept_with_its_time(
    house: House, watched: Callable[..., Page], scripts: bool
) -> None:
    status = recorder_status()
    assert status.recording
    going_on = status.model_copy(update={"recording": status.recording.model_copy(update={"id": LIVE})})
    page = watched(f"{house.url}/me", **PHONE, java_script_enabled=scripts)
    page.get_by_label("I am").fill("Theo Brandt")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("link", name="Theo Brandt", exact=True).first.wait_for()
    page.goto(f"{house.url}/record")
    write_status(status_path(house.page.state, os.environ), going_on)
    own = page.get_by_role("region", name="Typed notes")
    text = f"I'll call the <b>movers</b> {scripts}"
    own.get_by_label("Note").fill(text)
    own.get_by_role("button", name="Note", exact=True).tap()
    expect(own.get_by_role("listitem").last).to_have_text(f"25:03Theo Brandt {text}")
    expect(own.get_by_label("Note")).to_have_value("")
