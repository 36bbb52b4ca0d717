"""What the sections of the configuration have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Section(BaseModel):
    """Base of the sections: every key is required, since the packaged file holds the defaults.

    A field with a pattern has a description of what fits it, for the message to who wrote something else.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
