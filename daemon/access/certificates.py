"""A certificate for the page, signed by an authority of this machine's own (RFC 5280).

No public authority signs for a name that ends in .local. A device that trusts ours trusts it for this
machine's names and local addresses alone: the authority carries name constraints, so a thief of its key
cannot pose as anybody's bank. Both keys stay in STATE/tls/, readable by the service's user only.
"""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from daemon.base.addresses import Address, address_of
from daemon.base.durable import make_folder, write_durably
from guardrails.core.errors import RoomscribeError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate, GeneralName, KeyUsage, Name

_SECRET = 0o600
_PAGE_DAYS = 825
"""The longest that Apple's devices accept from an authority that somebody has added."""
_AUTHORITY_DAYS = 3650
_BEFORE = timedelta(days=1)
"""Certificates are valid from yesterday on: a phone's clock may be behind."""


class CertificateError(RoomscribeError):
    """The certificate cannot be used or made."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Made:
    """What `Certificates.make` has made."""

    names: tuple[str, ...]
    until: datetime
    fingerprint: str
    """SHA-256 of the authority's certificate, as browsers show it."""
    is_new_authority: bool


@dataclass(frozen=True, slots=True)
class ForServer:
    """What `Certificates.server` has made, as PEM."""

    authority: bytes
    certificate: bytes
    key: bytes
    until: datetime


class Certificates:
    """The files of one state directory."""

    def __init__(self, state_dir: Path) -> None:
        self._folder = state_dir / "tls"
        self.authority = self._folder / "authority.crt"
        self._authority_key = self._folder / "authority.key"
        self._page = self._folder / "page.pem"

    def context(self) -> ssl.SSLContext | None:
        """What a server needs; None where `roomscribe tls` was never called. CertificateError."""
        if not self._page.exists():
            return None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self._page)
        except (OSError, ssl.SSLError) as error:
            raise CertificateError(f"{self._page}: {error}; make it anew with `roomscribe tls`") from None
        return context

    def make(self, names: Sequence[str], networks: Sequence[str], now: datetime) -> Made:
        """A new certificate for `names`, which may be addresses in `networks`.

        The authority stays if it may sign for them, since a new one has to be brought to every device.
        StateWriteError.
        """
        from cryptography.hazmat.primitives import hashes

        certificate, key, is_new = self._signer(_constraints(names, networks), names, networks, now)
        page, page_key = _signed(names, certificate, key, now)
        write_durably(self._page, _pem(page_key) + _pem_of(page), mode=_SECRET)
        digits = certificate.fingerprint(hashes.SHA256()).hex(":").upper()
        return Made(tuple(names), page.not_valid_after_utc, digits, is_new)

    def server(self, host: str, names: Sequence[str], networks: Sequence[str], now: datetime) -> ForServer:
        """A certificate for a server of the house at the address `host`, which is kept nowhere here.

        By the authority that is there, if it may sign for addresses in `networks`; else by a new one, for
        the page's `names`, too. StateWriteError.
        """
        authority, key, _ = self._signer(_constraints((), networks), names, networks, now)
        # An address in the place of the name would be held against the names that the authority may sign for.
        certificate, server_key = _signed((host,), authority, key, now, "llama-server of the house")
        return ForServer(
            _pem_of(authority), _pem_of(certificate), _pem(server_key), certificate.not_valid_after_utc
        )

    def _signer(
        self, wanted: Sequence[GeneralName], names: Sequence[str], networks: Sequence[str], now: datetime
    ) -> tuple[Certificate, EllipticCurvePrivateKey, bool]:
        """The authority that may sign for `wanted`, its key, and whether it is new."""
        make_folder(self._folder)
        if (known := self._read_authority(wanted, now)) is not None:
            return *known, False
        certificate, key = _authority(_constraints(names, networks), now)
        write_durably(self._authority_key, _pem(key), mode=_SECRET)
        write_durably(self.authority, _pem_of(certificate))
        return certificate, key, True

    def _read_authority(
        self, wanted: Sequence[GeneralName], now: datetime
    ) -> tuple[Certificate, EllipticCurvePrivateKey] | None:
        from cryptography import x509
        from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        try:
            certificate = x509.load_pem_x509_certificate(self.authority.read_bytes())
            key = load_pem_private_key(self._authority_key.read_bytes(), None)
            permitted = certificate.extensions.get_extension_for_class(x509.NameConstraints)
        except (OSError, ValueError, x509.ExtensionNotFound):
            return None  # none yet, or none that could be used
        lasts = now + timedelta(days=_PAGE_DAYS) < certificate.not_valid_after_utc
        covers = set(wanted) <= set(permitted.value.permitted_subtrees or ())
        return (certificate, key) if lasts and covers and isinstance(key, EllipticCurvePrivateKey) else None


def _constraints(names: Sequence[str], networks: Sequence[str]) -> list[GeneralName]:
    from cryptography import x509

    hosts = [x509.DNSName(name) for name in names if address_of(name) is None]
    return [*hosts, *(x509.IPAddress(ipaddress.ip_network(network)) for network in networks)]


def _authority(
    permitted: Sequence[GeneralName], now: datetime
) -> tuple[Certificate, EllipticCurvePrivateKey]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    # The date distinguishes two of them in a phone's list.
    name = _named(f"Roomscribe authority of {now:%Y-%m-%d}")
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + timedelta(days=_AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return certificate, key


def _signed(
    names: Sequence[str],
    authority: Certificate,
    authority_key: EllipticCurvePrivateKey,
    now: datetime,
    common: str | None = None,
) -> tuple[Certificate, EllipticCurvePrivateKey]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    addresses: list[tuple[str, Address | None]] = [(name, address_of(name)) for name in names]
    called = [x509.IPAddress(address) if address else x509.DNSName(name) for name, address in addresses]
    signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    certificate = (
        x509.CertificateBuilder(
            authority.subject, _named(common or names[0]), key.public_key(), x509.random_serial_number()
        )
        .not_valid_before(now - _BEFORE)
        .not_valid_after(now + timedelta(days=_PAGE_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(called), critical=False)
        .add_extension(signer, critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    return certificate, key


def _named(common: str) -> Name:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, common)])


def _usage(*, signs: bool) -> KeyUsage:
    """The authority signs certificates, the page's key signs handshakes; neither does anything else."""
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives import serialization

    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _pem_of(certificate: Certificate) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return certificate.public_bytes(Encoding.PEM)
