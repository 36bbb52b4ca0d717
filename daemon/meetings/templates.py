"""The templates: those of the package, and local ones in /etc or in the state directory.

The file's name is the template's name. A local template overrides one of the package, and one in the state
directory one in /etc, so that any of them can be changed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from pipelines.errors import BadInputError
from pipelines.templates import GENERAL, Template, read_template, shipped

SYSTEM_TEMPLATES = Path("/etc/roomscribe/templates")
_LONGEST = 40
"""Characters of a name, as in pipelines.note; a much longer one is not a valid file name."""


class Templates:
    """Files are read on each call: a new one counts at once."""

    def __init__(self, state_dir: Path, system: Path = SYSTEM_TEMPLATES) -> None:
        self.folders = (state_dir / "templates", system)

    def __iter__(self) -> Iterator[str]:
        """The names, those of the package first."""
        own = {path.stem for folder in self.folders for path in folder.glob("*.toml")}
        yield from dict.fromkeys((*shipped(), *sorted(own)))

    def find(self, name: str) -> Template:
        """BadInputError in one line if there is no such template, or its file cannot be used."""
        if (path := self.file(name)) is not None:
            try:
                content = path.read_bytes()
            except OSError as error:
                raise BadInputError(f"{path}: cannot be read: {error.strerror}") from None
            return read_template(name, content, str(path))
        if name in shipped():
            return shipped()[name]
        near = difflib.get_close_matches(name, list(self), n=1, cutoff=0.5)
        hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(self)}"
        raise BadInputError(f'no such template: "{name}"; {hint}')

    def find_or_general(self, name: str) -> tuple[Template, tuple[str, ...]]:
        """The template, or the general one with a warning: a note in another form is better than none."""
        try:
            return self.find(name), ()
        except BadInputError as error:
            return GENERAL, (f"This note has its general form ({error}).",)

    def file(self, name: str) -> Path | None:
        """The local file with this name; None if there is none."""
        if not name or "/" in name or name.startswith(".") or len(name) > _LONGEST:
            return None
        paths = (folder / f"{name}.toml" for folder in self.folders)
        # A folder or a dangling link is reported when it is read.
        return next((path for path in paths if path.exists() or path.is_symlink()), None)
