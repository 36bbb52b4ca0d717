"""What the page says, message by message, and what the catalogues have of it.

python -m tests.web.messages    adds to web/translations/*.po what is new, takes out what is gone, and says
                                what is not translated yet
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from daemon.hub.nightly.report import NAMES, OFTEN
from daemon.machine.check.overview import FINDINGS
from daemon.machine.check.probes import SEEN_BY_HUB
from daemon.notes.store.filters import MOODS
from pipelines.render.forms import SAVED
from pipelines.render.words import BY_HAND, NO_LLM
from web.language import LANGUAGES, MACHINE
from web.translation import translated
from web.views.system import _STATUS
from web.views.system import PROBES as CALLED

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
TRANSLATIONS = WEB / "translations"
OTHERS = tuple(code for code in LANGUAGES if code != "en")
NO_PAGE = {"web/api", "web/hub.py", "web/serve.py", "web/server.py", "web/channel.py", "web/long_answer.py"}
"""What speaks to programs, to a terminal or to a log alone."""
NO_PAGE |= {"web/pages/api.py"}
LOGGED = {"debug", "info", "warning", "error", "exception"}
_PROSE = re.compile(r"[A-Z][a-z]+\b|.*[a-z’]\S* \S*[a-z]", re.S)
_COUNTED = re.compile(r"""\bcount\([^"]*, "([^"]+)"\)""")
_CALLED = re.compile(r"""\b_\("([^"]+)"\)""")

Message = str | tuple[str, str]
"""One, or one with its plural."""


class Asked:
    """A catalogue that only notes what it is asked for."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def say(self, message: str) -> str:
        self.messages.append(message)
        return message


def of_templates() -> Iterator[tuple[Message, str]]:
    """Each with the file that has it."""
    for path in sorted((WEB / "templates").rglob("*.html")):
        found = Asked()
        source, where = path.read_text(), f"{path.relative_to(ROOT)}"
        translated(source, "xx", found.say)
        nouns = _COUNTED.findall(source)
        for message in (*found.messages, *_CALLED.findall(source)):
            if message not in nouns:
                yield message, where
        for noun in nouns:
            yield plural(noun), where


def plural(noun: str) -> tuple[str, str]:
    return f"%(num)s {noun}", f"%(num)s {noun}s"


def of_code() -> Iterator[tuple[Message, str]]:
    """Every string of the page's modules that is prose, wherever it is translated, and what `_` is given."""
    for path in sorted(WEB.rglob("*.py")):
        where = f"{path.relative_to(ROOT)}"
        if any(where == each or where.startswith(f"{each}/") for each in NO_PAGE):
            continue
        yield from ((message, where) for message in _of_module(ast.parse(path.read_text())))


def _of_module(tree: ast.Module) -> Iterator[Message]:
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.Call) and _is_logged(node):
            skipped |= {id(each) for each in ast.walk(node) if isinstance(each, ast.Constant)}
        elif isinstance(node, ast.JoinedStr):
            skipped |= {id(each) for each in node.values}
        elif isinstance(node, ast.Call) and _name(node.func) == "NotFoundError":
            skipped |= {id(each) for each in ast.walk(node) if isinstance(each, ast.Constant)}
        if isinstance(node, ast.Call) and _name(node.func) == "count" and len(node.args) == 2:
            noun = node.args[1]
            if isinstance(noun, ast.Constant):
                skipped.add(id(noun))
                yield plural(noun.value)
        if isinstance(node, ast.Call) and _name(node.func) == "_":
            for each in ast.walk(node.args[0]):
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    skipped.add(id(each))
                    yield each.value
    for node in ast.walk(tree):
        is_said = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
        if is_said and _PROSE.match(node.value) and not node.value.startswith("/"):
            yield node.value


