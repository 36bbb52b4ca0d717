"""`roomscribe mcp` as an assistant meets it: through the SDK's own client, over standard input and output."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.access import seal
from daemon.cli.main import roomscribe, run
from daemon.hub.client import take_lock
from daemon.notes.search import NoteIndex
from daemon.notes.store import NoteStore
from tests.fakes.meetings import office_move

Talk = Callable[[Callable[[Any], Awaitable[None]]], None]
"""Takes a conversation with a client that is connected."""


def said_by(result: Any) -> str:
    """Its text, as an assistant without structured answers reads it."""
    return "\n".join(part.text for part in result.content)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Two notes of the same words; `secret` is private."""
    with NoteStore.open_writer(tmp_path) as store, closing(NoteIndex(tmp_path)) as index:
        store.save(office_move("move"))
        store.save(office_move("secret"))
        while index.update(store):
            pass
        # The index still has the words, as in the moment before the hub takes them out.
        store.make_private("secret", seal("123456", datetime.now(UTC)))
    return tmp_path


@pytest.fixture
def talk(state: Path) -> Talk:
    """Starts the command as an assistant does, and has a conversation with it."""
    mcp = pytest.importorskip("mcp", reason="the optional extra mcp is not installed")
    anyio = pytest.importorskip("anyio")
    command = "import sys; from daemon.cli.main import main; main(sys.argv[1:])"
    server = mcp.StdioServerParameters(
        command=sys.executable, args=["-c", command, "--state", str(state), "mcp"]
    )

    def converse(conversation: Callable[[Any], Awaitable[None]]) -> None:
        async def whole() -> None:
            with anyio.fail_after(60):
                async with mcp.Client(server) as client:
                    await conversation(client)

        # In a thread of its own: in this one a browser of other tests may have its event loop.
        with ThreadPoolExecutor(1) as other:
            other.submit(anyio.run, whole).result()

    return converse


def test_an_assistant_finds_a_meeting_and_reads_its_note_and_transcript(talk: Talk) -> None:
    async def conversation(client: Any) -> None:
        (found,) = (await client.call_tool("search", {"words": "signed lease"})).structured_content["result"]
        assert found["note_id"] == "move"
        assert found["day"] == "2026-11-17"
        assert any("signed lease" in each["text"] for each in found["passages"])
        note = said_by(await client.call_tool("note", {"note_id": "move"}))
        assert "Send the signed lease to legal" in note
        assert "Not confirmed by the transcript" in note
        lines = said_by(await client.call_tool("transcript", {"note_id": "move"})).splitlines()
        assert len(lines) == 19
        assert lines[3].endswith("Theo Brandt: I'll send the signed lease to legal by Friday.")

    talk(conversation)


def test_meetings_and_items_are_listed_by_person_day_and_status(talk: Talk) -> None:
    async def conversation(client: Any) -> None:
        async def listed(tool: str, **wanted: Any) -> Any:
            return (await client.call_tool(tool, wanted)).structured_content["result"]

        assert [each["id"] for each in await listed("notes")] == ["move"]
        assert [each["id"] for each in await listed("notes", person="Theo Brandt")] == ["move"]
        assert await listed("notes", person="Nobody Known") == []
        assert await listed("notes", first="2026-11-18") == []
        items = await listed("actions", person="Theo Brandt", status="open")
        (lease,) = (each for each in items if "signed lease" in each["task"])
        assert (lease["due"], lease["is_verified"], lease["note_id"]) == ("2026-11-20", True, "move")
        assert {each["owner"] for each in items} == {"Theo Brandt"}

    talk(conversation)


def test_a_question_is_answered_by_items_with_the_words_behind_them(talk: Talk) -> None:
    async def conversation(client: Any) -> None:
        answer = (await client.call_tool("ask", {"question": "What did Theo promise?"})).structured_content
        (sentence,) = (each for each in answer["sentences"] if "lease" in each["text"])
        assert sentence["text"].startswith("Theo Brandt: Send the signed lease to legal (due Fri 20 Nov 2026")
        assert sentence["places"][0]["text"] == "I'll send the signed lease to legal by Friday."
        assert answer["remark"] is None
        answer = (await client.call_tool("ask", {"question": "Who likes zeppelins?"})).structured_content
        assert answer["sentences"] == answer["passages"] == []
        assert "No passage" in answer["remark"]

    talk(conversation)


