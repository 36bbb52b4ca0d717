"""`roomscribe dev replay`, as a user sees it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.main import main
from tests.fakes.samples import SAMPLES

SEGMENTS: list[dict[str, Any]] = [
    {
        "id": 1,
        "start_s": 0,
        "end_s": 4,
        "speaker": "Ann",
        "text": "Can you send the lease to the lawyers, Bob?",
    },
    {
        "id": 2,
        "start_s": 5,
        "end_s": 9,
        "speaker": "Bob",
        "text": "Sure, I'll send the lease to them by Friday.",
    },
    {
        "id": 3,
        "start_s": 10,
        "end_s": 14,
        "speaker": "Ann",
        "text": "Then we agreed that the servers move last.",
    },
]
TRANSCRIPT = {"started_at": "2026-11-16T10:00:00Z", "segments": SEGMENTS}
LEASE = {
    "task": "Send the lease to the lawyers",
    "owner": "Bob",
    "due_phrase": "by Friday",
    "evidence": [1, 2],
}
HORSE = {"task": "Buy a horse in Denmark", "owner": "Zoe", "due_phrase": "by Monday", "evidence": [2]}
DRAFT = {
    "action_items": [LEASE, HORSE],
    "decisions": [{"text": "The servers move last", "evidence": ["3"]}],
    "questions": [],
    "summary": "The lease was discussed.",
}
Run = Any


@pytest.fixture
def roomscribe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on an empty state; returns exit code, lines of output and the error."""

    def run(*arguments: object) -> tuple[int, list[str], str]:
        with pytest.raises(SystemExit) as end:
            main(["--state", str(tmp_path / "state"), *map(str, arguments)])
        printed = capsys.readouterr()
        return int(end.value.code or 0), printed.out.splitlines(), printed.err

    return run


def written(path: Path, value: Any) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def test_a_draft_is_checked_against_its_transcript(roomscribe: Run, tmp_path: Path) -> None:
    transcript, draft = written(tmp_path / "t.json", TRANSCRIPT), written(tmp_path / "d.json", DRAFT)
    code, lines, _ = roomscribe("dev", "replay", "--transcript", transcript, "--draft", draft, "--json")
    result = json.loads(lines[0])
    assert code == 0
    assert set(result) == {"summary", "action_items", "decisions", "questions", "flags", "warnings", "tape"}
    lease, horse = result["action_items"]
    assert (lease["task"], lease["owner"], lease["verdict"]) == (LEASE["task"], "Bob", "verified")
    assert (lease["evidence"], lease["due"]) == (["1", "2"], {"phrase": "by Friday", "date": "2026-11-20"})
    assert (horse["id"], horse["verdict"]) == ("a2", "unverified")
    assert [(d["id"], d["verdict"]) for d in result["decisions"]] == [("d1", "verified")]
    assert any(entry["claim"] == "a2" and entry["verdict"] == "unverified" for entry in result["tape"])


def test_people_get_it_in_words(roomscribe: Run, tmp_path: Path) -> None:
    transcript, draft = written(tmp_path / "t.json", TRANSCRIPT), written(tmp_path / "d.json", DRAFT)
    code, lines, _ = roomscribe("dev", "replay", "--transcript", transcript, "--draft", draft)
    assert code == 0
    assert lines[0] == "Action items"
    assert any("verified" in line and "due: by Friday (2026-11-20)" in line for line in lines)
    assert "What the guardrails did" in lines


@pytest.mark.parametrize(
    "transcript",
    [
        SEGMENTS,
        {"date": "2026-11-16", "segments": SEGMENTS},
        {"segments": [{"id": s["id"], "speaker": s["speaker"], "text": s["text"]} for s in SEGMENTS]},
        {"utterances": [{"start": 0, "end": 1, "speaker": "Ann", "text": "Hello."}, *SEGMENTS]},
    ],
    ids=["bare list", "with a day", "without times", "utterances"],
)
def test_transcripts_come_in_several_forms(roomscribe: Run, tmp_path: Path, transcript: Any) -> None:
    cases = written(tmp_path / "c.jsonl", json.dumps({"transcript": transcript, "draft": DRAFT}) + "\n")
    code, lines, _ = roomscribe("dev", "replay", "--batch", cases)
    assert code == 0
    assert json.loads(lines[0])["action_items"][0]["verdict"] == "verified"


def test_utterances_are_cited_by_their_place(roomscribe: Run, tmp_path: Path) -> None:
    said = [
        {"start": s["start_s"], "end": s["end_s"], "speaker": s["speaker"], "text": s["text"]}
        for s in SEGMENTS
    ]
    case = {"transcript": {"utterances": said}, "draft": {"action_items": [LEASE | {"evidence": [0, 1]}]}}
    _, lines, _ = roomscribe("dev", "replay", "--batch", written(tmp_path / "c.jsonl", case))
    item = json.loads(lines[0])["action_items"][0]
    assert (item["evidence"], item["verdict"]) == (["0", "1"], "verified")


