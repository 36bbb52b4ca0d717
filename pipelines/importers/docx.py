"""A Word document as lines of text: one for each paragraph or line break, headings marked as in Markdown.

The file comes from outside, and is a zip archive of XML: it may unpack to gigabytes, name files elsewhere,
define entities that grow, carry macros, or hold tables without end. Only the one member with the text is
read, piece by piece, up to a bound; whatever a transcript never has is refused by name. (python-docx, which
writes our documents, reads every member and keeps all of it in memory.)
Source: ECMA-376 part 1, 17.3 (paragraphs and runs) and 17.4 (tables).
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Final

from pipelines.errors import BadInputError

_TEXT: Final = "word/document.xml"
_MOST_BYTES: Final = 48 * 2**20
"""Of its XML; a day's talk from Teams has 30 MB."""
_MOST_MEMBERS: Final = 2_000
_MOST_TABLES: Final = 1_000
_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT: Final = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_BREAKS: Final = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_HEADINGS: Final = ("title", "heading", "titel", "\u00fcberschrift", "berschrift", "titre")


def is_docx(data: bytes) -> bool:
    """Whether it is a zip archive, as every Word document is."""
    return data.startswith(b"PK\x03\x04")


def lines_of(data: bytes, name: str) -> bytes:
    """The text of the document, in UTF-8; BadInputError, with `name`, where there is none to be had."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = _member(archive, name)
            with archive.open(info) as xml:
                return "\n".join(_lines(_Bounded(xml, name), name)).encode("utf-8", "replace")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise BadInputError(f"{name} is damaged, or no Word document: {_one_line(error)}.") from None
    except Exception as error:
        if type(error).__module__ not in ("zlib", "lxml.etree"):
            raise
        raise BadInputError(f"{name} is damaged, or no Word document: {_one_line(error)}.") from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or "it cannot be unpacked"


def _member(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS:
        raise BadInputError(f"{name} holds {len(members):,} files; save the transcript as text.")
    for each in members:
        parts = each.filename.replace("\\", "/").split("/")
        if ".." in parts or parts[0] == "":
            raise BadInputError(f"{name} names a file outside of itself; save the transcript as text.")
        if parts[-1].lower() == "vbaproject.bin":
            raise BadInputError(f"{name} holds macros; save it as a document without them (.docx).")
    info = next((each for each in members if each.filename == _TEXT), None)
    if info is None:
        raise BadInputError(f"{name} is a zip archive, and no Word document; unpack it first.")
    if info.file_size > _MOST_BYTES:
        raise _too_large(name)
    return info


def _too_large(name: str) -> BadInputError:
    return BadInputError(f"{name} unpacks to more than {_MOST_BYTES >> 20} MiB of text; divide it.")


class _Bounded:
    """The member as a file that ends where it gets too large, whatever the archive says of its size.

    Definitions of entities can only stand before the first element: a document that has any is refused.
    """

    def __init__(self, file: object, name: str) -> None:
        self._file = file
        self._name = name
        self._read = 0
        self._opening = b""

    def read(self, size: int = -1) -> bytes:
        piece: bytes = self._file.read(65_536 if size < 0 else min(size, 65_536))  # type: ignore[attr-defined]
        self._read += len(piece)
        if self._read > _MOST_BYTES:
            raise _too_large(self._name)
        if len(self._opening) < 4_096:
            self._opening += piece[:4_096]
            if b"<!" in self._opening.replace(b"\0", b"").replace(b"<!--", b""):
                raise BadInputError(f"{self._name} defines entities, as no transcript does; save it as text.")
        return piece


def _lines(file: _Bounded, name: str) -> Iterator[str]:
    from lxml import etree

    text: list[str] = []
    heading = False
    tables = 0
    walk = etree.iterparse(
        file, events=("end",), resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False
    )
    for _, element in walk:
        tag = str(element.tag).removeprefix(_W).removeprefix(_STRICT)
        if tag == "t":
            text.append((element.text or "").replace("\n", " "))
        elif tag in _BREAKS:
            text.append(_BREAKS[tag])
        elif tag == "pStyle":
            style = next((str(value) for key, value in element.attrib.items() if key.endswith("}val")), "")
            heading = style.lower().startswith(_HEADINGS)
        elif tag == "p":
            whole, mark = "".join(text), "# " if heading else ""
            yield from (mark + line if line.strip() else line for line in whole.split("\n"))
            text, heading = [], False
        elif tag == "tbl":
            tables += 1
            if tables > _MOST_TABLES:
                raise BadInputError(f"{name} holds more than {_MOST_TABLES:,} tables; save it as text.")
        if tag in ("p", "tbl"):
            element.clear()
            while element.getprevious() is not None and (parent := element.getparent()) is not None:
                del parent[0]
