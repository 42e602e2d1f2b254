"""Every address declares who may call it, and refuses all others."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import URLPattern, URLResolver
from rest_framework.test import APIClient

from config.urls import urlpatterns
from recognition.providers.numbers.requests import callback_url
from rest.access import Access, Closed, Public, Role, Signed
from rest.groups import is_api_path
from rest.operations import operation_of
from rest.roles import ROLES, grant_role
from rest.tokens import issue
from rest.views import ApiViewSet
from tagging.models import Tagator

NIL = "00000000-0000-0000-0000-000000000000"
# Addresses that are no API endpoint: what they show is for everybody.
PUBLIC_PAGES = {
    "",
    "health/live",
    "health/ready",
    "metrics",
    "workbench/",
    "workbench/catalogue.js",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    method: str
    path: str
    access: Access
    takes_json: bool
    takes_form: bool

    def __str__(self) -> str:
        return f"{self.method.upper()} {self.path}"


def addresses(
    routes: list[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for route in routes:
        path = prefix + str(route.pattern)
        if isinstance(route, URLResolver):
            if path != "admin/":
                yield from addresses(route.url_patterns, path)
        else:
            yield path, route


def endpoints() -> Iterator[Endpoint]:
    for path, route in addresses(urlpatterns):
        view = getattr(route.callback, "cls", None)
        if view is None or not issubclass(view, ApiViewSet):
            continue
        for method, action in route.callback.actions.items():  # type: ignore[attr-defined]
            declared = operation_of(view, action)
            if method != "head":
                yield Endpoint(
                    method=method,
                    path="/" + filled(path),
                    access=declared.access or view.access,
                    takes_json=declared.takes is not None,
                    takes_form=declared.multipart is not None,
                )


def filled(path: str) -> str:
    """Put a value of its kind into every place of the path."""
    path = re.sub(r"<guid:\w+>", NIL, path)
    path = re.sub(r"<int:\w+>", "1", path)
    return re.sub(r"<str:\w+>|<slug:\w+>", "none", path)


ALL = list(endpoints())
BY_ROLE = [found for found in ALL if isinstance(found.access, Role)]
SIGNED = [found for found in ALL if isinstance(found.access, Signed)]
JSON_ALONE = [found for found in ALL if found.takes_json and not found.takes_form]
PUBLIC = [found for found in ALL if isinstance(found.access, Public)]
BEARER = [found for found in ALL if found.access.bearer]


def call(
    endpoint: Endpoint,
    token: str | None = None,
    query: str = "",
    body: str = "{}",
    content_type: str = "application/json",
):
    cache.clear()
    client = APIClient(raise_request_exception=False)
    if token is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client.generic(
        endpoint.method.upper(), endpoint.path + query, body, content_type=content_type
    )


def token_of(*roles: str) -> str:
    user, _ = User.objects.get_or_create(username="ann")
    for role in roles:
        grant_role(user, role)
    if "tagging.tag" in roles:
        Tagator.objects.get_or_create(user=user, email="ann@example.org", name="Ann")
    return str(issue(user, timedelta(minutes=1)))


def roles_for(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the roles each of which opens the endpoint."""
    assert isinstance(endpoint.access, Role)
    return endpoint.access.names


def test_no_address_is_neither_an_endpoint_nor_a_known_page():
    unknown = [
        path
        for path, route in addresses(urlpatterns)
        if not issubclass(getattr(route.callback, "cls", object), ApiViewSet)
        and path not in PUBLIC_PAGES
        and not re.fullmatch(r"[a-z-]+-api/(schema|docs)", path)
    ]

    assert unknown == []


def test_the_groups_have_endpoints():
    assert {found.path.split("/")[1] for found in ALL} >= {"admin-api", "client-api"}
    assert all(is_api_path(found.path) for found in ALL)


@pytest.mark.parametrize("endpoint", ALL, ids=str)
def test_every_endpoint_declares_who_may_call_it(endpoint: Endpoint):
    assert not isinstance(endpoint.access, Closed)
    assert endpoint.access.who


@pytest.mark.parametrize("endpoint", PUBLIC + SIGNED, ids=str)
def test_what_needs_no_bearer_says_why_and_is_throttled(endpoint: Endpoint):
    assert isinstance(endpoint.access, Public | Signed)
    assert len(endpoint.access.reason) > 10
    assert endpoint.access.throttle


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", BEARER, ids=str)
@pytest.mark.parametrize("token", [None, "nonsense"])
def test_no_token_is_401(endpoint: Endpoint, token: str | None):
    answer = call(endpoint, token)

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", BEARER, ids=str)
def test_a_caller_without_any_role_is_403(endpoint: Endpoint):
    assert call(endpoint, token_of()).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", BY_ROLE, ids=str)
def test_every_other_role_is_403(endpoint: Endpoint):
    others = ROLES.keys() - set(roles_for(endpoint))

    assert call(endpoint, token_of(*others)).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", BY_ROLE, ids=str)
def test_each_right_role_alone_is_let_in(endpoint: Endpoint):
    for role in roles_for(endpoint):
        answer = call(endpoint, token_of(role))

        assert answer.status_code not in (401, 403)
        assert answer.status_code < 500
        Tagator.objects.all().delete()
        User.objects.all().delete()


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", SIGNED, ids=str)
@pytest.mark.parametrize("query", ["", "?token=", "?token=forged", "?token=a:b:c"])
def test_an_endpoint_for_signed_calls_takes_no_other(endpoint: Endpoint, query: str):
    assert call(endpoint, token_of(*ROLES), query).status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", PUBLIC, ids=str)
def test_a_public_endpoint_does_not_fail(endpoint: Endpoint):
    assert call(endpoint).status_code < 500


@pytest.mark.django_db
@pytest.mark.parametrize("endpoint", JSON_ALONE, ids=str)
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/mixed", "a/b"])
def test_a_body_that_is_no_json_is_415_where_no_form_is_taken(endpoint: Endpoint, kind: str):
    query = ""
    if isinstance(endpoint.access, Signed):
        query = f"?{urlsplit(callback_url(UUID(NIL))).query}"

    answer = call(endpoint, token_of(*ROLES), query, body="--x--", content_type=kind)

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")