def test_the_draft_of_a_note_as_json_can_be_replayed_as_it_is(roomscribe: Run, tmp_path: Path) -> None:
    noted = {
        "action_items": [
            {
                "id": "x7",
                "task": LEASE["task"],
                "owner": "Bob",
                "evidence": ["2"],
                "status": "open",
                "due": {"phrase": "by Friday", "date": None},
                "quote": "I'll send the lease",
            }
        ]
    }
    case = {"transcript": TRANSCRIPT, "draft": noted}
    _, lines, _ = roomscribe("dev", "replay", "--batch", written(tmp_path / "c.jsonl", case))
    item = json.loads(lines[0])["action_items"][0]
    assert (item["id"], item["quote"], item["due"]["date"]) == ("x7", "I'll send the lease", "2026-11-20")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{broken", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("7", 'needs the keys "transcript" and "draft"'),
        (json.dumps({"transcript": TRANSCRIPT}), 'needs the keys "transcript" and "draft"'),
        (json.dumps({"transcript": "t.json", "draft": DRAFT}), "no transcript"),
        (json.dumps({"transcript": {"segments": []}, "draft": DRAFT}), "no segment can be read"),
        (
            json.dumps({"transcript": TRANSCRIPT, "draft": {"decisions": [{"evidence": [1]}]}}),
            "decisions.0.text",
        ),
        (json.dumps({"transcript": TRANSCRIPT, "draft": 7}), "draft: "),
        (
            json.dumps({"transcript": TRANSCRIPT, "draft": {"decisions": [{"id": "a", "text": "x"}] * 2}}),
            "the same id",
        ),
    ],
    ids=["torn", "nested", "number", "no draft", "path", "empty", "no text", "no object", "same id"],
)
def test_a_bad_line_is_told_in_its_place_and_the_rest_goes_on(
    roomscribe: Run, tmp_path: Path, line: str, why: str
) -> None:
    good = json.dumps({"transcript": TRANSCRIPT, "draft": DRAFT})
    code, lines, _ = roomscribe(
        "dev", "replay", "--batch", written(tmp_path / "c.jsonl", f"{good}\n{line}\n{good}\n")
    )
    assert code == 2
    assert len(lines) == 3
    assert json.loads(lines[0])["action_items"] == json.loads(lines[2])["action_items"]
    error = json.loads(lines[1])
    assert set(error) == {"error"}
    assert error["error"].startswith("line 2: ")
    assert why in error["error"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("--draft", "d.json"), ("--batch", "c.jsonl", "--note", "x"), ("--batch", "/nowhere/c.jsonl")],
)
def test_what_cannot_be_replayed_is_one_line(roomscribe: Run, arguments: tuple[str, ...]) -> None:
    code, lines, error = roomscribe("dev", "replay", *arguments)
    assert (code, lines) == (2, [])
    assert error.startswith("roomscribe: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("template", ["general", "board", "short"])
def test_a_stored_note_replays_to_what_it_is(roomscribe: Run, tmp_path: Path, template: str) -> None:
    (tmp_path / "state" / "templates").mkdir(parents=True)
    written(tmp_path / "state" / "templates" / "short.toml", 'requirements = "at most 20 words"')
    meeting = SAMPLES / "2026-11-23-moving.vtt"
    _, lines, _ = roomscribe(
        "process", meeting, "--engine", "rules", "--template", template, "--save", "--json"
    )
    note = json.loads(lines[0])
    assert "draft" not in note
    assert note["action_items"]
    assert any(entry["guardrail"] == "merging" for entry in note["tape"])
    code, lines, _ = roomscribe("dev", "replay", "--note", note["id"], "--json")
    again = json.loads(lines[0])
    assert code == 0
    for part in ("summary", "action_items", "decisions", "questions"):
        assert again[part] == note[part]
    for entry in (*again["tape"], *note["tape"]):
        del entry["ms"]
    assert again["tape"] == note["tape"]


def test_a_recorded_draft_has_its_days_read_as_the_configuration_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = written(tmp_path / "config.toml", '[locale]\ncountry = "GB"')
    said = {
        "started_at": "2026-11-16T10:00:00Z",
        "segments": [SEGMENTS[0] | {"text": "I'll send it by 3/4."}],
    }
    draft = {"action_items": [{"task": "Send it", "owner": "Ann", "due_phrase": "by 3/4", "evidence": [1]}]}
    cases = written(tmp_path / "c.jsonl", {"transcript": said, "draft": draft})
    with pytest.raises(SystemExit):
        main(
            [
                "--config",
                str(config),
                "--state",
                str(tmp_path / "state"),
                "dev",
                "replay",
                "--batch",
                str(cases),
            ]
        )
    [item] = json.loads(capsys.readouterr().out)["action_items"]
    assert item["due"] == {"phrase": "by 3/4", "date": "2027-04-03"}


def test_a_note_replays_with_its_days_as_they_were_read_whatever_the_configuration_says_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = written(tmp_path / "config.toml", '[locale]\ncountry = "GB"')
    segment = SEGMENTS[1] | {"text": "I'll send the lease to the lawyers by 3/4."}
    said = written(tmp_path / "t.json", {"started_at": "2026-11-16T10:00:00Z", "segments": [segment]})
    state = ["--state", str(tmp_path / "state")]

    def printed(*arguments: str) -> Any:
        with pytest.raises(SystemExit):
            main([*state, *arguments, "--json"])
        return json.loads(capsys.readouterr().out)

    note = printed("--config", str(config), "process", str(said), "--engine", "rules", "--save")
    assert [item["due"]["date"] for item in note["action_items"]] == ["2027-04-03"]
    assert printed("dev", "replay", "--note", note["id"])["action_items"] == note["action_items"]
