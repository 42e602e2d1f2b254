"""admin-api/…/formulas/…/dry-runs…"""

from typing import Any
from uuid import UUID

import pytest

from rewards.tests.dry_runs.months import a_month, finished, started

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/formulas"


def runs_of(formula_id: UUID) -> str:
    return f"{BASE}/{formula_id}/dry-runs"


def address(run_id: UUID, part: str = "") -> str:
    return f"/admin-api/api/v2/dry-runs/{run_id}{part}"


def test_gives_the_results_by_now(reader):
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


def test_lists_those_of_a_formula_the_newest_first_by_state(reader):
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


def test_the_former_address_answers_and_names_the_new_one(editor):
    run = started(a_month("1").formula)

    answer = editor.get(f"{BASE}/dry-runs/{run.pk}")

    assert (answer.status_code, answer.json()["dryRunId"]) == (200, str(run.pk))
    assert answer["Link"] == f'<{address(run.pk)}>; rel="successor-version"'
