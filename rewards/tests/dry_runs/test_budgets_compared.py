"""A dry run against the budgets of its program…"""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from rewards.tests.dry_runs.months import a_month, finished, results_of, started
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db


def test_says_what_each_period_would_take_from_them():
    month = a_month(*["10"] * 50, draft="distance * 3")
    points = budget(month.program.pk, 700, period="Day")
    ever = budget(month.program.pk, 40, period="Program", unit="Activities")
    budget(month.program.pk, 1, activity_type="QuizActivity")
    budget(None, 1)
    limited(month.program.pk, 1)

    found = results_of(month.formula)["budgets"]

    assert found == [
        {
            "limit_id": str(points.pk),
            "budget": "700 points a day for all participants together",
            "most": 700,
            "exceeded_live": 0,
            "exceeded_draft": 2,
            "periods": [
                {"since": "2026-05-01T00:00:00+00:00", "live": 480, "draft": 720},
                {"since": "2026-05-02T00:00:00+00:00", "live": 480, "draft": 720},
                {"since": "2026-05-03T00:00:00+00:00", "live": 40, "draft": 60},
            ],
        },
        {
            "limit_id": str(ever.pk),
            "budget": "40 rewarded activities in the whole program for all participants together",
            "most": 40,
            "exceeded_live": 1,
            "exceeded_draft": 1,
            "periods": [{"since": "1970-01-01T00:00:00+00:00", "live": 50, "draft": 50}],
        },
    ]


def test_shows_them_on_its_page(client: Client):
    client.force_login(User.objects.create_superuser("ann"))
    month = a_month(*["1000"] * 2)
    budget(month.program.pk, 5000, period="Month")
    run = finished(started(month.formula))

    address = reverse("admin:rewards_formuladryrun_change", args=[run.pk])
    page = client.get(address, secure=True).content.decode()

    assert "5,000 points a month for all participants together" in page
    assert all(figure in page for figure in ("4,000", "6,000"))
