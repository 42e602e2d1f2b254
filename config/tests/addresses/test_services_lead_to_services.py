"""Policy of services: staff with rights, operators and callers with our key may name one inside.

None is where no service can be, whatever its name resolves to by then: nothing is sent there. No
redirect is followed, and no credentials are in an address.
"""

import asyncio
import socket
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import pytest
from django.core.exceptions import ValidationError

from config.tests.addresses.places import INSIDE, NOWHERE, OUTSIDE, SCHEMES, Door, door
from foundation.fetching import addresses as networks
from foundation.messaging import outgoing_http
from foundation.messaging.outgoing_http import KeptSession
from recognition.accounts.api import AccountChangeInput, AccountInput
from recognition.models import Account, CompetitorInstance
from recognition.providers import http_client
from recognition.providers.failures import ProcessingFailure
from recognition.providers.http_client import send
from vision import calling_back
from vision.calling_back import callback_session
from vision.requests import InvalidRequest, recognition_request
from vision.settings import Settings

BASES: dict[str, Callable[[str], Any]] = {
    "an account": lambda url: Account._meta.get_field("base_url").clean(url, None),
    "a competitor service": lambda url: CompetitorInstance._meta.get_field("base_url").clean(
        url, None
    ),
    "a new account by the API": lambda url: AccountInput(
        data={"name": "a", "provider": "local", "baseUrl": url}
    ),
    "an account's change by the API": lambda url: AccountChangeInput(data={"baseUrl": url}),
}
ODD = [
    "http://user@{host}/", "http://user:secret@{host}/", "http://{host}/?a=1", "http://{host}/#a",
    "http://{host}:99999/", "http://{host}:x/", "http:// {host}/", "http://{host}\r\nX: y",
]  # fmt: skip


@pytest.fixture(params=BASES)
def accepts(request: pytest.FixtureRequest) -> Callable[[str], bool]:
    def ask(url: str) -> bool:
        try:
            form = BASES[request.param](url)
        except ValidationError:
            return False
        return isinstance(form, str) or form.is_valid()

    return ask


@pytest.mark.parametrize("host", INSIDE)
def test_a_service_may_be_inside(accepts: Callable[[str], bool], host: str) -> None:
    assert accepts(f"http://{host}:8200/api")


@pytest.mark.parametrize("host", NOWHERE)
def test_a_service_is_not_where_none_can_be(accepts: Callable[[str], bool], host: str) -> None:
    assert not accepts(f"http://{host}/latest")
    assert not accepts(f"https://{host}:8443/")


@pytest.mark.parametrize("url", [*SCHEMES[:-1], *ODD])
def test_a_service_has_a_plain_address(accepts: Callable[[str], bool], url: str) -> None:
    assert not accepts(url.format(host="faces.example.org"))


def test_where_addresses_lead_is_known() -> None:
    written = {host: networks.written_address(host.strip("[]")) for host in (*INSIDE, *NOWHERE)}
    nowhere = [str(written[host]) for host in NOWHERE]
    inside = {host: ip for host, ip in written.items() if ip and not host.startswith("localhost")}

    assert [host for host, ip in inside.items() if networks.is_outside(ip)] == []
    assert [ip for ip in nowhere if networks.may_serve(ip)] == []
    assert [
        host for host in INSIDE if host in inside and not networks.may_serve(inside[host])
    ] == []
    assert [ip for ip in OUTSIDE if not (networks.is_outside(ip) and networks.may_serve(ip))] == []


def _ask(url: str) -> None:
    send("face provider", "POST", url, token="t0ken", timeout=5, json={})


def _call_back(url: str) -> None:
    async def post() -> None:
        session = callback_session(Settings())
        async with session, session.post(url, data=b"{}", allow_redirects=False):
            return

    asyncio.run(post())


