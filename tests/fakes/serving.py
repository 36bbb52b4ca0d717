"""A page's server that answers while a test asks it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

from web.server import Server


@contextmanager
def answering(server: Server) -> Iterator[Server]:
    """`server`, in a thread of its own until the end of the block."""
    with closing(server):
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield server
        finally:
            server.stop()
            thread.join()
