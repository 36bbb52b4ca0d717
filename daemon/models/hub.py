"""A minimal client of the model hub: where a file is, its size and hash, and its bytes from any offset.

Plain HTTP by the standard library; docs/adr/0010-plain-http-for-weights.md says why. Nothing is sent but the
name of the file: no token, no account, no telemetry. The hub's answers are trusted only as far as they agree
with the hash in models.lock.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, getproxies, proxy_bypass

from daemon.base.errors import ModelsError, NotFoundError
from daemon.base.sizes import human
from daemon.models.source import Part, RemoteFile, UnreachableError
from daemon.models.spec import SPEECH_OPTIONAL, SPEECH_REQUIRED, SPEECH_VOCABULARIES, ModelSpec
from guardrails.core.errors import RoomscribeError
from pipelines.progress import Progress

DEFAULT_ENDPOINT = "https://huggingface.co"
CONNECT_S = 3.0
"""A reachable hub takes a connection in well under a second; `make demo` waits for this."""
STALL_S = 30.0
"""Longest silence on an open connection: mobile links pause for ten seconds and continue."""
PASSING = (408, 425, 429)
"""Status codes that mean "not now", besides 5xx."""
MAX_HOPS = 5
"""Redirects followed; the hub uses two at most."""
PIECE_BYTES = 64 * 1024
"""Read at once: small enough that progress moves on a slow connection."""
RETRIES = 4
"""Attempts after one that brought nothing, waiting 1, 2, 4 and 8 s: a short interruption is survived, a long
one is reported within a minute. An attempt that brings bytes resets the count."""
RETRY_WAIT_S = 1.0

NETWORK_ERRORS = (OSError, HTTPException)


class Hub:
    """A Source. `endpoint` is its address (what HF_ENDPOINT says); `connect_s` how long to wait for a first
    answer. A hub that could not be reached is not tried again."""

    is_folder = False

    def __init__(self, endpoint: str = DEFAULT_ENDPOINT, connect_s: float = CONNECT_S) -> None:
        self.endpoint = endpoint.rstrip("/")
        if urlsplit(endpoint).scheme not in ("http", "https") or not urlsplit(endpoint).hostname:
            raise ModelsError(f'HF_ENDPOINT is "{endpoint}", which is not a web address: unset or correct it')
        self._connect_s = connect_s
        self._opener = build_opener(_NoRedirect)
        self._gone: UnreachableError | None = None

    @property
    def name(self) -> str:
        return self.endpoint

    def files(
        self, spec: ModelSpec, revision: str | None, compare: Progress | None = None
    ) -> list[RemoteFile]:
        self.knock()
        if spec.file:
            return [self._required(spec, spec.file, revision)]
        first = self._required(spec, SPEECH_REQUIRED[0], revision)
        rest = [self._required(spec, name, first.revision) for name in SPEECH_REQUIRED[1:]]
        found = {
            name: self._look(spec, name, first.revision) for name in SPEECH_VOCABULARIES + SPEECH_OPTIONAL
        }
        if not any(found[name] for name in SPEECH_VOCABULARIES):
            raise NotFoundError(self._lacks(spec, " or ".join(SPEECH_VOCABULARIES)))
        return [first, *rest, *(file for file in found.values() if file)]

    def append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        """Through connections that break."""
        attempts_in_vain = 0
        while part.done < file.size:
            before = part.done
            try:
                self._append(spec, file, part, progress)
                reason = "the connection broke"
            except NETWORK_ERRORS as error:
                reason = str(error) or type(error).__name__
            if part.done > before:
                attempts_in_vain = 0
            elif part.done < file.size:
                if attempts_in_vain == RETRIES:
                    part.flush()
                    raise ModelsError(
                        f"{file.name} broke off at {human(part.done)} of {human(file.size)} ({reason}): "
                        "run `roomscribe models pull` again, it resumes there"
                    )
                time.sleep(RETRY_WAIT_S * 2**attempts_in_vain)
                attempts_in_vain += 1

    def _append(self, spec: ModelSpec, file: RemoteFile, part: Part, progress: Progress) -> None:
        with self._bytes_of(spec, file, part.done) as (stream, begins):
            if begins != part.done:
                part.restart()
            while part.done < file.size and (piece := stream.read(PIECE_BYTES)):
                part.write(piece[: file.size - part.done])
                progress(file.name, part.done, file.size)

    @contextmanager
    def _bytes_of(self, spec: ModelSpec, file: RemoteFile, start: int) -> Iterator[tuple[HTTPResponse, int]]:
        """The stream of a file, and the offset at which it begins: 0 if the server does not support ranges.

        OSError or HTTPException if a retry may help; ModelsError or NotFoundError otherwise.
        """
        headers = {"Range": f"bytes={start}-"} if start else {}
        try:
            response, _ = self._follow("GET", self._url(spec, file.path, file.revision or "main"), headers)
        except HTTPError as error:
            with error:
                if error.code in PASSING or error.code >= 500:
                    raise URLError(f"{error.code} {error.reason}") from None
                raise self._refusal(error, spec) or NotFoundError(self._lacks(spec, file.path)) from None
        with response:
            begins = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
            yield response, int(begins[1]) if response.status == 206 and begins else 0

    def _required(self, spec: ModelSpec, path: str, revision: str | None) -> RemoteFile:
        file = self._look(spec, path, revision)
        if file is None:
            raise NotFoundError(self._lacks(spec, path))
        return file

    def _lacks(self, spec: ModelSpec, path: str) -> str:
        return f"{self.endpoint} has no file {path} in {spec.repo}: {_check_name(spec)}"

    def _look(self, spec: ModelSpec, path: str, revision: str | None) -> RemoteFile | None:
        """What the hub says about a file; None if the repository is there and the file is not."""
        try:
            response, headers = self._follow("HEAD", self._url(spec, path, revision or "main"), {})
            response.close()
        except HTTPError as error:
            with error:
                if refusal := self._refusal(error, spec):
                    raise refusal from None
                return None
        except NETWORK_ERRORS as error:
            raise self._unreachable(_reason(error)) from None
        commit = headers.get("x-repo-commit", "")
        length = headers.get("x-linked-size") or headers.get("content-length", "")
        if not re.fullmatch(r"[0-9a-f]{40}", commit) or not length.isdigit():
            raise self._unreachable("something answers there, but it is not a model hub")
        etag = (headers.get("x-linked-etag") or headers.get("etag", "")).removeprefix("W/").strip('"')
        known = re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", etag)
        return RemoteFile(path, int(length), commit, etag if known else "")

    def _url(self, spec: ModelSpec, path: str, revision: str) -> str:
        return f"{self.endpoint}/{spec.repo}/resolve/{quote(revision, safe='')}/{quote(path)}"

    def _follow(
        self, method: str, url: str, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, dict[str, str]]:
        """Answer and headers at the end of the redirects.

        The hub's own headers are on the redirect, not on the storage server that it leads to; and an address
        signed for GET may refuse HEAD, so a HEAD follows no further than necessary.
        """
        hub_headers: dict[str, str] = {}
        for _ in range(MAX_HOPS):
            request = Request(url, headers={**headers, "User-Agent": "roomscribe"}, method=method)
            try:
                answer = self._opener.open(request, timeout=STALL_S)
            except HTTPError as error:
                if error.code not in (301, 302, 303, 307, 308) or "Location" not in error.headers:
                    raise
                answer = error
            seen = {key.lower(): value for key, value in answer.headers.items()}
            hub_headers = {**{k: v for k, v in seen.items() if k.startswith("x-")}, **hub_headers}
            known = {"x-repo-commit", "x-linked-etag", "x-linked-size"} <= hub_headers.keys()
            if not isinstance(answer, HTTPError) or (method == "HEAD" and known):
                return answer, {**seen, **hub_headers}
            answer.close()
            onward = urljoin(url, seen["location"])
            if urlsplit(onward).scheme not in {"https", urlsplit(url).scheme}:
                raise URLError(f"refused a redirect from {urlsplit(url).scheme} to {urlsplit(onward).scheme}")
            url = onward
        raise URLError("too many redirects")

    def _refusal(self, error: HTTPError, spec: ModelSpec) -> RoomscribeError | None:
        """What an answer of 400 and above means; None if only the file does not exist."""
        match error.code, error.headers.get("X-Error-Code"):
            case 404, "RepoNotFound":
                return NotFoundError(f"{self.endpoint} has no model {spec.repo}: {_check_name(spec)}")
            case 404, "RevisionNotFound":
                return ModelsError(
                    f"{self.endpoint} no longer has the version of {spec.name} that is trusted here: "
                    "`roomscribe models pull --update` takes the current one"
                )
            case 404, _:
                return None
            case ((401 | 403), _):
                # The hub gives this answer for models that do not exist, too.
                return NotFoundError(
                    f"{self.endpoint} has no public model {spec.repo}: {_check_name(spec)}; if it needs an "
                    "account, download it by hand and run `roomscribe models import DIR`"
                )
            case _:
                return ModelsError(f"{self.endpoint} answers {error.code} {error.reason}: try again later")

    def knock(self) -> None:
        """Find out within `connect_s` whether the hub can be reached; UnreachableError.

        In a thread, because looking up a name has no timeout, and takes minutes on some networks without
        internet access. A thread that still waits does no harm: it ends with the process.
        """
        if self._gone:
            raise self._gone
        url, via = urlsplit(self.endpoint), ""
        if (proxy := getproxies().get(url.scheme)) and not proxy_bypass(url.hostname or ""):
            url = urlsplit(proxy if "//" in proxy else f"//{proxy}")
            via = f"proxy {url.hostname}: "
        address = (url.hostname or "", url.port or (443 if url.scheme == "https" else 80))
        said: list[str] = []

        def knock() -> None:
            try:
                socket.create_connection(address, timeout=self._connect_s).close()
                said.append("")
            except OSError as error:
                said.append(_reason(error))

        thread = threading.Thread(target=knock, daemon=True)
        thread.start()
        thread.join(self._connect_s)
        reason = said[0] if said else f"no answer within {self._connect_s:g} s, see --timeout"
        if reason:
            self._gone = self._unreachable(via + reason)
            raise self._gone

    def _unreachable(self, reason: str) -> UnreachableError:
        return UnreachableError(
            f"no model hub at {self.endpoint} ({reason}): connect this machine and run `roomscribe models "
            "pull` again, or copy the files to a folder and run `roomscribe models import DIR`"
        )


class _NoRedirect(HTTPRedirectHandler):
    """Leaves redirects to us: the library's own would turn HEAD into GET and drop the hub's headers."""

    def redirect_request(self, *_: object) -> None:
        return None


def _check_name(spec: ModelSpec) -> str:
    return f"check the name ({spec.config_key} in the configuration)"


def _reason(error: BaseException) -> str:
    reason = error.reason if isinstance(error, URLError) and isinstance(error.reason, Exception) else error
    if isinstance(reason, ssl.SSLCertVerificationError):
        return "its certificate is not accepted: check this machine's clock and its package ca-certificates"
    if isinstance(reason, socket.gaierror):
        return "its name cannot be looked up"
    if isinstance(reason, TimeoutError):
        return "it does not answer"
    return getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
