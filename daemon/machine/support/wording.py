"""What of a text may go into a bug report: the program's own wording, and nothing else.

A line of the log, a finding, a reason: each is a sentence of the program with gaps in it. In the gaps stand
names of files, titles, people, addresses, messages of libraries. So a text is compared with every sentence in
the program's source, and the sentence is kept. A gap keeps what nobody's words look like: a figure that the
program itself formats as one, a size, the name of a recording, a message of the operating system, a sentence
of the program. Everything else in it becomes "…", and a text that is no sentence of the program is withheld.
So nobody has to know what is secret, and a new message needs no entry anywhere.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

HIDDEN = "…"
PACKAGES = ("daemon", "web", "pipelines", "guardrails")
ROOT = Path(__file__).parents[3]
"""The folder with the packages."""

_LONGEST = 2_000
"""Characters; a longer text is no sentence."""
_DEEPEST = 3
"""A reason in a message in a line of the log."""
_INNER_WORDS = 4
"""The same for a text within another one: a title or a file may have the name of a shorter one."""
_MOST_GAPS = 8
_NUMBER = r"[-+]?[\d.,]+"
_PLAIN = re.compile(
    r"[\d.,]+ ?(bytes|kB|MB|GB|ms|s|min|h|%|dBFS|Hz)"  # an amount with its unit; a bare number might be a PIN
    r"|\d{8}-\d{6}-[0-9a-f]{4}"  # a recording or a meeting, by its time
    r"|roomscribe-[a-z]+\.(service|socket)"
)
_FORMAT = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?([diouxXeEfFgGcrsa%])")
_FRAME = re.compile(r'File "(?P<file>[^"]+\.py)", line (?P<line>\d+), in .*')
_RAISED = re.compile(r"(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)(?:: (?P<message>.*))?")

Part = str | bool
"""Of a sentence: a piece of text, or a gap; True: the program formats it as a number."""


@dataclass(frozen=True)
class Sentence:
    """One of the program's own, with its gaps."""

    parts: tuple[Part, ...]

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        return tuple(part for part in self.parts if isinstance(part, str))

    @cached_property
    def length(self) -> int:
        return sum(map(len, self.pieces))

    @cached_property
    def words(self) -> int:
        return sum(len(re.findall(r"[A-Za-z]{2,}", piece)) for piece in self.pieces)

    @cached_property
    def is_vague(self) -> bool:
        """Whether it has no more words and punctuation marks than gaps: "… is …" fits what anybody says."""
        gaps = self.parts.count(False)
        return 0 < gaps >= self.words + sum(len(re.findall(r"[:;,.()]", piece)) for piece in self.pieces)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile("".join(map(_regex, self.parts)))


class Wording:
    """The sentences of the program, read from its source."""

    def __init__(self, sentences: Iterable[Sentence] | None = None) -> None:
        found = set(_sentences()) if sentences is None else set(sentences)
        self.sentences = sorted(found, key=lambda each: (-each.words, -each.length, repr(each.parts)))
        """The one with the most words comes first, and wins."""
        self._terms = {os.strerror(number) for number in range(1, 134)} | set(_ERRORS)

    def of(self, text: str) -> str | None:
        """The text with its gaps emptied; None where it is none of the program's."""
        tidy = " ".join(text.split())
        return _frame(tidy) or self._raised(tidy) or self._matched(tidy, 1, 0) or self._listed(tidy)

    def shown(self, text: str | None) -> str:
        """The same for a report: a text that is withheld is "…", and none at all is empty."""
        return (self.of(text) or HIDDEN) if text else ""

    def _matched(self, text: str, words: int, depth: int) -> str | None:
        if len(text) > _LONGEST or depth > _DEEPEST:
            return None
        for sentence in self.sentences:
            if (
                sentence.is_vague
                or sentence.words < words
                or not all(piece in text for piece in sentence.pieces)
            ):
                continue
            if found := sentence.pattern.fullmatch(text):
                gaps = iter(found.groups())
                return "".join(
                    part if isinstance(part, str) else next(gaps) if part else self._gap(next(gaps), depth)
                    for part in sentence.parts
                )
        return None

    def _gap(self, text: str, depth: int) -> str:
        if not text or text in self._terms or _PLAIN.fullmatch(text):
            return text
        return self._matched(text, _INNER_WORDS, depth + 1) or HIDDEN

    def _listed(self, text: str) -> str | None:
        """Several findings in one line."""
        each = [self._matched(part, 1, 0) for part in text.split("; ")]
        return "; ".join(part or HIDDEN for part in each) if any(each) else None

    def _raised(self, text: str) -> str | None:
        """The last line of a traceback: what was raised, and its message as far as it is the program's."""
        found = _RAISED.fullmatch(text)
        if found is None or found["name"] not in _ERRORS:
            return None
        message = self._gap(found["message"], 0) if found["message"] else ""
        return f"{found['name']}: {message}" if message else found["name"]


