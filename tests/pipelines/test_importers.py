"""What every importer does, whatever the format: files that cannot be used, encodings, order, bounds."""

from __future__ import annotations

import json
import os
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pipelines.errors import BadInputError
from pipelines.importers import SUFFIXES, import_transcript, import_with_chat, is_transcript
from pipelines.importers.source import MAX_BYTES, shown
from pipelines.importers.utterance import MOST_CHARACTERS, Utterance, divided
from pipelines.text import LONGEST_LINE, LONGEST_NAME, LONGEST_TITLE
from pipelines.transcript import Transcript

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

ONE_CUE = "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nŁukasz Rozmej: Café – naïve.\n"


def imported(folder: Path, name: str, content: str | bytes) -> Transcript:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_transcript(path)


def refusal(path: Path) -> str:
    with pytest.raises(BadInputError) as error:
        import_transcript(path)
    message = str(error.value)
    assert "\n" not in message
    return message


def imported_or_refused(path: Path) -> Transcript | None:
    try:
        return import_transcript(path)
    except BadInputError:
        refusal(path)
        return None


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_transcript_is_known_by_its_suffix_in_any_case(suffix: str) -> None:
    assert is_transcript(Path(f"meeting{suffix}"))
    assert is_transcript(Path(f"meeting{suffix.upper()}"))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Team sync 2026-11-20", "Team sync"),
        ("2026-11-20 Team sync", "Team sync"),
        ("Team sync (2026-11-20)", "Team sync"),
        ("Réunion d’équipe - 20261120", "Réunion d’équipe"),
        ("Sprint 12 review", "Sprint 12 review"),
        ("planning", None),
        ("2026-11-20", None),
        ("2026-11-20-planning", None),
        ("closed_caption", None),
        ("New Recording 12", None),
        ("Recording (3)", None),
        ("Meeting started 2026-11-20 10 00", None),
        ("GMT20261120-090000_Recording.transcript", None),
        ("Weekly call-20261120_100000-Meeting Recording", "Weekly call"),
    ],
)
@pytest.mark.parametrize("suffix", [".vtt", ".txt"])
def test_a_file_that_somebody_named_in_words_has_its_name_as_title(
    tmp_path: Path, name: str, suffix: str, title: str | None
) -> None:
    assert imported(tmp_path, f"{name}{suffix}", ONE_CUE).title == title


def test_a_title_in_the_file_goes_before_its_name(tmp_path: Path) -> None:
    text = "# Budget\n\n**Ann:** We are over it.\n"
    assert imported(tmp_path, "Team sync.md", text).title == "Budget"


def test_audio_is_no_transcript(tmp_path: Path) -> None:
    assert not is_transcript(Path("meeting.wav"))
    assert ".vtt" in refusal(tmp_path / "meeting.wav")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_file_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"meeting{suffix}"
    path.write_bytes(b"")
    assert "is empty" in refusal(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "content", [b" \r\n\t\n", bytes(range(256)) * 40, b"\x89PNG\r\n\x1a\n" + bytes(2000)]
)
def test_a_file_without_readable_words_is_refused_with_file_and_line(
    tmp_path: Path, suffix: str, content: bytes
) -> None:
    path = tmp_path / f"meeting{suffix}"
    path.write_bytes(content)
    assert refusal(path).startswith(f"{path}, line ")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.vtt") == f"{tmp_path / 'gone.vtt'} does not exist; check the path."


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.vtt").mkdir()
    assert "is a folder" in refusal(tmp_path / "folder.vtt")


def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.vtt")
    assert "not a regular file" in refusal(tmp_path / "pipe.vtt")


def test_a_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.vtt"
    path.write_text(ONE_CUE, encoding="utf-8")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    assert "permission" in refusal(path)


def test_a_file_above_the_limit_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "huge.vtt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "larger than 16 MiB" in refusal(path)


