"""A POST that two connections send with the same `Idempotency-Key` at the same moment…"""

from threading import Lock
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config.tests.endpoints import token_of
from foundation.messaging.tests.play.consumers import wait_until
from foundation.messaging.tests.play.racing import another_waits_for_us, at_once, race
from foundation.rest import idempotency
from foundation.rest.models import KeptAnswer
from programs.tests.factories import MarketingProgramFactory
from rewards.models import RewardFormula

pytestmark = pytest.mark.django_db(transaction=True)
REPLAYED = "Idempotency-Replayed"


class Calls:
    """The same call of one caller, which without a key makes a formula each time."""

    def __init__(self) -> None:
        self.headers = {"Authorization": f"Bearer {token_of('rewards.edit')}"}
        self.body = {
            "marketingProgramId": str(MarketingProgramFactory.create().pk),
            "activityType": "SportActivity",
            "name": "By distance",
            "expression": "distance",
        }

    def with_key(self, key: str, **changes: Any) -> Any:
        headers = {**self.headers, "Idempotency-Key": key}
        address, body = "/admin-api/api/v2/formulas", {**self.body, **changes}
        return Client().post(address, body, "application/json", headers=headers)


@pytest.fixture
def calls() -> Calls:
    return Calls()


def test_is_done_once_and_both_get_the_same_answer(calls: Calls):
    answers = at_once(*[lambda: calls.with_key("k-1")] * 4)

    assert {(each.status_code, each.content) for each in answers} == {(201, answers[0].content)}
    assert sorted(each.get(REPLAYED, "") for each in answers) == ["", "true", "true", "true"]
    assert [str(RewardFormula.objects.get().pk)] == [answers[0].json()["formulaId"]]
    calls.with_key("k-2")
    assert RewardFormula.objects.count() == 2


def test_is_waited_for_by_the_second(calls: Calls):
    first: list[Any] = []

    second = race(lambda: first.append(calls.with_key("k-1")), lambda: calls.with_key("k-1"))

    assert (second.status_code, second.content) == (201, first[0].content)
    assert second[REPLAYED] == "true"
    assert RewardFormula.objects.count() == KeptAnswer.objects.count() == 1


def test_is_refused_to_the_second_if_its_body_differs(calls: Calls):
    other = race(lambda: calls.with_key("k-1"), lambda: calls.with_key("k-1", name="Other"))

    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
    assert RewardFormula.objects.get().name == "By distance"


def test_is_done_by_the_second_if_the_first_dies_before_it_keeps_its_answer(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
):
    keep, is_first = idempotency._keep, Lock()

    def die_first(*kept: Any) -> None:
        if is_first.acquire(blocking=False):
            assert RewardFormula.objects.count() == 1
            wait_until(another_waits_for_us, "the second to wait for the key")
            with connection.cursor() as cursor:  # what the database sees of a process that dies
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        keep(*kept)

    monkeypatch.setattr(idempotency, "_keep", die_first)

    answers = at_once(*[lambda: calls.with_key("k-1")] * 2)

    done, died = sorted(answers, key=lambda answer: answer.status_code)
    assert (done.status_code, done.get(REPLAYED), died.status_code) == (201, None, 503)
    again = calls.with_key("k-1")
    assert (again.content, again[REPLAYED]) == (done.content, "true")
    assert str(RewardFormula.objects.get().pk) == done.json()["formulaId"]
