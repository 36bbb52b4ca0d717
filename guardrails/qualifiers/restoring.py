"""Puts a condition or an exception back into a claim, in the words in which it was said."""

from __future__ import annotations

import re

from guardrails.qualifiers.finding import Finding


def restored(text: str, finding: Finding) -> str:
    """`text` with the words of `finding`: behind the word that they follow in speech where the sentence
    goes on after them ("everyone except Bob will come"), otherwise at the end.

    A person in them is left as it was said: who "I" is, the transcript beside the note tells.
    """
    words = finding.said[0].lower() + finding.said[1:]
    if finding.inside and finding.before:
        anchor = re.search(rf"(?<![\w']){re.escape(finding.before)}(?![\w'])", text, re.IGNORECASE)
        if anchor is not None and text[anchor.end() :].strip(" ."):
            return f"{text[: anchor.end()]} {words}{text[anchor.end() :]}"
    body = text.rstrip(" .!,;")
    return f"{body}, {words}{'.' if text.rstrip().endswith('.') else ''}"
