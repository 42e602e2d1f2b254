"""Whatever a document allows, and much that it does not, is answered as the document says."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from config.urls import routes_of
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory
from rest.documents import build_document
from rest.groups import GROUPS
from rest.tokens import issue

pytestmark = pytest.mark.slow

EXAMPLES = 6
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def operations() -> Iterator[APIOperation[Any, Any, Any, Any]]:
    application = get_wsgi_application()
    for group in GROUPS:
        schema = schemathesis.openapi.from_dict(build_document(group, routes_of(group)))
        schema.app = application
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            yield found.ok()


@pytest.fixture
def known(db: None) -> dict[str, str]:
    """Return ids of records that exist, by the name of the path's parameter."""
    album, space = AlbumFactory.create(), AccountSpaceFactory.create()
    return {
        "albumId": str(album.pk),
        "tenantId": str(album.tenant_id),
        "accountId": str(space.account_id),
        "accountSpaceId": str(space.pk),
    }


@pytest.fixture
def superuser_token(db: None) -> str:
    return str(issue(User.objects.create_superuser("boss"), timedelta(hours=1)))


@pytest.fixture(autouse=True)
def _calls_share_the_test_s_transaction() -> Iterator[None]:
    """Let no call of the WSGI application drop the connection, as Django's own test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def call(case: Case[Any], headers: dict[str, str]) -> None:
    """Make the call, check its answer, and forget what it did."""
    cache.clear()
    with transaction.atomic():
        case.call_and_validate(headers=headers, checks=CHECKS)
        transaction.set_rollback(True)


def run(operation: APIOperation[Any, Any, Any, Any], known: dict[str, str], token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    case_of = st.one_of([operation.as_strategy(mode) for mode in GenerationMode])

    @given(case=case_of, exists=st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case[Any], exists: bool) -> None:
        if exists:
            case.path_parameters.update(
                {name: known[name] for name in case.path_parameters if name in known}
            )
        call(case, headers)

    check()


ALL = [pytest.param(found, id=found.label) for found in operations()]


@pytest.mark.parametrize("operation", ALL)
def test_a_superuser_s_calls_are_answered_as_documented(operation, known, superuser_token):
    run(operation, known, superuser_token)


@pytest.mark.parametrize("operation", ALL)
def test_a_stranger_s_calls_are_answered_as_documented(operation, known):
    run(operation, known, "")
