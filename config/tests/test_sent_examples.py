"""Examples of bodies were really sent: each is one that its endpoint takes."""

from typing import Any

from django.core.cache import cache
from django.db import transaction

from config.tests.documented_calls import (
    PLAIN,
    Operation,
    boss,
    calls_share_the_test_s_transaction,
    known,
    operations,
    point_at,
    superuser_token,
)
from foundation.rest.groups import GROUPS

__all__ = ["boss", "calls_share_the_test_s_transaction", "known", "superuser_token"]

# The body is right, but names what this test has not; 401, 404 and 409 say no more than that.
NOT_HERE = {"album-unknown", "custom-tag-unknown", "person-not-on-photo", "wrong-password"}


def example_of(operation: Operation) -> Any:
    """Return the example of an operation's JSON body; None if it takes none."""
    content = operation.definition.raw.get("requestBody", {}).get("content", {})
    examples = content.get("application/json", {}).get("examples", {})
    return next((each["value"] for each in examples.values()), None)


def send(operation: Operation, body: Any, known: dict[str, str], token: str) -> Any:
    """Send a body to a record that exists; what it did is forgotten."""
    case = operation.Case(
        path_parameters={part.name: known[part.name] for part in operation.path_parameters},
        body=body,
        media_type="application/json",
    )
    point_at(case, known)
    cache.clear()
    with transaction.atomic():
        answer = case.call(headers={**PLAIN, "Authorization": f"Bearer {token}"})
        transaction.set_rollback(True)
    return answer


def test_are_taken(known: dict[str, str], superuser_token: str):
    sent = {
        each.label: send(each, body, known, superuser_token)
        for group in GROUPS
        for each in operations(group)
        if (body := example_of(each)) is not None
    }

    refused = {
        label: (answer.status_code, answer.json()["code"])
        for label, answer in sent.items()
        if answer.status_code in (400, 403, 413, 415, 422) and answer.json()["code"] not in NOT_HERE
    }
    taken = [answer for answer in sent.values() if answer.status_code < 300]
    assert len(taken) > 60
    assert refused == {}
