"""Tables with a line for each utterance, its cells parted by tabs: Audacity's labels, Whisper's .tsv.

Sources: manual.audacityteam.org, "Importing and exporting labels" (seconds; a second line of frequencies may
follow each); openai/whisper, `WriteTSV` (milliseconds under "start end text").
"""

from __future__ import annotations

import re
from collections import Counter

from pipelines.characters import tidy
from pipelines.importers.clock import seconds_of
from pipelines.importers.headline import is_sound
from pipelines.importers.labels import accepted, split_label
from pipelines.importers.source import Source
from pipelines.importers.utterance import Counted, Reading, Utterance, is_words

_HEAD = re.compile(r"\s*start\tend\t(?:speaker\t)?text\s*$", re.IGNORECASE)
_NUMBER = r"-?\d{1,9}(?:[.,]\d{1,9})?"
_ROW = re.compile(rf"({_NUMBER})\t({_NUMBER})\t(.*)")


def is_rows(opening: str) -> bool:
    lines = [line for line in opening.split("\n") if line.strip() and not line.startswith("\\")][:6]
    return bool(lines) and (_HEAD.match(lines[0]) is not None or is_labels(opening))


def is_labels(opening: str) -> bool:
    """Whether they are Audacity's: every line two numbers and words."""
    lines = [line for line in opening.split("\n")[:-1] if line.strip() and not line.startswith("\\")][:6]
    return bool(lines) and all(map(_ROW.match, lines))


def read_rows(source: Source) -> Reading:
    """One utterance for each row; BadInputError where none has words."""
    counted = Counted(source)
    unit_s, has_speaker = 1.0, False
    rows: list[tuple[float | None, float | None, str | None, str]] = []
    for number, line in source.lines():
        counted.add(line)
        if number == 1 and _HEAD.match(line):
            unit_s, has_speaker = 0.001, "speaker" in line.lower()
        elif match := _ROW.match(line):
            start_s, end_s = (seconds_of(match[n].replace(",", "."), unit_s) for n in (1, 2))
            name, tab, text = match[3].partition("\t") if has_speaker else ("", "", match[3])
            rows.append((start_s, end_s, tidy(name) or None if tab else None, tidy(text or name)))
        elif line.strip() and not line.startswith("\\"):
            source.damage.add(number, "words without a time stay with those before")
            rows.append((None, None, None, tidy(line)))
    labels = Counter(label[0] for *_, name, text in rows if name is None and (label := split_label(text)))
    names = accepted(labels, len(rows))
    said: list[Utterance] = []
    for start_s, end_s, name, text in rows:
        if name is None and (label := split_label(text)) and label[0] in names:
            name, text = label
        if is_words(text) and not is_sound(text):
            said.append(Utterance(start_s, end_s, name, text))
    if not said:
        raise source.nothing_readable("no row has words")
    return Reading(said)
