"""Staff's pages of claims to review…"""

import pytest
from django.test import Client
from pytest_django import Settings

from activities.models import Activity, RewardClaim
from activities.tests.calls.rewarded import adjusted, claimed, credited, rejected
from foundation.rest.tests.staff import signed_in
from foundation.staff.actions import SELECTED
from foundation.staff.display import address_of_list, address_of_page
from rewards.balances.commands import adjust_balance
from rewards.models import Approval, Balance
from rewards.tests.balances import adjustment

pytestmark = pytest.mark.django_db
LIST = address_of_list(RewardClaim)


@pytest.mark.usefixtures("frame")
def test_settle_one_from_its_page_and_say_what_is_refused(client: Client):
    claim = claimed()
    signed_in(client, "rewards.adjust", name="ann")
    page = address_of_page(RewardClaim, claim.pk)

    home = client.get("/admin/", secure=True).content.decode()
    kept, refused = (
        client.post(page.replace("change", each), {"confirmed": "x"}, secure=True, follow=True)
        for each in ("keep", "take-back")
    )

    assert "Claims to review" in home
    assert f"{LIST}?state__exact=Open" in home
    assert "done for 1, refused for 0" in kept.content.decode()
    assert "The claim is settled: kept." in refused.content.decode()
    assert Balance.objects.get().amount == 16


def test_say_before_what_is_taken_in_all_and_what_is_refused(client: Client):
    corrected, empty = credited(), claimed()
    adjusted(corrected, "2")
    of_two = [rejected(corrected).claims.get(), empty]
    adjusted(empty.activity, "2")
    adjust_balance(adjustment(empty.activity.participant_id, "-15"))  # for nothing of these
    signed_in(client, "rewards.adjust", name="ann")
    sent = {"action": "take_back", SELECTED: [str(each.pk) for each in of_two]}

    def facts(**more: str) -> list[str]:
        return list(client.post(LIST, {**sent, **more}, secure=True).context["facts"])

    assert facts() == [
        "1 reward is taken back: 18.00.",
        "1 claim is refused:",
        f"{empty.activity}: The balance is 3.00; it would be -15.00.",
    ]
    assert facts(action="keep") == ["2 rewards are kept: 36.00 in all."]
    done = client.post(LIST, {**sent, "confirmed": "x"}, secure=True, follow=True)
    assert "done for 1, refused for 1" in done.content.decode()
    assert "The balance is 3.00; it would be -15.00." in done.content.decode()


def test_take_much_back_only_when_another_approves_it(client: Client, settings: Settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    settings.ADJUSTMENT_NEEDS_ANOTHER_ABOVE = 5
    activity = credited()
    signed_in(client, "rewards.adjust", "activities.read", name="ann")
    page = address_of_page(Activity, activity.pk).replace("/change/", "/take-back/")

    asked = client.get(page, secure=True).content.decode()
    sent = {"confirmed": "x", "reason": "A car."}
    said = client.post(page, sent, secure=True, follow=True).content.decode()

    assert "another one decides it first" in asked
    assert "Nothing is changed yet" in said
    assert "done for" not in said
    assert Balance.objects.get().amount == 16
    assert Approval.objects.get().requested_by == "ann"
