"""Staff's pages of activities in a browser…"""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from activities.models import Activity
from activities.receiving.commands import CreateActivityCommand, create_activity
from activities.settling.tasks import settle_activity
from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from foundation.messaging.models import OutboxMessage
from foundation.staff.links import address_of_list, address_of_page
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.balances.commands import RefillBalanceCommand, refill_balance
from rewards.models import OperationSource


def _records() -> list[str]:
    """Make activities in each standing; return the addresses of the pages."""
    task = ParticipantExerciseTaskFactory.create(
        criteria={"minDistance": "5", "discipline": "running"}, finishes_on=timezone.now()
    )
    participant = task.participant
    for criteria in ({"minDistance": "20", "maxDistance": "42.195"}, {"discipline": "swimming"}):
        ParticipantExerciseTaskFactory.create(
            participant=participant, exercise=task.exercise, criteria=criteria
        )
    applied, skipped = (
        create_activity(
            CreateActivityCommand(
                now=timezone.now(),
                activity_id=Activity().pk,
                participant_id=participant.pk,
                activity_data=sport_data(),
                activity_type="SportActivity",
                source="callback",
            )
        )
        for _ in range(2)
    )
    for activity in (applied, skipped):
        settle_activity(activity.pk, "handler", timezone.now())
    refill_balance(
        RefillBalanceCommand(
            balance_id=participant.pk,
            operation_id=applied.pk,
            source=OperationSource.ACTIVITY,
            source_id=applied.pk,
            amount=Decimal(10),
            now=timezone.now(),
        )
    )
    OutboxMessage.objects.filter(destination="activities.reward_and_apply").update(
        attempts=8,
        dead_on=timezone.now(),
        reason="OperationalError: the connection to the server was closed unexpectedly",
    )
    ActivityFactory.create(
        participant=participant,
        reward_failure="Formula 'Runs', revision 3, line 1, column 9: division by zero",
    )
    of_skipped = address_of_page(Activity, skipped.pk).removesuffix("change/")
    return [
        address_of_list(Activity),
        address_of_page(Activity, applied.pk),
        address_of_page(Activity, skipped.pk),
        of_skipped + "search/",
        address_of_page(type(participant), participant.pk),
        address_of_page(type(participant.program), participant.program_id),
        address_of_page(type(task), task.pk),
        address_of_list(type(task)) + f"add/?exercise={task.exercise_id}",
        address_of_list(type(task)) + f"assign/?exercise={task.exercise_id}",
    ]


@pytest.fixture
def pages(transactional_db: None) -> list[str]:
    User.objects.create_superuser("boss", password=PASSWORD)
    caches["figures"].clear()
    return _records()


@pytest.mark.usefixtures("one_frame")
def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(live_server: LiveServer, pages: list[str]):
    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages)

    seen = browse(visit)

    assert (seen.troubles, seen.found) == ([], {})
