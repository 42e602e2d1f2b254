"""Calls that follow from each other, by callers of every role, are answered as documented."""

from itertools import count
from typing import Any, ClassVar
from zlib import crc32

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.generation.stateful.state_machine import APIStateMachine, StepInput, StepOutput

from config.tests.documented_calls import (
    PLAIN,
    boss,
    calls_share_the_test_s_transaction,
    checks_of,
    known,
    point_at,
    schema_of,
    superuser_token,
)
from config.tests.endpoints import token_of
from foundation.rest.groups import CALLBACKS, GROUPS, ApiGroup
from foundation.rest.roles import ROLES

__all__ = ["boss", "calls_share_the_test_s_transaction", "known", "superuser_token"]

pytestmark = pytest.mark.slow

SEQUENCES, CALLS = 12, 12  # of a document by a superuser and others; of a sequence


def machine_of(group: ApiGroup, known: dict[str, str]) -> type[APIStateMachine]:
    """Return what makes sequences: a call takes ids from answers to calls before it."""
    base: Any = schema_of(group).as_state_machine()

    class Sequences(base):  # type: ignore[misc]  # made at run time
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


def run(machine: Any, sequences: int) -> None:
    machine.run(
        settings=settings(
            max_examples=sequences,
            stateful_step_count=CALLS,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.base)
def test_are_answered_as_documented(group: ApiGroup, known, superuser_token):
    machine: Any = machine_of(group, known)
    of_roles = [token_of(role) for role in ROLES]

    # A superuser gets further, so half of the calls are theirs.
    machine.tokens = [token for each in of_roles for token in (superuser_token, each)]
    run(machine, SEQUENCES)
    for token in of_roles:
        machine.tokens = [superuser_token, token]
        run(machine, 1)

    assert machine.versions == {"v1", "v2"}
    assert machine.callers == {superuser_token, *of_roles}
    # The answers of sources' callbacks have no id that another call takes.
    assert machine.followed > 0 or group is CALLBACKS
