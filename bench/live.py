"""Do pages that poll keep others waiting? `python -m bench.live [PAGES] [SECONDS]`

Twenty pages (or PAGES, at most 40: one address has 50 connections) ask for the live state once a second, as
web/static/live.js does, four hours into a meeting; meanwhile somebody opens the list of meetings again and
again. Prints the waiting times of both; exits 1 if one of a hundred lists takes more than 100 ms.
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

from tests.fakes.room_page import RoomPage, recorder_status
from web.server import Server

TARGET_MS = 100.0
PASSAGES = 480
"""Four hours of talk, written down every 30 s."""


def poll(port: int, until_s: float, waits_ms: list[float], offset_s: float) -> None:
    """One page: a connection that stays, an ETag, a question a second."""
    etag, edition, after = "", "", 0
    time.sleep(offset_s)  # pages are not opened all at once
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as wire:
        while time.monotonic() < until_s:
            began_s = time.monotonic()
            path = f"/live.json?edition={edition}&after={after}"
            wire.request("GET", path, headers={"If-None-Match": etag})
            with wire.getresponse() as answer:
                content = answer.read()
                etag = answer.getheader("ETag", "")
            if answer.status == 200:
                told = json.loads(content)
                edition, after = told["edition"], told["first"] + len(told["lines"])
            waits_ms.append((time.monotonic() - began_s) * 1000)
            time.sleep(max(0.0, 1 - (time.monotonic() - began_s)))


def main(pages: int, seconds: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        room = RoomPage(Path(folder))
        room.heard(*[f"This was said in passage {number}." for number in range(PASSAGES)])
        server = Server(room.app, "127.0.0.1", 0)
        serving = threading.Thread(target=server.run)
        serving.start()
        until_s = time.monotonic() + seconds
        polls: list[float] = []
        lists: list[float] = []
        threads = [
            threading.Thread(target=poll, args=(server.port, until_s, polls, number / pages))
            for number in range(pages)
        ]
        for thread in threads:
            thread.start()
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as wire:
            while time.monotonic() < until_s:
                # The level changes twice a second, so hardly an answer is a 304.
                room.status = recorder_status(level_dbfs=-60 + len(lists) % 40)
                began_s = time.monotonic()
                wire.request("GET", "/")
                with wire.getresponse() as answer:
                    answer.read()
                lists.append((time.monotonic() - began_s) * 1000)
                time.sleep(0.05)
        for thread in threads:
            thread.join()
        server.stop()
        serving.join()
        server.close()
    p99 = 0.0
    for name, waits in ((f"{pages} pages that poll", polls), ("the list of meetings", lists)):
        waits.sort()
        p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        print(f"{name}: {len(waits)} answers, p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    verdict = "met" if p99 <= TARGET_MS else "missed"
    print(f"{p99:.0f} ms p99 of the list beside {pages} pages (target {TARGET_MS:.0f} ms: {verdict})")
    return 0 if p99 <= TARGET_MS else 1


if __name__ == "__main__":
    given = [float(each) for each in sys.argv[1:]]
    sys.exit(main(int(given[0]) if given else 20, given[1] if len(given) > 1 else 20.0))