def test_a_name_with_a_line_end_stays_on_one_line(tmp_path: Path) -> None:
    refusal(tmp_path / "two\nlines.vtt")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_encoding_with_a_mark_and_every_line_end_is_read(
    tmp_path: Path, encoding: str, newline: str
) -> None:
    text = ONE_CUE if encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32") else "\ufeff" + ONE_CUE
    transcript = imported(tmp_path, "m.vtt", text.replace("\n", newline).encode(encoding))
    (segment,) = transcript.segments
    assert (segment.start_s, segment.end_s) == (1.0, 2.5)
    assert (segment.speaker, segment.text) == ("Łukasz Rozmej", "Café – naïve.")
    assert transcript.warnings == ()


def test_the_old_windows_encoding_is_read(tmp_path: Path) -> None:
    content = "WEBVTT\n\n00:01.000 --> 00:02.000\nRenée: Déjà vu – “quoted”…\n".encode("cp1252")
    transcript = imported(tmp_path, "m.vtt", content)
    assert transcript.segments[0].speaker == "Renée"
    assert transcript.segments[0].text == "Déjà vu – “quoted”…"
    assert transcript.warnings == ()


@pytest.mark.parametrize(
    ("encoding", "name", "words"),
    [
        ("cp932", "山田", "来週の金曜日までに報告書を送ります。はい、わかりました。"),
        ("gb18030", "王伟", "下周五之前我会把报告发给大家，没有问题。"),
        ("cp1251", "Анна", "Я пришлю отчёт в пятницу, а потом мы решим."),
        ("cp1253", "Μαρία", "Θα στείλω την αναφορά την Παρασκευή, και μετά βλέπουμε."),
        ("cp1250", "Łukasz", "Wyślę raport w piątek, a później się zobaczy, dobrze?"),
        ("cp1252", "Jörg", "Ich schicke den Bericht am Freitag, schöne Grüße, très bien."),
    ],
)
def test_an_old_encoding_is_told_by_its_words(tmp_path: Path, encoding: str, name: str, words: str) -> None:
    cue = f"{name}: {words}\n"
    text = f"1\n00:00:01,000 --> 00:00:02,000\n{cue}\n2\n00:00:03,000 --> 00:00:04,000\n{cue}"
    transcript = imported(tmp_path, "m.srt", text.encode(encoding))
    assert [(s.speaker, s.text) for s in transcript.segments] == [(name, words)] * 2
    assert transcript.warnings == ()


@pytest.mark.parametrize("good", ["Tom: hello", "Tom: café"])
@pytest.mark.parametrize("bad", [b"\xff\xfe", b"\xc3\x28\xa0\xa1\xe2", b"\x00\x01", b"\x81"])
def test_bytes_that_are_no_text_cost_only_themselves(tmp_path: Path, good: str, bad: bytes) -> None:
    cue = "00:0{0}.000 --> 00:0{0}.500\n{1}\n\n"
    content = cue.format(1, good) + cue.format(2, "Tom: I'll send @@ it") + cue.format(3, good)
    transcript = imported(tmp_path, "m.vtt", content.encode().replace(b"@@", bad))
    first, damaged, last = transcript.segments
    assert first.text == last.text == good.removeprefix("Tom: ")
    assert damaged.text.startswith("I'll send ")
    assert "\ufffd" in damaged.text
    assert transcript.flags == ("import-damaged",)
    assert [w.split(":")[0] for w in transcript.warnings] == ["m.vtt, line 5"]


def test_a_note_is_not_flooded_with_warnings(tmp_path: Path) -> None:
    torn = "00:xx:01.000 --> 00:00:02.000\nTom: lost\n\n" * 500
    transcript = imported(tmp_path, "m.vtt", torn + "00:01.000 --> 00:02.000\nTom: kept\n")
    assert [s.text for s in transcript.segments] == ["lost"] * 500 + ["kept"]
    assert len(transcript.warnings) == 21
    assert transcript.warnings[-1] == "m.vtt: 480 more damaged places"


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(content=st.binary(max_size=400))
@example(content=b"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v")
@example(content=b"\xff\xfe\x00\xd8" + b"a\x00" * 5)
@example(content=b"[" * 100_000)
@example(content=b'{"segments": [{"text": "a", "start_s": ' + b"9" * 5000 + b"}]}")
@example(content=b'{"segments": [{"text": "a", "start_s": 1e999, "id": 1}, {"text": "\\ud800 b"}]}')
def test_any_bytes_give_a_transcript_or_one_clear_line(tmp_path: Path, suffix: str, content: bytes) -> None:
    path = tmp_path / f"any{suffix}"
    path.write_bytes(content)
    if transcript := imported_or_refused(path):
        assert transcript.segments
        assert Transcript.model_validate_json(transcript.model_dump_json()) == transcript


