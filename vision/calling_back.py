"""Where callbacks may lead: the caller, who knows the key, may be inside our network."""

import errno
import socket

import aiohttp
from aiohappyeyeballs import AddrInfoType

from foundation.fetching.addresses import may_serve
from vision.settings import Settings


def callback_session(settings: Settings) -> aiohttp.ClientSession:
    """Open a session for callbacks.

    An address is looked at when the connection is made, after the name was resolved: names may
    change. What the system alone reads as an address (`127.1`) is none here.
    """
    return aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(socket_factory=_open_socket),
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=settings.callback_seconds),
    )


def _open_socket(found: AddrInfoType) -> socket.socket:
    family, kind, protocol, _, address = found
    try:
        allowed = may_serve(str(address[0]))
    except ValueError:
        allowed = False
    if not allowed:
        raise OSError(errno.EACCES, "no address that may be reached")
    return socket.socket(family=family, type=kind, proto=protocol)
