"""The audit of a formula says of each change what was before and after…"""

from datetime import timedelta
from typing import Any

import pytest

from foundation.records.models import AuditEntry
from rewards.tests.commands.formula_commands import change
from rewards.tests.factories import NOW, draft_formula

pytestmark = pytest.mark.django_db


def rows() -> list[tuple[str, Any]]:
    """Return what was done since the formula was created, and what changed by that."""
    found = AuditEntry.objects.order_by("id").exclude(action="Created")
    return [(each.action, each.changes) for each in found]


def test_of_texts_and_of_a_validity():
    formula = draft_formula()

    change(formula, settings={"__where": "distance > 1"}, coefficients={"rate": "2"})
    change(formula, valid_until=NOW + timedelta(days=1))

    assert rows() == [
        (
            "Changed",
            {
                "revision": [1, 2],
                "settings": [{}, {"__where": "distance > 1"}],
                "coefficients": [{"rate": "1.5"}, {"rate": "2"}],
            },
        ),
        ("Changed", {"valid_until": [None, "2026-05-18T09:30:00Z"]}),
    ]
