"""What speaks as llama-server does, over TLS: scripted answers to /completion, and tokens that are
letters."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from daemon.access.certificates import Certificates
from daemon.base.addresses import ServerAddress
from daemon.relay.files import AUTHORITY, KEY, listener, read_secrets, secrets_dir, socket_path
from daemon.relay.relay import Relay
from tests.fakes.gguf_weights import TEMPLATE

WEIGHTS = "gemma-4-E2B-it-Q4_K_M.gguf"
THE_KEY = "a-key-of-the-house-0123456789"
NETWORKS = ("127.0.0.0/8", "192.168.0.0/16")
HOST = "127.0.0.1"


def usual(prompt: str, grammar: str) -> str:
    """Nothing was found, and a summary of it; questions of checks get no answer that could be used."""
    if "title" in grammar:
        return '{"summary":"They talked.","title":"A talk"}'
    if "actions" in grammar:
        return '{"actions":[],"decisions":[],"questions":[],"summary":"They talked.","glad":[],"upset":[]}'
    return "null"


@dataclass
class FakeLlamaServer:
    """Listens as soon as `running` has begun."""

    folder: Path
    """With server.crt and server.key."""
    answer: Callable[[str, str], str] = usual
    """Of a prompt and a grammar; may raise to break the connection off."""
    weights: str = WEIGHTS
    key: str = THE_KEY
    asked: list[dict[str, Any]] = field(default_factory=list)
    """What came to /completion."""
    prompts: list[str] = field(default_factory=list)
    slot: threading.Event = field(default_factory=threading.Event)
    """Set while there is one; until then questions wait without a sign of life."""
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Set when somebody did while an answer was written."""
    port: int = 0

    def __post_init__(self) -> None:
        self.slot.set()

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"

    @contextmanager
    def running(self) -> Iterator[FakeLlamaServer]:
        """On the port that it had before, if it had one."""
        fake = self

        class Handler(_Handler):
            server_is = fake

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.crt", self.folder / "server.key")
        server = ThreadingHTTPServer((HOST, self.port), Handler)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that leave are expected
        self.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_is: FakeLlamaServer

    def log_message(self, *_: object) -> None:
        """Tests look at what was asked instead."""

    def do_GET(self) -> None:
        if self.path == "/health":
            self._tell(200, {"status": "ok"})
        elif self._is_known():
            props = {
                "model_path": f"/srv/models/{self.server_is.weights}",
                "default_generation_settings": {"n_ctx": 8192},
                "chat_template": TEMPLATE,
                "bos_token": "<bos>",
                "eos_token": "<eos>",
            }
            self._tell(200, props)

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self._is_known():
            return
        if self.path == "/tokenize":
            first = [2] if question["add_special"] else []
            self._tell(200, {"tokens": [*first, *map(ord, question["content"])]})
            return
        fake = self.server_is
        prompt = "".join(map(chr, question["prompt"]))
        fake.asked.append(question)
        fake.prompts.append(prompt)
        fake.slot.wait(30)
        text = fake.answer(prompt, question.get("grammar", "")) if question["n_predict"] else ""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        total = len(question["prompt"])
        try:
            self._event(prompt_progress={"total": total, "cache": 0, "processed": total, "time_ms": 1})
            for letter in text[: question["n_predict"]]:
                self._event(content=letter, tokens=[ord(letter)], stop=False)
            is_cut = len(text) > question["n_predict"]
            # With the token that ends it, unless it was cut.
            timings = {"prompt_n": total, "predicted_n": min(len(text) + 1, question["n_predict"])}
            self._event(stop=True, stop_type="limit" if is_cut else "eos", timings=timings)
        except OSError:
            fake.hung_up.set()
        self.close_connection = True

    def _is_known(self) -> bool:
        if self.headers.get("Authorization") == f"Bearer {self.server_is.key}":
            return True
        self._tell(401, {"error": {"message": "Invalid API Key", "code": 401}})
        return False

    def _event(self, **event: object) -> None:
        self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")
        self.wfile.flush()

    def _tell(self, status: int, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def write_secrets(state_dir: Path, carried: Path, host: str = HOST, key: str = THE_KEY) -> None:
    """As `roomscribe server` does: the house's part into the state, the server's into `carried`."""
    made = Certificates(state_dir).server(host, ("box.local",), NETWORKS, datetime.now(UTC))
    folder = secrets_dir(state_dir)
    for each in (folder, carried):
        each.mkdir(parents=True, exist_ok=True)
    (folder / KEY).write_text(key + "\n")
    (folder / AUTHORITY).write_bytes(made.authority)
    (carried / "server.crt").write_bytes(made.certificate)
    (carried / "server.key").write_bytes(made.key)


@contextmanager
def relayed(state_dir: Path, url: str) -> Iterator[Path]:
    """The real relay of a state directory, in a thread; gives the path of its socket."""
    path = socket_path(state_dir)
    opened = listener(path, {})
    relay = Relay(opened, ServerAddress.parse(url), *read_secrets(secrets_dir(state_dir)))
    thread = threading.Thread(target=relay.run, daemon=True)
    thread.start()
    try:
        yield path
    finally:
        # accept(2) in another thread does not end by close(2).
        opened.shutdown(2)
        opened.close()
        thread.join(5)
