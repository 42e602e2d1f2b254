"""`GET audit` answers who ordered what, with old and new values."""

import pytest
from django.contrib.auth.models import Group, User
from rest_framework.test import APIClient

from foundation.records.audit import Actor, record_change, record_deed
from foundation.rest.tests.conftest import Caller

pytestmark = pytest.mark.django_db
AUDIT = "/admin-api/api/v2/audit"


@pytest.fixture
def auditor(caller: Caller) -> APIClient:
    return caller("audit.read")


@pytest.fixture
def group() -> Group:
    found = Group.objects.create(name="Runners")
    record_change(Actor("ann", "192.0.2.1"), "Renamed", found, {"name": ("Old", "Runners")}, "typo")
    record_deed(Actor("=bob"), "Imported", User, {"created": (None, 7)})
    return found


@pytest.mark.parametrize("version", [1, 2])
def test_has_old_and_new_of_each_field_newest_first(auditor: APIClient, group: Group, version: int):
    answer = auditor.get(f"/admin-api/api/v{version}/audit").json()

    imported, renamed = answer["results"]
    assert answer["count"] == 2
    assert imported["changes"] == [{"field": "created", "old": None, "new": 7}]
    assert renamed["changes"] == [{"field": "name", "old": "Old", "new": "Runners"}]
    assert (renamed["recordType"], renamed["recordId"]) == ("Group", str(group.pk))
    assert (renamed["actor"], renamed["address"], renamed["reason"]) == ("ann", "192.0.2.1", "typo")


def test_is_narrowed_by_each_condition(auditor: APIClient, group: Group):
    def actors(**query: str) -> list[str]:
        return [row["actor"] for row in auditor.get(AUDIT, query).json()["results"]]

    for query in (
        {"recordType": "Group", "recordId": str(group.pk)},
        {"actor": "ann"},
        {"action": "Renamed"},
    ):
        assert actors(**query) == ["ann"]
    assert actors(to="2000-01-01T00:00:00Z") == actors(**{"from": "2999-01-01T00:00:00Z"}) == []


def test_is_sent_as_a_file_safe_for_spreadsheets(auditor: APIClient, group: Group):
    answer = auditor.get(AUDIT, {"format": "csv"})

    lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()  # type: ignore[attr-defined]
    assert lines[0].startswith("when,who,from")
    assert ",'=bob," in lines[1]
    assert "Name: Old → Runners" in lines[2]
    assert answer["Content-Type"] == "text/csv"
