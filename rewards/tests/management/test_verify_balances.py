"""`manage.py verify_balances`."""

import io
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from foundation.privacy.models import Erasure, SubjectKind
from foundation.records.database import rewriting
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.balances.commands import refill_balance
from rewards.models import Balance, BalanceOperation, RewardLimit, RewardLimitCounter
from rewards.tests.corrections.corrected import credited_runs
from rewards.tests.factories import budget, limited, refill


def write_wrong_balance(balance_id: Any, amount: Any) -> None:
    """Write a balance that is not the sum of its operations; the test's transaction ends it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE rewards_balance DISABLE TRIGGER USER")
        Balance.objects.filter(pk=balance_id).update(amount=amount)
        cursor.execute("ALTER TABLE rewards_balance ENABLE TRIGGER USER")


@pytest.mark.django_db
def test_says_that_balances_add_up_or_names_one_that_does_not_and_fails():
    Balance.objects.create(participant=ParticipantFactory.create())
    refill_balance(wrong := refill(ParticipantFactory.create().pk))
    out, err = io.StringIO(), io.StringIO()

    call_command("verify_balances", stdout=out)
    write_wrong_balance(wrong.balance_id, Decimal(11))
    with pytest.raises(CommandError, match="1 of 2 balances do not add up"):
        call_command("verify_balances", stderr=err)

    assert out.getvalue().startswith("2 balances add up, 1 operations (")
    assert f"{wrong.balance_id}: 11.00, operations 10.00" in err.getvalue()


@pytest.mark.django_db
def test_names_an_operation_with_a_wrong_running_balance_and_fails():
    refill_balance(first := refill(ParticipantFactory.create().pk))
    wrong = refill_balance(refill(first.balance_id))
    refill_balance(refill(first.balance_id))
    with rewriting("histories"):
        BalanceOperation.objects.filter(pk=wrong.pk).update(balance_after=21)
    err = io.StringIO()

    with pytest.raises(CommandError, match="2 of 3 running balances do not add up"):
        call_command("verify_balances", stderr=err)

    named = f"operation {wrong.pk} of {wrong.balance_id}: 10.00 and 10.00, but 21.00 after it"
    assert named in err.getvalue()


@pytest.fixture
def limits() -> list[RewardLimit]:
    """A limit and a budget of a program, whose two participants got 10 and 16 of 12 and 100."""
    program = MarketingProgramFactory.create()
    made = [limited(program.pk, 12), budget(program.pk, 100, period="Month")]
    credited_runs("5", "8", participants=2, program=program)
    return made


@pytest.mark.django_db
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("used", [1, 60])
def test_names_a_planted_counter_and_fails(limits: list[RewardLimit], place: int, used: int):
    planted = RewardLimitCounter.objects.filter(limit=limits[place], used__gt=0).first()
    assert planted
    RewardLimitCounter.objects.filter(pk=planted.pk).update(used=used)
    err = io.StringIO()

    with pytest.raises(CommandError, match="1 of 3 counters are wrong"):
        call_command("verify_limits", stderr=err)

    assert f": {used}, rewarded {planted.used:f}" in err.getvalue()


@pytest.mark.django_db
def test_names_what_erased_activities_may_have_used_and_does_not_fail(limits: list[RewardLimit]):
    Erasure.objects.create(kind=SubjectKind.PARTICIPANT, created_on=timezone.now())
    RewardLimitCounter.objects.filter(limit=limits[1], used__gt=0).update(used=60)
    err = io.StringIO()

    call_command("verify_limits", stderr=err)

    assert "(activities were erased)" in err.getvalue()
