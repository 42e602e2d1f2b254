"""Whichever route it is, the log has no value of it but ids, and no id of a person."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver, resolve

from config.logs import hide_secrets
from config.tests.planted import NAME
from foundation.rest.middleware import RequestIdMiddleware

ID, OTHER = "0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f", "9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"
PARAMETER = re.compile(r"<(\w+):(\w+)>")
VALUES = {"guid": ID, "uuid": ID, "int": "70", "str": NAME, "path": NAME}


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        path = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, path)
        elif PARAMETER.search(path):
            yield path


ROUTES = list(routes(get_resolver()))


def with_parameter(name: str) -> list[str]:
    found = [route for route in ROUTES if f":{name}>" in route]
    assert found, name
    return found


def logged(route: str, value: Callable[[str, str], str]) -> str:
    path = "/" + PARAMETER.sub(lambda found: value(found[1], found[2]), route)
    request = RequestFactory().get(path, {"q": NAME})
    request.resolver_match = resolve(path)
    line: dict[str, Any] = {"request": RequestIdMiddleware.format_request(request)}
    return str(hide_secrets(None, "", line)["request"])


def test_no_text_is_logged() -> None:
    lines = [logged(each, lambda kind, _: VALUES[kind]) for each in ROUTES]

    assert [line for line in lines if NAME in line] == []
    assert len(lines) > 500


@pytest.mark.parametrize("name", ["album_id", "photo_id", "activity_id", "task_id", "object_id"])
def test_an_id_is_logged(name: str) -> None:
    of_persons = re.compile(r"/(?:participant|balance|selfie)/<")
    for route in with_parameter(name):
        line = logged(route, lambda kind, here: ID if here == name else VALUES[kind])

        assert (ID in line) == (of_persons.search(route) is None), route


@pytest.mark.parametrize("name", ["participant_id", "person_id", "selfie_id"])
def test_no_id_of_a_person_is_logged(name: str) -> None:
    for route in with_parameter(name):
        line = logged(route, lambda kind, here: OTHER if here == name else VALUES[kind])

        assert OTHER not in line, route