_ERRORS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def _frame(text: str) -> str | None:
    """A line of a traceback: file and line, if the file is the program's, Python's or a library's."""
    found = _FRAME.fullmatch(text)
    if found is None:
        return None
    file = Path(found["file"])
    for root in (Path(sysconfig.get_path("purelib")), Path(sysconfig.get_path("stdlib")), ROOT):
        if file.is_relative_to(root) and file.is_file():
            return f"File {file.relative_to(root)}, line {found['line']}"
    return None


def _regex(part: Part) -> str:
    if isinstance(part, str):
        return re.escape(part)
    return f"({_NUMBER})" if part else "(.*?)"


def _sentences() -> Iterator[Sentence]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from sentences_of(ast.parse(path.read_bytes()))


def sentences_of(tree: ast.AST) -> Iterator[Sentence]:
    """Every text with a word in it; docstrings are for readers of the source, and nobody logs them."""
    skipped = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(node.values)
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = _joined(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = _formatted(node.value)
        else:
            continue
        sentence = Sentence(_tidied(parts))
        if sentence.words and len(sentence.parts) - len(sentence.pieces) <= _MOST_GAPS:
            yield sentence


def _joined(node: ast.JoinedStr) -> Iterator[Part]:
    for value in node.values:
        if isinstance(value, ast.Constant):
            yield str(value.value)
        elif isinstance(value, ast.FormattedValue):
            yield _is_number(value.format_spec)


def _is_number(spec: ast.expr | None) -> bool:
    """Whether a format such as ":.0f" or ":d" takes numbers alone."""
    if not isinstance(spec, ast.JoinedStr) or not spec.values:
        return False
    last = spec.values[-1]
    return isinstance(last, ast.Constant) and re.fullmatch(r"[-+ ,0-9.]*[dfg]", str(last.value)) is not None


def _formatted(text: str) -> Iterator[Part]:
    """The gaps of the logger's formats ("%s")."""
    end = 0
    for found in _FORMAT.finditer(text):
        yield text[end : found.start()]
        yield "%" if found[1] == "%" else found[1] in "diouxXeEfFgG"
        end = found.end()
    yield text[end:]


def _tidied(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Spaces as the log writes them; neighbouring pieces joined, and neighbouring gaps, too."""
    tidy: list[Part] = []
    for part in parts:
        if isinstance(part, str):
            part = re.sub(r"\s+", " ", part)
            if not part:
                continue
        last = tidy[-1] if tidy else None
        if isinstance(part, str) and isinstance(last, str):
            tidy[-1] = last + part
        elif isinstance(part, bool) and isinstance(last, bool):
            tidy[-1] = part and last
        else:
            tidy.append(part)
    if tidy and isinstance(tidy[0], str):
        tidy[0] = tidy[0].lstrip()
    if tidy and isinstance(tidy[-1], str):
        tidy[-1] = tidy[-1].rstrip()
    return tuple(part for part in tidy if part != "")
