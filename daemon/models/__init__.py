"""The weights on this machine: which are wanted, which are here, and how they come."""

from daemon.models.configured import configured, speech_choices, speech_spec
from daemon.models.presence import InstalledModel, installed
from daemon.models.spec import ModelSpec

__all__ = ["InstalledModel", "ModelSpec", "configured", "installed", "speech_choices", "speech_spec"]
