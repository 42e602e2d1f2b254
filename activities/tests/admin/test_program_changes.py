"""A changed setting of a program is saved once staff have read what it does…"""

from typing import Any

import pytest
from django.test import Client

from activities.models import ClaimState
from activities.tests.calls.rewarded import claimed
from activities.tests.factories import ActivityFactory
from foundation.staff.page_parts import effects_on_parts
from foundation.staff.tests.staff_pages import save
from programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db
NO_LIMITS = {"limits-TOTAL_FORMS": "0", "limits-INITIAL_FORMS": "0"}


def form_of(program: MarketingProgram, **fields: Any) -> dict[str, Any]:
    given = {"name": program.name, "time_zone": program.time_zone, "is_new_scheme": "on"}
    return {name: value for name, value in {**NO_LIMITS, **given, **fields}.items() if value}


def activities_of(program: MarketingProgram) -> None:
    who = ParticipantFactory.create(program=program)
    of_program = {"marketing_program": program, "participant": who}
    ActivityFactory.create_batch(2, **of_program)
    ActivityFactory.create(reward=5, **of_program)
    ActivityFactory.create(state="Skipped", **of_program)


def test_to_activities_of_another_scheme(admin_client: Client) -> None:
    program = MarketingProgramFactory.create()
    activities_of(program)
    form = form_of(program, is_new_scheme="")

    asked = save(admin_client, program, **form).content.decode()
    program.refresh_from_db()
    stayed = program.is_new_scheme
    save(admin_client, program, **form, confirmed="yes")
    program.refresh_from_db()

    assert "3 activities are neither applied nor skipped: they are left to task managers." in asked
    assert "2 activities of these have no reward yet, and get none by themselves." in asked
    assert (stayed, program.is_new_scheme) == (True, False)


def test_to_open_claims(admin_client: Client) -> None:
    claim = claimed(distance="10")
    program = claim.activity.marketing_program

    asked = save(admin_client, program, **form_of(program, takes_back_rejected="on"))
    save(admin_client, program, **form_of(program, takes_back_rejected="on"), confirmed="yes")

    assert "1 claim is open: it stays for staff." in asked.content.decode()
    claim.refresh_from_db()
    assert claim.state == ClaimState.OPEN


def test_to_limits_by_another_time_zone() -> None:
    program = MarketingProgramFactory.create()
    limited(program.pk)
    budget(program.pk, period="Program")

    program.time_zone = "Etc/UTC"
    same = effects_on_parts(program, ["time_zone"])
    program.time_zone = "Asia/Tokyo"
    [other] = effects_on_parts(program, ["time_zone"])

    assert same == []
    assert other.startswith("1 limit counts its present day, week or month by the new zone")


def test_but_nothing_is_asked_where_nothing_there_changes(admin_client: Client) -> None:
    program = MarketingProgramFactory.create()

    save(admin_client, program, **form_of(program, is_new_scheme="", takes_back_rejected="on"))

    program.refresh_from_db()
    assert (program.is_new_scheme, program.takes_back_rejected) == (False, True)
