"""The page speaks plain English and says one thing by one word (docs/page.md, "Words")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.messages import catalogue

WEB = Path(__file__).resolve().parents[2] / "web"

NOT_USED = {
    r"mend(ed|s|ing)?": "edited, corrected",
    r"told": "said, shown",
    r"in work": "in the queue, being made",
    r"whose everybody": "who ...",
    r"look at this": "say what to do",
    r"put (it )?right|set aright": "correct",
    r"made anew|made new": "made again",
    r"whereof|thereof|herein|hitherto|heretofore": "plain words",
    r"kindly|please note": "say it",
    r"unverified|unconfirmed": "not confirmed",
    r"verified": "confirmed",
    r"assignee|responsible person|person responsible": "owner",
    r"deadline|due date": "date, due",
    r"change ?log|version history|list of changes": "edit history",
    r"erase[ds]?|wipe[ds]?": "delete",
    r"labels?|categor(y|ies)|keywords?": "tag",
    r"sign(ed)? (in|out)|log(ged)? on": "log out; enter the PIN",
    r"minutes of the meeting|protocol": "note",
    r"colour-?code[ds]?|utili[sz]e[ds]?|leverage[ds]?|seamless(ly)?|simply|easily": "leave it out",
}
"""Words, as patterns, and what to say instead."""
NOT_USED_IN = {
    "de": r"Meetings?|Protokollierung|To-?dos?|Besitzer|Verantwortliche\w*|Deadline|Tags|Label|Etikett\w*"
    r"|verifiziert|Bitte|Feed|downloaden|uploaden|canceln|Sitzung\w*",
    "fr": r"meetings?|procès-verbal|propriétaire|deadline|tags?|labels?|rencontres?|orateurs?|locuteurs?"
    r"|corbeille|veuillez|s’il vous plaît|email|upload\w*",
}
"""The same for the catalogues: other words for what has its name (docs/page.md), and what nobody needs."""
MARKUP = re.compile(r"{[{%#].*?[#%}]}|<[^>]*>", re.S)
SPOKEN = re.compile(r"""(?:aria-label|title|placeholder|content)="([^"]*)\"""")
QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


def of_templates() -> Iterator[tuple[str, str]]:
    """What templates say: text between tags, in attributes that are read out, and in expressions."""
    for path in sorted((WEB / "templates").rglob("*.html")):
        source = path.read_text()
        expressions = " ".join(re.findall(r"{{.*?}}|{%.*?%}", source, re.S))
        for text in (
            MARKUP.sub(" ", source),
            " | ".join(MARKUP.sub(" ", each) for each in SPOKEN.findall(source)),
            " | ".join(said for pair in QUOTED.findall(expressions) for said in pair if " " in said),
        ):
            yield f"{path.relative_to(WEB)}", text


def of_scripts() -> Iterator[tuple[str, str]]:
    """Texts in scripts, as far as they are more than one word."""
    for path in sorted((WEB / "static").glob("*.js")):
        source = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.S)
        texts = re.findall(r'"([^"\n]*)"|`([^`]*)`', source)
        yield f"{path.relative_to(WEB)}", " | ".join(" ".join(pair) for pair in texts if " " in "".join(pair))


def of_code() -> Iterator[tuple[str, str]]:
    """Texts in the page's code without its docstrings, as far as they are more than one word."""
    for path in sorted(WEB.rglob("*.py")):
        tree = ast.parse(path.read_text())
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        texts = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
        ]
        yield f"{path.relative_to(WEB)}", " | ".join(text for text in texts if " " in text)


OFFLINE = (WEB / "static" / "offline.html").read_text()
"""What a device keeps, in all languages."""
SAID = [*of_templates(), *of_scripts(), *of_code(), ("static/offline.html", MARKUP.sub("", OFFLINE))]


@pytest.mark.parametrize("pattern", NOT_USED)
def test_a_word_that_is_not_used_is_nowhere_on_the_page(pattern: str) -> None:
    found = [
        f"{place}: {text[max(0, match.start() - 30) : match.end() + 30].strip()!r}"
        for place, text in SAID
        for match in re.finditer(rf"\b({pattern})\b", text, re.IGNORECASE)
    ]
    assert not found, f"say instead: {NOT_USED[pattern]}"


@pytest.mark.parametrize("code", NOT_USED_IN)
def test_a_catalogue_uses_one_word_for_one_thing(code: str) -> None:
    said = [
        re.sub(r"%\(\w+\)s", "", f"{words}")
        for message in catalogue(code)
        for words in (message.string if isinstance(message.string, tuple) else (message.string,))
    ]
    assert len(said) > 900
    section = re.search(rf'<section lang="{code}">(.*?)</section>', OFFLINE, re.S)
    assert section
    said.append(section[1])
    assert [words for words in said if re.search(rf"\b({NOT_USED_IN[code]})\b", words)] == []


def test_everything_that_the_page_says_is_read() -> None:
    """The test above would pass on nothing."""
    said = dict.fromkeys(place for place, _ in SAID)
    assert len(said) > 90
    every = " ".join(text for _, text in SAID)
    for known in (
        "Select several",
        "What was said",
        "Search everything that was said",
        "Ticked off",
        "No meeting is selected",
        "Delete everything",
    ):
        assert known.lower() in every.lower(), known
