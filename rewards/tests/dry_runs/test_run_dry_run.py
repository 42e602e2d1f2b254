"""A dry run, and staff's pages of it…"""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from activities.models import Activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.factories import sport_data
from foundation.messaging import jobs
from foundation.messaging.models import LongJobState
from foundation.messaging.tests.play.jobs import go_on, store_portions
from foundation.messaging.tests.play.racing import at_once, or_code
from foundation.records.audit import Actor
from foundation.rest.roles import grant_role
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_by_label, address_of_page
from programs.programs.models import MarketingProgram
from rewards.activation.activating import DeactivateFormulaCommand, deactivate_formula
from rewards.models import FormulaDryRun, RewardFormula
from rewards.months import month_before
from rewards.tests.dry_runs.months import MAY, a_month, finished, results_of, started
from rewards.tests.factories import NOW, active_formula, draft_formula
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    DryRunIsOver,
    DryRunUnfinished,
    cancel_dry_run,
)

pytestmark = pytest.mark.django_db


def rounded(amount: str) -> int:
    return int(Decimal(amount).to_integral_value(ROUND_HALF_UP))


def test_gives_the_figures_of_a_plain_sum() -> None:
    random = Random(7)
    distances = [f"{random.randint(1, 400) / 10}" for _ in range(200)]
    month = a_month(*distances, draft="distance * 3 - 25.5", participants=17)
    activities = zip(month.activities, distances, strict=True)
    plain = {each.pk: (rounded(str(Decimal(d) * 2)), Decimal(d) * 3 - Decimal("25.5"))
             for each, d in activities}  # fmt: skip
    live = {pk: amount for pk, (amount, _) in plain.items()}
    draft = {pk: max(0, rounded(str(amount))) for pk, (_, amount) in plain.items()}
    failed = sum(rounded(str(amount)) < 0 for _, amount in plain.values())
    difference = {pk: draft[pk] - live[pk] for pk in plain}
    of_participants: Counter[Any] = Counter()
    for each in month.activities:
        of_participants[each.participant_id] += difference[each.pk]

    found = results_of(month.formula)

    assert found["live"] == {
        "total": sum(live.values()), "rewarded": 200, "without_reward": 0, "failed": 0,
    }  # fmt: skip
    assert found["draft"] == {
        "total": sum(draft.values()),
        "rewarded": 200 - failed,
        "without_reward": 0,
        "failed": failed,
    }
    assert failed > 0
    assert found["activities"]["winners"] == sum(each > 0 for each in difference.values())
    assert found["activities"]["losers"] == sum(each < 0 for each in difference.values())
    assert found["participants"] == {
        "winners": sum(each > 0 for each in of_participants.values()),
        "losers": sum(each < 0 for each in of_participants.values()),
    }
    shown = [each["difference"] for each in found["largest"]]
    assert [abs(each) for each in shown] == sorted(map(abs, difference.values()))[:-21:-1]
    assert sum(each["count"] for each in found["histogram"]) == 200


def test_has_for_live_what_rewards_really_are() -> None:
    month = a_month("0.24", "0.25", "0.3", "99", "7", expression="distance * 2 - 1")
    data = sport_data(RefereeingSystemCheckState="Rejected")
    Activity.objects.filter(pk=month.activities[4].pk).update(data=data)

    found = results_of(month.formula)

    rewards = [
        calculate_reward(CalculateRewardCommand(activity_id=each.pk)) for each in month.activities
    ]
    assert found["live"] == {
        "total": sum(each.reward or 0 for each in rewards),
        "rewarded": sum(each.reward is not None for each in rewards),
        "without_reward": 1,
        "failed": sum(each.reward_failure != "" for each in rewards),
    }
    assert (found["live"]["failed"], found["activities"]["not_calculated"]) == (2, 1)


def test_says_who_gains_and_who_loses_a_reward_and_what_no_longer_fails() -> None:
    month = a_month("1", "5", "9", draft="distance > 4 ? distance * 2 : null")
    where = {"__where": "distance < 8"}
    other = a_month("1", "5", "9", draft="distance * 2", settings=where)
    failing = a_month("2", "4", expression="10 / (distance - 2)", draft="distance")

    lost, gained, mended = (results_of(each.formula) for each in (month, other, failing))

    assert (lost["activities"]["lost"], lost["activities"]["gained"]) == (1, 0)
    assert lost["largest"][0]["draft_verdict"] == "NoReward"
    assert (gained["activities"]["unchanged"], gained["draft"]["without_reward"]) == (3, 1)
    assert (mended["activities"]["mended"], mended["activities"]["gained"]) == (1, 1)


