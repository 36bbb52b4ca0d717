"""Signatures of minisign (https://jedisct1.github.io/minisign/), verified by `cryptography`'s Ed25519.

A bundle is signed by Debian's `minisign`. Verifying takes no program that a box may lack.
"""

from __future__ import annotations

import base64
import binascii
import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pipelines.errors import BadInputError

_TRUSTED = "trusted comment: "


def verify(key: str, signature: str, data: bytes) -> str:
    """The comment that was signed along with `data`; BadInputError unless `key` signed both.

    `key` and `signature` are the texts of minisign's files, KEY.pub and FILE.minisig.
    """
    try:
        _, key_line = key.strip().splitlines()
        _, line, trusted, whole_line = signature.strip().splitlines()
        kind, key_id, public = _parts(key_line, 32)
        algorithm, signed_by, first = _parts(line, 64)
        whole = base64.b64decode(whole_line, validate=True)
    except (ValueError, binascii.Error):
        raise BadInputError("this is no key or no signature of minisign") from None
    if (kind, algorithm) != (b"Ed", b"ED") or not trusted.startswith(_TRUSTED):
        raise BadInputError("signatures of this kind are not known; sign with minisign 0.11 or newer")
    if signed_by != key_id:
        raise BadInputError(f"it was signed by the key {_shown(signed_by)}, not by {_shown(key_id)}")
    comment = trusted.removeprefix(_TRUSTED)
    try:
        verifier = Ed25519PublicKey.from_public_bytes(public)
        verifier.verify(first, hashlib.blake2b(data).digest())
        verifier.verify(whole, first + comment.encode())
    except InvalidSignature:
        raise BadInputError("its signature does not fit: it was altered") from None
    return comment


def _parts(line: str, length: int) -> tuple[bytes, bytes, bytes]:
    """Algorithm, key id and the rest, of this many bytes."""
    raw = base64.b64decode(line, validate=True)
    if len(raw) != 10 + length:
        raise ValueError
    return raw[:2], raw[2:10], raw[10:]


def _shown(key_id: bytes) -> str:
    """As minisign writes it."""
    return key_id[::-1].hex().upper()
