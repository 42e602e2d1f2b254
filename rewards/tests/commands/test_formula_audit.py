"""The audit of a formula says of each change what was before and after…"""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.tests.staff_pages import change_page
from rewards.tests.commands.formula_commands import activate, change
from rewards.tests.factories import NOW, active_formula, draft_formula

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


def test_of_an_activation_with_its_revision():
    formula = active_formula()
    change(formula, expression="1")

    activate(formula)
    activate(formula, number=1)

    found = [changes for action, changes in rows() if action == "Activated"]
    assert [each["active_revision"] for each in found] == [[None, 1], [1, 2], [2, 1]]


def test_is_read_by_people_with_old_and_new_coefficients(client: Client):
    formula = draft_formula(coefficients={"rate": "1.5", "most": "10"})
    change(formula, coefficients={"rate": "2", "most": "10"})
    reader = signed_in(client, "rewards.read", "audit.read")
    address = change_page(formula).replace("/change/", "/history/")

    page = reader.get(address, secure=True).content.decode()

    assert "most: 10; rate: 1.5 → most: 10; rate: 2" in page
    assert "Settings</span>: nothing" in page
