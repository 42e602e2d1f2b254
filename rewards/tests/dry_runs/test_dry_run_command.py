"""manage.py dry_run_formula…"""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from rewards.models import FormulaDryRun
from rewards.tests.dry_runs.months import a_month, results_of, started

pytestmark = pytest.mark.django_db


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

    monkeypatch.setattr("rewards.management.commands.dry_run_formula.running.portions", interrupted)

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
        (["--since=2026-05-02", "--before=2026-05-01"], "must be after since"),
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
