"""What a note gets from a recording, with a Whisper that says what the test wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipelines.errors import EngineError, WeightsMissingError
from pipelines.speech.passages import FileAudio
from pipelines.speech.transcriber import SpeechSettings, SpeechWeights, WhisperTranscriber
from pipelines.transcript import Transcript
from tests.fakes.sound import context, quiet, write_audio
from tests.fakes.whisper import (
    WEIGHTS,
    LoudIsSpeech,
    ScriptedWhisper,
    Spoken,
    SpokenWord,
    Unaligned,
    evenly,
    transcriber,
)

Hear = Callable[..., Transcript]


@pytest.fixture
def hear(tmp_path: Path) -> Hear:
    """Transcribe seconds of speech, pause, speech ... with a scripted Whisper."""

    def run(whisper: ScriptedWhisper, *parts: float, **settings: Any) -> Transcript:
        path = write_audio(tmp_path / "meeting.wav", [context(*parts or (20,))])
        return transcriber(whisper, **settings).transcribe(path)

    return run


def texts(transcript: Transcript) -> list[str]:
    return [segment.text for segment in transcript.segments]


def test_segments_carry_ids_times_and_confidence_and_nobody_s_name(hear: Hear) -> None:
    spoken = [evenly("I will send the report.", 0.0, 4.0), evenly("Thanks.", 6.0, 7.0, probability=0.7)]

    transcript = hear(ScriptedWhisper([spoken]))

    first, second = transcript.segments
    assert (first.id, first.start_s, first.end_s, first.text) == ("s1", 0.0, 4.0, "I will send the report.")
    assert (second.id, second.start_s, second.end_s, second.text) == ("s2", 6.0, 7.0, "Thanks.")
    assert first.speaker is None
    assert first.confidence is not None
    assert second.confidence is not None
    assert 0 < second.confidence < first.confidence < 1
    assert transcript.language == "en"
    assert transcript.flags == ()


def test_a_recording_with_lines_that_are_hard_to_hear_says_where(hear: Hear) -> None:
    spoken = [evenly("We begin.", 0, 4), evenly("Rhubarb and then.", 6, 7, probability=0.4)]

    transcript = hear(ScriptedWhisper([spoken]))

    assert [segment.is_hard_to_hear for segment in transcript.segments] == [False, True]
    assert transcript.flags == ("hard-to-hear",)
    assert "hard to hear (first at 0:06)" in transcript.warnings[0]
    held = [evenly("Yes, yes.", i, i + 1, probability=each) for i, each in ((1, 0.9), (6, 0.4))]
    assert "hard to hear (first at 0:06)" in hear(ScriptedWhisper([held])).warnings[0]


def test_times_are_those_of_the_recording_not_of_the_window(hear: Hear) -> None:
    spoken = [evenly("Before the break.", 1.0, 4.0), evenly("After the break.", 11.0, 14.0)]

    transcript = hear(ScriptedWhisper([spoken]), 10, 300, 10)

    before, after = transcript.segments
    assert (before.start_s, before.end_s) == pytest.approx((1.0, 4.0), abs=0.05)
    assert (after.start_s, after.end_s) == pytest.approx((310.2, 313.2), abs=0.1)


def test_a_segment_across_a_silence_that_was_left_out_is_divided(hear: Hear) -> None:
    spoken = [evenly("we ship on Monday and who tests it", 8.0, 12.0)]

    transcript = hear(ScriptedWhisper([spoken]), 10, 60, 10)

    assert " ".join(texts(transcript)) == "we ship on Monday and who tests it"
    first, second = transcript.segments
    assert first.end_s is not None
    assert second.start_s is not None
    assert first.end_s < 11
    assert second.start_s > 69


def test_a_long_segment_is_divided_at_its_sentences(hear: Hear) -> None:
    text = "We talked about the budget for long. Then nobody had anything to add to that."

    transcript = hear(ScriptedWhisper([[evenly(text, 0, 25)]]), 28)

    assert texts(transcript) == [
        "We talked about the budget for long.",
        "Then nobody had anything to add to that.",
    ]
    assert [s.id for s in transcript.segments] == ["s1", "s2"]


def test_segments_never_overlap_however_whisper_aligned_them(hear: Hear) -> None:
    spoken = [evenly("one two", 0, 8), evenly("three four", 5, 9), Spoken(" five", 3, 4)]

    transcript = hear(ScriptedWhisper([spoken]))

    edges = [edge for s in transcript.segments for edge in (s.start_s, s.end_s)]
    assert edges == sorted(edges, key=lambda edge: edge or 0.0)


def test_a_loop_of_lines_is_left_once_and_flagged(hear: Hear) -> None:
    loop = [evenly("Thank you so much.", i, i + 1.0) for i in range(10)]

    transcript = hear(ScriptedWhisper([[*loop, evenly("Next point.", 12, 13)]]))

    assert texts(transcript) == ["Thank you so much.", "Next point."]
    assert transcript.flags == ("repetition",)
    assert "repeated itself (at 0:00)" in transcript.warnings[0]


def test_a_loop_inside_a_line_is_left_once_and_flagged(hear: Hear) -> None:
    transcript = hear(ScriptedWhisper([[evenly("okay " + "I don't know " * 30, 0, 15)]]))

    assert texts(transcript) == ["okay I don't know"]
    assert transcript.flags == ("repetition",)


@pytest.mark.parametrize(
    ("heard", "kept"),
    [("octe" + "aq" * 40, "octeaq"), ("hahahaha", "hahahaha"), ("1" + "0" * 15, "1" + "0" * 15)],
)
def test_letters_that_loop_inside_a_word_are_left_once_and_flagged(hear: Hear, heard: str, kept: str) -> None:
    transcript = hear(ScriptedWhisper([[evenly(f"we met the {heard} then", 0, 15)]]))

    assert texts(transcript) == [f"we met the {kept} then"]
    assert transcript.flags == (() if heard == kept else ("repetition",))


def test_a_window_that_would_take_for_ever_is_given_up(hear: Hear) -> None:
    crawling = [[evenly(f"word{i}", 0.0, 0.1)] for i in range(1000)]
    whisper = ScriptedWhisper(crawling, unheard_s=[27 - 0.1 * i for i in range(1, 1000)])

    transcript = hear(whisper, 28)

    assert len(transcript.segments) < 10
    assert transcript.flags == ("repetition",)


def test_an_echo_of_the_vocabulary_is_not_what_was_said(hear: Hear) -> None:
    whisper = ScriptedWhisper(
        [[evenly("Ann Lee, Bob Marsh, Kubernetes.", 0, 3), evenly("Let us begin.", 4, 6)], []]
    )

    transcript = hear(whisper, roster=("Ann Lee", "Bob Marsh"), words=("Kubernetes",))

    assert texts(transcript) == ["Let us begin."]


def test_two_full_names_said_as_an_answer_stay(hear: Hear) -> None:
    asked = evenly("Who goes to the fair?", 0, 2)
    whisper = ScriptedWhisper(
        [[asked, evenly("Ann Lee, Bob Marsh.", 3, 5)], [evenly("Anne Lee, Bob Marsh.", 0, 2)]]
    )

    transcript = hear(whisper, roster=("Ann Lee", "Bob Marsh"))

    assert texts(transcript) == ["Who goes to the fair?", "Ann Lee, Bob Marsh."]


@pytest.mark.parametrize(
    ("without_the_names", "said"),
    [("Thank you.", ["Let us begin."]), ("Anna Miller?", ["Anna Müller.", "Let us begin."])],
)
def test_a_name_alone_is_heard_again_without_the_names_that_are_known(
    hear: Hear, without_the_names: str, said: list[str]
) -> None:
    both = [evenly("Anna Müller.", 0, 2), evenly("Let us begin.", 4, 6)]
    whisper = ScriptedWhisper([both, [evenly(without_the_names, 0, 2)]])

    transcript = hear(whisper, roster=("Anna Müller",))

    assert texts(transcript) == said
    assert [call["hotwords"] for call in whisper.calls] == ["Anna Müller.", None]
    assert whisper.heard_s[1] < 3


def test_names_and_words_of_the_house_are_told_to_every_window(hear: Hear) -> None:
    whisper = ScriptedWhisper([[evenly("Yes.", 0, 1)]])

    hear(whisper, 70, roster=("Ann Lee",), words=("Kubernetes",))

    assert len(whisper.calls) == 3
    assert {call["hotwords"] for call in whisper.calls} == {"Ann Lee, Kubernetes."}


def test_who_was_invited_is_expected_before_the_house_s_people(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "meeting.wav", [context(20)])
    whisper = ScriptedWhisper([[evenly("Yes.", 0, 1)]])
    listening = transcriber(whisper, roster=("Ann Lee", "Cid"), words=("Kubernetes",))

    list(listening.passages(FileAudio(path), people=("Theo Brandt", "Ann Lee")))

    assert {call["hotwords"] for call in whisper.calls} == {"Theo Brandt, Ann Lee, Cid, Kubernetes."}


def test_a_vocabulary_that_does_not_fit_is_said(hear: Hear) -> None:
    transcript = hear(ScriptedWhisper(), words=tuple(f"word{i}" for i in range(500)))

    assert transcript.flags == ("vocabulary-cut",)
    assert "440 entries" in transcript.warnings[0]


def test_the_guards_against_loops_are_on(hear: Hear) -> None:
    whisper = ScriptedWhisper()

    hear(whisper)

    (call,) = whisper.calls
    assert call["condition_on_previous_text"] is False
    assert call["compression_ratio_threshold"] == 2.4
    assert call["log_prob_threshold"] == -1.0
    assert call["no_speech_threshold"] == 0.6
    assert call["word_timestamps"] is True


def test_silence_needs_no_weights(tmp_path: Path) -> None:
    def not_installed() -> SpeechWeights:
        raise WeightsMissingError("no speech model is installed")

    silent = write_audio(tmp_path / "silent.wav", [quiet(30)])
    loud = write_audio(tmp_path / "loud.wav", [context(3)])
    engine = WhisperTranscriber(not_installed, SpeechSettings(), listen=LoudIsSpeech)

    transcript = engine.transcribe(silent)

    assert transcript == Transcript(segments=(), recorded_s=30.0)
    assert engine.engine is None
    with pytest.raises(WeightsMissingError):
        engine.transcribe(loud)


def test_the_note_learns_which_model_it_was(tmp_path: Path) -> None:
    engine = transcriber(ScriptedWhisper())

    engine.transcribe(write_audio(tmp_path / "a.wav", [context(3)]))

    assert engine.engine is not None
    assert engine.engine.name == "Systran/faster-whisper-base"
    assert (engine.engine.version, engine.engine.sha256) == ("r3v1s10n", "ab" * 32)


def test_the_model_is_loaded_once_for_many_files_and_again_after_close(tmp_path: Path) -> None:
    loads: list[int] = []

    def load(_: SpeechWeights, threads: int) -> ScriptedWhisper:
        loads.append(threads)
        return ScriptedWhisper()

    path = write_audio(tmp_path / "a.wav", [context(3)])
    engine = WhisperTranscriber(lambda: WEIGHTS, SpeechSettings(threads=3), load, LoudIsSpeech)
    engine.transcribe(path)
    engine.transcribe(path)
    assert loads == [3]

    engine.close()
    engine.transcribe(path)

    assert loads == [3, 3]


def test_a_file_that_was_cut_says_so_with_what_was_heard_before(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "cut.flac", [context(40)])
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    transcript = transcriber(ScriptedWhisper([[evenly("We begin.", 1, 2)]])).transcribe(path)

    assert texts(transcript)[0] == "We begin."
    assert transcript.flags == ("audio-truncated",)
    assert transcript.warnings[0].startswith("cut.flac was cut off at 0:")


def test_segments_come_while_the_file_is_still_read(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "long.wav", [context(300)])
    whisper = ScriptedWhisper([[evenly(f"Window {i}.", 1, 3)] for i in range(20)])
    engine = transcriber(whisper, language="en")

    segments = engine.segments(path)

    assert next(segments).text == "Window 0."
    assert len(whisper.calls) <= 2, "the rest is recognised when it is asked for"
    assert len(list(segments)) == len(whisper.calls) - 1


def test_progress_listens_first_and_then_counts_to_the_end(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "a.wav", [context(0, 40, 50, 20)])
    seen: list[tuple[str, float, float | None]] = []

    transcriber(ScriptedWhisper()).transcribe(path, lambda *step: seen.append(step))

    stages = [stage for stage, _, _ in seen]
    assert stages == sorted(stages), "listening, then transcribing, never back"
    assert seen[0][0] == "listening"
    for stage in ("listening", "transcribing"):
        done = [d for s, d, _ in seen if s == stage]
        assert done == sorted(done)
    assert seen[-1] == ("transcribing", pytest.approx(110), pytest.approx(110))


def test_words_that_cannot_be_aligned_cost_nothing_that_was_said(hear: Hear) -> None:
    whisper = ScriptedWhisper([[evenly("It begins.", 0, 4), Unaligned("It ends.", 4, 10.01)]])

    assert texts(hear(whisper, 10)) == ["It begins.", "It ends."]
    assert [call["word_timestamps"] for call in whisper.calls] == [True, False]


def test_a_sentence_that_a_window_cuts_is_heard_whole_in_the_next_one(hear: Hear) -> None:
    first = [evenly("We begin.", 1, 3)]
    second = [evenly("And this sentence was cut.", 0.5, 4)]
    whisper = ScriptedWhisper([first, second], unheard_s=[5.0, 0.0])

    transcript = hear(whisper, 50)

    assert texts(transcript) == ["We begin.", "And this sentence was cut."]
    assert transcript.segments[1].start_s == pytest.approx(25.5, abs=0.1)
    assert whisper.heard_s == pytest.approx([30, 25], abs=0.1)


def test_what_was_just_said_is_put_before_the_next_window(hear: Hear) -> None:
    whisper = ScriptedWhisper(
        [[evenly("Anja has the numbers.", 26, 29)], [evenly("She sends them.", 26, 29)]]
    )

    hear(whisper, 100)

    prompts = [call["initial_prompt"] for call in whisper.calls]
    assert prompts[0] is None
    first, second = ([*spoken.tokens] for (spoken,) in whisper.script)
    assert prompts[1] == first, "as Whisper wrote it"
    assert prompts[2] == first + second


def test_a_text_that_may_be_wrong_is_not_put_before_the_next_window(hear: Hear) -> None:
    guessed = evenly("Rhubarb.", 26, 29, temperature=0.2)
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [guessed], []])

    hear(whisper, 85)

    assert [call["initial_prompt"] is None for call in whisper.calls] == [True, False, True]


@pytest.mark.parametrize(("alone", "taken"), [(0.9, "The rhubarb is late."), (0.4, "The nd rhubarb nd.")])
def test_a_doubtful_text_is_heard_again_without_what_was_said_before_it(
    hear: Hear, alone: float, taken: str
) -> None:
    doubtful = evenly("The nd rhubarb nd.", 26, 29, probability=0.5)
    again = evenly("The rhubarb is late.", 26, 29, probability=alone)
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [doubtful], [again], []])

    assert texts(hear(whisper, 85)) == ["We begin.", taken]

    assert [call["initial_prompt"] is None for call in whisper.calls[:3]] == [True, False, True]


def test_silence_is_no_better_than_a_doubtful_text(hear: Hear) -> None:
    doubtful = evenly("The lease is late.", 26, 29, probability=0.7)
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [doubtful], [], []])

    assert texts(hear(whisper, 85)) == ["We begin.", "The lease is late."]


def test_lines_that_loop_are_not_put_before_the_next_window(hear: Hear) -> None:
    at_once = [evenly("Thank you so much.", i, i + 1.0) for i in range(10)]
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [*at_once, evenly("Next.", 26, 29)], []])
    hear(whisper, 85)
    assert [call["initial_prompt"] is None for call in whisper.calls] == [True, False, True]

    unbroken = [
        evenly(
            "\u3054\u8996\u8074\u3042\u308a\u304c\u3068\u3046\u3054\u3056\u3044\u307e\u3057\u305f", i, i + 1.0
        )
        for i in range(4)
    ]
    for spoken in unbroken:
        spoken.words = [
            SpokenWord(each, spoken.start, spoken.end) for each in (spoken.text[:6], spoken.text[6:])
        ]
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], unbroken, []])
    assert len(hear(whisper, 85).segments) == 2, "a language that writes without blanks"
    assert [call["initial_prompt"] is None for call in whisper.calls] == [True, False, True]

    one_by_one = ScriptedWhisper([[evenly("Thank you.", 26, 29)]])
    hear(one_by_one, 120)
    assert [call["initial_prompt"] is None for call in one_by_one.calls] == [True, False, False, True]


def test_where_nothing_is_heard_behind_what_was_said_it_is_heard_by_itself(hear: Hear) -> None:
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [], [evenly("The lease is late.", 26, 29)], []])
    assert texts(hear(whisper, 85)) == ["We begin.", "The lease is late."]
    unsure = evenly("Thank you.", 26, 29, probability=0.5)
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [], [unsure], []])
    assert texts(hear(whisper, 85)) == ["We begin."]


def test_speech_that_is_not_understood_at_all_is_told(hear: Hear) -> None:
    whisper = ScriptedWhisper([[evenly("We begin.", 1, 3)], []], unheard_s=[0.0, 30.0])
    transcript = hear(whisper, 60)
    assert transcript.flags == ("not-understood",)
    assert "could not be understood (at 0:30)" in transcript.warnings[0]


def test_repeated_words_are_not_put_before_the_next_window(hear: Hear) -> None:
    loop = evenly(" ".join(["and so on"] * 12), 20, 29)
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)], [loop], []])

    hear(whisper, 85)

    assert [call["initial_prompt"] is None for call in whisper.calls] == [True, False, True]


def test_after_a_long_pause_nothing_is_put_before_the_next_window(hear: Hear) -> None:
    whisper = ScriptedWhisper([[evenly("We begin.", 26, 29)]])

    hear(whisper, 29.5, 40, 29)

    assert [call["initial_prompt"] for call in whisper.calls] == [None, None]


def test_a_line_that_comes_again_word_for_word_is_heard_once_more_by_itself(hear: Hear) -> None:
    line = "We will send the report."
    whisper = ScriptedWhisper(
        [[evenly(line, 26, 29)], [evenly(line, 1, 3)], [evenly("And then the slides.", 1, 3)]]
    )

    assert texts(hear(whisper, 55)) == [line, "And then the slides."]
    assert [call["initial_prompt"] is None for call in whisper.calls] == [True, False, True]


def test_hint_and_context_leave_room_for_what_is_said(hear: Hear) -> None:
    talk = [" ".join(f"{window}x{word}" for word in range(40)) for window in range(9)]
    whisper = ScriptedWhisper([[evenly(said, 1, 29)] for said in talk])

    hear(whisper, 200, words=tuple(f"word{i}" for i in range(500)))

    for call in whisper.calls[3:]:
        hinted = len(whisper.hf_tokenizer.encode(call["hotwords"]).ids)
        assert 40 <= len(call["initial_prompt"]) <= 223 - hinted


def test_a_failing_engine_is_one_line_with_a_way_out(hear: Hear) -> None:
    for failure in (RuntimeError("cannot allocate\nmore"), ValueError("bad shape")):
        with pytest.raises(
            EngineError, match=r"^the speech model failed \(.*\): run `roomscribe models verify`"
        ):
            hear(ScriptedWhisper(fails=failure))
    with pytest.raises(EngineError, match="not enough memory"):
        hear(ScriptedWhisper(fails=MemoryError()))
