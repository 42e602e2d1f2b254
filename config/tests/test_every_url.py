"""Every address declares who may call it, and refuses all others."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.urls import URLPattern, URLResolver
from rest_framework.response import Response
from rest_framework.test import APIClient

from config.urls import urlpatterns
from recognition.providers.numbers.requests import callback_url
from rest.access import Access, Closed, Public, Role, Signed
from rest.groups import GROUPS, is_api_path
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


@transaction.atomic
def call(
    endpoint: Endpoint,
    token: str | None = None,
    query: str = "",
    body: str = "{}",
    content_type: str = "application/json",
) -> Response:
    """Make a call, and undo what it did."""
    cache.clear()
    client = APIClient(raise_request_exception=False)
    if token is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    answer = client.generic(
        endpoint.method.upper(), endpoint.path + query, body, content_type=content_type
    )
    transaction.set_rollback(True)
    return answer


def token_of(*roles: str) -> str:
    user = User.objects.create_user(f"ann-{User.objects.count()}")
    for role in roles:
        grant_role(user, role)
    if "tagging.tag" in roles:
        Tagator.objects.create(user=user, email=f"{user.username}@example.org", name="Ann")
    return str(issue(user, timedelta(minutes=5)))


def roles_for(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the roles each of which opens the endpoint."""
    assert isinstance(endpoint.access, Role)
    return endpoint.access.names


def statuses_other_than(right: int, answers: dict[str, Response]) -> dict[str, int]:
    """Return the other statuses, by what was called; nothing called is no proof."""
    assert answers
    return {
        name: answer.status_code for name, answer in answers.items() if answer.status_code != right
    }


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


def test_every_endpoint_declares_who_may_call_it():
    closed = [str(found) for found in ALL if isinstance(found.access, Closed)]
    unsaid = [str(found) for found in ALL if not found.access.who]

    assert (closed, unsaid) == ([], [])


def test_what_needs_no_bearer_says_why_and_is_throttled():
    found = {
        str(endpoint): endpoint.access
        for endpoint in ALL
        if isinstance(endpoint.access, Public | Signed)
    }

    unexplained = [name for name, access in found.items() if len(access.reason) <= 10]
    unthrottled = [name for name, access in found.items() if not access.throttle]
    assert found
    assert (unexplained, unthrottled) == ([], [])


@pytest.mark.django_db
@pytest.mark.parametrize("token", [None, "nonsense"])
def test_no_token_is_401(token: str | None):
    answers = {str(endpoint): call(endpoint, token) for endpoint in BEARER}

    assert statuses_other_than(401, answers) == {}
    assert [
        name
        for name, answer in answers.items()
        if not answer["WWW-Authenticate"].startswith("Bearer")
    ] == []


@pytest.mark.django_db
def test_a_caller_without_any_role_is_403():
    token = token_of()

    answers = {str(endpoint): call(endpoint, token) for endpoint in BEARER}

    assert statuses_other_than(403, answers) == {}


@pytest.mark.django_db
def test_every_other_role_is_403():
    tokens = {names: token_of(*ROLES.keys() - set(names)) for names in map(roles_for, BY_ROLE)}

    answers = {str(endpoint): call(endpoint, tokens[roles_for(endpoint)]) for endpoint in BY_ROLE}

    assert statuses_other_than(403, answers) == {}


@pytest.mark.django_db
def test_each_right_role_alone_is_let_in():
    tokens = {role: token_of(role) for role in ROLES}

    answers = {
        f"{role}: {endpoint}": call(endpoint, tokens[role]).status_code
        for endpoint in BY_ROLE
        for role in roles_for(endpoint)
    }

    refused = {name: status for name, status in answers.items() if status in (401, 403)}
    failed = {name: status for name, status in answers.items() if status >= 500}
    assert (refused, failed) == ({}, {})


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", "?token=", "?token=forged", "?token=a:b:c"])
def test_an_endpoint_for_signed_calls_takes_no_other(query: str):
    token = token_of(*ROLES)

    answers = {str(endpoint): call(endpoint, token, query) for endpoint in SIGNED}

    assert statuses_other_than(401, answers) == {}


@pytest.mark.django_db
def test_a_public_endpoint_does_not_fail():
    answers = {str(endpoint): call(endpoint).status_code for endpoint in PUBLIC}

    assert {name: status for name, status in answers.items() if status >= 500} == {}


@pytest.mark.django_db
def test_a_method_that_an_address_does_not_have_is_405():
    token = token_of(*ROLES)
    offered: dict[str, set[str]] = {}
    for endpoint in ALL:
        offered.setdefault(endpoint.path, set()).add(endpoint.method)
    others = [
        replace(endpoint, method=method)
        for endpoint in {each.path: each for each in ALL if each not in SIGNED}.values()
        for method in {"get", "post", "put", "patch", "delete"} - offered[endpoint.path]
    ]
    documents = [replace(ALL[0], path=f"/{group.base}/schema", method="post") for group in GROUPS]

    answers = {str(each): call(each, token) for each in [*others, *documents]}

    assert statuses_other_than(405, answers) == {}
    kinds = {answer["Content-Type"] for answer in answers.values()}
    assert kinds == {"application/problem+json"}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/mixed", "a/b"])
def test_a_body_that_is_no_json_is_415_where_no_form_is_taken(kind: str):
    token = token_of(*ROLES)
    signature = f"?{urlsplit(callback_url(UUID(NIL))).query}"

    answers = {
        str(endpoint): call(
            endpoint,
            token,
            signature if isinstance(endpoint.access, Signed) else "",
            body="--x--",
            content_type=kind,
        )
        for endpoint in JSON_ALONE
    }

    assert statuses_other_than(415, answers) == {}
    codes = {json.loads(answer.content)["code"] for answer in answers.values()}
    assert codes == {"unsupported-media-type"}
