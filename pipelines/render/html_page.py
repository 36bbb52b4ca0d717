"""A note as one page of HTML that needs nothing else: no script, no font, no picture, no address."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from html import escape
from itertools import groupby

from pipelines.characters import printable
from pipelines.note import Note
from pipelines.render.outline import Block, Run, outline

_TAGS = {"title": "h1", "heading": "h2", "paragraph": "p", "warning": "p", "line": "p"}
_HEAD = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="generator" content="Roomscribe">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
.warning {{ border-left: .25rem solid; padding-left: .75rem; }}
u {{ text-decoration: underline dotted; }}
@media (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; }} }}
</style>
</head>
<body>
"""


def render_html(note: Note, timezone: tzinfo) -> str:
    """The note with its transcript; times in `timezone`."""
    head = _HEAD.format(language=escape(note.language or "en"), title=_text(note.title))
    return head + "".join(_body(outline(note, timezone))) + "</body>\n</html>\n"


def _body(blocks: Iterator[Block]) -> Iterator[str]:
    for is_list, run in groupby(blocks, key=lambda block: block.kind in ("bullet", "detail")):
        if is_list:
            yield "<ul>\n" + "".join(_items(list(run))) + "</ul>\n"
            continue
        for block in run:
            tag, mark = _TAGS[block.kind], ' class="warning"' if block.kind == "warning" else ""
            yield f"<{tag}{mark}>{_inline(block)}</{tag}>\n"


def _items(blocks: list[Block]) -> Iterator[str]:
    """Details are a list within the bullet above them."""
    for number, block in enumerate(blocks):
        following = blocks[number + 1].kind if number + 1 < len(blocks) else "bullet"
        if block.kind == "detail":
            yield f"<li>{_inline(block)}</li>\n" + ("</ul></li>\n" if following == "bullet" else "")
        else:
            yield f"<li>{_inline(block)}" + ("<ul>\n" if following == "detail" else "</li>\n")


def _inline(block: Block) -> str:
    return "".join(map(_run, block.runs))


def _run(run: Run) -> str:
    text = _text(run.text)
    for tag, is_so in (("u", run.unheard), ("b", run.bold), ("i", run.italic)):
        text = f"<{tag}>{text}</{tag}>" if is_so and text else text
    return text


def _text(text: str) -> str:
    return "<br>".join(escape(printable(line)) for line in text.split("\n"))
