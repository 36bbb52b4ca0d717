"""Asking in a browser on a phone: the question waits on the page, and its answer comes without a reload."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from daemon.base.clock import SystemClock
from daemon.base.paths import run_dir
from daemon.base.systemd import Notifier
from daemon.worker.status import Pulse
from daemon.worker.worker import Worker
from tests.e2e.test_meeting import hum
from tests.fakes.appliance import wait_for
from tests.fakes.configured import configured
from tests.fakes.engines import ScriptedEngines
from tests.fakes.hub_page import HubPage, hub_page
from tests.fakes.installed import say_models_are_installed
from tests.fakes.language_model import Answer, Call, ScriptedModel
from tests.fakes.meetings import office_move
from tests.fakes.serving import answering
from web.bodies import bodies_of
from web.security import Door
from web.server import Server

pytestmark = pytest.mark.browser


def says(call: Call) -> Answer:
    return {
        "sentences": [{"passages": [1], "text": "Theo Brandt sends the signed lease to legal by Friday."}]
    }


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HubPage]:
    with hub_page(tmp_path) as page:
        page.store.save(office_move())
        page.hub.reload()
        wait_for(lambda: "office-move#" in page.get("/search?q=lease"), "the index holds it", 30)
        yield page


@pytest.fixture
def phone(house: HubPage, chromium: Browser) -> Iterator[Page]:
    with answering(Server(house.app, "127.0.0.1", 0, body_limit=bodies_of(Door()))) as server:
        context = chromium.new_context(viewport={"width": 360, "height": 740}, base_url=server.url)
        try:
            yield context.new_page()
        finally:
            context.close()


def test_an_answer_comes_to_the_page_that_waits_and_leads_to_the_words(house: HubPage, phone: Page) -> None:
    phone.goto("/ask")
    phone.get_by_label("Your question").fill("Who sends the lease to legal?")
    phone.get_by_role("button", name="Ask").click()
    expect(phone.get_by_role("heading", name="Meanwhile, the passages that fit best")).to_be_visible()
    config = configured()
    pulse = Pulse(run_dir(house.state), Notifier({}))
    engines = ScriptedEngines(model=ScriptedModel(says))
    assert Worker(house.state, config, engines, SystemClock(), pulse).work_once()
    expect(phone.get_by_text("Theo Brandt sends the signed lease to legal by Friday.")).to_be_visible()
    assert not phone.evaluate("document.documentElement.scrollWidth > innerWidth"), "it fits a phone"
    phone.get_by_role("link", name="I'll send the signed lease").click()
    expect(phone.locator("#s4")).to_be_in_viewport()


def test_a_question_is_spoken_into_the_phone_and_understood(
    house: HubPage, phone: Page, tmp_path: Path
) -> None:
    spoken = tmp_path / "question.wav"
    hum(spoken, seconds=3)
    say_models_are_installed(house.state)
    phone.goto("/ask")
    assert phone.get_by_label("Or record it").get_attribute("capture") is not None
    phone.get_by_label("Or record it").set_input_files(spoken)
    phone.get_by_role("button", name="Ask").click()
    expect(phone.get_by_role("heading", name="A spoken question")).to_be_visible()
    config = configured()
    engines = ScriptedEngines(said=("Who sends the lease to legal?",), model=ScriptedModel(says))
    pulse = Pulse(run_dir(house.state), Notifier({}))
    assert Worker(house.state, config, engines, SystemClock(), pulse).work_once()
    expect(phone.get_by_role("heading", name="Who sends the lease to legal?")).to_be_visible()
    expect(phone.get_by_text("Theo Brandt sends the signed lease to legal by Friday.")).to_be_visible()
    assert not list((house.state / "questions").glob("*.wav")), "what was said is not kept"


def test_a_question_is_asked_by_keyboard_alone(house: HubPage, phone: Page) -> None:
    say_models_are_installed(house.state)
    phone.goto("/ask?note=office-move")
    phone.get_by_label("Your question").focus()
    phone.keyboard.type("What is open?")
    phone.keyboard.press("Tab")
    expect(phone.get_by_label("Or record it")).to_be_focused()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="What is open?")).to_be_visible()
    expect(phone.get_by_role("heading", name="About Moving to the new office")).to_be_visible()


def test_without_models_items_are_the_answer_and_nothing_is_offered_that_needs_them(
    house: HubPage, phone: Page
) -> None:
    phone.goto("/ask")
    expect(phone.get_by_text("There is no language model here")).to_be_visible()
    expect(phone.get_by_label("Or record it")).to_have_count(0)
    phone.get_by_label("Your question").fill("What did Theo promise?")
    phone.get_by_role("button", name="Ask").click()
    expect(phone.get_by_role("heading", name="What did Theo promise?")).to_be_visible()
    config = configured()
    pulse = Pulse(run_dir(house.state), Notifier({}))
    assert Worker(house.state, config, ScriptedEngines(), SystemClock(), pulse).work_once()
    answer = phone.locator("ol.answer > li").first
    expect(answer).to_contain_text("Theo Brandt: Send the signed lease to legal (due Fri 20 Nov 2026")
    answer.get_by_role("link", name="I'll send the signed lease").click()
    expect(phone.locator("#s4")).to_be_in_viewport()