def _is_logged(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in LOGGED


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


NOT_SAID = re.compile(
    r"""[A-Z][a-z]+(-[A-Z][a-z]+)+ | \w+/[\w.-]+(;.*)? | [<_ -].* | .*-src\ .* | .*=\(\).* | public,.*
    | .*\(\?.* | .*\\S.* | action\ item | open\ question
    | Host | Location | Authorization | Accept | Bearer | Origin | Strict | Visitor | View | Door
    | (notes|questions|names|jobs|audio|meeting|settings|tokens|files|rooms)\ [a-z]+
    | Open\ this\ page\ .* | This\ token\ .* | No\ token\ .* | Enter\ the\ PIN\ first.*
    | There\ is\ no\ PIN\ yet\..* | its\ (token|Origin)\ .* | it\ was\ sent\ by.*""",
    re.X | re.S,
)
"""What the protocol, the log or a program reads; what is counted has both its forms elsewhere."""
SINGLE_WORDS = (
    *MOODS,
    *_STATUS.values(),
    *BY_HAND.values(),
    NO_LLM,
    *(CALLED.get(each, each.capitalize()) for each in (*SEEN_BY_HUB, *FINDINGS)),
    *(about for job, about in NAMES.items() if job != OFTEN),
    *(what for what, _ in SAVED),
    *(name for _, forms in SAVED for name, _ in forms),
    *("quiet", "good", "loud", "open", "done", "recording", "waiting", "owner unknown"),
    *("evidence", "arithmetic", "logic", "constraint", "identity", "selfcorrection", "qualifier"),
    *("combinatorial", "consistency", "everybody", "nobody", "nobody named"),
)
"""What reaches `_` by a variable."""


def messages() -> dict[Message, list[str]]:
    """Every message of the page, each with the files that have it."""
    found: dict[Message, list[str]] = {}
    said = [*of_templates(), *of_code(), *((word, "tests/web/messages.py") for word in SINGLE_WORDS)]
    for message, where in said:
        if isinstance(message, str) and (NOT_SAID.fullmatch(message) or message in LANGUAGES.values()):
            continue
        places = found.setdefault(message, [])
        if where not in places:
            places.append(where)
    return found


def of_machine() -> set[str]:
    """Every string of the programs below the page, with each value in it as `%()s`."""
    found: set[str] = set()
    for folder in ("daemon", "pipelines", "guardrails"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                found |= {pattern_of(each) for each in _texts(node)}
    shipped = (ROOT / "pipelines/templates/shipped").glob("*.toml")
    return found | {tomllib.loads(path.read_text())["about"] for path in shipped}


def _texts(node: ast.AST) -> Sequence[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.JoinedStr):
        return ("".join(f"{each.value}" if isinstance(each, ast.Constant) else "{}" for each in node.values),)
    return ()


def pattern_of(text: str) -> str:
    """`it was asked: "{}"` and `it was asked: "%(words)s"` are one."""
    return re.sub(r"{[^{}]*}|%\(\w+\)s", "%()s", text)


COMPOSED = re.compile(r"The mood was .*|%\(right\)s; .*|%\(name\)s is missing: .*; .*")
"""Sentences that a program puts together from halves."""


def catalogue(code: str) -> Catalog:
    return read_po(io.BytesIO((TRANSLATIONS / f"{code}.po").read_bytes()), locale=code)


def update(code: str) -> list[str]:
    """Bring a catalogue up to date; what of it is not translated."""
    old = catalogue(code)
    new = Catalog(
        locale=code,
        header_comment=f"# The page in {LANGUAGES[code]}; `python -m tests.web.messages` adds new messages.",
        project="Roomscribe",
        version="1",
        msgid_bugs_address="",
        last_translator="The Roomscribe developers",
        language_team="The Roomscribe developers",
        creation_date=old.creation_date,
        revision_date=old.creation_date,
        fuzzy=False,
    )
    for message, places in messages().items():
        known = old.get(message[0] if isinstance(message, tuple) else message)
        new.add(message, known.string if known else "", locations=[(place, None) for place in places])
    for each in old:
        if each.context == MACHINE:
            new.add(each.id, each.string, context=MACHINE)
    with (TRANSLATIONS / f"{code}.po").open("wb") as file:
        write_po(file, new, width=110, omit_header=False)
    return [f"{each.id}" for each in new if each.id and not each.string]


if __name__ == "__main__":
    for code in OTHERS:
        sys.stdout.write("\n  ".join((code, *update(code))) + "\n")
