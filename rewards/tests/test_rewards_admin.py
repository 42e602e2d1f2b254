"""Staff's pages of balances."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from programs.tests.factories import ParticipantFactory
from rewards.commands import refill_balance
from rewards.tests.test_refill_balance import refill

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("model", ["balance", "balanceoperation"])
def test_show_and_change_nothing(client: Client, model: str):
    client.force_login(User.objects.create_superuser("staff"))
    operation = refill_balance(refill(ParticipantFactory.create().pk))
    pages = f"admin:rewards_{model}"
    pk = operation.pk if model == "balanceoperation" else operation.balance_id

    assert client.get(reverse(f"{pages}_changelist"), {"q": str(pk)}).status_code == 200
    assert client.get(reverse(f"{pages}_change", args=[pk])).status_code == 200
    assert client.post(reverse(f"{pages}_change", args=[pk])).status_code == 403
    assert client.get(reverse(f"{pages}_add")).status_code == 403
    assert client.post(reverse(f"{pages}_delete", args=[pk])).status_code == 403
