"""Transcripts that other programs wrote, read into ours.

Files in the field are torn, mixed up, renamed and written by hand. So a file is what its content says
(`shapes`), a Word document is its text (`docx`), and what can be read is kept; what cannot costs only itself
and is named with its line in `Transcript.warnings` (flag "import-damaged"; keys that are merely not ours:
"import-unknown-keys"). Only a file in which nothing can be read is refused.

The readers are our own: webvtt-py drops a torn cue without a word, gives no line numbers, refuses a file
without its header, and leaves entities and the second voice of a cue in the text.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from pipelines.characters import shortened
from pipelines.errors import BadInputError
from pipelines.importers.chat import belongs_to, is_chat, is_nameless, with_chat
from pipelines.importers.shapes import READERS, other_readers, read
from pipelines.importers.source import Source, shown
from pipelines.importers.titles import title_in_name
from pipelines.text import LONGEST_TITLE
from pipelines.transcript import Transcript

__all__ = [
    "READERS", "SUFFIXES", "beside", "chat_of", "import_transcript", "import_with_chat", "is_chat",
    "is_nameless", "is_transcript", "read_and_compared", "transcript_of",
]  # fmt: skip

SUFFIXES = (".vtt", ".srt", ".sbv", ".txt", ".md", ".docx", ".json", ".tsv")
"""Of the names of transcripts, whatever is in them. One table for the page, the API, the watch folder and the
command line."""


def is_transcript(path: Path) -> bool:
    """Whether the name says that the file is a transcript; the file itself is not looked at."""
    return path.suffix.lower() in SUFFIXES


def import_transcript(
    path: Path, open_file: Callable[[Path], BinaryIO] | None = None, reader: str | None = None
) -> Transcript:
    """The transcript in a file; times in seconds, None where the file has none; speakers None where it names
    none.

    `open_file` opens it, where the reader's own way to do so is not wanted (OSError, BadInputError).
    `reader`: the one of `READERS` that a person has chosen, where what the file was taken for was wrong.
    Raises BadInputError, one line, for a file that is missing, unreadable or too large (`MAX_BYTES`,
    `MOST_CHARACTERS`), or has no readable words.
    """
    return _titled(read(_source(path, open_file), reader), path)


def read_and_compared(
    path: Path, open_file: Callable[[Path], BinaryIO] | None = None, reader: str | None = None
) -> tuple[Transcript, tuple[str, ...]]:
    """As `import_transcript`, with the names of the readers that would find something else in it."""
    source = _source(path, open_file)
    return _titled(read(source, reader), path), other_readers(source, reader)


def _source(path: Path, open_file: Callable[[Path], BinaryIO] | None) -> Source:
    if not is_transcript(path):
        raise BadInputError(
            f"{shown(path)} is not a transcript by its name; known are {', '.join(SUFFIXES)}."
        )
    return Source.read(path, open_file)


def _titled(transcript: Transcript, path: Path) -> Transcript:
    title = transcript.title or title_in_name(shown(Path(path.stem)))
    return transcript.model_copy(update={"title": title and shortened(title, LONGEST_TITLE)})


def import_with_chat(
    path: Path, open_file: Callable[[Path], BinaryIO] | None = None, reader: str | None = None
) -> Transcript:
    """As `import_transcript`, with the chat that lies beside it, if there is one. Same errors."""
    transcript = import_transcript(path, open_file, reader)
    chat = chat_of(path)
    return with_chat(transcript, chat, open_file) if chat else transcript


def chat_of(path: Path) -> Path | None:
    """The chat that lies beside a transcript."""
    transcripts, chats = beside(path)
    return next((each for each in chats if belongs_to(each, transcripts) == path), None)


def transcript_of(chat: Path) -> Path | None:
    """The transcript beside which a chat lies."""
    return belongs_to(chat, beside(chat)[0])


def beside(path: Path) -> tuple[list[Path], list[Path]]:
    """Transcripts and chats in the folder of a file, by their names."""
    try:
        named = sorted(each for each in path.parent.iterdir() if is_transcript(each))
    except OSError:
        return [], []
    return [each for each in named if not is_chat(each)], [each for each in named if is_chat(each)]