CALLS = {"a provider, a peer, a competitor service": _ask, "a callback of vision": _call_back}


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest) -> Callable[[str], None]:
    return CALLS[request.param]


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A server that plays the metadata service of a platform."""
    with door("127.0.0.2") as found:
        for module in (outgoing_http, calling_back):
            monkeypatch.setattr(module, "may_serve", lambda ip: ip != "127.0.0.2")
        yield found


def test_a_name_that_leads_nowhere_hears_nothing(
    call: Callable[[str], None], nowhere: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.2", nowhere.port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    with pytest.raises((ProcessingFailure, aiohttp.ClientConnectorError)):
        call(f"http://faces.example.org:{nowhere.port}/")

    assert nowhere.heard == []


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A proxy on an inside address, through which the environment has every call go."""
    with door() as found:
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        for name in ("http_proxy", "https_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{found.port}")
        monkeypatch.setattr(http_client, "_session", KeptSession(hosts=1, connections=1))
        yield found


@pytest.fixture
def resolved(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """Addresses of names; a name that stands here without one cannot be resolved."""
    names: dict[str, list[str]] = {}
    real = socket.getaddrinfo

    def resolve(host: str, *beside: Any, **options: Any) -> Any:
        if host not in names:
            return real(host, *beside, **options)
        if not names[host]:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 0)) for ip in names[host]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return names


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("host", [*NOWHERE, "169.254.169.254.", "169%2E254.169.254"])
def test_a_proxy_is_not_asked_for_addresses_nowhere(proxy: Door, host: str, scheme: str) -> None:
    with pytest.raises(ProcessingFailure):
        _ask(f"{scheme}://{host}/latest")

    assert proxy.heard == []


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("addresses", [["169.254.169.254"], ["93.184.216.34", "fd00:ec2::254"]])
def test_a_proxy_is_not_asked_for_a_name_that_leads_nowhere(
    proxy: Door, resolved: dict[str, list[str]], addresses: list[str], scheme: str
) -> None:
    resolved["faces.example.org"] = addresses

    with pytest.raises(ProcessingFailure):
        _ask(f"{scheme}://faces.example.org/")

    assert proxy.heard == []


@pytest.mark.parametrize("addresses", [["93.184.216.34"], ["10.0.0.1"], []])
def test_a_proxy_is_asked_for_a_service(
    proxy: Door, resolved: dict[str, list[str]], addresses: list[str]
) -> None:
    resolved["faces.example.org"] = addresses

    _ask("http://faces.example.org/a")
    with pytest.raises(ProcessingFailure):  # the played proxy makes no tunnel
        _ask("https://faces.example.org/b")

    assert [heard.split(b" HTTP/")[0] for heard in proxy.heard] == [
        b"POST http://faces.example.org/a",
        b"CONNECT faces.example.org:443",
    ]


def test_no_redirect_is_followed(call: Callable[[str], None]) -> None:
    with door() as other, door() as named:
        named.location = f"http://127.0.0.1:{other.port}/"
        call(f"http://127.0.0.1:{named.port}/")

    assert (named.connections, other.connections) == (1, 0)


def test_no_cookie_is_kept() -> None:
    with door() as named:
        named.cookie = "known=again; Path=/"
        for _ in range(2):
            _ask(f"http://127.0.0.1:{named.port}/")

    assert len(named.heard) == 2
    assert b"cookie" not in named.heard[1].lower()


@pytest.mark.parametrize("url", [*SCHEMES, "http://{host}:99999/", "http:///"])
@pytest.mark.parametrize("field", ["imageUrl", "callbackUrl"])
def test_vision_takes_web_addresses_only(field: str, url: str) -> None:
    whole = {"imageUrl": "http://a.example/1.jpg", "callbackUrl": "http://a.example/c"}
    body = {"name": "1", "type": "NUMBER", **whole, field: url.format(host="a.example")}

    with pytest.raises(InvalidRequest):
        recognition_request(body)


def test_keys_that_a_token_names_are_not_fetched(settings: Any) -> None:
    import jwt
    from rest_framework.exceptions import APIException

    from foundation.rest.tokens import verified_claims

    with door() as named, door() as ours:
        settings.JWT_JWKS_URL = f"http://127.0.0.1:{ours.port}/keys"
        settings.JWT_ISSUER, settings.JWT_AUDIENCE = "https://idp.example", "finishline"
        there = f"http://127.0.0.1:{named.port}/"
        headers = {"jku": there, "x5u": there, "kid": "1"}
        token = jwt.encode({"iss": there, "aud": "finishline"}, "k" * 32, headers=headers)
        with pytest.raises(APIException):
            verified_claims(token)

    assert named.connections == 0
