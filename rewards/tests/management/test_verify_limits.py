"""`manage.py verify_limits`."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from foundation.privacy.models import Erasure, SubjectKind
from programs.tests.factories import MarketingProgramFactory
from rewards.models import RewardLimit, RewardLimitCounter
from rewards.tests.corrections.corrected import credited_runs
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db


@pytest.fixture
def limits() -> list[RewardLimit]:
    """A limit and a budget of a program, whose two participants got 10 and 16 of 12 and 100."""
    program = MarketingProgramFactory.create()
    made = [limited(program.pk, 12), budget(program.pk, 100, period="Month")]
    credited_runs("5", "8", participants=2, program=program)
    return made


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("used", [1, 60])
def test_names_a_planted_counter_and_fails(limits: list[RewardLimit], place: int, used: int):
    planted = RewardLimitCounter.objects.filter(limit=limits[place], used__gt=0).first()
    assert planted
    RewardLimitCounter.objects.filter(pk=planted.pk).update(used=used)
    err = io.StringIO()

    with pytest.raises(CommandError, match="1 of 3 counters are wrong"):
        call_command("verify_limits", stderr=err)

    assert f": {used}, rewarded {planted.used:f}" in err.getvalue()


def test_names_what_erased_activities_may_have_used_and_does_not_fail(limits: list[RewardLimit]):
    Erasure.objects.create(kind=SubjectKind.PARTICIPANT, created_on=timezone.now())
    RewardLimitCounter.objects.filter(limit=limits[1], used__gt=0).update(used=60)
    err = io.StringIO()

    call_command("verify_limits", stderr=err)

    assert "(activities were erased)" in err.getvalue()
