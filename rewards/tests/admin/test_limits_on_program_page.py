"""A program's limits on its page in the admin…"""

import re
from typing import Any

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.tests.staff_pages import change_page, save
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory
from rewards.models import Approval, RewardLimit
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db
NEW = {"most": 50, "unit": "Points", "period": "Week", "scope": "Participant", "activity_type": ""}


@pytest.fixture
def staff(client: Client) -> Client:
    return signed_in(client, "programs.manage", name="ann")


def versions_on_page(staff: Client, program: MarketingProgram) -> dict[str, str]:
    """Return the hidden versions of the rows, by place; `__prefix__`: of each row that is added."""
    page = staff.get(change_page(program), secure=True).content.decode()
    return dict(re.findall(r'name="limits-(\w+)-opened_version" value="(\d+)"', page))


def fill_in(staff: Client, program: MarketingProgram, *rows: Any, time_zone: str = "UTC") -> Any:
    """Save the program's page with these limits; a row with an id is one that is there."""
    known, hidden = sum("id" in row for row in rows), versions_on_page(staff, program)
    fields = {"limits-TOTAL_FORMS": len(rows), "limits-INITIAL_FORMS": known}
    for place, row in enumerate(rows):
        opened = hidden.get(str(place) if "id" in row else "__prefix__", "")
        given = {"opened_version": opened, "program": program.pk, **row}
        fields |= {f"limits-{place}-{name}": value for name, value in given.items()}
    own = {"name": program.name, "is_new_scheme": "on", "time_zone": time_zone}
    return save(staff, program, **own, **fields)


def test_are_added(staff: Client):
    program = MarketingProgramFactory.create()

    fill_in(staff, program, NEW, {**NEW, "scope": "All", "activity_type": "QuizActivity"})

    own, shared = RewardLimit.objects.order_by("scope")[::-1]
    assert str(own) == "50 points a week for each participant"
    assert str(shared) == "50 points a week for all participants together, Quiz only"
    audited = AuditEntry.objects.values_list("action", "actor")
    assert list(audited) == [("Created", "ann")] * 2
    program.refresh_from_db()
    assert program.version == 1


def test_are_changed_in_how_much_they_allow_alone_and_removed(staff: Client):
    limit = limited()
    row = {**NEW, "id": limit.pk, "most": 60}

    fill_in(staff, limit.program, {**row, "unit": "Activities"})
    fill_in(staff, limit.program, {**row, "most": 70, "opened_version": 1})

    limit.refresh_from_db()
    assert (int(limit.most), limit.unit, limit.version) == (60, "Points", 2)
    [changed] = AuditEntry.objects.filter(actor="ann", action="Changed")
    assert set(changed.changes) == {"most"}
    fill_in(staff, limit.program, {**row, "DELETE": "on"})
    assert not RewardLimit.objects.exists()
    assert AuditEntry.objects.filter(actor="ann", action="Deleted").count() == 1


def test_that_a_new_zone_concerns_are_those_that_stay(staff: Client, settings: Any):
    limit = limited()
    program = limit.program
    limited(program.pk, period="Day")
    row = {**NEW, "id": limit.pk, "DELETE": "on"}

    def facts() -> list[str]:
        page = fill_in(staff, program, row, time_zone="Asia/Tokyo")
        return list(page.context["facts"])

    [alone] = facts()
    settings.ACTIVATION_NEEDS_ANOTHER = True  # then the removal waits
    [both] = facts()

    assert (alone.split(" its ")[0], both.split(" their ")[0]) == (
        "1 limit counts",
        "2 limits count",
    )


def test_show_what_is_left_of_a_budget(staff: Client):
    limit = budget(most=1500)
    limit.counters.update(used=500)

    page = staff.get(change_page(limit.program), secure=True).content.decode()

    assert "Left now" in page
    assert "1,500 of 1,500" in page  # of this week; what was used was used in another one


def test_wait_for_another_person_where_limits_need_one(staff: Client, settings: Any):
    limit = limited()
    settings.ACTIVATION_NEEDS_ANOTHER = True

    said = fill_in(staff, limit.program, {**NEW, "id": limit.pk, "most": 60}, NEW)

    limit.refresh_from_db()
    assert (limit.version, RewardLimit.objects.count()) == (1, 1)
    assert set(Approval.objects.values_list("order", "state")) == {("PutLimit", "Requested")}
    assert Approval.objects.count() == 2
    assert "Nothing is changed yet" in said.content.decode()
    assert "changed successfully" not in said.content.decode()
