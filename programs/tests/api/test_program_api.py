"""Marketing programs, participants and exercises over the AdminApi…"""

from typing import Any

import pytest

from programs.tests.api.calls import NEW_ID, path, problem
from programs.tests.factories import ExerciseFactory, MarketingProgramFactory, ParticipantFactory

pytestmark = pytest.mark.django_db

PROGRAMS, PARTICIPANTS, EXERCISES = "marketing-programs", "participants", "exercises"

FACTORIES: dict[str, Any] = {
    PROGRAMS: MarketingProgramFactory,
    PARTICIPANTS: ParticipantFactory,
    EXERCISES: ExerciseFactory,
}

EACH = pytest.mark.parametrize("what", FACTORIES)


def put(client, what, key, body, **headers):
    return client.put(path(what, key), body, format="json", headers=headers)


def body_for(what, record=None):
    """Return what creates a record, or leaves this one as it is."""
    if what == PROGRAMS:
        return {"name": record.name if record else "Spring"}
    program = record.program if record else MarketingProgramFactory.create()
    body = {"marketingProgramId": str(program.pk)}
    more = {"name": "Run", "activityType": "SportActivity"}
    return body if what == PARTICIPANTS else {**body, **more}


@EACH
def test_are_created_once_and_shown(manager, reader, what):
    body = body_for(what)
    first, again = put(manager, what, NEW_ID, body), put(manager, what, NEW_ID, body)

    assert (first.status_code, first["ETag"]) == (201, '"1"')
    assert (again.status_code, again["ETag"], again.json()) == (200, '"1"', first.json())
    assert first.json().items() >= body.items()
    assert NEW_ID in first.json().values()
    shown = reader.get(path(what, NEW_ID))
    assert (shown.json(), shown["ETag"]) == (first.json(), '"1"')
    assert first.json() in reader.get(f"{path(what)}?pageSize=200").json()["results"]


@pytest.mark.parametrize(
    ("what", "changes"),
    [
        (PROGRAMS, {"name": "Autumn", "isNewScheme": False, "startsOn": "2026-05-17T09:30:00Z"}),
        (PROGRAMS, {"timeZone": "Europe/Berlin"}),
        (PARTICIPANTS, {"state": "Blocked"}),
        (EXERCISES, {"name": "Walk"}),
    ],
)
def test_are_changed_at_the_version_that_the_caller_read_alone(manager, what, changes):
    record = FACTORIES[what].create()
    body = {**body_for(what, record), **changes}

    stale = put(manager, what, record.pk, body, **{"If-Match": '"2"'})
    answer = put(manager, what, record.pk, body, **{"If-Match": '"1"'})

    assert problem(stale) == (409, "version-conflict")
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json().items() >= changes.items()
    if what == PARTICIPANTS:  # a state that is left out stays
        answer = put(manager, what, record.pk, body_for(what, record))
        assert (answer.json()["state"], answer["ETag"]) == ("Blocked", '"2"')
    unknown = put(manager, what, NEW_ID, body, **{"If-Match": '"1"'})
    assert unknown.status_code == 404


@pytest.mark.parametrize(
    ("what", "query"),
    [
        (PROGRAMS, "isNewScheme=false"),
        (PROGRAMS, "search=WANT"),
        (PARTICIPANTS, "state=Blocked"),
        (PARTICIPANTS, "marketingProgramId={program}"),
        (EXERCISES, "activityType=QuizActivity"),
        (EXERCISES, "marketingProgramId={program}"),
        (EXERCISES, "search=want"),
    ],
)
def test_are_listed_by(reader, what, query):
    program = MarketingProgramFactory.create(name="Wanted", is_new_scheme=False)
    fields = {
        PROGRAMS: {},
        PARTICIPANTS: {"program": program, "state": "Blocked"},
        EXERCISES: {"program": program, "activity_type": "QuizActivity", "name": "wanted"},
    }[what]
    wanted = FACTORIES[what].create(**fields) if fields else program
    FACTORIES[what].create()

    answer = reader.get(f"{path(what)}?{query.format(program=program.pk)}").json()

    assert answer["count"] == 1
    assert str(wanted.pk) in answer["results"][0].values()
    assert reader.get(f"{path(what)}?page=0").status_code == 422
