"""Addresses of pictures, sent as they were written; and why there is no picture at one."""

import re
from base64 import b64encode
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote, urljoin, urlsplit

from foundation.fetching.networks import is_outside

MAX_ADDRESS = 4000  # characters
_ADDRESS = re.compile(r"(https?)://([^/?#\\]+)([^#]*)", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
# What no request line can have; everything else is sent as it stands.
_UNSENDABLE = re.compile(r"[^!-~]+")


class PictureNotFetched(Exception):
    """A picture could not be fetched this time; the text says why, after "cannot be fetched: "."""


class PictureTooSlow(PictureNotFetched):
    """A picture did not arrive in time."""


class HostUnknown(PictureNotFetched):
    """The host has no address. Callers must not be able to tell it from `HostInside`."""


class PictureRefused(PictureNotFetched):
    """A picture cannot be fetched from its address, however often it is tried."""


class PictureNotFound(PictureRefused):
    """Its host says that there is no such picture."""


class HostInside(PictureRefused):
    """The host is inside our own network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address in its parts; `target` is its path and query as written."""

    scheme: str
    authority: str
    target: str
    host: str
    port: int

    @classmethod
    def read(cls, url: str) -> Self:
        """Read an address.

        :raises PictureRefused: it is none of http or https.
        """
        found = _ADDRESS.match(url)
        if found is None:
            raise PictureRefused(_why_not(url))
        scheme, authority, rest = found[1].lower(), found[2], found[3]
        try:
            parts = urlsplit(f"//{authority}")
            host, port = parts.hostname, parts.port
        except ValueError:
            raise PictureRefused("its address is not valid") from None
        if not host or len(url) > MAX_ADDRESS or re.search(r"[\s\0-\x1f%]", host):
            raise PictureRefused("its address is not valid")
        target = rest if rest.startswith("/") else f"/{rest}"
        return cls(
            scheme=scheme,
            authority=authority,
            target=_UNSENDABLE.sub(lambda text: quote(text[0], safe=""), target),
            host=host,
            port=port or (443 if scheme == "https" else 80),
        )

    @property
    def headers(self) -> dict[str, str]:
        user, _, host = self.authority.rpartition("@")
        written = host if host.isascii() else host.encode("idna").decode()
        wanted = {"Host": written, "Accept-Encoding": "identity"}
        if user:
            wanted["Authorization"] = f"Basic {b64encode(unquote(user).encode()).decode()}"
        return wanted

    def redirected(self, location: str) -> Self:
        """Return where a redirect leads; what it writes is not written otherwise."""
        if _SCHEME.match(location):
            return self.read(location)
        if location.startswith("//"):
            return self.read(f"{self.scheme}:{location}")
        origin = f"{self.scheme}://{self.authority}"
        if location.startswith("/"):
            return self.read(f"{origin}{location}")
        try:
            return self.read(urljoin(f"{origin}{self.target}", location))
        except ValueError:
            raise PictureRefused("its address is not valid") from None

    @property
    def named(self) -> str:
        """The host's name; of a private IP address also that it is one."""
        try:
            is_private = not is_outside(self.host)
        except ValueError:  # a name: where it leads is looked at before the connection
            is_private = False
        return f"{self.host}, a private address," if is_private else self.host


def _why_not(url: str) -> str:
    if url.lower().startswith(("http://", "https://")):
        return "its address is not valid"
    return "its address begins neither with http nor with https"
