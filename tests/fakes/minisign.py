"""minisign's formats, written as the tool writes them, for tests where it is not installed."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class Key:
    id: bytes = b"\x01\x02\x03\x04\x05\x06\x07\x08"
    secret: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)

    @property
    def public(self) -> str:
        """The text of KEY.pub."""
        raw = self.secret.public_key().public_bytes_raw()
        return f"untrusted comment: key\n{_line(b'Ed' + self.id + raw)}\n"

    def sign(self, data: bytes, comment: str = "roomscribe") -> str:
        """The text of FILE.minisig."""
        first = self.secret.sign(hashlib.blake2b(data).digest())
        whole = self.secret.sign(first + comment.encode())
        lines = ("untrusted comment: x", _line(b"ED" + self.id + first), f"trusted comment: {comment}")
        return "\n".join((*lines, _line(whole), ""))


def _line(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