_PIECES = st.sampled_from(
    [
        "WEBVTT\n\n",
        "NOTE x\n",
        "00:00:01.000 --> 00:00:02.000\n",
        "0:00:01.000,0:00:02.000\n",
        "00:01 --> ",
        "-->",
        "\n",
        "1\n",
        "<v Tom>",
        "</v>",
        "&amp;",
        "Tom: hi\n",
        "**Tom** [00:01] hi\n",
        "Tom 00:12\n",
        "[00:01:02] ",
        "10:30",
        '{"segments": [',
        '{"id": 1, "start_s": 0, "end_s": 1, "speaker": null, "text": "hi"}',
        ", ",
        "]}",
    ]
)


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(pieces=st.lists(_PIECES, max_size=20))
def test_torn_pieces_in_any_order_never_crash(tmp_path: Path, suffix: str, pieces: list[str]) -> None:
    path = tmp_path / f"torn{suffix}"
    path.write_text("".join(pieces), encoding="utf-8")
    if transcript := imported_or_refused(path):
        starts = [s.start_s for s in transcript.segments if s.start_s is not None]
        assert starts == sorted(starts)
        assert bool(transcript.warnings) == bool(transcript.flags)


@pytest.mark.skipif(not DATA.exists(), reason="the evaluation data is not beside the project")
@pytest.mark.parametrize(
    "path", [*sorted(DATA.glob("zoom_vtt/*.vtt")), DATA / "otter_sample.md"], ids=lambda p: p.name
)
def test_a_real_export_imports_whole_with_speakers_and_times(path: Path) -> None:
    transcript = import_transcript(path)
    spoken = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if ": " in line or line.startswith("**")
    ]
    assert len(transcript.segments) == len(spoken)
    assert all(s.speaker and s.text and s.start_s is not None for s in transcript.segments)
    # Otter writes no ends; a turn ends where the next begins, and the last one's end is unknown.
    assert all(s.end_s is not None and s.end_s >= s.start_s for s in transcript.segments[:-1])
    assert transcript.warnings == ()


ORDERS = "\x1b]0;x\x07\x00\x9b2J\u202e\u2066\u061c\u200f"
"""What a terminal obeys, and what turns a line around."""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "m.json",
            json.dumps(
                {
                    "title": f"{ORDERS}Title",
                    "language": f"{ORDERS}en",
                    "flags": [f"{ORDERS}f"],
                    "warnings": [f"{ORDERS}w"],
                    "segments": [
                        {"id": f"{ORDERS}a", "speaker": f"Ann{ORDERS}", "text": f"Hi{ORDERS} all"},
                        {"id": f"{ORDERS}a", "speaker": None, "text": "Hi"},
                    ],
                }
            ),
        ),
        (
            "m.vtt",
            f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v A&#27;nn{ORDERS}>Hi &#155;2J{ORDERS}\n\n{ORDERS}lost",
        ),
        ("m.srt", f"1\n00:00:01,000 --> 00:00:02,000\nAnn: Hi &#x1b;c&#8238;{ORDERS}\n"),
        ("m.sbv", f"0:00:01.000,0:00:02.000\nAnn: Hi {ORDERS}\n\n0:00:99,0:00:02\n{ORDERS}lost\n"),
        ("m.md", f"# Title&#27;{ORDERS}\n\nAnn: Hi &#27;{ORDERS}\n\n" + "Bob: Hello, all of you.\n" * 20),
        ("m.txt", f"Ann: Hi &#27;{ORDERS}\n\n" + "Bob: Hello, all of you.\n" * 20),
    ],
)
def test_nothing_that_a_terminal_obeys_comes_in(tmp_path: Path, name: str, content: str) -> None:
    transcript = imported(tmp_path, name, content)
    assert any("Hi" in segment.text for segment in transcript.segments)
    strings = json.dumps(transcript.model_dump(mode="json"), ensure_ascii=False)
    assert strings.isprintable()
    assert "\\u" not in strings


