"""All that the hub does with other rooms, in one call of its round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from daemon.base.clock import Clock
from daemon.base.errors import StateDamagedError, StateWriteError
from daemon.base.log import LOGGER
from daemon.hub.rooms.layout import ANSWERS, BACK, GONE, NOTES, ORDERS, Layout, Pairs, read_pairs, write_pairs
from daemon.hub.rooms.orders import Owning
from daemon.hub.rooms.publishing import Publishing
from daemon.hub.rooms.receiving import Receiving
from daemon.hub.rooms.returning import Returning, tidy_back
from daemon.notes.store import NoteStore
from pipelines.note import Note

SLICE_S = 0.3
"""So long the hub works at each direction before it looks at other things."""


class Exchange:
    """Used by the hub's one thread."""

    def __init__(
        self,
        state_dir: Path,
        name: str,
        clock: Clock,
        on_note: Callable[[Note], None],
    ) -> None:
        """`name`: how this room is called elsewhere. For `on_note` see `Receiving`."""
        self._state_dir = state_dir
        self._name = name
        self._clock = clock
        self._on_note = on_note
        self._pairs: Pairs | None = None
        self._told: str | None = None

    def update(self, store: NoteStore, slice_s: float = SLICE_S) -> bool:
        """Take in, carry out and show what changed; True if there is more to do.

        A fault is logged once and tried again at the next call: no note of this room waits for another.
        """
        try:
            more = self._update(store, slice_s)
        except (OSError, StateWriteError, StateDamagedError) as error:
            if self._told != (problem := f"other rooms are not up to date: {error}"):
                LOGGER.warning("%s", problem)
            self._told, self._pairs = problem, None
            return False
        self._told = None
        return more

    def folders(self) -> Iterator[Path]:
        """Where something may arrive."""
        layout = Layout(self._state_dir)
        for pair in self._pairs.pairs if self._pairs else ():
            yield from (layout.came(pair.device) / each for each in (NOTES, GONE, ANSWERS) if pair.takes)
            yield from (
                layout.asked(pair.device) / each for each in (ORDERS, f"{BACK}/{NOTES}") if pair.gives
            )

    def _update(self, store: NoteStore, slice_s: float) -> bool:
        pairs = read_pairs(self._state_dir)
        if not pairs.pairs and not Layout(self._state_dir).out.exists():
            return False
        if pairs != self._pairs:
            self._returning = Returning(self._state_dir, pairs.pairs)
            self._publishing = Publishing(self._state_dir, self._name, self._returning.floor)
            self._owning = Owning(self._state_dir, self._publishing)
            self._receiving = Receiving(self._state_dir, self._on_note)
            self._pairs = pairs
        now = self._clock.now()
        more = self._receiving.update(store, pairs.pairs, now, slice_s)
        for pair in pairs.pairs:
            if pair.takes:
                tidy_back(self._state_dir, pair)
        self._learn_names(store, pairs)
        # What was shown once is kept true, whoever may still see it.
        if any(pair.gives for pair in pairs.pairs) or Layout(self._state_dir).out.exists():
            more |= self._returning.update(store, self._publishing, now)
            self._owning.update(store, pairs.pairs, now)
            more |= self._publishing.update(store, slice_s)
        return more

    def _learn_names(self, store: NoteStore, pairs: Pairs) -> None:
        unnamed = {pair.key: pair for pair in pairs.pairs if not pair.is_named}
        for head in store.heads() if unnamed else ():
            if head.room and (pair := unnamed.pop(head.room.key, None)):
                pairs = pairs.with_pair(pair.model_copy(update={"name": head.room.name}))
                write_pairs(self._state_dir, pairs)
