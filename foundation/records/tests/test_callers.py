"""The caller's address is the one that our own proxy names, and always an address."""

from typing import Any

import pytest
from axes.helpers import get_client_ip_address
from django.test import RequestFactory

from foundation.records.callers import address_of

PROXY = "10.42.0.9"


def found(proxies: int, settings: Any, forwarded: str | None, connection: str = PROXY) -> str:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", REMOTE_ADDR=connection, headers=headers)
    address = address_of(request)
    assert get_client_ip_address(request) == address  # the lock of sign-in
    return address


@pytest.mark.parametrize(
    ("proxies", "address"), [(0, PROXY), (1, "203.0.113.7"), (2, "198.51.100.1"), (9, "192.0.2.9")]
)
def test_is_so_many_places_from_the_end(proxies: int, address: str, settings: Any):
    assert found(proxies, settings, "192.0.2.9, 198.51.100.1,203.0.113.7") == address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (" 203.0.113.7 ", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("2001:DB8:0::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:db8::7]:443", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
    ],
)
def test_is_written_one_way(written: str, address: str, settings: Any):
    assert found(1, settings, written) == address
    assert found(0, settings, None, written) == address


@pytest.mark.parametrize(
    "forwarded", [None, "", ",", "unknown", "203.0.113", "203.0.113.7:1:2", "[", "\x00", "9" * 999]
)
def test_is_the_connections_where_the_proxy_names_none(forwarded: str | None, settings: Any):
    assert found(1, settings, forwarded) == PROXY


@pytest.mark.parametrize("connection", ["", "unix:"])
def test_is_one_for_all_who_come_by_a_socket_file(connection: str, settings: Any):
    assert found(1, settings, "unknown", connection) == "::"
    assert found(0, settings, None, connection) == "::"
