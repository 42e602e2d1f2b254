"""Support asks, and another person decides…"""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import caches
from django.test import Client

from activities.models import Activity
from activities.tests.calls.rewarded import credited
from foundation.staff.actions import SELECTED
from foundation.staff.display import address_of_list, address_of_page
from programs.participants.models import Participant
from rewards.models import Approval, Balance, BalanceOperation

pytestmark = pytest.mark.django_db
ASK_ANY = "/admin/rewards/balance/ask-to-adjust-participant/"


def member_of(group: str) -> Client:
    member = User.objects.create_user(f"of {group}", is_staff=True)
    member.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(member)
    return client


def sent(client: Client, address: str, **fields: object) -> str:
    given = {**fields, "confirmed": "yes"}
    return client.post(address, given, secure=True, follow=True).content.decode()


def order(client: Client, what: str, approval: Approval, **fields: str) -> str:
    page = address_of_page(Approval, approval.pk).replace("/change/", f"/{what}/")
    return sent(client, page, **fields)


@pytest.mark.usefixtures("frame")
def test_for_rewards_to_be_taken_back(client: Client):
    activity, other = credited(), credited()
    support, approver = member_of("Support"), member_of("Reward approver")
    page = address_of_page(Activity, activity.pk)
    chosen = {"action": "ask_to_take_back", SELECTED: [str(activity.pk), str(other.pk)]}

    shown = support.get(page, secure=True).content.decode()
    ask = page.replace("/change/", "/ask-to-take-back/")
    said = sent(support, ask, reason="A car.")
    asked = support.get(ask, secure=True).content.decode()
    again = sent(support, address_of_list(Activity), reason="A car.", **chosen)
    caches["figures"].clear()
    home = approver.get("/admin/", secure=True).content.decode()

    assert "Ask to take the reward back…" in shown
    assert ">Take the reward back…" not in shown
    assert ">Take the rewards back</button>" not in support.get(ask, secure=True).content.decode()
    assert "Requested already by of Support: 16.00 for" in asked
    for text in (said, again):
        assert "Nothing is changed yet" in text
        assert "done for" not in text
    assert "figure-approvals-requested" in home
    assert not Balance.objects.exclude(amount=16).exists()
    first, second = Approval.objects.order_by("requested_on")
    assert (first.requested_by, first.order) == ("of Support", "TakeRewardBack")

    for tried in (support, approver):
        sent(tried, address_of_list(Approval), action="approve_chosen", **{SELECTED: first.pk})
    order(approver, "reject", second, reason="He ran.")

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.settled_by, second.reason) == ("of Reward approver", "He ran.")
    assert activity.claims.get().settled_by == "of Reward approver"
    assert [int(each.amount) for each in Balance.objects.order_by("amount")] == [0, 16]


def test_for_an_adjustment_and_withdraws_it(client: Client):
    participant = credited().participant
    support = member_of("Support")
    given = {"participant_id": participant.pk, "operation_id": uuid4(), "amount": "2"}
    page = address_of_page(Participant, participant.pk)

    assert f"{ASK_ANY}?participant={participant.pk}" in support.get(page).content.decode()
    said = sent(support, ASK_ANY, reason="The jury.", **given)
    refused = sent(support, ASK_ANY, **{**given, "reason": "All.", "amount": "-17"})
    unconfirmed = {**given, "reason": "The jury."}
    shown = support.post(ASK_ANY, unconfirmed, secure=True).content.decode()
    approval = Approval.objects.get()
    withdrawn = order(support, "withdraw", approval)

    assert "Nothing is changed yet" in said
    assert "it would be -1.00" in refused
    assert "2 is added: it would be 18" in shown
    assert "Requested already by of Support: 2 is added to" in shown
    assert "Withdrawn, nothing is changed: 2 is added to" in withdrawn
    assert not BalanceOperation.objects.filter(type="Adjustment").exists()
