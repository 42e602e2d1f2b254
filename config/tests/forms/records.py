"""A record for the page of each model that staff change, with something in every field."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Model
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)

from foundation.staff.display import address_of_page
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    AlbumCustomTag,
    CompetitorInstance,
    Tenant,
)
from recognition.tests.factories import (
    AccountFactory,
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    TenantFactory,
)
from rewards.models import RewardFormula
from rewards.tests.factories import active_formula, budget, limited
from tagging.models import AlbumGuide, AlbumQuality, KnownAnswer, Tagator
from tagging.tests.factories import new_photo, new_tagator
from tagging.tests.quality.checks import CUSTOM, checked_album, mark
from tagging.tests.questions.asked import written_guide

# As services send them: no field of a form shows less than this.
SINCE, UNTIL = (datetime(2026, 5, day, 9, 30, 5, 123456, tzinfo=UTC) for day in (17, 29))


def _program() -> MarketingProgram:
    program: MarketingProgram = MarketingProgramFactory.create(
        starts_on=SINCE, ends_on=UNTIL, time_zone="Europe/Vienna", refuses_outside_dates=True
    )
    limited(program_id=program.pk, activity_type="SportActivity")
    budget(program_id=program.pk)
    return program


def _task() -> ParticipantExerciseTask:
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(
        criteria={"minDistance": "5", "maxDistance": "7.5"}, starts_on=SINCE, finishes_on=UNTIL
    )
    return task


def _album() -> Album:
    space = AccountSpaceFactory.create()
    album: Album = AlbumFactory.create(
        strategy="FaceNumber",
        face_account=space.account,
        face_space=space,
        event_date=SINCE,
        priority=3,
        start_number_capacity=4,
        keep_days=90,
    )
    for name in ("start", "finish"):
        AlbumCustomTag.objects.create(album=album, name=name)
    return album


def _account() -> Account:
    account: Account = AccountFactory.create(
        provider="compreface", requests_per_second=2.5, credentials={"key": "k", "similarity": 0.9}
    )
    return account


def _competitor() -> CompetitorInstance:
    found: CompetitorInstance = CompetitorInstanceFactory.create(token="secret")
    return found


def _tagator() -> Tagator:
    return new_tagator(
        phone="+43 1 2345",
        rate_per_task=Decimal("0.15"),
        rate_per_number=Decimal("0.05"),
        language="de",
        settings={"all_albums": False, "album_ids": frozenset({AlbumFactory.create().pk})},
    )


def _quality() -> AlbumQuality:
    album = checked_album(second="0.25", known="0.1", certainty="0.95")
    return AlbumQuality.objects.get(album_id=album.pk)


def _known_answer() -> KnownAnswer:
    return mark(new_photo(checked_album()), "7", "21", custom_tags=[CUSTOM])


def _periodic() -> PeriodicTask:
    every, _ = IntervalSchedule.objects.get_or_create(every=7, period="minutes")
    return PeriodicTask.objects.create(
        name="new",
        task="messaging.prune",
        interval=every,
        start_time=SINCE,
        expires=UNTIL,
        kwargs='{"a": 1}',
        description="Why.",
        priority=3,
    )


def _group() -> Group:
    group = Group.objects.create(name="g")
    group.permissions.set(Permission.objects.filter(codename="view_album"))
    return group


def _user() -> User:
    user = User.objects.create_user(
        "ines", "ines@example.org", first_name="Ines", last_name="Moser", is_staff=True
    )
    user.groups.set(Group.objects.filter(name="Support"))
    user.user_permissions.set(Permission.objects.filter(codename="view_album"))
    return user


RECORDS: Mapping[type[Model], Callable[[], Model]] = {
    Account: _account,
    AccountSpace: AccountSpaceFactory.create,
    AccessAttempt: lambda: AccessAttempt.objects.create(
        username="ann", attempt_time=SINCE, failures_since_start=1
    ),
    AccessFailureLog: lambda: AccessFailureLog.objects.create(username="ann"),
    AccessLog: lambda: AccessLog.objects.create(username="ann"),
    Album: _album,
    AlbumGuide: lambda: written_guide(),
    AlbumQuality: _quality,
    ClockedSchedule: lambda: ClockedSchedule.objects.create(clocked_time=SINCE),
    CompetitorInstance: _competitor,
    CrontabSchedule: lambda: CrontabSchedule.objects.create(minute="7"),
    Exercise: ExerciseFactory.create,
    Group: _group,
    IntervalSchedule: lambda: IntervalSchedule.objects.create(every=9, period="minutes"),
    KnownAnswer: _known_answer,
    MarketingProgram: _program,
    Participant: ParticipantFactory.create,
    ParticipantExerciseTask: _task,
    PeriodicTask: _periodic,
    RewardFormula: lambda: active_formula(valid_from=SINCE, valid_until=UNTIL),
    SolarSchedule: lambda: SolarSchedule.objects.create(event="sunset", latitude=1, longitude=2),
    Tagator: _tagator,
    Tenant: lambda: TenantFactory.create(competitor_instance=_competitor()),
    User: _user,
}


def page_of(model: type[Model]) -> str:
    """Make the record of a model; return the address of its page."""
    return address_of_page(model, RECORDS[model]().pk)


def changeable(request: object) -> list[type[Model]]:
    """Return the models whose records the request's user may change on a page."""
    registered = admin.site._registry.items()
    return [model for model, options in registered if options.has_change_permission(request)]  # type: ignore[arg-type]
