"""Names of models as the configuration writes them: "owner/repo:file.gguf" (or .onnx) and "owner/repo"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from pipelines.errors import BadInputError

Kind = Literal["llm", "speech", "voices"]

# No part begins with a dot: a name becomes part of a path below the models folder.
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.-]*"
_NAME = re.compile(rf"(?P<repo>{_PART}/{_PART})(?::(?P<file>{_PART}(?:/{_PART})*\.(?:gguf|onnx)))?")
_SHARD = re.compile(r"-\d{5}-of-\d{5}\.gguf")

VOICES_SUFFIX = ".onnx"
_TITLES: dict[Kind, str] = {
    "llm": "language model",
    "speech": "speech model",
    "voices": "model for voices",
}
SPEECH_REQUIRED = ("model.bin", "config.json", "tokenizer.json")
SPEECH_VOCABULARIES = ("vocabulary.txt", "vocabulary.json")
"""One of them is needed; which one depends on the converter's age."""
SPEECH_OPTIONAL = ("preprocessor_config.json",)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model: a repository on the hub, and in it one GGUF file for language, or ONNX file for voices."""

    repo: str
    file: str | None = None
    """Path in the repository; None for a speech model, which is a folder of files."""

    @classmethod
    def parse(cls, line: str) -> ModelSpec:
        """BadInputError says what a name looks like."""
        match = _NAME.fullmatch(line)
        if match is None:
            raise BadInputError(
                f'"{line}" is not the name of a model: write OWNER/REPO:FILE.gguf for a language model, '
                "OWNER/REPO for a speech model, OWNER/REPO:FILE.onnx for one that tells voices apart"
            )
        if match["file"] and _SHARD.search(match["file"]):
            raise BadInputError(
                f'"{line}" is one part of several: choose a file that contains the whole model'
            )
        return cls(match["repo"], match["file"])

    @property
    def kind(self) -> Kind:
        if self.file is None:
            return "speech"
        return "voices" if self.file.endswith(VOICES_SUFFIX) else "llm"

    @property
    def name(self) -> str:
        return f"{self.repo}:{self.file}" if self.file else self.repo

    @property
    def weights(self) -> str:
        """Name of the file with the weights on this machine."""
        return PurePosixPath(self.file).name if self.file else "model.bin"

    @property
    def repo_folder(self) -> str:
        """The repository's name as a folder name, as in the hub's own cache."""
        return self.repo.replace("/", "--")

    @property
    def config_key(self) -> str:
        return f"[models] {self.kind}"

    @property
    def title(self) -> str:
        return f"the {_TITLES[self.kind]} {self.name}"
