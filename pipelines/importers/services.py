"""JSON of speech services: a table of them, each recognised by its keys, with a small reader.

A reader takes what the file's object holds and yields its utterances; whatever is not of the documented form
is passed over. Where a service gives words alone, they are put together by speaker and pause.

Sources: assemblyai.com/docs/api-reference/transcripts; developers.deepgram.com/reference (listen,
pre-recorded); docs.aws.amazon.com/transcribe, "Example JSON output"; cloud.google.com/speech-to-text
(RecognizeResponse v1 and v2); learn.microsoft.com/azure/ai-services/speech-service (batch and fast
transcription); ggml-org/whisper.cpp `output_json`; docs.rev.ai (monologues); developer.webex.com (transcript
snippets); YouTube's json3 (yt-dlp).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from pipelines.characters import shortened, tidy
from pipelines.importers.clock import seconds_of
from pipelines.importers.headline import is_sound
from pipelines.importers.utterance import Counted, Reading, Utterance, is_words
from pipelines.text import LONGEST_TITLE

_PAUSE_S: Final = 2.0
_MS: Final = 0.001
_TICK_S: Final = 1e-7
_NO_SPACE: Final = re.compile(r"[.,;:?!\u2026%)\]\u3002\u3001\uff0c]")


class _Word(NamedTuple):
    start_s: float | None
    end_s: float | None
    speaker: str | None
    text: str


def read_service(members: dict[str, Any], counted: Counted) -> Reading | None:
    """The words of a file whose object has these members; None where it is of no known form."""
    for wrapper in ("response", "data", "result", "transcript"):
        if len(members) <= 2 and isinstance(inner := members.get(wrapper), dict):
            members = inner
    for name, is_it, rows in SERVICES:
        if not is_it(members):
            continue
        said: list[Utterance] = []
        for each in rows(members):
            text = tidy(each.text)
            counted.add(text)
            if is_words(text) and not is_sound(text):
                said.append(each._replace(text=text))
        if said:
            return Reading(said, _title(members), _language(members), shape=name)
    return None


def _title(members: dict[str, Any]) -> str | None:
    return shortened(tidy(_text(members, "title", "name")), LONGEST_TITLE) or None


def _language(members: dict[str, Any]) -> str | None:
    inner = _dict(members.get("result")), _dict(members.get("params"))
    code = _text({**inner[1], **inner[0], **members}, "language_code", "language", "locale", "languageCode")
    return code[:2].lower() if re.fullmatch(r"[A-Za-z]{2}(?:[-_]\w{2,8})*", code) else None


def _assemblyai(members: dict[str, Any]) -> Iterator[Utterance]:
    if utterances := _dicts(members.get("utterances")):
        yield from _rows(utterances, _MS)
    elif words := _dicts(members.get("words")):
        yield from _joined(_words(words, _MS))
    else:
        yield Utterance(None, None, None, _text(members, "text"))


def _deepgram(members: dict[str, Any]) -> Iterator[Utterance]:
    results = _dict(members.get("results"))
    if utterances := _dicts(results.get("utterances")):
        yield from _rows(utterances)
        return
    channels = _dicts(results.get("channels"))
    for number, channel in enumerate(channels):
        best = _head(channel.get("alternatives"))
        name = f"Channel {number + 1}" if len(channels) > 1 else None
        paragraphs = _dicts(_dict(best.get("paragraphs")).get("paragraphs"))
        if paragraphs:
            for paragraph in paragraphs:
                speaker = speaker_of(paragraph) or name
                yield from (
                    row._replace(speaker=speaker) for row in _rows(_dicts(paragraph.get("sentences")))
                )
        elif words := _dicts(best.get("words")):
            yield from _joined(word._replace(speaker=word.speaker or name) for word in _words(words))
        else:
            yield Utterance(None, None, name, _text(best, "transcript"))


def _aws(members: dict[str, Any]) -> Iterator[Utterance]:
    results = _dict(members.get("results"))
    labels: dict[Any, str | None] = {}
    for segment in _dicts(_dict(results.get("speaker_labels")).get("segments")):
        for item in _dicts(segment.get("items")):
            labels[str(item.get("start_time"))] = speaker_of(item) or speaker_of(segment)
    words: list[_Word] = []
    for item in _dicts(results.get("items")):
        text = _text(_head(item.get("alternatives")), "content")
        start_s, end_s = seconds_of(item.get("start_time")), seconds_of(item.get("end_time"))
        speaker = speaker_of(item) or labels.get(str(item.get("start_time")))
        if item.get("type") == "punctuation" and words:
            words[-1] = words[-1]._replace(text=words[-1].text + text)
        else:
            words.append(_Word(start_s, end_s, speaker, text))
    if words:
        yield from _joined(words)
    elif segments := _dicts(results.get("audio_segments")):
        yield from _rows(segments)
    else:
        yield from _rows(_dicts(results.get("transcripts")))


def _google(members: dict[str, Any]) -> Iterator[Utterance]:
    results = _dicts(members.get("results"))
    best = [(result, _head(result.get("alternatives"))) for result in results]
    lists = [_dicts(alternative.get("words")) for _, alternative in best]
    if lists and any(speaker_of(word) for word in lists[-1]):
        # The last result repeats all words, with who said them.
        is_all = len(lists[-1]) >= sum(map(len, lists[:-1]))
        yield from _joined(_words(lists[-1] if is_all else [word for words in lists for word in words]))
        return
    from_s: float | None = 0.0
    for (result, alternative), words in zip(best, lists, strict=True):
        spoken = list(_words(words))
        until_s = _google_time(
            _first(result, "resultEndTime", "resultEndOffset", "result_end_time", "result_end_offset")
        )
        start_s = spoken[0].start_s if spoken else from_s
        end_s = spoken[-1].end_s if spoken else until_s
        yield Utterance(start_s, end_s, None, _text(alternative, "transcript"))
        from_s = until_s


def _google_time(value: Any) -> float | None:
    if isinstance(value, dict):
        whole, rest = seconds_of(value.get("seconds", 0)), seconds_of(value.get("nanos", 0), 1e-9)
        return None if whole is None or rest is None else whole + rest
    return seconds_of(value)


def _azure(members: dict[str, Any]) -> Iterator[Utterance]:
    several = len({str(phrase.get("channel")) for phrase in _dicts(members.get("recognizedPhrases"))}) > 1
    for phrase in _dicts(members.get("recognizedPhrases")):
        best = _head(phrase.get("nBest"))
        start_s = _either(phrase, "offsetInTicks", "offset")
        length_s = _either(phrase, "durationInTicks", "duration")
        speaker = speaker_of(phrase) or (f"Channel {phrase.get('channel')}" if several else None)
        yield _span(start_s, length_s, speaker, _text(best, "display", "lexical"))
    for phrase in _dicts(members.get("phrases")):
        start_s = seconds_of(_first(phrase, "offsetMilliseconds", "offset"), _MS)
        length_s = seconds_of(_first(phrase, "durationMilliseconds", "duration"), _MS)
        yield _span(start_s, length_s, speaker_of(phrase), _text(phrase, "text", "display"))


def _either(phrase: dict[str, Any], in_ticks: str, as_text: str) -> float | None:
    found = seconds_of(phrase.get(in_ticks), _TICK_S)
    return seconds_of(phrase.get(as_text)) if found is None else found


def _span(start_s: float | None, length_s: float | None, speaker: str | None, text: str) -> Utterance:
    end_s = None if start_s is None or length_s is None else round(start_s + length_s, 3)
    return Utterance(start_s, end_s, speaker, text)


def _whisper_cpp(members: dict[str, Any]) -> Iterator[Utterance]:
    for row in _dicts(members.get("transcription")):
        offsets, stamps = _dict(row.get("offsets")), _dict(row.get("timestamps"))
        start_s, end_s = (
            seconds_of(stamps.get(key)) if offsets.get(key) is None else seconds_of(offsets[key], _MS)
            for key in ("from", "to")
        )
        yield Utterance(start_s, end_s, speaker_of(row), _text(row, "text"))


def _rev(members: dict[str, Any]) -> Iterator[Utterance]:
    for monologue in _dicts(members.get("monologues")):
        elements = _dicts(monologue.get("elements"))
        starts, ends = ([seconds_of(each.get(key)) for each in elements] for key in ("ts", "end_ts"))
        known = [time_s for time_s in (*starts, *ends) if time_s is not None]
        words = "".join(_text(each, "value") for each in elements)
        yield Utterance(min(known, default=None), max(known, default=None), speaker_of(monologue), words)


def _webex(members: dict[str, Any]) -> Iterator[Utterance]:
    for row in _dicts(members.get("items")):
        start_s, length_s = (seconds_of(row.get(f"{key}Millisecond"), _MS) for key in ("offset", "duration"))
        yield _span(start_s, length_s, speaker_of(row), _text(row, "text"))


def _youtube(members: dict[str, Any]) -> Iterator[Utterance]:
    for event in _dicts(members.get("events")):
        start_s, length_s = (seconds_of(event.get(key), _MS) for key in ("tStartMs", "dDurationMs"))
        yield _span(
            start_s, length_s, None, "".join(_text(each, "utf8") for each in _dicts(event.get("segs")))
        )


def _any_rows(members: dict[str, Any]) -> Iterator[Utterance]:
    """The longest list of objects with words."""
    yield from max((list(_rows(_dicts(value))) for value in members.values()), key=len, default=[])


Rows = Callable[[dict[str, Any]], Iterator[Utterance]]
SERVICES: Final[tuple[tuple[str, Callable[[dict[str, Any]], bool], Rows], ...]] = (
    ("AWS Transcribe transcript", lambda m: _has(m.get("results"), "transcripts", "items"), _aws),
    ("Deepgram transcript", lambda m: _has(m.get("results"), "channels", "utterances"), _deepgram),
    ("Google Speech-to-Text transcript", lambda m: _has(_head(m.get("results")), "alternatives"), _google),
    ("Azure Speech transcript", lambda m: _has(m, "recognizedPhrases", "phrases"), _azure),
    ("whisper.cpp transcript", lambda m: bool(_dicts(m.get("transcription"))), _whisper_cpp),
    ("Rev transcript", lambda m: bool(_dicts(m.get("monologues"))), _rev),
    ("Webex transcript", lambda m: _has(_head(m.get("items")), "offsetMillisecond"), _webex),
    ("YouTube captions", lambda m: any("segs" in row for row in _dicts(m.get("events"))), _youtube),
    ("AssemblyAI transcript", lambda m: _has(m, "utterances", "audio_url", "speech_model"), _assemblyai),
    ("JSON transcript", lambda m: True, _any_rows),
)
"""What it is called, whether the members are its own, and how they are read; the first that fits is taken."""


def _joined(words: Iterable[_Word]) -> Iterator[Utterance]:
    """Words as utterances: until somebody else speaks, or nobody for a while."""
    said: list[_Word] = []
    last_s: float | None = None
    for word in words:
        is_pause = last_s is not None and word.start_s is not None and word.start_s - last_s > _PAUSE_S
        if said and (is_pause or (word.speaker is not None and word.speaker != said[0].speaker)):
            yield _utterance(said)
            said = []
        said.append(word._replace(speaker=said[0].speaker) if said and word.speaker is None else word)
        last_s = last_s if word.end_s is None else word.end_s
    if said:
        yield _utterance(said)


def _utterance(words: list[_Word]) -> Utterance:
    text = ""
    for word in words:
        text += word.text if not text or _NO_SPACE.fullmatch(word.text) else f" {word.text}"
    starts = [word.start_s for word in words if word.start_s is not None]
    ends = [word.end_s for word in words if word.end_s is not None]
    return Utterance(min(starts, default=None), max(ends, default=None), words[0].speaker, text)


def _words(rows: Iterable[dict[str, Any]], unit_s: float = 1.0) -> Iterator[_Word]:
    for row in rows:
        start, end = _first(row, "start", *_STARTS), _first(row, "end", *_ENDS)
        start_s, end_s = (
            _google_time(each) if unit_s == 1.0 else seconds_of(each, unit_s) for each in (start, end)
        )
        yield _Word(start_s, end_s, speaker_of(row), _text(row, "punctuated_word", "word", "text"))


def _rows(rows: Iterable[dict[str, Any]], unit_s: float = 1.0) -> Iterator[Utterance]:
    for row in rows:
        start_s, end_s = seconds_of(_first(row, *_STARTS), unit_s), seconds_of(_first(row, *_ENDS), unit_s)
        yield Utterance(
            start_s, end_s, speaker_of(row), _text(row, "text", "transcript", "sentence", "body", "content")
        )


SPEAKERS: Final = (
    "speaker", "speaker_name", "speakerName", "personName", "speakerLabel", "speaker_label", "channel_label",
    "speakerTag", "speaker_tag",
)  # fmt: skip
_STARTS: Final = ("start_s", "start", "startTime", "start_time", "startOffset", "start_offset")
_ENDS: Final = ("end_s", "end", "endTime", "end_time", "endOffset", "end_offset")


def _first(row: dict[str, Any], *keys: str) -> Any:
    return next((row[key] for key in keys if row.get(key) is not None), None)


def _text(row: dict[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := row.get(key), str)), "")


def speaker_of(row: dict[str, Any]) -> str | None:
    """Services number voices, or give them letters; 0 is nobody where they count from 1 (Google)."""
    given = _first(row, *SPEAKERS)
    if given is None or isinstance(given, bool) or (given == 0 and "speakerTag" in row):
        return None
    name = tidy(given) if isinstance(given, str) else str(given) if isinstance(given, int) else ""
    return (f"Speaker {name}" if len(name) == 1 or name.isdecimal() else name) or None


def _has(value: Any, *keys: str) -> bool:
    return not _dict(value).keys().isdisjoint(keys)


def _head(value: Any) -> dict[str, Any]:
    return next(iter(_dicts(value)), {})


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
