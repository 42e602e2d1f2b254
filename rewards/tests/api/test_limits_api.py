"""Limits of a program, over the AdminApi and on its page…"""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from activities.tests.calls.rewarded import credited
from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_page
from foundation.staff.tests.staff_pages import change_page, save
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tests.api.calls import problem
from programs.tests.factories import MarketingProgramFactory
from rewards.models import Approval, RewardLimit, RewardLimitCounter
from rewards.tests.factories import NOW, budget, limited

pytestmark = pytest.mark.django_db


WEEKLY = {"scope": "Participant", "period": "Week", "unit": "Points", "most": 50}


@pytest.fixture
def manager(caller: Any) -> Any:
    return caller("programs.manage", username="manager")


def address(program_id: UUID, limit_id: UUID | str = "") -> str:
    base = f"/admin-api/api/v2/marketing-programs/{program_id}/limits"
    return f"{base}/{limit_id}" if limit_id else base


def put(client: Any, limit: RewardLimit | None = None, **changes: Any) -> Any:
    """Put a limit of a new program, or this one again."""
    program_id = limit.program_id if limit else MarketingProgramFactory.create().pk
    limit_id = limit.pk if limit else uuid4()
    headers = changes.pop("headers", {})
    body = {**WEEKLY, **changes}
    return client.put(address(program_id, limit_id), body, format="json", headers=headers)


def test_a_program_has_a_hundred_limits_at_most(manager: Any, monkeypatch):
    monkeypatch.setattr("rewards.limits.commands.MAX_LIMITS", 1)
    first = limited()

    refused = put(manager, RewardLimit(pk=uuid4(), program=first.program))

    assert problem(refused) == (409, "too-many-limits")
    assert RewardLimit.objects.get() == first
    assert put(manager, first, most=60).status_code == 200


def test_adds_a_limit_once_and_changes_how_much_it_allows(manager: Any):
    program_id, limit_id = MarketingProgramFactory.create().pk, uuid4()

    def put_it(most: int, **headers: str) -> Any:
        body = {**WEEKLY, "most": most}
        where = address(program_id, limit_id)
        return manager.put(where, body, format="json", headers=headers)

    first, again = put_it(50), put_it(50)
    stale, fresh = put_it(60, **{"If-Match": '"2"'}), put_it(60, **{"If-Match": '"1"'})

    assert (first.status_code, first["ETag"]) == (201, '"1"')
    assert (again.status_code, again["ETag"], again.json()) == (200, '"1"', first.json())
    assert first.json() == {
        **WEEKLY,
        "limitId": str(limit_id),
        "marketingProgramId": str(program_id),
        "activityType": None,
        "current": None,
        "createdOn": first.json()["createdOn"],
        "updatedOn": first.json()["updatedOn"],
    }
    assert problem(stale) == (409, "version-conflict")
    assert (fresh.status_code, fresh["ETag"], fresh.json()["most"]) == (200, '"2"', 60)
    created, changed = AuditEntry.objects.order_by("pk")
    assert (created.action, created.actor, created.changes["most"]) == (
        "Created",
        "manager",
        [None, "50"],
    )
    assert (changed.action, changed.changes) == ("Changed", {"most": ["50", "60"]})


@pytest.mark.parametrize(
    "changes",
    [{"scope": "All"}, {"period": "Day"}, {"unit": "Activities"}, {"activityType": "QuizActivity"}],
)
def test_changes_nothing_else(manager: Any, changes: Any):
    limit = limited()

    answer = put(manager, limit, **changes)

    assert problem(answer) == (409, "fixed-field-differs")
    limit.refresh_from_db()
    assert limit.version == 1


def test_shows_what_is_left_of_a_budget(reader: Any):
    limit = budget(most=50)
    RewardLimitCounter.objects.filter(limit=limit).delete()
    limited(limit.program_id)

    first, second = reader.get(address(limit.program_id)).json()

    assert (first["current"]["used"], first["current"]["left"]) == (0, 50)
    assert first == reader.get(address(limit.program_id, limit.pk)).json()
    assert (second["scope"], second["current"]) == ("Participant", None)


def test_removes_a_limit_with_its_counters_at_the_version_that_was_read(manager: Any):
    limit = budget()
    where = address(limit.program_id, limit.pk)

    assert problem(manager.delete(where, headers={"If-Match": '"2"'})) == (409, "version-conflict")
    assert manager.delete(where, headers={"If-Match": '"1"'}).status_code == 204

    assert not RewardLimit.objects.exists()
    assert not RewardLimitCounter.objects.exists()
    last = AuditEntry.objects.latest("pk")
    assert (last.action, last.actor) == ("Deleted", "manager")
    assert manager.delete(where).status_code == 404


def test_finds_limits_of_the_program_alone(manager: Any):
    limit, other = limited(), MarketingProgramFactory.create().pk

    for answer in (
        manager.get(address(other, limit.pk)),
        manager.delete(address(other, limit.pk)),
        manager.get(address(uuid4())),
        manager.put(address(uuid4(), uuid4()), WEEKLY, format="json"),
    ):
        assert answer.status_code == 404
    moved = manager.put(address(other, limit.pk), WEEKLY, format="json")
    assert problem(moved) == (409, "fixed-field-differs")


def test_allowances_say_what_is_left_on_the_page_too(caller: Caller, admin_client: Client):
    activity = credited()
    limited(activity.marketing_program_id, 50, now=NOW, period="Program")
    budget(activity.marketing_program_id, 100, period="Program")
    address = f"/admin-api/api/v2/participants/{activity.participant_id}/limits"

    limits = caller("rewards.read").get(address).json()
    page = admin_client.get(address_of_page(Participant, activity.participant_id), secure=True)

    assert [(each["isBudget"], each["used"], each["left"]) for each in limits] == [
        (False, 16, 34),
        (True, 16, 84),
    ]
    assert "50 points in the whole program for each participant" in page.content.decode()


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


def test_on_the_page_are_added(staff: Client):
    program = MarketingProgramFactory.create()

    fill_in(staff, program, NEW, {**NEW, "scope": "All", "activity_type": "QuizActivity"})

    own, shared = RewardLimit.objects.order_by("scope")[::-1]
    assert str(own) == "50 points a week for each participant"
    assert str(shared) == "50 points a week for all participants together, Quiz only"
    audited = AuditEntry.objects.values_list("action", "actor")
    assert list(audited) == [("Created", "ann")] * 2
    program.refresh_from_db()
    assert program.version == 1


def test_on_the_page_are_changed_in_how_much_they_allow_alone_and_removed(staff: Client):
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


def test_on_the_page_only_those_that_stay_are_named_for_a_new_zone(staff: Client, settings: Any):
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


def test_on_the_page_show_what_is_left_of_a_budget(staff: Client):
    limit = budget(most=1500)
    limit.counters.update(used=500)

    page = staff.get(change_page(limit.program), secure=True).content.decode()

    assert "Left now" in page
    assert "1,500 of 1,500" in page  # of this week; what was used was used in another one


def test_on_the_page_wait_for_another_person_where_limits_need_one(staff: Client, settings: Any):
    limit = limited()
    settings.ACTIVATION_NEEDS_ANOTHER = True

    said = fill_in(staff, limit.program, {**NEW, "id": limit.pk, "most": 60}, NEW)

    limit.refresh_from_db()
    assert (limit.version, RewardLimit.objects.count()) == (1, 1)
    assert set(Approval.objects.values_list("order", "state")) == {("PutLimit", "Requested")}
    assert Approval.objects.count() == 2
    assert "Nothing is changed yet" in said.content.decode()
    assert "changed successfully" not in said.content.decode()
