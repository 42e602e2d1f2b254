"""Whatever a document allows, and much that it does not, is answered as the document says…"""

from itertools import count
from typing import Any, ClassVar
from zlib import crc32

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.generation.stateful.state_machine import APIStateMachine, StepInput, StepOutput

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
    schema_of,
    superuser_token,
)
from config.tests.endpoints import token_of
from foundation.rest.groups import CALLBACKS, CLIENT, GROUPS, ApiGroup
from foundation.rest.roles import ROLES

__all__ = ["boss", "calls_share_the_test_s_transaction", "known", "superuser_token"]

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


# Of a document by callers of all roles; of a sequence; of one by a superuser and a single role.
SEQUENCES, CALLS, FEW_CALLS = 12, 12, 6


def machine_of(group: ApiGroup, known: dict[str, str]) -> type[APIStateMachine]:
    """Return what makes sequences: a call takes ids from answers to calls before it."""
    base: Any = schema_of(group).as_state_machine()

    class Sequences(base):  # type: ignore[misc]  # made at run_machine time
        tokens: ClassVar[list[str]]
        followed: int = 0
        callers: ClassVar[set[str]] = set()
        versions: ClassVar[set[str]] = set()

        def setup(self) -> None:
            self.steps = count()
            cache.clear()
            self.undone = transaction.atomic()
            self.undone.__enter__()

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

        def step(self, input: StepInput) -> StepOutput:  # noqa: A002 (the library's name)
            if not input.is_applied:
                point_at(input.case, known)
            Sequences.followed += input.is_applied
            return super().step(input)  # type: ignore[no-any-return]

        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
            # The same at a repetition, by which the library makes sure of a failure.
            nth = crc32(f"{next(self.steps)} {case.operation.label}".encode())
            token = self.tokens[nth % len(self.tokens)]
            self.callers.add(token)
            self.versions.update({"v1", "v2"} & set(case.path.split("/")))
            return {"headers": {**PLAIN, "Authorization": f"Bearer {token}"}}

        def validate_response(self, response: Any, case: Case[Any], **_: Any) -> None:
            case.validate_response(response, checks=checks_of(case))

    return Sequences


def run_machine(machine: Any, sequences: int, calls: int) -> None:
    machine.run(
        settings=settings(
            max_examples=sequences,
            stateful_step_count=calls,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_following_calls_are_answered_as_documented(group: ApiGroup, known, superuser_token):
    machine: Any = machine_of(group, known)
    of_roles = [token_of(role) for role in ROLES]

    # A superuser gets further, so half of the calls are theirs.
    machine.tokens = [token for each in of_roles for token in (superuser_token, each)]
    run_machine(machine, SEQUENCES, CALLS)
    for token in of_roles:
        machine.tokens = [superuser_token, token]
        run_machine(machine, 1, FEW_CALLS)

    assert machine.versions == {"v1", "v2"}
    assert machine.callers == {superuser_token, *of_roles}
    # The answers of sources' callbacks have no id that another call takes.
    assert machine.followed > 0 or group is CALLBACKS
