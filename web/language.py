"""The page in the language of whoever reads it: English, German or French (docs/adr/0300).

A device keeps the one that was chosen on it; without a choice it is the first of the browser's that the page
has. The catalogues are web/translations/LANGUAGE.po, read as they are. What a note says stays in the language
of its meeting.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, g, has_request_context, request
from flask.templating import Environment
from flask_babel import Babel, get_locale
from jinja2 import FileSystemLoader, Template
from markupsafe import Markup

from web import device
from web.translation import translated

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fr": "Français"}
"""Each with its own name. English is what the code is written in, and has no catalogue."""
MACHINE = "machine"
"""Context of the sentences of our other programs, in English: many are kept before they are shown."""
_BETWEEN = {"en": "; ", "de": "; ", "fr": " ; "}
_FOLDER = Path(__file__).parent
_BLANK = re.compile(r"%\(\w+\)s")
_ESCAPED = re.compile(r"%\\\((\w+)\\\)s")


def language() -> str:
    """Of the current request; English outside of one."""
    try:  # asked for hundreds of times on a page: no look before the leap
        found: str = g.language
    except AttributeError:
        found = g.language = f"{get_locale()}"
    except RuntimeError:
        return "en"
    return found


def chosen() -> str:
    """By the device, else by its browser. Programs get what they know: English."""
    if not has_request_context() or request.path.startswith("/api/"):
        return "en"
    asked = (wanted.partition("-")[0] for wanted in request.accept_languages.values())
    wanted = (device.kept().get("language", ""), *asked)
    return next((code for code in wanted if code in LANGUAGES), "en")


@cache
def read(code: str) -> Catalog:
    path = _FOLDER / "translations" / f"{code}.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=code) if code != "en" else Catalog()


@cache
def catalogue(code: str) -> Translations:
    compiled = io.BytesIO()
    write_mo(compiled, read(code))
    compiled.seek(0)
    return Translations(compiled)


def _(message: str, **values: object) -> str:
    """A message in the language of the request, with its `%(name)s` filled in."""
    words = catalogue(language()).gettext(message)
    return words % values if values else words


def said(text: str) -> str:
    """A sentence of another program of ours in the language of the request; as it is if it is not known."""
    if not text or (words := _(text)) != text:
        return words if text else ""
    return _said(text, language())


def lang(code: str | None) -> Markup:
    """Attribute of an element with text in that language; empty where the page has it, or it is unknown."""
    return Markup(' lang="{}"').format(code) if code and code != language() else Markup()


def name_of(code: str) -> str:
    """Of a language: `German`, `Deutsch`."""
    return f"{Locale.parse(language()).languages.get(code, code)}"


@lru_cache(4096)
def _said(text: str, code: str) -> str:
    """Problems are told in one line, with "; " between them; but a sentence may have that within, too."""
    parts = text.split("; ")
    each = [_said(part, code) for part in parts] if len(parts) > 1 else parts
    is_list = len(parts) > 1 and all(before != after for before, after in zip(parts, each, strict=True))
    for pattern, translation in _sentences(code):
        if is_list and ";" not in pattern.pattern:
            continue
        if found := pattern.fullmatch(text):
            return translation % {name: _said(value, code) for name, value in found.groupdict().items()}
    return _BETWEEN[code].join(each)


@cache
def _sentences(code: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of them, those with the most words of their own first, each with its translation."""
    known = [each for each in read(code) if each.context == MACHINE]
    known.sort(key=lambda each: -len(_BLANK.sub("", f"{each.id}")))
    return [
        (re.compile(_ESCAPED.sub(r"(?P<\1>.+?)", re.escape(f"{each.id}")), re.S), f"{each.string}")
        for each in known
    ]


class _Loader(FileSystemLoader):
    """Gives `de:base.html` as base.html in German."""

    def get_source(self, environment: Any, template: str) -> Any:
        code, _, name = template.partition(":")
        source, *rest = super().get_source(environment, name)
        return translated(source, code, catalogue(code).gettext), *rest


class _Templates(Environment):
    """Compiles each template once for each language, so that a request translates next to nothing."""

    def get_template(self, name: Any, parent: Any = None, globals: Any = None) -> Template:
        return super().get_template(name if parent else f"{language()}:{name}", parent, globals)

    def join_path(self, template: str, parent: str) -> str:
        return f"{parent.partition(':')[0]}:{template}"


def prepare(app: Flask) -> None:
    """Before anything asks for a template."""
    app.jinja_environment = _Templates
    app.jinja_env.loader = _Loader(_FOLDER / "templates")
    Babel(app, locale_selector=chosen)
    app.jinja_env.globals |= {"_": _, "lang": lang, "language": language, "languages": LANGUAGES}