def test_a_files_name_is_shown_without_what_a_terminal_obeys(tmp_path: Path) -> None:
    name = os.fsdecode(b"week\x1b[2J \xff\n\xe2\x80\xae.json")
    assert shown(Path(name)) == "week\ufffd[2J \ufffd \ufffd.json"
    assert refusal(tmp_path / name).startswith(f"{tmp_path}/week\ufffd[2J \ufffd \ufffd.json does not exist")


TALK = " ".join(f"We ship part {n} on Friday, and then we see." for n in range(700))
"""Half an hour without a pause, of 30,000 characters."""


def as_file(suffix: str, talk: str) -> str:
    if suffix == ".json":
        said = [{"id": "a", "start_s": 10, "end_s": 1810, "speaker": "Ann", "text": talk}]
        return json.dumps({"segments": [*said, {"id": "b", "start_s": 1810, "end_s": 1812, "text": "Fine."}]})
    if suffix in (".txt", ".md"):
        return f"[00:00:10] Ann: {talk}\n[00:30:10] Bob: Fine.\n[00:30:12] Ann: Good.\n"
    cues = "1\n00:00:10,000 --> 00:30:10,000\nAnn: {}\n\n2\n00:30:10,000 --> 00:30:12,000\nAnn: Fine.\n"
    return cues.format(talk)


@pytest.mark.parametrize("suffix", [".txt", ".md", ".srt", ".json"])
def test_a_line_without_end_is_divided_at_its_sentences_with_its_time(tmp_path: Path, suffix: str) -> None:
    lines = list(imported(tmp_path, f"talk{suffix}", as_file(suffix, TALK)).segments)
    ann = [each for each in lines if each.text not in ("Fine.", "Good.")]
    assert len(ann) == 8
    assert " ".join(each.text for each in ann) == TALK
    assert {each.speaker for each in ann} == {"Ann"}
    assert all(len(each.text) <= LONGEST_LINE and each.text.endswith("see.") for each in ann)
    assert lines[: len(ann)] == ann
    assert (ann[0].start_s, ann[-1].end_s) == (10, 1810)
    for one, following in pairwise(ann):
        assert one.end_s == following.start_s
        assert one.start_s is not None
        assert one.end_s is not None
        # Each has the seconds that its share of the characters takes.
        assert (one.end_s - one.start_s) / len(one.text) == pytest.approx(1800 / len(TALK), rel=0.01)


def test_a_line_whose_end_is_not_known_gives_only_its_first_part_a_time(tmp_path: Path) -> None:
    lines = imported(tmp_path, "talk.txt", f"[00:00:10] Ann: {TALK}\n").segments
    assert [each.start_s for each in lines] == [10, *[None] * 7]


@given(st.text(max_size=12_000), st.none() | st.floats(0, 9e4), st.none() | st.floats(0, 9e4))
@example("a" * 9_000, 0, 10)
@example(f"{'a' * 3_999} {'b' * 4_001}", 0, None)
def test_no_word_is_lost_or_moved_by_dividing(text: str, start_s: float | None, end_s: float | None) -> None:
    if start_s is not None and end_s is not None:
        start_s, end_s = sorted((start_s, end_s))
    lines = list(divided(Utterance(start_s, end_s, "Ann", text)))
    assert "".join("".join(line.text.split()) for line in lines) == "".join(text.split())
    assert all(0 < len(line.text) <= LONGEST_LINE for line in lines)
    times = [t for line in lines for t in (line.start_s, line.end_s) if t is not None]
    assert times == sorted(times) or None in (start_s, end_s)


