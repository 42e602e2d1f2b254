"""Staff's pages of activities."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from activities.tests.factories import ActivityFactory

pytestmark = pytest.mark.django_db


def test_show_and_change_nothing(client: Client):
    client.force_login(User.objects.create_superuser("staff"))
    activity = ActivityFactory.create()
    pages, pk = "admin:activities_activity", activity.pk

    assert client.get(reverse(f"{pages}_changelist"), {"q": str(pk)}).status_code == 200
    assert b"running" in client.get(reverse(f"{pages}_change", args=[pk])).content
    assert client.post(reverse(f"{pages}_change", args=[pk])).status_code == 403
    assert client.get(reverse(f"{pages}_add")).status_code == 403
    assert client.post(reverse(f"{pages}_delete", args=[pk])).status_code == 403
