"""What Python says about a task and what the index finds are the same, for every type."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as some

from activities.types import KINDS, InvalidOperation, kind_of
from programs.criteria import CriteriaInvalid
from programs.queries import find_suitable_task
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory

GUIDS = [f"{n:08d}-0000-4000-8000-000000000000" for n in range(2)]
TIME = "2026-05-17T09:30:00Z"

guids = some.sampled_from(GUIDS)
texts = some.sampled_from(["running", "Running", "run ning", "", "ü"])
numbers = some.sampled_from(
    ["0", "1", "1.0", "1.5", "1.50001", "2", "999999999999.999", "0.000001"]
)
shares = some.sampled_from(["0", "0.5", "0.8", "1"])


def keys(**of: some.SearchStrategy[str]) -> some.SearchStrategy[dict[str, str]]:
    """Return dictionaries that have some of these keys."""
    return some.fixed_dictionaries({}, optional=of)


sport = some.tuples(
    keys(
        discipline=texts,
        minDistance=numbers,
        maxDistance=numbers,
        minTimeInSeconds=numbers,
        maxTimeInSeconds=numbers,
        minPace=numbers,
        maxPace=numbers,
    ),
    some.builds(
        lambda more, distance: {
            "TrackerId": GUIDS[0],
            "StartDate": TIME,
            "FinishDate": TIME,
            "Distance": distance,
            **more,
        },
        keys(Discipline=texts, TimeInSeconds=numbers, AveragePace=numbers),
        numbers,
    ),
)
CASES: dict[str, some.SearchStrategy[tuple[dict[str, str], dict[str, str]]]] = {
    "SportActivity": sport,
    "SporadicActivity": sport,
    "QuizActivity": some.tuples(
        keys(quizId=guids, minScore=shares),
        some.fixed_dictionaries(
            {
                "QuizId": guids,
                "CorrectAnswers": some.sampled_from(["0", "1", "4", "8"]),
                "TotalQuestions": some.sampled_from(["1", "3", "8", "10"]),
            }
        ),
    ),
    "InviteActivity": some.tuples(
        some.just({}), some.just({"InvitedParticipantId": GUIDS[0], "InvitedOn": TIME})
    ),
    "PartnersActivity": some.tuples(
        keys(partnerId=guids, actionCode=texts),
        some.fixed_dictionaries({"PartnerId": guids, "ActionCode": texts}),
    ),
    "GeoLocationActivity": some.tuples(
        some.one_of(
            keys(locationId=guids),
            some.fixed_dictionaries(
                {
                    "latitude": some.sampled_from(["0", "52.5", "89.9999", "90", "-90"]),
                    "longitude": some.sampled_from(["0", "13.4", "179.9999", "180", "-180"]),
                    "radiusMeters": some.sampled_from(["0", "1", "11", "12", "500", "21000000"]),
                },
                optional={"locationId": guids},
            ),
        ),
        some.fixed_dictionaries(
            {
                "LocationId": guids,
                "Latitude": some.sampled_from(["0", "0.0001", "52.5", "52.5001", "89.9999", "90"]),
                "Longitude": some.sampled_from(["0", "13.4", "13.4001", "179.9999", "-179.9999"]),
                "CheckedInOn": some.just(TIME),
            }
        ),
    ),
    "RegistrationActivity": some.tuples(some.just({}), some.just({"RegisteredOn": TIME})),
    "ParticipatingActivity": some.tuples(
        keys(eventId=guids),
        some.fixed_dictionaries({"EventId": guids, "ParticipatedOn": some.just(TIME)}),
    ),
    "UploadImageActivity": some.tuples(
        keys(albumId=guids),
        some.builds(
            lambda more: {"ImageId": GUIDS[0], "ImageUrl": "x", "UploadedOn": TIME, **more},
            keys(AlbumId=guids),
        ),
    ),
}
cases = some.one_of([some.tuples(some.just(name), case) for name, case in CASES.items()])

pytestmark = pytest.mark.django_db


SPORT = {"TrackerId": GUIDS[0], "StartDate": TIME, "FinishDate": TIME, "Distance": "1"}


def near(latitude: str, longitude: str, radius: str, *point: str) -> Any:
    """Return a case of a place and a point."""
    wanted = {"latitude": latitude, "longitude": longitude, "radiusMeters": radius}
    data = {"LocationId": GUIDS[0], "Latitude": point[0], "Longitude": point[1]}
    return "GeoLocationActivity", (wanted, {**data, "CheckedInOn": TIME})


def test_every_type_has_cases():
    assert CASES.keys() == KINDS.keys()


@settings(
    deadline=None,
    max_examples=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(case=cases)
@example(near("52.5", "13.4", "11.1194", "52.5001", "13.4"))  # 11.1195 m
@example(near("52.5", "13.4", "11.1196", "52.5001", "13.4"))
@example(near("0", "180", "12", "0", "-179.9999"))  # over the date line
@example(near("0", "-179.9999", "23", "0", "179.9999"))
@example(near("90", "0", "12", "89.9999", "-120"))  # at a pole all longitudes meet
@example(near("89.9999", "0", "23", "89.9999", "180"))
@example(near("-90", "77", "0", "-90", "-33"))
@example(near("0", "0", "20100000", "0", "180"))  # half around
@example(near("1E-20", "-1E-20", "1E-20", "0", "0"))  # 1.6E-15 m
@example(near("1E-20", "-1E-20", "0", "1E-20", "-1E-20"))
@example(near("90", "0", "0.00000000000000000001", "89.99999999999999999999", "1E-20"))
@example(("SportActivity", ({"discipline": "Run "}, {**SPORT, "Discipline": "\tRun"})))
def test_python_and_the_index_agree(case: tuple[str, tuple[dict[str, str], dict[str, str]]]):
    activity_type, (criteria, data) = case
    kind = kind_of(activity_type)
    try:
        wanted = kind.criteria.read(criteria)
        facts = kind.facts(kind.read(data))
    except (CriteriaInvalid, InvalidOperation):
        assume(False)

    found = found_by_index(activity_type, criteria, facts)

    assert found is kind.criteria.suits(wanted, facts)


def found_by_index(activity_type: str, criteria: dict[str, str], facts: Any) -> bool:
    with transaction.atomic():
        task = ParticipantExerciseTaskFactory.create(
            participant=ParticipantFactory.create(),
            exercise__activity_type=activity_type,
            criteria=criteria,
        )
        found = find_suitable_task(task.participant_id, activity_type, facts)
        transaction.set_rollback(True)
    return found is not None
