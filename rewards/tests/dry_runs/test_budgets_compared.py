"""A dry run against the budgets of its program…"""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from rewards.tests.dry_runs.months import a_month, finished, started
from rewards.tests.limits import budget

pytestmark = pytest.mark.django_db


def test_shows_them_on_its_page(client: Client):
    client.force_login(User.objects.create_superuser("ann"))
    month = a_month(*["1000"] * 2)
    budget(month.program.pk, 5000, period="Month")
    run = finished(started(month.formula))

    address = reverse("admin:rewards_formuladryrun_change", args=[run.pk])
    page = client.get(address, secure=True).content.decode()

    assert "5,000 points a month for all participants together" in page
    assert all(figure in page for figure in ("4,000", "6,000"))
