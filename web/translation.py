"""Templates in another language than the English that they are written in (docs/adr/0300).

Nothing marks what is to be translated, so nothing can be forgotten: it is each stretch of text between two
tags, with the values in it as `%(name)s`; attributes that are read to people; and strings of expressions that
are prose. What is within <code> or <pre> stays as it is typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_JINJA = r"{%.*?%}|{{.*?}}"
_PART = re.compile(
    rf"""(?P<other>{{\#.*?\#}}) | (?P<statement>{{%.*?%}}) | (?P<value>{{{{.*?}}}})
    | (?P<tag><(?:{_JINJA}|"(?:{_JINJA}|[^"])*"|[^>"{{])*>) | (?P<text>[^<{{]+|.)""",
    re.S | re.X,
)
_IN_TAG = re.compile(
    rf'(\b(?:aria-label|title|placeholder|alt|data-say-\w+)=")((?:{_JINJA}|[^"{{])*)|{{{{.*?}}}}', re.S
)
_HOLDS_PROSE = re.compile(r"{%-?\s*(set|for|with)\b")
_STRING = re.compile(r""""([^"]*)"|'([^']*)'""")
_PROSE = re.compile(r"[A-Z][a-zé]|.*[a-z’]\S* \S*[a-z]", re.S)
_NAME = re.compile(r"\b(?!(?:if|else|or|not|and|is|none|in|length|join|list)\b)[a-z_]\w*")
_TYPED = re.compile(r"<(/?)(?:code|pre)\b")
_LETTER = re.compile(r"[^\W\d_]")

Say = Callable[[str], str]
"""A message in the other language."""


def translated(source: str, code: str, say: Say) -> str:
    """The source of a template, or the value of an attribute, for the language `code`."""
    return source if code == "en" else "".join(_translated(source, code, say))


def _translated(source: str, code: str, say: Say) -> Iterator[str]:
    run: list[tuple[str, str]] = []
    is_typed = False
    for part in [*_PART.finditer(source), None]:
        kind, text = (f"{part.lastgroup}", part[0]) if part else ("other", "")
        if kind in ("value", "text"):
            run.append((kind, text))
            continue
        yield "".join(each for _, each in run) if is_typed else _stretch(run, say)
        run = []
        if found := _TYPED.match(text):
            is_typed = not found[1]
        if kind == "tag":
            text = _IN_TAG.sub(lambda match: _in_tag(match, code, say), text)
            text = text.replace('lang="en"', f'lang="{code}"')
        elif _HOLDS_PROSE.match(text):
            text = _strings(text, say)
        yield text


def _in_tag(match: re.Match[str], code: str, say: Say) -> str:
    return match[1] + translated(match[2], code, say) if match[1] else _strings(match[0], say)


def _stretch(run: list[tuple[str, str]], say: Say) -> str:
    """Text and values without a tag between them."""
    if not any(kind == "text" and _LETTER.search(text) for kind, text in run):
        plain = "".join(_strings(text, say) if kind == "value" else text for kind, text in run)
        return re.sub("[“”]", lambda match: say(match[0]), plain)
    values: dict[str, str] = {}
    message = "".join(text if kind == "text" else _blank(text, values) for kind, text in run)
    middle = message.strip()
    lead, _, trail = message.partition(middle)
    words = say(" ".join(middle.split()))
    for name, value in values.items():
        words = words.replace(f"%({name})s", _strings(value, say))
    return f"{lead}{words}{trail}"


def _blank(value: str, values: dict[str, str]) -> str:
    """A place in a message, named after what is put there."""
    name = (_NAME.findall(_STRING.sub("", value)) or ["value"])[-1]
    while values.setdefault(name, value) != value:
        name += "_"
    return f"%({name})s"


def _strings(text: str, say: Say) -> str:
    """An expression, with its prose in the other language."""

    def string(match: re.Match[str]) -> str:
        words = match[1] or match[2] or ""
        return repr(say(words)) if _PROSE.match(words) else match[0]

    return _STRING.sub(string, text)
