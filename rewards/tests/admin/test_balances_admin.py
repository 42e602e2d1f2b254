"""Staff's pages of balances."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from programs.participants.models import Participant
from rewards.balances.commands import adjust_balance
from rewards.models import Balance, BalanceOperation
from rewards.tests.factories import adjustment, credited

pytestmark = pytest.mark.django_db


def address(operation: BalanceOperation) -> str:
    return f"/admin/rewards/balance/{operation.balance_id}/adjust/"


def adjust(client: Client, operation: BalanceOperation, **fields: Any) -> Any:
    """Fill in the first page, and send what it and the second one ask for."""
    page = client.get(address(operation)).content.decode()
    operation_id = re.search(r'name="operation_id" value="([0-9a-f-]{36})"', page)
    assert operation_id
    given = {"operation_id": operation_id[1], "amount": "-3", "reason": "Twice.", **fields}
    asked = client.post(address(operation), {**given, "continue": "yes"})
    assert BalanceOperation.objects.count() == 1
    return asked, client.post(address(operation), {**given, "confirmed": "yes"}, follow=True)


def test_ask_twice_before_they_adjust(client: Client):
    signed_in(client, "rewards.adjust")
    operation = credited()

    asked, done = adjust(client, operation, activity_id=str(operation.pk))

    page, made = done.content.decode(), BalanceOperation.objects.exclude(pk=operation.pk).get()
    assert "is 10.00. 3 is taken: it will be 7.00." in asked.content.decode()
    assert made.amount == -3
    assert (made.reason, made.created_by) == ("Twice.", "rewards.adjust")
    assert made.source_id == operation.pk
    assert "Twice. (rewards.adjust)" in page
    assert Balance.objects.get(pk=operation.balance_id).amount == 7
    assert AuditEntry.objects.values_list("actor", "action", "reason").get() == (
        "rewards.adjust",
        "Adjusted",
        "Twice.",
    )


def test_show_why_an_adjustment_is_refused_and_refuse_zero_before_they_ask(client: Client):
    signed_in(client, "rewards.adjust")
    operation = credited()
    given = {"operation_id": str(uuid4()), "amount": "0.00", "reason": "x", "continue": "yes"}

    zero = client.post(address(operation), given).content.decode()
    asked, refused = adjust(client, operation, amount="-11")
    much = client.post(address(operation), {**given, "amount": "9" * 15}).content.decode()

    assert "An adjustment of 0 changes nothing." in zero
    assert 'name="confirmed"' not in zero
    for page in (asked.content.decode(), much):
        assert 'name="confirmed"' not in page
    assert "The balance is 10.00; it would be -1.00." in asked.content.decode()
    assert "it would be 1000000000000009.00." in much
    assert "The balance is 10.00; it would be -1.00." in refused.content.decode()
    assert BalanceOperation.objects.get() == operation


def test_name_the_activity_and_refuse_one_of_another_before_they_ask(client: Client):
    signed_in(client, "rewards.adjust")
    operation, other = credited(), credited()
    given = {"operation_id": str(uuid4()), "amount": "1", "reason": "x", "continue": "yes"}

    asked, refused = (
        client.post(address(operation), {**given, "activity_id": str(each.pk)}).content.decode()
        for each in (operation, other)
    )

    assert f"It corrects the reward of activity {operation.pk}." in asked
    assert f"No reward of activity {other.pk} is credited to this participant." in refused
    assert 'name="confirmed"' not in refused


def test_ask_again_where_the_balance_changed_meanwhile(client: Client):
    signed_in(client, "rewards.adjust")
    operation = credited()
    given = {"operation_id": str(uuid4()), "amount": "1", "reason": "x"}

    asked = client.post(address(operation), {**given, "continue": "yes"})
    adjust_balance(adjustment(operation.balance_id, "-3"))
    again = client.post(address(operation), {**dict(asked.context["hidden"]), "confirmed": "yes"})
    kept = Balance.objects.get().amount
    done = {**dict(again.context["hidden"]), "confirmed": "yes"}
    for _ in range(2):  # a double click
        client.post(address(operation), done)

    assert "it will be 11.00" in asked.content.decode()
    assert "The balance changed meanwhile" in again.content.decode()
    assert "it will be 8.00" in again.content.decode()
    assert [int(each) for each in (kept, Balance.objects.get().amount)] == [7, 8]


def test_list_the_sum_of_the_adjustments(client: Client):
    reward = credited("100")
    for amount in ("-3", "-4.50"):
        adjust_balance(adjustment(reward.balance_id, amount))

    page = signed_in(client, "rewards.read").get("/admin/rewards/balance/").content.decode()

    assert "-7.50" in page


def test_operations_are_filtered_by_program_and_date(client: Client):
    first, other = credited(), credited()
    reader = signed_in(client, "rewards.read")
    program_id = Participant.objects.get(pk=first.balance_id).program_id
    operations = reverse("admin:rewards_balanceoperation_changelist")
    by_program = f"{operations}?balance__participant__program__id__exact={program_id}"

    page = reader.get(by_program).content.decode()
    of_days = f"{by_program}&created_on_from={{}}&created_on_to={{}}"
    day, before = (first.created_on.date() - timedelta(days=days) for days in (0, 1))
    that_day = reader.get(of_days.format(day, day)).content.decode()
    none = reader.get(of_days.format("", before)).content.decode()

    assert str(first.pk) in page
    assert str(other.pk) not in page
    assert str(first.pk) in that_day
    assert str(first.pk) not in none
    for wrong in ("x", "9999-12-31"):
        assert reader.get(of_days.format("", wrong)).status_code == 302
