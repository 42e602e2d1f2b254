"""Whatever a document allows, and much that it does not, is answered as the document says."""

from itertools import count
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode

from config.tests.documented_calls import (
    AVATAR,
    CALLBACK,
    IMAGE,
    PLAIN,
    Operation,
    boss,
    calls_share_the_test_s_transaction,
    checks_of,
    known,
    operations,
    point_at,
    superuser_token,
)
from foundation.rest.groups import CLIENT, GROUPS, ApiGroup

__all__ = ["boss", "calls_share_the_test_s_transaction", "known", "superuser_token"]

pytestmark = pytest.mark.slow

# Cases of an operation; the first go to version 1 too, and the first without a token.
EXAMPLES, FEW, ONE = 6, 2, 1


def call(case: Case[Any], headers: dict[str, str]) -> None:
    """Make the call, check its answer, and forget what it did."""
    cache.clear()
    with transaction.atomic():
        case.call_and_validate(headers={**PLAIN, **headers}, checks=checks_of(case))
        transaction.set_rollback(True)


def test_the_known_fill_every_parameter_of_a_path(known):
    everything = [found for group in GROUPS for found in operations(group)]

    named = {part.name for found in everything for part in found.path_parameters}

    assert named | {CALLBACK, AVATAR, IMAGE} == set(known)


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("signed", "sent", "status"),
    [
        (CALLBACK, {"body": {}}, 422),
        (AVATAR, {"body": {}}, 422),
        ("/selfies/{selfieId}" + IMAGE, {"path_parameters": {"selfieId": ""}}, 200),
    ],
)
def test_a_call_at_a_signed_address_gets_past_the_signature(
    known, version: int, signed: str, sent: dict[str, Any], status: int
):
    path = f"/client-api/api/v{version}{signed}"
    (found,) = [operation for operation in operations(CLIENT) if operation.path == path]
    case = found.Case(**sent)

    point_at(case, known)

    assert case.call().status_code == status


def with_twins(group: ApiGroup) -> list[tuple[Operation, Operation | None]]:
    """Return each operation, with that of version 1 if both are alike: it gets the same cases."""
    known = {each.label: each for each in operations(group)}
    new = {label: known.get(label.replace("/v1/", "/v2/")) for label in known if "/v1/" in label}
    twin_of = {v2.label: known[v1] for v1, v2 in new.items() if v2 and are_alike(known[v1], v2)}
    twins = {twin.label for twin in twin_of.values()}
    return [(each, twin_of.get(label)) for label, each in known.items() if label not in twins]


def are_alike(old: Operation, new: Operation) -> bool:
    """Return whether both are documented in the same words."""
    first, second = ({**each.definition.raw, "operationId": ""} for each in (old, new))
    return first == second


def for_twin(twin: Operation, case: Case[Any]) -> Case[Any]:
    return twin.Case(
        path_parameters=case.path_parameters,
        headers=case.headers,
        cookies=case.cookies,
        query=case.query,
        body=case.body,
        media_type=case.media_type,
        multipart_content_types=case.multipart_content_types,
    )


def run(operation: Operation, twin: Operation | None, known: dict[str, str], token: str) -> None:
    case_of = st.one_of([operation.as_strategy(mode) for mode in GenerationMode])
    by_stranger = ONE if operation.definition.raw.get("security") else EXAMPLES
    number = count()

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
        nth = next(number)
        if exists:
            point_at(case, known)
        for each in [case, for_twin(twin, case)] if twin and nth < FEW else [case]:
            call(each, {"Authorization": f"Bearer {token}"})
            if nth < by_stranger:
                call(each, {})

    check()


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_the_calls_of_a_superuser_and_of_a_stranger_are_answered_as_documented(
    subtests, group: ApiGroup, known, superuser_token
):
    sent = set()
    for operation, twin in with_twins(group):
        sent |= {each.label for each in (operation, twin) if each}
        with subtests.test(operation=operation.label):
            run(operation, twin, known, superuser_token)

    assert sent == {each.label for each in operations(group)} != set()