@pytest.mark.parametrize("suffix", [".txt", ".srt", ".json"])
def test_more_than_a_days_talk_is_refused_in_little_memory(tmp_path: Path, suffix: str) -> None:
    """One line of 12 MB; what reads it afterwards would take gigabytes."""
    path = tmp_path / f"endless{suffix}"
    path.write_text(as_file(suffix, f"{TALK} " * 400))
    tracemalloc.start()
    try:
        assert refusal(path).endswith(
            f"is longer than a day of talk ({MOST_CHARACTERS:,} characters); divide it into its meetings."
        )
        assert tracemalloc.get_traced_memory()[1] < 6 * path.stat().st_size
    finally:
        tracemalloc.stop()


def test_a_segment_of_millions_of_parts_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "parts.json"
    junk = "[" * 900 + ",".join(["[[]]"] * 1_000_000) + "]" * 900
    path.write_text(f'{{"segments": [{{"start": 0, "end": 1, "junk": {junk}}}]}}')
    tracemalloc.start()
    try:
        assert "it has more than 500,000 parts" in refusal(path)
        assert tracemalloc.get_traced_memory()[1] < 6 * path.stat().st_size
    finally:
        tracemalloc.stop()


def test_a_million_words_a_line_each_are_as_much_as_a_days_talk(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Ann: a\n" * 400_000)
    assert "longer than a day of talk" in refusal(path)


def endless(words: str) -> str:
    return (f"{words} " * 200_000).strip()


LONG_NAME = "Ann " * 70


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("long.md", f"# {endless('Plan')}\n\nAnn: We ship on Monday.\n"),
        ("long.json", json.dumps({"title": endless("Plan"), "segments": [{"text": "We ship on Monday."}]})),
        (f"Plan {'a' * 240}.txt", "Ann: We ship on Monday.\n"),
    ],
    ids=["heading", "json", "file name"],
)
def test_a_title_is_as_long_as_one_that_is_typed(tmp_path: Path, name: str, content: str) -> None:
    transcript = imported(tmp_path, name, content)
    assert transcript.title is not None
    assert transcript.title.startswith("Plan ")
    assert transcript.title.endswith("\u2026")
    assert len(transcript.title) <= LONGEST_TITLE
    assert [each.text for each in transcript.segments] == ["We ship on Monday."]


@pytest.mark.parametrize(
    ("suffix", "content"),
    [
        (".json", json.dumps({"segments": [{"speaker": endless("Ann"), "text": "We ship on Monday."}]})),
        (".vtt", f"WEBVTT\n\n00:01.000 --> 00:02.000\n<v {LONG_NAME[:119]}>We ship on Monday.\n"),
    ],
    ids=["json", "voice"],
)
def test_a_speakers_name_is_as_long_as_one_that_is_typed(tmp_path: Path, suffix: str, content: str) -> None:
    transcript = imported(tmp_path, f"long{suffix}", content)
    (name,) = transcript.speakers
    assert name.startswith("Ann Ann ")
    assert name.endswith("\u2026")
    assert len(name) <= LONGEST_NAME
    assert [each.text for each in transcript.segments] == ["We ship on Monday."]


def test_the_name_of_who_types_is_as_long_as_one_that_is_typed(tmp_path: Path) -> None:
    path = tmp_path / "talk.vtt"
    path.write_text(ONE_CUE)
    (tmp_path / "talk.chat.txt").write_text(f"00:00:02\t{LONG_NAME[:250]}:\tSee PR 12\n")
    _, typed = import_with_chat(path).segments
    assert typed.text == "See PR 12"
    assert len(typed.speaker or "") <= LONGEST_NAME


def test_what_a_file_says_of_itself_is_bounded_as_its_words_are(tmp_path: Path) -> None:
    said = {"id": endless("s"), "speaker": "Ann", "also": endless("Bob"), "text": "We ship on Monday."}
    many = [endless("a"), *map(str, range(9_000))]
    whole = {"language": endless("e"), "flags": many, "warnings": many, "segments": [said]}
    transcript = imported(tmp_path, "long.json", json.dumps(whole))
    assert [each.text for each in transcript.segments] == ["We ship on Monday."]
    assert len(transcript.model_dump_json()) < 5_000
