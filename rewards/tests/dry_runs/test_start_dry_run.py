"""Starting a dry run…"""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.models import LongJobState
from foundation.records.models import IdTaken
from rewards.models import DryRunParticipant, FormulaDryRun
from rewards.tests.dry_runs.months import JUNE, a_month, finished, results_of, started
from rewards.tests.factories import budget, limited
from rewards.trials.dry_runs import DryRunUnfinished

pytestmark = pytest.mark.django_db


def test_refuses_a_second_of_the_formula_until_the_first_has_ended() -> None:
    month, other = a_month("1"), a_month("1")
    run = started(month.formula)
    again = started(month.formula, dry_run_id=run.pk)
    assert (again.pk, FormulaDryRun.objects.count()) == (run.pk, 1)

    with pytest.raises(IdTaken):
        started(month.formula, dry_run_id=run.pk, before=JUNE - timedelta(days=1))
    with pytest.raises(DryRunUnfinished):
        started(month.formula)
    assert FormulaDryRun.objects.get().before == JUNE
    started(other.formula)
    finished(run)

    assert started(month.formula).state == LongJobState.WAITING


def test_removes_old_runs_later_and_the_sums_of_participants_at_once() -> None:
    month = a_month("1", "2")
    old, new = (finished(started(month.formula)) for _ in range(2))
    FormulaDryRun.objects.filter(pk=old.pk).update(finished_on=timezone.now() - timedelta(days=91))
    assert DryRunParticipant.objects.count() == 4
    waiting = started(month.formula)

    jobs.prune(timezone.now())

    assert set(FormulaDryRun.objects.values_list("pk", flat=True)) == {new.pk, waiting.pk}
    assert not DryRunParticipant.objects.exists()


def said(capsys: pytest.CaptureFixture[str], *asked: Any, **options: Any) -> str:
    call_command("dry_run_formula", *map(str, asked), **options)
    return capsys.readouterr().out


def test_prints_the_figures_that_a_worker_finds(capsys: pytest.CaptureFixture[str]) -> None:
    month = a_month("1", "2", "7", draft="distance * 3 - 8")

    text = said(capsys, month.formula.pk, "--month=2026-05")

    run = FormulaDryRun.objects.get()
    assert (run.state, run.results) == ("Finished", results_of(month.formula))
    assert f"Dry run {run.pk}: 3 of 3 activities" in text
    assert "By live: 20 in all" in text
    assert "By draft: 13 in all" in text
    assert "Activities: 0 win, 3 lose" in text
    assert "Difference -4 to -2: 2" in text
    assert f"-4 (4 → 0): {month.activities[1].pk}" in text
    assert (
        "Fails by draft, 2 times: Formula 'By distance', revision 2, line 1, column 1: the" in text
    )


def test_cancels_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    month = a_month("1", "2")

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("rewards.management.commands.dry_run_formula.jobs.portions", interrupted)

    with pytest.raises(CommandError, match="Cancelled") as refused:
        call_command("dry_run_formula", str(month.formula.pk), "--month=2026-05")

    assert refused.value.returncode == 130
    assert FormulaDryRun.objects.get().state == "Cancelled"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ([], "Which activities?"),
        (["--month=2026-13"], "must be a month"),
        (["--month=may"], "must be a month"),
        (["--since=yesterday"], "invalid moment"),
        (["--since=2026-05-02", "--before=2026-05-01"], "must be after the beginning"),
        (["--month=2099-12"], "must be in the past"),
        (["--month=2026-05", "--revision=9"], "no revision 9"),
    ],
)
def test_refuses_what_makes_no_sense(asked: list[str], why: str) -> None:
    month, other = a_month("1"), a_month("1")
    started(other.formula)

    for formula_id, given, said in (
        (month.formula.pk, asked, why),
        (uuid4(), ["--month=2026-05"], "No reward formula"),
        (other.formula.pk, ["--month=2026-05"], "waits or runs"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("dry_run_formula", str(formula_id), *given)
    assert FormulaDryRun.objects.count() == 1


def test_shows_them_on_its_page(client: Client):
    client.force_login(User.objects.create_superuser("ann"))
    month = a_month(*["1000"] * 2)
    budget(month.program.pk, 5000, period="Month")
    run = finished(started(month.formula))

    address = reverse("admin:rewards_formuladryrun_change", args=[run.pk])
    page = client.get(address, secure=True).content.decode()

    assert "5,000 points a month for all participants together" in page
    assert all(figure in page for figure in ("4,000", "6,000"))


@pytest.mark.parametrize("page", [1, 500])
def test_leave_a_part_of_the_rewards_in_their_order(page: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rewards.trials.outcomes.PAGE", page)
    monkeypatch.setattr("rewards.trials.outcomes.PORTION_SECONDS", 0)
    month = a_month(*["10"] * 30, draft="distance * 3")  # two people, an hour apart: 24 + 6
    limited(month.program.pk, 100, period="Day")
    limited(month.program.pk, 13, period="Program", unit="Activities")
    budget(month.program.pk, 350, period="Program")

    found = results_of(month.formula)

    # The first day gives each 100 by either side. The second one: 3 × 20 each live; by the draft
    # 150 are left of 350, so one gets 3 × 30 and the other 2 × 30, as live.
    after = {name: found["after_limits"][name] for name in ("live", "draft", "winners", "losers")}
    assert (found["live"]["total"], found["draft"]["total"]) == (600, 900)
    assert after == {"live": 320, "draft": 350, "winners": 1, "losers": 0}


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


BASE = "/admin-api/api/v2/formulas"


def runs_of(formula_id: UUID) -> str:
    return f"{BASE}/{formula_id}/dry-runs"


def address(run_id: UUID, part: str = "") -> str:
    return f"/admin-api/api/v2/dry-runs/{run_id}{part}"


def test_over_the_api_gives_the_results_by_now(reader):
    run = started(a_month("1", "2", "7", draft="distance * 3 - 8").formula)

    before = reader.get(address(run.pk))
    finished(run)
    after = reader.get(address(run.pk))

    assert (before.status_code, before.json()["results"]) == (200, None)
    results: Any = after.json()["results"]
    assert (after.json()["state"], after.json()["lookedAt"]) == ("Finished", 3)
    assert results["live"] == {"total": "20", "rewarded": 3, "withoutReward": 0, "failed": 0}
    assert (results["draft"]["total"], results["draft"]["failed"]) == ("13", 2)
    assert results["histogram"][0] == {"least": "-4", "most": "-2", "count": 2}
    assert [each["difference"] for each in results["largest"]] == ["-4", "-2", "-1"]
    assert results["failures"][0]["side"] == "draft"


def test_over_the_api_lists_those_of_a_formula_the_newest_first_by_state(reader):
    month = a_month("1")
    old = finished(started(month.formula))
    new = started(month.formula)
    started(a_month("1").formula)

    def listed(**query: str) -> list[str]:
        found = reader.get(runs_of(month.formula.pk), query).json()["results"]
        return [each["dryRunId"] for each in found]

    assert listed() == [str(new.pk), str(old.pk)]
    assert listed(state="Finished") == [str(old.pk)]
    assert reader.get(runs_of(month.formula.pk), {"state": "Gone"}).status_code == 422
