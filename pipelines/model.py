"""The base of everything that crosses a file, a pipe or HTTP, and the instants in it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict


class Model(BaseModel):
    """Frozen, and refuses unknown fields: what is read back is what was written."""

    # A command uses few of all models: each is built when it is used first, which is most of the time that a
    # start would take.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def build_all(cls) -> None:
        """Of those that are imported: for a process that will not be able to later."""
        for model in cls.__subclasses__():
            model.model_rebuild()
            model.build_all()


def _to_utc(value: datetime) -> datetime:
    try:
        return value.astimezone(UTC)
    except OverflowError:  # the first and the last day that there is, elsewhere on the globe
        raise ValueError("there is no such instant in UTC") from None


UtcDatetime = Annotated[AwareDatetime, AfterValidator(_to_utc)]
"""An instant: read with any offset, kept and written in UTC."""
