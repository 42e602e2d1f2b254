"""Staff's pages of dry runs…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from foundation.messaging.tests.play.jobs import store_portions
from foundation.rest.roles import grant_role
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_by_label, address_of_page
from programs.programs.models import MarketingProgram
from rewards.models import FormulaDryRun, RewardFormula
from rewards.months import month_before
from rewards.tests.dry_runs.months import a_month, finished, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor() -> Client:
    return signed_in(Client(), "rewards.edit", name="bob")


def dry_run_of(formula: RewardFormula) -> str:
    return address_of_page(RewardFormula, formula.pk).removesuffix("change/") + "dry-run/"


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_start_one_of_a_month(editor: Client) -> None:
    month = a_month("1")
    page = editor.get(dry_run_of(month.formula), secure=True)
    asked = text_of(page)
    MarketingProgram.objects.update(created_on="2026-01-01T00:00Z")
    later = editor.get(dry_run_of(month.formula), secure=True)

    answer = editor.post(
        dry_run_of(month.formula), {"month": "2026-05", "revision": "2"}, secure=True
    )

    run = FormulaDryRun.objects.get()
    assert "2 (saved last)" in asked
    now = timezone.now()
    of_new, of_old = (each.context["form"]["month"].value() for each in (page, later))
    assert (of_new, of_old) == (f"{now:%Y-%m}", month_before(now))
    assert answer["Location"] == address_of_page(FormulaDryRun, run.pk)
    assert (run.revision.number, run.started_by) == (2, "bob")
    assert (f"{run.since:%d.%m.%Y}", f"{run.before:%d.%m.%Y}") == ("01.05.2026", "01.06.2026")


@pytest.mark.parametrize("method", ["get", "post"])
def test_show_the_unfinished_run_instead_of_a_second_one(editor: Client, method: str) -> None:
    month = a_month("1")
    run = started(month.formula)

    answer = getattr(editor, method)(
        dry_run_of(month.formula), {"month": "2026-05", "revision": "2"}, secure=True, follow=True
    )

    assert answer.redirect_chain[-1][0] == address_of_page(FormulaDryRun, run.pk)
    assert "a dry run that waits or runs" in text_of(answer)
    assert FormulaDryRun.objects.count() == 1


@pytest.mark.usefixtures("small_parts")
def test_follow_a_run_until_it_has_ended(editor: Client) -> None:
    run = store_portions(started(a_month("1", "2", "4").formula), 1)

    under_way = text_of(editor.get(address_of_page(FormulaDryRun, run.pk), secure=True))
    FormulaDryRun.objects.update(claim_id=None)
    finished(run)
    ended = text_of(editor.get(address_of_page(FormulaDryRun, run.pk), secure=True))

    assert "1 of 3" in under_way
    assert "Total, draft" in under_way
    assert "Cancel…" in under_way
    assert 'data-said="25 % are done."' in under_way
    assert "Cancel…" not in ended
    assert 'data-said="Finished."' in ended


def test_show_figures_chart_and_the_largest_with_links(editor: Client) -> None:
    month = a_month("1", "2", "7", draft="distance > 3 ? distance * 3 : distance - 2")
    run = finished(started(month.formula))
    its_activity = f'href="{address_by_label("activities.activity", month.activities[2].pk)}"'

    page = text_of(editor.get(address_of_page(FormulaDryRun, run.pk), secure=True))
    grant_role(User.objects.get(username="bob"), "activities.read")
    linked = text_of(editor.get(address_of_page(FormulaDryRun, run.pk), secure=True))

    assert ">+1 (+5.0 %)<" in page
    assert "<title>+5 to +9: 1</title>" in page
    assert its_activity not in page
    assert its_activity in linked
    assert '<td class="pr-4 py-1">fails</td>' in page
    assert "Why calculations fail" in page
