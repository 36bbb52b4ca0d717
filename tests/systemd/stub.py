"""Stands in for a service whose command does not exist yet: tells systemd that it is ready and alive.

The hub's answers every connection of its socket, and re-reads the configuration on SIGHUP. Run as
`stub.py NAME` by the machine's Python.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time


def notify(state: str) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.sendto(state.encode(), os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))


def reload(*_: object) -> None:
    from daemon.config import load_config
    from guardrails.core.errors import RoomscribeError

    try:
        load_config()
        sys.stderr.write("configuration read again\n")
    except RoomscribeError as error:
        sys.stderr.write(f"configuration refused: {error}\n")


def answer(listener: socket.socket) -> None:
    while True:
        peer, _ = listener.accept()
        with peer:
            peer.recv(4096)
            peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")


def main(name: str) -> None:
    if name == "hub":
        signal.signal(signal.SIGHUP, reload)
        if os.environ.get("LISTEN_PID") == str(os.getpid()):
            threading.Thread(target=answer, args=(socket.socket(fileno=3),), daemon=True).start()
    notify(f"READY=1\nSTATUS=the {name} stands in")
    while True:
        notify("WATCHDOG=1")
        time.sleep(0.5)


main(sys.argv[1])
