"""One file in, one note out: finds the way from audio or a transcript to a checked note."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from guardrails.core.types import Segment
from pipelines.accepted import NOT_A_MEETING
from pipelines.compose import Meeting, compose_note, rules_engine
from pipelines.conventions import USUAL, Conventions
from pipelines.dating import DATE_ASSUMED, date_meeting
from pipelines.draft import Draft
from pipelines.editing.corrections import with_lines
from pipelines.errors import BadInputError, EngineError, WeightsDamagedError, WeightsMissingError
from pipelines.importers import import_with_chat, is_chat, is_transcript
from pipelines.importers.source import shown
from pipelines.names import may_be_named
from pipelines.note import Engine, Engines, Note
from pipelines.progress import Progress, silent
from pipelines.rules import draft_by_rules
from pipelines.speakers.labelling import with_voices, without_voices
from pipelines.speakers.turns import Turn
from pipelines.speech.audio import AUDIO_SUFFIXES
from pipelines.templates import GENERAL, Template
from pipelines.transcript import Transcript, as_read

EngineChoice = Literal["auto", "gemma", "rules"]


class Transcriber(Protocol):
    """Turns audio into a transcript; `engine` names the model that did it, once it was needed."""

    engine: Engine | None

    def transcribe(self, path: Path, progress: Progress) -> Transcript: ...

    def close(self) -> None:
        """Release the model's memory; it may be asked for again."""


class Drafter(Protocol):
    """Drafts a note with a language model; `engine` names it and counts its tokens."""

    engine: Engine

    def draft(
        self, segments: Sequence[Segment], roster: Sequence[str], progress: Progress, language: str | None
    ) -> Draft: ...


