"""`docs/activities.md` says what the code does."""

from pathlib import Path

import pytest
from django.conf import settings

from activities.tests.commands.test_updated_data import TABLE
from activities.types import KINDS

PAGE = (Path(settings.BASE_DIR) / "docs" / "activities.md").read_text()


@pytest.mark.parametrize("activity_type", KINDS)
def test_names_every_key_and_variable(activity_type: str):
    kind = KINDS[activity_type]

    assert all(f"`{name}`" in PAGE for name in kind.variables)
    assert all(key in PAGE for key in (*kind.required, *kind.optional))
    assert all(f"`{key}`" in PAGE for each in kind.criteria.criteria for key in each.keys)


def test_has_the_table_of_new_data():
    rows = [
        f"| {'new' if scheme else 'old'} | {state} | {'unset' if reward is None else 'set'} | "
        for scheme, state, reward, *_ in TABLE
    ]

    assert [line[: len(row)] for row, line in zip(rows, _lines(), strict=True)] == rows


def _lines() -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(("| new |", "| old |"))]
