"""WebVTT, SubRip and SBV."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelines.importers import import_transcript
from pipelines.transcript import Transcript


@pytest.fixture
def read(tmp_path: Path):
    def _read(text: str, suffix: str = ".vtt") -> Transcript:
        path = tmp_path / f"m{suffix}"
        path.write_text(text, encoding="utf-8")
        return import_transcript(path)

    return _read


def said(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(s.speaker, s.text) for s in transcript.segments]


def test_zoom_writes_the_name_before_the_words(read) -> None:
    transcript = read(
        "WEBVTT\r\n\r\n1\r\n00:09:50.430 --> 00:09:51.240\r\nMario Vega: Hello.\r\n\r\n"
        "2\r\n01:10:00.190 --> 01:10:05.869\r\nAkash | ECH: One thing: I'm late.\r\n"
    )
    assert said(transcript) == [("Mario Vega", "Hello."), ("Akash | ECH", "One thing: I'm late.")]
    assert [(s.id, s.start_s, s.end_s) for s in transcript.segments] == [
        ("s1", 590.43, 591.24),
        ("s2", 4200.19, 4205.869),
    ]


def test_teams_writes_the_name_into_a_voice_tag(read) -> None:
    transcript = read(
        "WEBVTT\n\n8a1f/12-0\n00:00:01.000 --> 00:00:04.000 align:start\n"
        "<v Smith, Ann (External)>We are\nall here.</v>\n\n"
        "00:00:05.000 --> 00:00:06.000\n<v.loud Bob>Yes &amp; no.</v> <v Ann>Well: <i>no</i>.</v>\n"
    )
    assert said(transcript) == [
        ("Ann Smith", "We are all here."),
        ("Bob", "Yes & no."),
        ("Ann", "Well: no."),
    ]


def test_notes_styles_and_regions_are_no_speech(read) -> None:
    transcript = read(
        "WEBVTT - a title\nKind: captions\nLanguage: en-GB\n\nNOTE made by hand\nTom: not said\n\n"
        "STYLE\n::cue { color: red }\n\nREGION\nid:fred\n\n"
        "00:01.000 --> 00:02.000 region:fred line:0\nTom: said\n\nNOTE\nthe end\n"
    )
    assert said(transcript) == [("Tom", "said")]
    assert transcript.language == "en"
    assert transcript.warnings == ()


def test_tags_and_entities_go_and_comparisons_stay(read) -> None:
    transcript = read(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n"
        "<c.yellow>a &lt; b</c> and 3 < 4 > 1 <00:00:01.500><b>AT&T</b>&nbsp;I <3 it&#39;s{\\an8}\n"
    )
    assert transcript.segments[0].text == "a < b and 3 < 4 > 1 AT&T I <3 it's"


def test_subrip_with_its_comma_and_sbv_are_read(read) -> None:
    srt = read(
        "1\n00:00:01,500 --> 00:00:02,000 X1:1\n- Tom: hi\n- Ann: yo\n\n2\n00:00:03,0 --> 00:00:04,0\nok\n",
        ".srt",
    )
    sbv = read("0:00:01.500,0:00:02.000\nTom: hi\nAnn: yo\n\n0:00:03.000,0:00:04.000\nok\n", ".sbv")
    assert said(srt) == said(sbv) == [("Tom", "hi"), ("Ann", "yo"), (None, "ok")]
    assert [(s.start_s, s.end_s) for s in srt.segments] == [(1.5, 2.0), (1.5, 2.0), (3.0, 4.0)]


def test_a_file_without_header_or_empty_lines_is_read(read) -> None:
    transcript = read("1\n00:01.000 --> 00:02.000\nTom: I have\n42\n2\n00:03.000 --> 00:04.000\nAnn: so\n")
    assert said(transcript) == [("Tom", "I have 42"), ("Ann", "so")]
    assert transcript.warnings == ()


@pytest.mark.parametrize(
    ("torn", "kept"),
    [
        ("00:0x:02.000 --> 00:00:03.000\nTom: torn", (None, "torn")),
        ("00:00:02.000 00:00:03.000\nTom: torn", (2.0, "torn")),
        ("00:00:03.000 --> 00:00:02.000\nTom: torn", (3.0, "torn")),
        ("00:00:02.000 -->\nTom: torn", (2.0, "torn")),
        ("--> 00:00:02.000\nTom: torn", (None, "torn")),
        ("00:00:99.000 --> 00:02:00.000\nTom: torn", (None, "torn")),
        ("00:00:02.000 --> 00:00:0x.000\nTom: torn", (2.0, "torn")),
        ("0:00:02.000,0:00:0x.000\nTom: torn", (2.0, "torn")),
        ("2\nTom: torn", (1.0, "first torn")),
        ("Tom: torn", (1.0, "first torn")),
        ("and more", (1.0, "first and more")),
        ("00:00:02.000 --> 00:00:03.000", None),
        ("2", None),
    ],
)
def test_a_damaged_time_costs_no_word_and_is_named(
    read, torn: str, kept: tuple[float | None, str] | None
) -> None:
    good = "00:00:01.000 --> 00:00:02.000\nTom: first\n"
    transcript = read(f"WEBVTT\n\n{good}\n{torn}\n\n00:00:05.000 --> 00:00:06.000\nAnn: last\n")
    lines = [(s.start_s, s.speaker, s.text) for s in transcript.segments]
    expected = [(1.0, "Tom", "first"), (5.0, "Ann", "last")]
    if kept and kept[1].startswith("first "):
        expected[0] = (kept[0], "Tom", kept[1])
    elif kept:
        expected.insert(1, (kept[0], "Tom", kept[1]))
    assert lines == expected
    assert transcript.flags == ("import-damaged",)
    (warning,) = transcript.warnings
    assert warning.startswith("m.vtt, line 6: ")
    assert all(s.end_s is None or s.start_s is None or s.end_s >= s.start_s for s in transcript.segments)


@pytest.mark.parametrize("cut", range(53))
def test_a_file_cut_off_keeps_what_stands_before_the_cut(read, cut: int) -> None:
    whole = (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nTom: first\n\n"
        "2\n00:00:03.000 --> 00:00:04.000\nAnn: second words\n"
    )
    transcript = read(whole[: len(whole) - cut])
    assert said(transcript)[0] == ("Tom", "first")
    assert transcript.segments[0].end_s == 2.0


def test_cues_in_odd_order_are_sorted_and_ties_keep_theirs(read) -> None:
    cue = "00:0{0}.000 --> 00:09.000\nTom: {1}\n\n"
    transcript = read("".join(cue.format(n, w) for n, w in [(5, "d"), (1, "a"), (3, "b"), (3, "c")]))
    assert [(s.id, s.text) for s in transcript.segments] == [
        ("s1", "a"),
        ("s2", "b"),
        ("s3", "c"),
        ("s4", "d"),
    ]


def test_a_row_of_spaces_does_not_end_a_cue(read) -> None:
    transcript = read(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n \nhello<00:00:01.500><c> there</c>\n\n"
        "00:02.000 --> 00:03.000\n \n"
    )
    assert said(transcript) == [(None, "hello there")]
    assert transcript.warnings == ()


def test_an_arrow_that_is_spoken_is_no_time(read) -> None:
    transcript = read("1\n00:01,000 --> 00:02,000\nTom: the slot moves 10:30 --> 11:00 then\n", ".srt")
    assert said(transcript) == [("Tom", "the slot moves 10:30 --> 11:00 then")]


_NAMES = st.sampled_from(
    ["Tom", "Z. Victor Zhou (xinbenlv)", "Akash | ECH", "Łukasz", "Marius van der Wijden"]
)
_WORDS = (
    st.text("abcdefgh IJK'éß,.?!&<1", min_size=1, max_size=40)
    .map(lambda t: " ".join(t.split()))
    .filter(lambda t: any(c.isalpha() for c in t))
)
_TIMES = st.tuples(st.integers(0, 20_000_000), st.integers(0, 100_000))


def _clock(milliseconds: int, comma: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{comma}{rest:03}"


@pytest.mark.parametrize(
    ("suffix", "comma", "arrow"), [(".vtt", ".", " --> "), (".srt", ",", " --> "), (".sbv", ".", ",")]
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    cues=st.lists(st.tuples(_NAMES, _WORDS, _TIMES), min_size=1, max_size=8, unique_by=lambda cue: cue[2][0])
)
def test_what_was_rendered_is_imported_again(read, suffix: str, comma: str, arrow: str, cues) -> None:
    text = "WEBVTT\n\n" if suffix == ".vtt" else ""
    for name, words, (start, length) in cues:
        escaped = words.replace("&", "&amp;").replace("<", "&lt;")
        text += f"{_clock(start, comma)}{arrow}{_clock(start + length, comma)}\n{name}: {escaped}\n\n"
    transcript = read(text, suffix)
    assert [(s.speaker, s.text, s.start_s, s.end_s) for s in transcript.segments] == [
        (name, words, start / 1000, (start + length) / 1000)
        for name, words, (start, length) in sorted(cues, key=lambda cue: cue[2][0])
    ]
    assert transcript.warnings == ()