def test_tries_the_draft_in_its_formulas_place_by_the_formulas_of_its_start() -> None:
    month = a_month("3", draft="500")
    first = active_formula(month.program.pk, expression="7", coefficients={})
    late = draft_formula(program_id=month.program.pk, expression="900", coefficients={})

    found = [results_of(first), results_of(late), results_of(month.formula, number=1)]
    run = started(month.formula)
    deactivate_formula(
        DeactivateFormulaCommand(formula_id=month.formula.pk, by=Actor("bob"), now=NOW)
    )
    found += [finished(run).results, results_of(month.formula)]

    totals = [(each["live"]["total"], each["draft"]["total"]) for each in found]
    assert totals == [(6, 6), (6, 6), (6, 6), (6, 500), (7, 500)]


def test_respects_validity_and_the_period() -> None:
    month = a_month("1", "2", "4", valid_from=MAY.replace(hour=1))

    found = results_of(month.formula)
    part = results_of(month.formula, before=MAY.replace(hour=2))

    assert (found["live"]["total"], found["live"]["without_reward"]) == (12, 1)
    assert part["live"]["total"] == 4


def test_of_a_month_without_activities_is_finished_at_once() -> None:
    month = a_month()

    run = finished(started(month.formula))

    assert (run.state, run.total, run.done) == ("Finished", 0, 0)
    assert run.results["histogram"] == []


DISTANCES = "53917582643"
DRAFT = "distance > 4 ? 10 : 10 / (distance - 2)"


def cancelled(run: FormulaDryRun) -> FormulaDryRun:
    command = CancelDryRunCommand(dry_run_id=run.pk, by=Actor("bob"), now=timezone.now())
    return cancel_dry_run(command)


@pytest.mark.django_db(transaction=True)
def test_is_started_once_by_several_requests() -> None:
    month = a_month("1")

    ends = at_once(*[or_code(partial(started, month.formula))] * 4)

    assert [each for each in ends if isinstance(each, str)] == [DryRunUnfinished.code] * 3
    assert FormulaDryRun.objects.count() == 1


@pytest.mark.usefixtures("small_parts")
def test_stores_nothing_more_of_a_worker_that_another_has_overtaken() -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)
    late = jobs.portions(FormulaDryRun, run.pk, uuid4())
    next(late)
    go_on(FormulaDryRun, seconds=40)

    with pytest.raises(jobs.ClaimLost):
        next(late)

    run.refresh_from_db()
    assert (run.state, run.results) == (LongJobState.FINISHED, whole)


def test_is_cancelled_before_it_begins_but_not_when_it_is_finished() -> None:
    run, other = started(a_month("1").formula), finished(started(a_month("1").formula))

    first, second = cancelled(run), cancelled(run)
    with pytest.raises(DryRunIsOver):
        cancelled(other)

    assert (first.state, second.state) == (LongJobState.CANCELLED, LongJobState.CANCELLED)
    assert second.finished_on == first.finished_on
    other.refresh_from_db()
    assert other.state == LongJobState.FINISHED


@pytest.fixture
def editor() -> Client:
    return signed_in(Client(), "rewards.edit", name="bob")


def dry_run_of(formula: RewardFormula) -> str:
    return address_of_page(RewardFormula, formula.pk).removesuffix("change/") + "dry-run/"


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_on_pages_start_one_of_a_month(editor: Client) -> None:
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
def test_on_pages_show_the_unfinished_run_first(editor: Client, method: str) -> None:
    month = a_month("1")
    run = started(month.formula)

    answer = getattr(editor, method)(
        dry_run_of(month.formula), {"month": "2026-05", "revision": "2"}, secure=True, follow=True
    )

    assert answer.redirect_chain[-1][0] == address_of_page(FormulaDryRun, run.pk)
    assert "a dry run that waits or runs" in text_of(answer)
    assert FormulaDryRun.objects.count() == 1


@pytest.mark.usefixtures("small_parts")
def test_on_pages_follow_a_run_until_it_has_ended(editor: Client) -> None:
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


def test_on_pages_show_figures_chart_and_the_largest_with_links(editor: Client) -> None:
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
