"""The address of `[llm] server`: one in a private network, written as an address. A name would let whoever
answers for names decide where transcripts go."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from daemon.base.peers import PRIVATE, address_of, is_local

_EXAMPLE = 'write an address in a private network with its port, such as "https://192.168.1.20:8081"'


@dataclass(frozen=True, slots=True)
class ServerAddress:
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> ServerAddress:
        """Of "https://192.168.1.20:8081". ValueError, which says what is wrong."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise ValueError(f"{error}; {_EXAMPLE}") from None
        if parts.scheme != "https":
            raise ValueError(f"transcripts travel by https alone; {_EXAMPLE}")
        if text.removesuffix("/") != f"https://{parts.netloc}" or "@" in parts.netloc or not port:
            raise ValueError(f"that is more or less than an address and a port; {_EXAMPLE}")
        if (address := address_of(host)) is None:
            raise ValueError(f'"{host}" is a name, and names are not looked up; {_EXAMPLE}')
        if not is_local(address, PRIVATE):
            raise ValueError(f"{host} is in no private network; {_EXAMPLE}")
        return cls(str(address), port)

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