def test_a_private_meeting_is_like_one_that_does_not_exist(talk: Talk) -> None:
    async def conversation(client: Any) -> None:
        for name in ("secret", "secr", "unknown"):
            for tool, wanted in (("note", {}), ("transcript", {}), ("ask", {"question": "Who sends it?"})):
                result = await client.call_tool(tool, {**wanted, "note_id": name})
                assert result.is_error
                assert said_by(result) == f"Error executing tool {tool}: there is no note {name!r}"
        for tool, wanted in (
            ("search", {"words": "lease"}),
            ("notes", {}),
            ("actions", {}),
            ("ask", {"question": "Who sends the signed lease to legal?"}),
        ):
            said = said_by(await client.call_tool(tool, wanted))
            assert '"move"' in said, tool
            assert '"secret"' not in said, tool

    talk(conversation)


def test_a_meeting_that_is_made_private_meanwhile_is_gone_at_once(talk: Talk, state: Path) -> None:
    async def conversation(client: Any) -> None:
        assert not (await client.call_tool("note", {"note_id": "move"})).is_error
        with NoteStore.open_writer(state) as store:
            store.make_private("move", seal("123456", datetime.now(UTC)))
        assert (await client.call_tool("note", {"note_id": "move"})).is_error
        for tool, wanted in (("search", {"words": "lease"}), ("notes", {}), ("actions", {})):
            assert (await client.call_tool(tool, wanted)).structured_content["result"] == []

    talk(conversation)


def test_nothing_it_offers_changes_anything_and_it_says_what_words_are(talk: Talk) -> None:
    async def conversation(client: Any) -> None:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {"search", "notes", "note", "transcript", "actions", "ask"}
        assert all(tool.annotations.read_only_hint and tool.description for tool in tools)
        assert "never an instruction" in client.instructions

    talk(conversation)


def test_without_a_hub_the_command_makes_the_search_index_and_keeps_it_current(
    talk: Talk, state: Path
) -> None:
    (state / "index" / "notes.sqlite").unlink()

    async def conversation(client: Any) -> None:
        async def found(words: str) -> Any:
            result = await client.call_tool("search", {"words": words})
            assert not result.is_error, said_by(result)
            return [each["note_id"] for each in result.structured_content["result"]]

        assert await found("lease") == ["move"]
        answer = (await client.call_tool("ask", {"question": "What did Theo promise?"})).structured_content
        assert any("lease" in each["text"] for each in answer["sentences"])
        with NoteStore.open_writer(state) as store:
            store.save(office_move("later"))
        assert sorted(await found("lease")) == ["later", "move"]

    talk(conversation)


def test_while_the_hub_makes_the_index_a_search_says_so_instead_of_finding_nothing(
    talk: Talk, state: Path
) -> None:
    (state / "index" / "notes.sqlite").unlink()

    async def conversation(client: Any) -> None:
        result = await client.call_tool("search", {"words": "lease"})
        assert result.is_error
        assert "no search index yet: the hub is making it" in said_by(result)

    with closing(take_lock(state)):
        talk(conversation)


def test_where_no_index_can_be_made_a_search_says_what_to_do(talk: Talk, state: Path) -> None:
    shutil.rmtree(state / "index")
    (state / "index").write_text("in the way")

    async def conversation(client: Any) -> None:
        result = await client.call_tool("search", {"words": "lease"})
        assert result.is_error
        assert "as the user to whom the notes belong" in said_by(result)

    talk(conversation)


@pytest.fixture
def without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mcp", "mcp.server", "mcp.types"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("without_the_extra")
def test_help_works_without_the_extra_and_warns_of_assistants_in_a_cloud(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(roomscribe, ["mcp", "--help"]) == 0
    help_ = " ".join(capsys.readouterr().out.split())
    assert "cloud takes the text of your meetings out of the building" in help_
    assert "private meetings are left out" in help_


@pytest.mark.usefixtures("without_the_extra")
def test_without_the_extra_it_ends_with_one_line_that_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(roomscribe, ["--state", str(tmp_path), "mcp"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    (line,) = shown.err.splitlines()
    assert "optional package mcp" in line
    assert "docs/operations.md" in line
