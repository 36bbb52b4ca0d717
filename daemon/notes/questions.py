"""Questions that people ask about their meetings: kept from the moment they are asked until they are deleted.

    STATE/questions/<id>.json    what was asked; the hub writes here
    STATE/questions/<id>.<type>  the sound of a spoken question, until it was understood
    STATE/answers/<id>.json      how far it is and what came of it; the worker writes here
    STATE/answers/<id>.jsonl     what the language model has said to it so far

A question is not a job of the queue: it makes no note and needs no folding. It waits in its folder, the
worker takes the oldest between two jobs, and whoever asked finds the answer there, also after a restart
(docs/adr/0087). Any process reads them without a lock. Backups leave both folders out: an answer can be had
again.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from daemon.base.durable import make_folder, remove_durably, sweep_unfinished, write_durably
from daemon.base.errors import NotFoundError
from pipelines.ask.answer import Answer
from pipelines.errors import BadInputError
from pipelines.model import Model, UtcDatetime
from pipelines.note import Note
from pipelines.text import LONGEST_WORDS, Words

LONGEST = LONGEST_WORDS
"""Characters of a question. Passages and history need the rest of the context."""
SOUNDS = ("wav", "mp3", "m4a", "ogg", "opus", "flac", "webm", "mp4", "aac", "3gp", "amr")
"""What telephones and browsers record; whether it can be heard is found out by decoding it."""

ID = r"^[0-9a-f]{16}$"


class Question(Model):
    """Written once."""

    id: str = Field(pattern=ID)
    conversation: str = Field(pattern=ID)
    """Id of its first question."""
    text: Words | None
    """None where it was spoken: the reply then says what was understood."""
    sound: Literal[SOUNDS] | None = None  # type: ignore[valid-type]  # pydantic takes the tuple's names
    """Type of the file that it was spoken into."""
    note_id: str | None = None
    """The one meeting that is asked about; None for all of them."""
    asked_at: UtcDatetime


class Reply(Model):
    """Where the worker is with a question."""

    id: str
    attempts: int = 0
    """Begun and not ended by anybody who could say why: a crash, a power cut."""
    state: Literal["waiting", "done", "failed"] = "waiting"
    heard: str | None = None
    """What was understood of a spoken question."""
    answer: Answer | None = None
    reason: str | None = None
    """Why there is none, for people."""
    at: UtcDatetime


MOST_WAITING = 20
"""More questions that wait at once come from a script; each takes a Raspberry Pi a minute or two."""
_ID = re.compile(ID)
Unwanted = Callable[[Question, Reply | None], bool]


class QuestionStore:
    """The hub puts and deletes; the worker writes replies, and nothing else."""

    def __init__(self, state_dir: Path) -> None:
        self.questions = state_dir / "questions"
        self.answers = state_dir / "answers"

    def make(self) -> None:
        """Create the folders. StateWriteError."""
        make_folder(self.questions)
        make_folder(self.answers)

    def sweep(self) -> None:
        """Remove what a crash left of questions that are gone, or were never asked. For the hub, at start."""
        self.make()
        for folder in (self.questions, self.answers):
            sweep_unfinished(folder)
            for path in list(folder.iterdir()):
                if self.get(path.stem) is None:
                    remove_durably(path)

    def get(self, question_id: str) -> Question | None:
        """None where there is none, or none that can be read."""
        try:
            return Question.model_validate_json(self._question(question_id).read_bytes())
        except (OSError, ValidationError):
            return None

    def find(self, question_id: str) -> Question:
        """NotFoundError."""
        found = self.get(question_id) if _ID.match(question_id) else None
        if found is None:
            raise NotFoundError("there is no such question; it may have been deleted")
        return found

    def all(self) -> list[Question]:
        """Every question, the oldest first."""
        found = (self.get(path.stem) for path in self.questions.glob("*.json"))
        return sorted((each for each in found if each), key=lambda each: (each.asked_at, each.id))

    def turns(self, conversation: str) -> list[Question]:
        """The questions of one conversation, in their order."""
        return [each for each in self.all() if each.conversation == conversation]

    def waiting(self) -> list[Question]:
        """Those that the worker has to answer, the oldest first."""
        return [each for each in self.all() if self._is_waiting(each.id)]

    def reply(self, question_id: str) -> Reply | None:
        """None before the worker has looked at it."""
        try:
            return Reply.model_validate_json(self._reply(question_id).read_bytes())
        except (OSError, ValidationError):
            return None

    def sound(self, question: Question) -> Path | None:
        """The file of a spoken question."""
        return self.questions / f"{question.id}.{question.sound}" if question.sound else None

    def log(self, question_id: str) -> Path:
        """Where the worker keeps what the model has said so far."""
        return self.answers / f"{question_id}.jsonl"

    def put_sound(self, sound: str, data: bytes) -> str:
        """Keep a spoken question, before it is asked by the id that is returned. StateWriteError."""
        self.make()
        question_id = new_id()
        write_durably(self.questions / f"{question_id}.{sound}", data)
        return question_id

    def drop_sound(self, question_id: str, sound: str) -> None:
        """Remove a spoken question that was not asked after all. StateWriteError."""
        remove_durably(self.questions / f"{question_id}.{sound}")

    def put(self, question: Question) -> None:
        """StateWriteError; BadInputError while too many wait."""
        self.make()
        if len(self.waiting()) >= MOST_WAITING:
            raise BadInputError("many questions wait already; ask again when some are answered")
        write_durably(self._question(question.id), question.model_dump_json())

    def write_reply(self, reply: Reply) -> None:
        """For the worker. StateWriteError. A reply to a question that is gone by now does not stay."""
        write_durably(self._reply(reply.id), reply.model_dump_json())
        if self.get(reply.id) is None:
            remove_durably(self._reply(reply.id))

    def delete(self, conversation: str) -> int:
        """Remove a conversation with all answers; how many questions it had. StateWriteError."""
        turns = self.turns(conversation)
        for question in turns:
            self._remove(question)
        return len(turns)

    def forget_note(self, note_id: str) -> int:
        """Remove every conversation that a meeting's words went into; how many. StateWriteError.

        All of it: an answer may rest on the turn before.
        """
        return self._delete(lambda question, reply: _is_about(question, reply, note_id))

    def renew(self, note: Note) -> int:
        """The same, where a note was replaced, for what it does not say any more."""
        said = {segment.id: segment.text for segment in note.transcript.segments}

        def is_stale(question: Question, reply: Reply | None) -> bool:
            places = reply.answer.places if reply and reply.answer else ()
            return any(
                place.note_id == note.id and said.get(place.segment_id) != place.text for place in places
            )

        return self._delete(is_stale)

    def _delete(self, unwanted: Unwanted) -> int:
        gone = {each.conversation for each in self.all() if unwanted(each, self.reply(each.id))}
        for conversation in gone:
            self.delete(conversation)
        return len(gone)

    def _remove(self, question: Question) -> None:
        # The question first: a reply that the worker writes meanwhile then finds nothing to belong to.
        remove_durably(self._question(question.id))
        for path in self._beside(question):
            remove_durably(path)

    def _beside(self, question: Question) -> Iterator[Path]:
        if (sound := self.sound(question)) is not None:
            yield sound
        yield self._reply(question.id)
        yield self.log(question.id)

    def _is_waiting(self, question_id: str) -> bool:
        reply = self.reply(question_id)
        return reply is None or reply.state == "waiting"

    def _question(self, question_id: str) -> Path:
        return self.questions / f"{question_id}.json"

    def _reply(self, question_id: str) -> Path:
        return self.answers / f"{question_id}.json"


def new_id() -> str:
    return secrets.token_hex(8)


def _is_about(question: Question, reply: Reply | None, note_id: str) -> bool:
    return question.note_id == note_id or bool(reply and reply.answer and note_id in reply.answer.note_ids)
