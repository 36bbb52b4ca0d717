"""Text that an attacker with the members' PIN sends, and what of it others get to see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from daemon.cli.terminal import print_note
from pipelines.editing.edit import Change
from pipelines.render.markdown import render_markdown
from tests.fakes.appliance import wait_for
from tests.fakes.hub_page import BERLIN, HubPage, hub_page
from tests.fakes.meetings import office_move
from web.api import forms

EDITS = "/api/v1/notes/office-move/edits"
MEETING = "/meetings/office-move"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""By terminals, by who reads line by line, and by who shows a line from right to left."""
MARKUP = re.compile(r"(?<!\\)(<script|\[x\]\()")
"""In Markdown, where a backslash makes text of it."""
EVIL = (
    "\x1b]0;owned\x07\x1b[2Jtext",
    "text\x9b2J\x00\x08\x7f",
    "one\r\ntwo\x0bthree\x85four\u2028five",
    "\u202etxet\u2066",
    "\x1f\ufffe\uffff",
    "\ud800",
    "a\udfffb",
    "<script>alert(1)</script>[x](javascript:alert(1))",
    "x" * 10_000,
)
CHANGES: dict[str, dict[str, Any]] = {
    "item text": {"do": "change_item", "kind": "action", "item": "a1", "fields": {"text": "@"}},
    "owner": {"do": "change_item", "kind": "action", "item": "a1", "fields": {"owner": "@"}},
    "due phrase": {
        "do": "change_item",
        "kind": "action",
        "item": "a1",
        "fields": {"due": {"phrase": "@", "date": None}},
    },
    "changed item": {"do": "change_item", "kind": "action", "item": "@", "fields": {"text": "x"}},
    "removed item": {"do": "remove_item", "kind": "action", "item": "@"},
    "confirmed item": {"do": "confirm_item", "kind": "action", "item": "@"},
    "item as it was": {
        "do": "confirm_item",
        "kind": "question",
        "item": "q1",
        "was": {"id": "@", "text": "@", "evidence": ["@"], "quote": "@", "verdict": "verified"},
    },
    "added item": {"do": "add_item", "kind": "action", "fields": {"text": "@", "owner": "@"}},
    "evidence": {"do": "add_item", "kind": "action", "fields": {"text": "x"}, "evidence": ["s1", "@"]},
    "title": {"do": "set_title", "text": "@"},
    "summary": {"do": "set_summary", "text": "@"},
    "tags": {"do": "change_tags", "add": ["@", "x"], "remove": ["@"]},
    "speaker's old name": {"do": "rename_speaker", "old": "@", "new": "Ann"},
    "speaker's new name": {"do": "rename_speaker", "old": "Theo Brandt", "new": "@"},
    "named lines": {"do": "name_voice", "segments": ["s1", "@"], "speaker": "Ann"},
    "voice": {"do": "name_voice", "segments": ["s1"], "speaker": "@"},
    "possible item": {"do": "take_item", "kind": "action", "item": "@"},
    "corrected line": {"do": "set_line", "segment": "@", "text": "x"},
    "words of a line": {"do": "set_line", "segment": "s1", "text": "@"},
}
"""Every place of a change in which somebody can write; @ stands for what he writes."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HubPage]:
    with hub_page(tmp_path_factory.mktemp("state")) as page:
        page.store.save(office_move())
        yield page


def put_in(template: Any, text: str) -> Any:
    """`template` with `text` in the place of every @."""
    if isinstance(template, dict):
        return {key: put_in(value, text) for key, value in template.items()}
    if isinstance(template, list):
        return [put_in(value, text) for value in template]
    return text if template == "@" else template


def test_every_kind_of_change_is_tried() -> None:
    union, _ = get_args(Change)
    kinds = {get_args(each.model_fields["do"].annotation)[0] for each in get_args(union)}
    assert {template["do"] for template in CHANGES.values()} == kinds


@pytest.mark.parametrize("place", CHANGES)
def test_no_text_of_a_change_reaches_others_as_it_was_sent(
    page: HubPage, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    session = page.client.get("/api/v1/session").json
    assert session
    headers = {"Origin": "http://localhost", "X-CSRF-Token": session["csrf"]}
    for text in EVIL:
        # json.dumps writes half a pair as the escape that any JSON may hold.
        body = json.dumps({"change": put_in(CHANGES[place], text)})
        answer = page.client.post(EDITS, data=body, headers=headers, content_type="application/json")
        assert answer.status_code in (201, 400), (text, answer.text)
        assert len(answer.text) < 10_000
        seen(page, capsys)
    for edit in page.store.edits("office-move"):
        page.store.undo("office-move", edit.id)


def seen(page: HubPage, capsys: pytest.CaptureFixture[str]) -> None:
    """Hold all that others see of the meeting against what an attacker wants them to."""
    note = page.store.get("office-move")
    markdown = render_markdown(note, BERLIN)
    print_note(note, as_json=False, timezone=BERLIN)
    printed = capsys.readouterr().out
    shown = [page.get(f"{MEETING}{path}") for path in ("", "/history", ".md", ".json", ".csv")]
    for text in (markdown, printed, *shown[:3], page.get("/"), page.get("/actions")):
        assert not OBEYED.search(text)
        assert len(text) < 100_000
    assert "<script>alert" not in shown[0] + shown[1]
    assert not MARKUP.search(markdown)
    lines = {segment.id for segment in note.transcript.segments}
    assert all(lines.issuperset(item.evidence) for item in note.action_items)
    one_line = [note.title, *(item.task for item in note.action_items)]
    one_line += [segment.text for segment in note.transcript.segments]
    one_line += [item.due.phrase for item in note.action_items if item.due]
    assert all(len(text.splitlines()) == 1 for text in one_line)


def test_ids_of_an_imported_transcript_are_no_markup() -> None:
    made = office_move()
    evil = made.action_items[0].model_copy(update={"evidence": ("<script>x</script>[x](javascript:z)",)})
    note = made.model_copy(update={"action_items": (evil,)})
    markdown = render_markdown(note, BERLIN)
    assert not MARKUP.search(markdown)


@pytest.mark.parametrize(
    ("path", "at", "fields"),
    [
        ("/ask", "/ask", ("text",)),
        ("/feed", "/feed", ("name", "person")),
        (f"{MEETING}/items/a1", MEETING, ("text", "owner", "phrase")),
        (f"{MEETING}/add/decision", MEETING, ("text",)),
        (f"{MEETING}/words", MEETING, ("title", "summary")),
        (f"{MEETING}/turns/1", MEETING, ("speaker", "text-1", "theirs-1")),
        (f"{MEETING}/speakers", MEETING, ("name-0",)),
        (f"{MEETING}/remake", MEETING, ("template", "engine")),
        ("/system/settings", "/system/settings", ("vocabulary.roster", "vocabulary.words")),
    ],
)
def test_no_form_keeps_or_repeats_what_a_terminal_obeys(
    page: HubPage, path: str, at: str, fields: tuple[str, ...]
) -> None:
    days = {"retention.audio_days": "1", "retention.note_days": "0", "recorder.start": "button"}
    for text in (*EVIL[:4], EVIL[-1]):
        answer = page.submit(path, at, **(days if "settings" in path else {}), **dict.fromkeys(fields, text))
        assert answer.status_code in (200, 400), (text, answer.text)
        assert not OBEYED.search(answer.text.replace("\r\n", "\n")) or answer.status_code == 400
        wait_for(lambda: not [*page.state.glob("control/hub/*.json")], "the hub did not carry the order out")
        kept = [path for path in page.state.rglob("*") if path.suffix in (".json", ".journal")]
        for file in kept:
            for found in re.findall(r"\\u00[01][0-9a-f]|\\[bf]|[\x7f-\x9f\u202a-\u202e]", file.read_text()):
                raise AssertionError((file, found))
    for edit in page.store.edits("office-move"):
        page.store.undo("office-move", edit.id)


def test_every_text_of_the_interface_for_programs_has_a_bound() -> None:
    """A new field without one fails here, whoever adds it."""
    searches = (forms.Wanted, forms.WantedWords, forms.WantedItems)
    bodies = (forms.NewEdit, forms.NewUpload, forms.NewQuestion, *searches)
    unbounded = [
        f"{body.__name__}: {where}"
        for body in bodies
        for where, schema in strings(body.model_json_schema())
        if not schema.keys() & {"maxLength", "enum", "const", "pattern", "format"}
    ]
    # How an item was is filled in here, never by a sender.
    assert [each for each in unbounded if not re.search("ActionItem|Statement|Mark", each)] == [
        "NewEdit: $defs/Due/properties/phrase"
    ]


def strings(schema: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        if schema.get("type") == "string":
            yield where, schema
        for key, value in schema.items():
            yield from strings(value, f"{where}/{key}".lstrip("/"))
    elif isinstance(schema, list):
        for value in schema:
            yield from strings(value, where)
