"""Blanks that nobody filled: "[name]", "TBD", "XXX", "none".

A model that finds no owner writes a word for "no owner", and a template's slot may survive into the note. A
slot is told from a word by its shape and its place: "Testnet fork TBD" was decided as such, "by TBD" was not.
"""

from __future__ import annotations

import re

_NOBODY = frozenset(
    """tbd tbc tba n/a na none null nil nobody unknown unassigned undefined unspecified name owner
    assignee person string date due deadline text task todo placeholder anyone someone somebody missing empty
    unclear undecided pending insert blank nothing speaker participant attendee whoever nan""".split()
)
_NOTHING_SAID = re.compile(
    r"(?:to be|yet to be|not (?:yet )?(?:been )?)\s?(?:determined|decided|defined|confirmed|assigned"
    r"|announced|specified|mentioned|stated|given|known|set"
    r"|provided"
    r"|applicable"
    r"|available"
    r"|named|identified|discussed)"
    r"|no (?:one|owner|name|date|due date|deadline|assignee)"
    r"(?: (?:was )?(?:given|specified|mentioned|assigned|set))?"
    r"|no (?:action items?|actions?|tasks?|decisions?|questions?)"
    r"(?: (?:were )?(?:made|found|identified|discussed))?",
    re.IGNORECASE,
)
_SLOT_WORDS = (
    r"name|names|owner|assignee|person|people|participant|speaker|who|whom|date|day"
    r"|time"
    r"|deadline|due|insert|your|the"
    r"|tbd|tbc|tba|todo|placeholder|blank|xx+|number|amount"
    r"|topic"
    r"|task"
    r"|item"
    r"|project"
    r"|company"
    r"|client|customer|team"
    r"|department|document|address|email|location|place|title"
    r"|role"
    r"|description"
    r"|details?"
    r"|something|someone|fill|unknown"
)
_SLOT = re.compile(
    rf"\[\s?(?:[^\[\]\n]{{0,30}}\b)?(?:{_SLOT_WORDS})\b[^\[\]\n]{{0,30}}\]|\[[A-Z][A-Z _-]{{1,30}}\]"
    r"|\{\{?[^{}\n:\"']{1,40}\}?\}|<[a-zA-Z][^<>\n]{0,40}>|\$\{[A-Z_]{3,30}\}|%[a-z_]{3,30}%"
    r"|_{3,}|\bX{3,}\b|\?{3,}|\[\s?\.{2,}\s?\]|\[\s?\]"
    r"|\blorem ipsum\b|\bYYYY-MM-DD\b|\bDD[./]MM[./]YYYY\b|\bMM/DD/YYYY\b",
    re.IGNORECASE,
)
_SLOT_WORD = re.compile(rf"\b(?:{_SLOT_WORDS})\b")


def is_blank(text: str) -> bool:
    """Whether all of `text` is a word for "nothing" or an unfilled slot."""
    bare = text.strip().strip("[](){}<>\"'`*_.…?!-–—@:,;#|=~/+ \n\t").casefold()
    if not bare:
        return True
    if bare in _NOBODY or _NOTHING_SAID.fullmatch(bare):
        return True
    slot = blank_in(text.strip())
    return slot is not None and slot == text.strip()


def blank_in(text: str) -> str | None:
    """The unfilled slot in `text`, as written; None where there is none."""
    for found in _SLOT.finditer(text):
        slot = found.group()
        # Case tells a slot from a word: people write "xxx" and "[sic]", templates "XXX" and "[NAME]".
        by_case_only = re.fullmatch(r"x{3,}", slot) or (
            re.fullmatch(r"\[[a-z][a-z _-]{1,30}\]", slot) and not _SLOT_WORD.search(slot)
        )
        if not by_case_only:
            return slot
    return None
