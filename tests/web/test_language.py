"""The page in English, German and French (docs/adr/0300)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from flask import Flask
from flask.testing import FlaskClient

from daemon.base.systemd import NO_PAGE, NO_TLS_PORT
from tests.e2e.every_page import sights
from tests.fakes.furnished import furnished
from tests.fakes.hub_page import HubPage
from tests.fakes.meetings import office_move
from tests.web import messages
from tests.web.test_app import client_of
from web import format, language
from web.language import LANGUAGES, MACHINE
from web.translation import translated

BLANK = re.compile(r"%\(\w+\)s|%d|#")
SAME = {"Ann’s phone", "Roomscribe", "Roomscribe %(version)s", "Word", "Markdown", "Worker", "Hub"}
"""The same in all languages; the first is what somebody has called a calendar."""
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta"}


def strings(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def singular(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple) else f"{message.id}"


@pytest.mark.parametrize("code", messages.OTHERS)
def test_every_message_is_translated_with_its_values(code: str) -> None:
    catalogue = messages.catalogue(code)
    for wanted in messages.messages():
        found = catalogue.get(wanted[0] if isinstance(wanted, tuple) else wanted)
        assert found is not None, f"python -m tests.web.messages adds {wanted!r}"
        assert isinstance(found.id, tuple) == isinstance(wanted, tuple), wanted
    for message in catalogue:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        for words in strings(message):
            assert words.strip(), message.id
            assert sorted(BLANK.findall(words)) == sorted(BLANK.findall(singular(message))), words
            assert (words[-1] == " ") == (singular(message)[-1] == " "), words
            assert not re.search(r"[<>{}]|&\w", words), f"{words} would be markup"


@pytest.mark.parametrize("code", messages.OTHERS)
def test_a_catalogue_has_nothing_that_nobody_says(code: str) -> None:
    said = {m[0] if isinstance(m, tuple) else m for m in messages.messages()}
    by_others = messages.of_machine()
    for message in messages.catalogue(code):
        if message.context == MACHINE:
            known = messages.pattern_of(singular(message)) in by_others
            assert known or messages.COMPOSED.fullmatch(singular(message)), message.id
        elif message.id:
            assert singular(message) in said, message.id


def test_both_catalogues_have_the_same_messages() -> None:
    german, french = (
        {(m.context, singular(m)) for m in messages.catalogue(code)} for code in messages.OTHERS
    )
    assert german == french


def test_a_template_of_ours_is_translated_where_people_read_it() -> None:
    words = {
        "Save": "Speichern",
        "Page %(page)s of %(pages)s": "Seite %(page)s von %(pages)s",
        "Done": "Erledigt",
    }
    source = (
        '<p title="Save" class="Save" lang="en">Page {{ view.page }} of {{ view.pages }}</p>\n'
        '<button name="Save" aria-label="{{ "Done" if done else x["Save"] }}: {{ task }}">'
        "Save</button><code>Save</code>"
    )
    assert translated(source, "en", str.upper) == source
    assert translated(source, "de", lambda each: words[each]) == (
        '<p title="Speichern" class="Save" lang="de">Seite {{ view.page }} von {{ view.pages }}</p>\n'
        "<button name=\"Save\" aria-label=\"{{ 'Erledigt' if done else x['Speichern'] }}: {{ task }}\">"
        "Speichern</button><code>Save</code>"
    )


def page_in(client: FlaskClient, wanted: str, path: str = "/") -> str:
    return client.get(path, headers={"Accept-Language": wanted}).text


@pytest.mark.parametrize(
    ("wanted", "lang", "heading"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de", "Besprechungen"),
        ("fr-CH", "fr", "Réunions"),
        ("nl,fr;q=0.8,de;q=0.7", "fr", "Réunions"),
        ("nl", "en", "Meetings"),
        ("en-GB,de;q=0.9", "en", "Meetings"),
        ("", "en", "Meetings"),
    ],
)
def test_the_browser_s_language_is_taken(wanted: str, lang: str, heading: str) -> None:
    page = page_in(client_of(office_move()), wanted)
    assert f'<html lang="{lang}">' in page
    assert f"<h1>{heading}</h1>" in page


def test_words_of_a_note_say_their_language_where_the_page_has_another() -> None:
    client = client_of(office_move().model_copy(update={"language": "de"}))
    for tag, path in (("h1", "/meetings/office-move"), ("blockquote", "/meetings/office-move"), ("h3", "/")):
        assert f'<{tag} lang="de">' in page_in(client, "en", path)
        assert f"<{tag}>" in page_in(client, "de", path)
        assert f'<{tag} lang="de">' not in page_in(client, "de", path)


def test_a_choice_is_kept_by_the_device_and_leads_back() -> None:
    client = client_of(office_move())
    token = re.search(r'name="csrf" value="([^"]+)"', client.get("/actions?person=Bob").text)
    assert token is not None
    form = {"csrf": token[1], "language": "fr", "back": "/actions?person=Bob"}
    answer = client.post("/language", data=form, headers={"Origin": "http://localhost"})
    assert answer.headers["Location"] == "/actions?person=Bob"
    assert '<html lang="fr">' in page_in(client, "de")
    assert '<html lang="fr">' in page_in(client, "en", "/meetings/gone")


def test_a_choice_that_is_no_language_counts_for_nothing() -> None:
    client = client_of()
    client.set_cookie("device", "language=xx")
    assert '<html lang="de">' in page_in(client, "de")


def test_one_visitor_s_language_is_not_another_s() -> None:
    """What is remembered of a list is remembered for each language."""
    client = client_of(office_move())
    for _ in range(2):
        assert "Überfällig" in page_in(client, "de", "/actions")
        assert "En retard" in page_in(client, "fr", "/actions")
        assert "Overdue" in page_in(client, "en", "/actions")


def test_programs_are_answered_in_english() -> None:
    answer = client_of().get("/api/v1/notes/gone", headers={"Accept-Language": "de"})
    assert answer.json == {"title": "Not found", "status": 404, "detail": "there is no note 'gone'"}


def test_dates_numbers_and_plurals_are_those_of_the_language() -> None:
    app = Flask("page")
    language.prepare(app)
    day, seen = date(2026, 11, 20), {}
    for code in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": code}):
            seen[code] = [
                format.long_day(day),
                format.short_day(day),
                format.near_day(date(2026, 9, 4), day),
                format.near_day(day, day),
                format.count(1, "decision"),
                format.count(1204, "decision"),
                format.count(0, "decision"),
                format.listed(["Ann", "Bob", "Cleo"]),
                format.number(0.25, "+0.00;-0.00"),
                language.name_of("de"),
            ]
    assert seen["en"] == [
        "Friday, 20 November 2026", "Fri 20 Nov 2026", "Fri 4 Sep", "today", "1 decision", "1,204 decisions",
        "0 decisions", "Ann, Bob and Cleo", "+0.25", "German",
    ]  # fmt: skip
    assert seen["de"] == [
        "Freitag, 20. November 2026", "Fr., 20. Nov. 2026", "Fr., 4. Sept.", "heute", "1 Entscheidung",
        "1.204 Entscheidungen", "0 Entscheidungen", "Ann, Bob und Cleo", "+0,25", "Deutsch",
    ]  # fmt: skip
    assert seen["fr"] == [
        "vendredi 20 novembre 2026", "ven. 20 nov. 2026", "ven. 4 sept.", "aujourd’hui", "1 décision",
        "1\u202f204 décisions", "0 décision", "Ann, Bob et Cleo", "+0,25", "allemand",
    ]  # fmt: skip


def test_sentences_of_other_programs_are_known_by_their_pattern() -> None:
    app = Flask("page")
    language.prepare(app)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert (
            language.said('it was asked, not settled: "shall we"')
            == "es wurde gefragt, nicht geklärt: „shall we“"
        )
        # A reason within a sentence, too; and what nobody knows stays as it is.
        assert language.said("waiting for the speech model: notes.wav is empty").endswith(
            ": notes.wav ist leer"
        )
        assert language.said("Something else entirely.") == "Something else entirely."
        # A sentence that has a semicolon of its own.
        assert language.said("USB mic has no channel 7 ([recorder] channels); it has 6") == (
            "USB mic hat keinen Kanal 7 ([recorder] channels), nur 6"
        )
        # Problems in one line, each by itself.
        told = language.said(f"{NO_PAGE}; {NO_TLS_PORT}; disk full, 3 files wait")
        assert told.startswith("der Port der Seite ist belegt")
        assert "; andere Geräte werden abgewiesen" in told
        assert told.endswith("; Datenträger voll, 3 Dateien warten")
        damaged = language.said(f"{NO_PAGE}; the notes are damaged and can only be read: restore a backup")
        assert "; die Protokolle sind beschädigt und können nur gelesen werden: spielen" in damaged
        assert language.said("backups are turned off; models, 2026-11-20 02:00: disk full") == (
            "Sicherungen sind abgeschaltet; models, 2026-11-20 02:00: Datenträger voll"
        )
        assert language.said("") == ""


class Read(HTMLParser):
    """What a page says in the language of its reader: texts, and attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.texts: list[tuple[str, str]] = []
        """Each with its language."""
        self._open: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if tag not in VOID:
            self._open.append((tag, given.get("lang")))
        self.said += [
            given[each] or "" for each in ("aria-label", "title", "placeholder", "alt") if each in given
        ]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        within = next((lang for _, lang in reversed(self._open) if lang), "")
        self.texts.append((" ".join(data.split()), within))
        if within != "en" and not any(tag in ("code", "pre", "script") for tag, _ in self._open):
            self.said.append(" ".join(data.split()))


