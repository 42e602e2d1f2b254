"""Staff's pages of claims to review…"""

import pytest
from django.core.cache import caches
from django.test import Client

from activities.models import RewardClaim
from activities.tests.calls.rewarded import claimed
from foundation.rest.tests.staff import signed_in
from foundation.staff.actions import SELECTED
from foundation.staff.links import address_of_list, address_of_page
from rewards.models import Balance, BalanceOperation

pytestmark = pytest.mark.django_db
LIST = address_of_list(RewardClaim)


def test_settle_many_with_one_reason_after_asking(client: Client):
    claims = [claimed(), claimed()]
    signed_in(client, "rewards.adjust", name="ann")
    sent = {"action": "take_back", SELECTED: [str(each.pk) for each in claims]}

    asked = client.post(LIST, sent, secure=True)
    assert Balance.objects.filter(amount=16).count() == 2
    done = client.post(
        LIST, {**sent, "confirmed": "x", "reason": "A car."}, secure=True, follow=True
    )

    assert "taken back by an" in asked.content.decode()
    assert "done for 2, refused for 0" in done.content.decode()
    assert {each.state for each in RewardClaim.objects.all()} == {"TakenBack"}
    assert set(BalanceOperation.objects.exclude(reason="").values_list("reason", flat=True)) == {
        "A car."
    }


def test_settle_one_from_its_page_and_say_what_is_refused(client: Client):
    claim = claimed()
    caches["figures"].clear()
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
