"""Every address declares who may call it, and refuses all others."""

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from rest_framework.response import Response

from config.tests.endpoints import ALL, NIL, addresses, ask, call, roles_for, token_of
from config.urls import urlpatterns
from foundation.rest.access import Closed, Public, Role, Signed
from foundation.rest.groups import GROUPS, is_api_path
from foundation.rest.roles import ROLES
from foundation.rest.views import ApiViewSet
from recognition.wire.signed_addresses import callback_url

# Addresses that are no API endpoint: what they show is for everybody.
PUBLIC_PAGES = {
    "",
    "password/",
    "password/<str:uidb64>/<str:token>",
    "password/done",
    "password/sent",
    "second-step/",
    "second-step/recovery-codes",
    "second-step/set-up",
    "workbench/",
    "workbench/catalogue.js",
    "workbench/worker.js",
}
BY_ROLE = [found for found in ALL if isinstance(found.access, Role)]
SIGNED = [found for found in ALL if isinstance(found.access, Signed)]
JSON_ALONE = [found for found in ALL if found.takes_json and not found.takes_form]
PUBLIC = [found for found in ALL if isinstance(found.access, Public)]
BEARER = [found for found in ALL if found.access.bearer]


@pytest.fixture(autouse=True)
def _no_call_is_one_too_many(settings: Any) -> None:
    settings.THROTTLE_RATES = dict.fromkeys(settings.THROTTLE_RATES, "1000000/d")


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
        and not re.fullmatch(r"[a-z-]+-api/(schema|docs)(/.+)?", path)
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


@pytest.mark.parametrize("app", ["recognition", "tagging"])
def test_who_may_read_an_app_may_read_all_of_it_over_the_admin_api_and_change_nothing(app: str):
    reader, manager = f"{app}.read", f"{app}.manage"
    of_app = [each for each in BY_ROLE if {reader, manager} & set(roles_for(each))]
    in_admin_api = [each for each in of_app if each.path.startswith("/admin-api/")]

    open_to_readers = {str(each) for each in of_app if reader in roles_for(each)}

    reads = {str(each) for each in in_admin_api if each.method == "get"}
    reports = {str(each) for each in in_admin_api if each.path.endswith("/tagator-report")}
    assert reads
    assert open_to_readers == reads | reports


@pytest.mark.django_db
@pytest.mark.parametrize("token", [None, "nonsense"])
def test_no_token_is_401(token: str | None):
    answers = {str(endpoint): ask(endpoint, token) for endpoint in BEARER}

    assert statuses_other_than(401, answers) == {}
    assert [
        name
        for name, answer in answers.items()
        if not answer["WWW-Authenticate"].startswith("Bearer")
    ] == []


@pytest.mark.django_db
def test_a_caller_without_any_role_is_403():
    token = token_of()

    answers = {str(endpoint): ask(endpoint, token) for endpoint in BEARER}

    assert statuses_other_than(403, answers) == {}


@pytest.mark.django_db
def test_every_other_role_is_403():
    right = set(map(roles_for, BY_ROLE))
    tokens = {names: token_of(*ROLES.keys() - set(names)) for names in right}

    answers = {str(endpoint): ask(endpoint, tokens[roles_for(endpoint)]) for endpoint in BY_ROLE}

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

    answers = {str(endpoint): ask(endpoint, token, query) for endpoint in SIGNED}

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

    answers = {str(each): ask(each, token) for each in [*others, *documents]}

    assert statuses_other_than(405, answers) == {}
    kinds = {answer["Content-Type"] for answer in answers.values()}
    assert kinds == {"application/problem+json"}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/mixed", "a/b"])
def test_a_body_that_is_no_json_is_415_where_no_form_is_taken(kind: str):
    token = token_of(*ROLES)
    signature = f"?{urlsplit(callback_url(UUID(NIL))).query}"

    answers = {
        str(endpoint): ask(
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


@pytest.mark.django_db
def test_a_body_that_is_no_json_is_400():
    token = token_of(*ROLES)
    signature = f"?{urlsplit(callback_url(UUID(NIL))).query}"

    answers = {
        str(endpoint): ask(
            endpoint, token, signature if isinstance(endpoint.access, Signed) else "", body="{"
        )
        for endpoint in JSON_ALONE
    }

    assert statuses_other_than(400, answers) == {}


@pytest.mark.django_db
def test_a_record_that_is_not_there_is_404():
    token = token_of(*ROLES)

    answers = {
        str(endpoint): ask(endpoint, token)
        for endpoint in BY_ROLE
        if endpoint.method == "get" and NIL in endpoint.path
        if not endpoint.path.endswith(("/reward/comparison", "/statistic"))  # they ask for more
    }

    assert statuses_other_than(404, answers) == {}
    codes = {json.loads(answer.content)["code"] for answer in answers.values()}
    assert {code for code in codes if not code.endswith("-not-found")} == set()