@pytest.mark.parametrize("name", ["", "Theo+Brandt"])
@pytest.mark.parametrize("path", ["/actions", "/"])
def test_in_lists_of_items_words_of_a_note_say_their_language(path: str, name: str) -> None:
    client = client_of(office_move().model_copy(update={"language": "de"}))
    client.set_cookie("device", f"me={name}")
    for wanted in ("en", "de"):
        page = Read()
        page.feed(page_in(client, wanted, path))
        of_note = ("Send the signed lease to legal", "Moving to the new office")
        found = [(text, code) for text, code in page.texts if text in of_note]
        assert set(found) == {(text, "de") for text in of_note}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubPage]:
    with furnished(Path(tmp_path_factory.mktemp("house"))) as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("code", messages.OTHERS)
def test_no_english_is_left_on_any_page(house: HubPage, code: str) -> None:
    known = [each for each in messages.catalogue(code) if each.id and each.context != MACHINE]
    english = {singular(each) for each in known if singular(each) not in (SAME | set(strings(each)))}
    # Of some messages the words alone would match names and talk.
    patterns = [
        re.compile(_pattern(each))
        for each in english
        if len(BLANK.sub("", each)) > 7 or each == BLANK.sub("", each)
    ]
    left: dict[str, list[str]] = {}
    for sight in sights(house):
        if sight.by_name:
            continue
        answer = house.client.get(sight.path, headers={"Accept-Language": code})
        page = Read()
        page.feed(answer.text)
        assert f'<html lang="{code}">' in answer.text, sight.name
        found = [text for text in page.said if text and any(each.fullmatch(text) for each in patterns)]
        if found:
            left[sight.name] = found
    assert left == {}


def _pattern(message: str) -> str:
    words = re.escape(message).replace(re.escape("%(num)s"), r"[\d.,]+")
    return re.sub(r"%\\\(\w+\\\)s|%d|\\#", ".{1,30}", words)


def test_scripts_say_nothing_of_their_own() -> None:
    """What they say is in attributes of the page, which is translated."""
    for path in sorted((messages.WEB / "static").glob("*.js")):
        source = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        source = re.sub(r"//[^\n]*|new Error\(.*", "", source)
        texts = [a or b for a, b in re.findall(r'"([^"\n]*)"|`([^`]*)`', source)]
        prose = [text for text in texts if re.search(r"[A-Za-z]{2,} [a-z]{2,}", text)]
        assert [text for text in prose if text != "use strict" and not re.search(r"[.#\[:>]", text)] == []