@dataclass(frozen=True)
class NoteMaker:
    """Makes notes from files. Models are asked for when a file needs them, not before."""

    timezone: tzinfo
    transcriber: Transcriber
    load_drafter: Callable[[], Drafter]
    """Raises WeightsMissingError where the weights are not installed."""
    voices: Callable[[Path, Progress], Sequence[Turn]] | None = None
    """Tells apart who speaks when in a recording; None where that is not wanted."""
    voices_bounded: bool = False
    """Whether it is known how many people speak at most."""
    choice: EngineChoice = "auto"
    roster: tuple[str, ...] = ()
    progress: Progress = field(default=silent)
    template: Template = GENERAL
    conventions: Conventions = USUAL
    warnings: tuple[str, ...] = ()
    """On each of its notes."""

    def make(self, path: Path, said_on: date | None = None, words: Path | None = None) -> Note:
        """Raise BadInputError for a file that is no meeting, WeightsMissingError where a model is needed.

        `words`: the transcript of the recording `path`, of which the voices alone are then heard.
        """
        asr: Engine | None = None
        if words is not None:
            require_file(path)
            transcript = self._with_voices(self._import(words), path)
        elif is_transcript(path):
            transcript = self._import(path)
        else:
            transcript, asr = self._transcribe(path)
        people = may_be_named(transcript.attendees, self.roster)
        draft, engines = self._draft(transcript, asr, people)
        return compose_note(draft, transcript, self._meeting(path, transcript, said_on), engines)

    def remake(self, note: Note, corrected: tuple[Segment, ...] = ()) -> Note:
        """The same meeting from the words that `note` holds, under its id; BadInputError if it has none.

        `corrected`: those of its lines that people corrected or named.
        """
        if not note.transcript.segments:
            raise BadInputError(f"note {note.id} has no transcript to make it from again")
        transcript = note.heard()
        people = may_be_named(note.attendees, self.roster)
        local_day = note.started_at.astimezone(self.timezone).date()
        meeting = Meeting(
            note_id=note.id,
            source=note.source,
            started_at=note.started_at,
            said_on=note.draft.said_on if note.draft else local_day,
            roster=people,
            attendees=note.attendees,
            planned_s=note.planned_s,
            series=note.series,
            tags=note.tags,
            flags=tuple(flag for flag in note.flags if flag == DATE_ASSUMED),
            warnings=self.warnings,
            continues=note.continues,
            template=self.template,
            conventions=self.conventions,
            corrected=corrected,
        )
        read = transcript.model_copy(update={"segments": with_lines(transcript.segments, corrected)})
        draft, engines = self._draft(read, note.engines.asr, people)
        return compose_note(draft, transcript, meeting, engines)

    def _import(self, path: Path) -> Transcript:
        self.progress("reading the transcript", 0, None)
        if is_chat(path):
            raise BadInputError(f"{shown(path)} is a meeting's chat; hand it over beside its transcript.")
        return import_with_chat(path)

    def _transcribe(self, path: Path) -> tuple[Transcript, Engine | None]:
        require_file(path)
        if path.suffix.lower() not in AUDIO_SUFFIXES:
            raise BadInputError(f"{shown(path)}: {NOT_A_MEETING}")
        transcript = self.transcriber.transcribe(path, self.progress)
        # The language model comes next, and a small machine has no room for both.
        self.transcriber.close()
        return self._with_voices(transcript, path), self.transcriber.engine

    def _with_voices(self, transcript: Transcript, path: Path) -> Transcript:
        tell = self.voices
        if tell is None:
            return transcript
        return with_voices(transcript, lambda: tell(path, self.progress), is_bounded=self.voices_bounded)

    def _draft(
        self, transcript: Transcript, asr: Engine | None, people: Sequence[str]
    ) -> tuple[Draft, Engines]:
        by_rules = Engines(asr=asr, rules=rules_engine())
        if self.choice == "rules" or not transcript.segments:
            return self._by_rules(transcript, people), by_rules
        try:
            drafter = self.load_drafter()
            segments = without_voices(transcript.segments)
            draft = drafter.draft(segments, people, self.progress, transcript.language)
        except (WeightsMissingError, EngineError) as error:
            if self.choice == "gemma":
                raise
            # A model that was never installed is no failure; one that is there and fails is said on the note.
            absent = isinstance(error, WeightsMissingError) and not isinstance(error, WeightsDamagedError)
            return self._by_rules(transcript, people, None if absent else error), by_rules
        return draft, Engines(asr=asr, llm=drafter.engine, rules=rules_engine())

    def _by_rules(
        self, transcript: Transcript, people: Sequence[str], instead_of: Exception | None = None
    ) -> Draft:
        self.progress("drafting by rules", 0, None)
        draft = draft_by_rules(
            as_read(transcript.segments),
            roster=people,
            summary_sentences=self.template.summary_sentences,
            language=transcript.language,
        )
        return draft if instead_of is None else draft.instead_of_model(instead_of)

    def _meeting(self, path: Path, transcript: Transcript, said_on: date | None) -> Meeting:
        dated = date_meeting(
            given=said_on,
            recorded=transcript.began_at(self.timezone),
            file_name=path.name,
            modified=datetime.fromtimestamp(path.stat().st_mtime, UTC),
            timezone=self.timezone,
        )
        assumed = f"The day of the meeting is the file's age ({dated.said_on}); --date sets it."
        return Meeting(
            note_id=f"{dated.said_on:%Y%m%d}-{_digest(path)}",
            source=shown(Path(path.name)),
            started_at=dated.started_at,
            said_on=dated.said_on,
            roster=may_be_named(transcript.attendees, self.roster),
            attendees=transcript.attendees,
            flags=(DATE_ASSUMED,) if dated.assumed else (),
            warnings=(*self.warnings, *((assumed,) if dated.assumed else ())),
            template=self.template,
            conventions=self.conventions,
        )


def require_file(path: Path, open_file: Callable[[Path], BinaryIO] | None = None) -> None:
    """Raise BadInputError unless `path` is a file with something in it that can be read.

    `open_file`: as for `import_transcript`.
    """
    try:
        if path.is_dir():
            raise BadInputError(f"{shown(path)}: is a directory; name the files in it")
        with open_file(path) if open_file else path.open("rb") as file:
            if not file.read(1):
                raise BadInputError(f"{shown(path)}: is empty")
    except FileNotFoundError:
        raise BadInputError(f"{shown(path)}: does not exist; check the path.") from None
    except PermissionError:
        raise BadInputError(f"{shown(path)}: no permission to read it") from None
    except OSError as error:
        raise BadInputError(f"{shown(path)}: cannot be read: {error.strerror}") from None


def _digest(path: Path) -> str:
    """The same bytes always make the same id, so that saving a file twice keeps one note."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]
