"""Staff's pages of orders that need a second person."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list, address_of_page
from programs.participants.models import Participant
from programs.tests.factories import ParticipantFactory
from rewards.models import Approval, BalanceOperation, RewardFormula
from rewards.tests.factories import draft_formula

pytestmark = pytest.mark.django_db

ADJUST_ANY = "/admin/rewards/balance/adjust-participant/"


@pytest.fixture(autouse=True)
def _needs_another(settings: Any) -> None:
    settings.ACTIVATION_NEEDS_ANOTHER = True


def requested(client: Client, amount: str = "1500") -> str:
    """Adjust a balance as a form does; return what the page says then."""
    participant: Participant = ParticipantFactory.create()
    given = {"operation_id": str(uuid4()), "amount": amount, "reason": "The jury.",
             "participant_id": str(participant.pk)}  # fmt: skip
    asked = client.post(ADJUST_ANY, {**given, "continue": "yes"}).content.decode()
    assert ("Another person decides it" in asked) is (amount == "1500")
    return client.post(ADJUST_ANY, {**given, "confirmed": "yes"}, follow=True).content.decode()


def test_an_adjustment_above_the_amount_is_requested_and_another_approves_it(client: Client):
    signed_in(client, "rewards.adjust", name="ann")
    said = requested(client)
    approval = Approval.objects.get()
    page = address_of_page(Approval, approval.pk)
    approve = page.replace("/change/", "/approve/")

    assert "Nothing is changed yet" in said
    assert "is done" not in said
    assert "Another person than who" in client.get(approve, follow=True).content.decode()
    client.post(approve, {"confirmed": "yes"})
    signed_in(client, "rewards.adjust", name="bob")
    assert "1,500 is added to" in client.get(approve).content.decode()
    assert not BalanceOperation.objects.exists()
    done = client.post(approve, {"confirmed": "yes"}, follow=True).content.decode()

    assert "Done: 1,500 is added to" in done
    assert BalanceOperation.objects.get().amount == 1500


def test_formulas_stay_in_their_order_until_another_approves_the_move(client: Client):
    first = draft_formula()
    second = draft_formula(program_id=first.program_id, name="Second")
    signed_in(client, "rewards.activate", name="ann")
    chosen = {"action": "move_up", "_selected_action": str(second.pk)}

    said = client.post(address_of_list(RewardFormula), chosen, follow=True).content.decode()

    assert "Nothing is changed yet" in said
    assert "done for" not in said
    assert list(RewardFormula.objects.order_by("position")) == [first, second]
    assert Approval.objects.get().order == "ReorderFormulas"
