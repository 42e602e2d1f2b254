"""`manage.py verify_balances`."""

import io
from decimal import Decimal

import pytest
from django.core.management import CommandError, call_command

from foundation.records.database import rewriting
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import refill_balance
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import refill
from rewards.tests.models.triggers import write_wrong_balance

pytestmark = pytest.mark.django_db


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
