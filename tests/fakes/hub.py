"""A model hub on this machine: the part of the real one's HTTP that fetching a model needs, and its failures.

As on the real one, a file of weights is a redirect to another store that knows ranges, and its headers
(commit, size, sha256) stand on the redirect; a small file comes at once, its ETag being git's name for it.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

Files = dict[str, bytes]


def revision_of(files: Files) -> str:
    """A commit's name: made from the contents, as git does."""
    return hashlib.sha1(repr(sorted(files.items())).encode()).hexdigest()


@dataclass
class FakeHub:
    """`add` puts a commit on a repository's main branch; the other attributes are what goes wrong."""

    repos: dict[str, dict[str, Files]] = field(default_factory=dict)
    """Repository to commit to files; the last commit is the newest."""
    cut_after: int | None = None
    """Bytes after which each answer breaks off."""
    cuts: int = 1_000_000
    """How many answers break off before the line holds."""
    tampered: dict[str, bytes] = field(default_factory=dict)
    """What is sent instead of a file, whatever the headers say about it."""
    status: int = 0
    """Answer to everything, such as 401 or 503."""
    knows_ranges: bool = True
    gives_hashes: bool = True
    refuse_after_cut: bool = False
    """The line stays down once an answer broke off."""
    hold_at: int | None = None
    """Bytes after which an answer waits for the end of the test; `holding` tells that it does."""
    plain_web_site: bool = False
    """Answers as any server does, a captive portal say."""
    silent: bool = False
    """Takes requests and never answers."""
    endpoint: str = ""
    store: str = ""
    """Where the bytes of weights are: another host, as far as a client can see."""
    requests: list[str] = field(default_factory=list)
    """Each as "GET owner/repo/file" or, for the bytes, "BYTES file 100-"."""
    headers_seen: list[dict[str, str]] = field(default_factory=list)
    bytes_sent: int = 0
    holding: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)

    def add(self, repo: str, files: Files) -> str:
        """Commit `files` (all of the repository's) and return the commit's name."""
        revision = revision_of(files)
        self.repos.setdefault(repo, {})[revision] = files
        return revision

    def forget(self, repo: str, revision: str) -> None:
        """As after a forced push."""
        del self.repos[repo][revision]

    def contents(self, repo: str, revision: str) -> tuple[str, Files] | None:
        commits = self.repos[repo]
        name = list(commits)[-1] if revision == "main" else revision
        return (name, commits[name]) if name in commits else None


@contextmanager
def running_hub() -> Iterator[FakeHub]:
    """A hub on a free port of the loopback interface, until the end of the block."""
    hub = FakeHub()

    class Handler(_Handler):
        pass

    Handler.hub = hub
    with _Server(("127.0.0.1", 0), Handler) as server:
        hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        hub.store = f"http://localhost:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield hub
        finally:
            hub.released.set()
            server.shutdown()
            thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def _answer(self) -> None:
        hub, path = self.hub, unquote(self.path)
        hub.headers_seen.append({key.lower(): value for key, value in self.headers.items()})
        if hub.silent:
            hub.released.wait()
            self.close_connection = True
        elif hub.plain_web_site:
            self._send("index.html", b"<html>Welcome</html>", {})
        elif hub.status:
            self._plain(hub.status)
        elif path.startswith("/store/"):
            self._bytes(path)
        else:
            self._resolve(path)

    def _resolve(self, path: str) -> None:
        match = re.fullmatch(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path)
        if match is None:
            return self._plain(404)
        repo, revision, name = match.groups()
        self.hub.requests.append(f"{self.command} {repo}/{name}")
        if repo not in self.hub.repos:
            return self._plain(401, {"X-Error-Code": "RepoNotFound"})
        found = self.hub.contents(repo, revision)
        if found is None:
            return self._plain(404, {"X-Error-Code": "RevisionNotFound"})
        commit, files = found
        if name not in files:
            return self._plain(404, {"X-Error-Code": "EntryNotFound", "X-Repo-Commit": commit})
        data = files[name]
        headers = {"X-Repo-Commit": commit}
        if name.endswith((".gguf", ".bin")):
            if self.hub.gives_hashes:
                headers["X-Linked-Etag"] = f'"{hashlib.sha256(data).hexdigest()}"'
            headers["X-Linked-Size"] = str(len(data))
            headers["Location"] = f"{self.hub.store}/store/{repo}/{commit}/{name}"
            return self._plain(302, headers)
        if self.hub.gives_hashes:
            headers["ETag"] = '"' + hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest() + '"'
        return self._send(name, data, headers)

    def _bytes(self, path: str) -> None:
        _, _, owner, repo, commit, name = path.split("/", 5)
        self._send(name, self.hub.repos[f"{owner}/{repo}"][commit][name], {"ETag": '"of-the-store"'})

    def _send(self, name: str, data: bytes, headers: dict[str, str]) -> None:
        hub = self.hub
        data = hub.tampered.get(name, data)
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(wanted[1]) if wanted and hub.knows_ranges else 0
        self.send_response(206 if start else 200)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.end_headers()
        if self.command == "HEAD":
            return
        hub.requests.append(f"BYTES {name} {start}-")
        body = data[start:]
        if hub.cut_after is not None and hub.cuts and len(body) > hub.cut_after:
            hub.cuts -= 1
            body = body[: hub.cut_after]
            self.close_connection = True
            if hub.refuse_after_cut:
                hub.status = 503
        hub.bytes_sent += len(body)
        self.wfile.write(body[: hub.hold_at])
        if hub.hold_at is not None:
            hub.holding.set()
            hub.released.wait()
            self.close_connection = True

    def _plain(self, status: int, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for key, value in (headers or {}).items():
            self.send_header(key, value)
        self.send_header("Content-Length", "0")
        self.end_headers()
