"""The llama-server of `[llm] server`, as far as it can be used now.

One that was lost is left alone for a while, longer each time, and this machine goes on by itself; then it
is tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.base.addresses import ServerAddress
from daemon.base.config import Config
from daemon.base.log import LOGGER
from daemon.models import ModelSpec
from daemon.relay.client import RelayedServer, ServerStatus, read_server_status, write_server_status
from daemon.relay.files import socket_path
from pipelines.llm.served import ServedModel, ServerLostError

if TYPE_CHECKING:
    from pipelines.note import Engine

REST_S, LONGEST_REST_S = 15.0, 600.0
"""After the first loss in a row, and the most: a machine that was switched on again is back within ten
minutes."""
FRESH_S = 5.0
"""What answered so recently is there. Else it is asked what it has loaded: it may have been started anew."""
_TOLD_S = 10.0
_ON = " on "
"""Between the name of weights, which has no blanks, and where they computed."""


class MustStayError(Exception):
    """What was about to be sent has become private: begin again on this machine."""


class NamedServer:
    """One server, and the weights that it has to have."""

    def __init__(
        self,
        config: Config,
        state_dir: Path,
        now: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = str(ServerAddress.parse(config.llm.server))
        self._wanted = ModelSpec.parse(config.models.llm)
        self._config = config
        self._state_dir = state_dir
        self._now = now
        self._monotonic = monotonic
        self._status = read_server_status(state_dir, self.address)
        self._told_s = float("-inf")
        self._model: ServedModel | None = None
        self._loaded: object = None
        self._seen_s = float("-inf")
        self._rest_s = 0.0
        self._rests_until_s = float("-inf")
        self._may_leave: Callable[[], bool] = lambda: True

    def model(self, may_leave: Callable[[], bool] = lambda: True) -> ServedModel | None:
        """None where it cannot be used now. `may_leave`: asked before anything is sent, and while it answers;
        MustStayError where it says no."""
        self._may_leave = may_leave
        now_s = self._monotonic()
        if now_s < self._rests_until_s:
            return None
        if now_s - self._seen_s > FRESH_S:
            try:
                self._look()
            except ServerLostError as error:
                self.lost(str(error))
                return None
        return self._model

    def lost(self, reason: str) -> None:
        """It did not answer, or not as it has to."""
        self._seen_s = float("-inf")
        self._rest_s = min(LONGEST_REST_S, self._rest_s * 2 or REST_S)
        self._rests_until_s = self._monotonic() + self._rest_s
        if reason != self._status.problem:
            LOGGER.warning("%s: %s; this machine drafts by itself", self.address, reason)
        self._tell(problem=reason)

    def answered(self) -> None:
        """It gave an answer."""
        now_s = self._seen_s = self._monotonic()
        self._rest_s = 0.0
        if self._status.problem is not None:
            LOGGER.info("%s drafts again", self.address)
        if self._status.problem is not None or now_s - self._told_s > _TOLD_S:
            self._told_s = now_s
            self._tell(answered_at=self._now(), problem=None)

    def _look(self) -> None:
        """See whether it is there, and what it has loaded. ServerLostError."""
        server = RelayedServer(
            socket_path(self._state_dir), before=self._require_leave, answered=self.answered
        )
        found = server.ask("/props")
        if (name := Path(str(found.get("model_path"))).name) != self._wanted.weights:
            raise ServerLostError(f"it has other weights ({name}) than [models] llm names")
        if found != self._loaded:
            settings = self._config.llm
            self._model = ServedModel(server, temperature=settings.temperature, seed=settings.seed)
            self._loaded = found
        self._seen_s = self._monotonic()

    def _require_leave(self) -> None:
        if not self._may_leave():
            raise MustStayError

    def _tell(self, **changes: object) -> None:
        self._status = ServerStatus.model_validate(self._status.model_dump() | changes)
        write_server_status(self._state_dir, self._status)


def placed(engine: Engine, address: str | None) -> Engine:
    """`engine`, computing there; None is this machine."""
    name = engine.name.partition(_ON)[0]
    return engine.model_copy(update={"name": name + (_ON + address if address else "")})


def place_of(engine: Engine) -> str | None:
    """The server that it computes on."""
    return engine.name.partition(_ON)[2] or None


def weights_of(engine: Engine) -> str:
    """What tells its weights from others, wherever they compute."""
    return engine.sha256 or engine.name.partition(_ON)[0]


def recorded(engine: Engine, places: Collection[str | None]) -> Engine:
    """As a note names it, all of whose answers came from `places`. Of a server's weights the name is
    known, not the revision and the hash."""
    servers = sorted(place for place in places if place is not None)
    if not servers:
        return placed(engine, None)
    name = engine.name.partition(_ON)[0] + _ON + " and ".join(servers)
    name += " and this machine" if None in places else ""
    return engine.model_copy(update={"name": name, "version": None, "sha256": None})
