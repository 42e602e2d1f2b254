"""Marketing programs, participants with their names, and exercises over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from programs.participants.models import Participant
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


ANN = {"label": "Ann Lee, Oslo", "externalId": "crm-1042"}


def put_participant(client: Any, key: Any, program: Any, **body: str) -> Any:
    body = {"marketingProgramId": str(program.pk), **body}
    return client.put(path("participants", key), body, format="json")


def names(answer: Any) -> list[tuple[str, str]]:
    return [(each["label"], each["externalId"]) for each in answer.json()["results"]]


def test_names_stay_where_they_are_left_out_and_are_emptied_where_they_are_sent_empty(manager):
    program = MarketingProgramFactory.create()

    answers = [
        put_participant(manager, NEW_ID, program, **ANN),
        put_participant(manager, NEW_ID, program, state="Blocked"),
        put_participant(manager, NEW_ID, program, label=""),
    ]

    found = [(each.json()["label"], each.json()["externalId"]) for each in answers]
    assert found == [tuple(ANN.values()), tuple(ANN.values()), ("", "crm-1042")]


def test_names_an_external_id_is_of_one_participant_of_a_program(manager):
    program, other = MarketingProgramFactory.create_batch(2)
    put_participant(manager, NEW_ID, program, **ANN)
    items = [
        {"participantId": str(uuid4()), "marketingProgramId": str(program.pk), "externalId": each}
        for each in ("crm-1042", "crm-7", "crm-7", "", "")
    ]

    second = put_participant(manager, uuid4(), program, **ANN)
    elsewhere = put_participant(manager, uuid4(), other, **ANN)
    many = manager.post(path("participants") + "/bulk", {"items": items}, format="json")

    assert (second.status_code, second.json()["code"]) == (409, "external-id-in-use")
    assert elsewhere.status_code == 201
    done = [each["status"] for each in many.json()["results"]]
    assert done == ["refused", "created", "refused", "created", "created"]
    assert Participant.objects.filter(program=program, external_id="crm-7").count() == 1


def test_names_are_searched_by_the_beginnings_of_words(reader):
    for label, external_id in (("Ann Lee, Oslo", "crm-1042"), ("Annika Ray", "crm-7"), ("", "")):
        ParticipantFactory.create(label=label, external_id=external_id)

    def found(**query: str) -> list[str]:
        return sorted(label for label, _ in names(reader.get(path("participants"), query)))

    assert found(search="ann") == ["Ann Lee, Oslo", "Annika Ray"]
    assert found(search="OSLO an") == ["Ann Lee, Oslo"]
    assert found(search="1042") == ["Ann Lee, Oslo"]
    assert found(externalId="crm-7") == ["Annika Ray"]
    assert found(search="-") == []


def test_names_are_not_in_the_audit(manager):
    program = MarketingProgramFactory.create()
    put_participant(manager, NEW_ID, program, **ANN)
    put_participant(manager, NEW_ID, program, label="Ann Ray")

    rows = AuditEntry.objects.filter(record_id=NEW_ID)

    written = str([(each.record_name, each.changes, each.reason) for each in rows])
    assert [sorted(each.changes) for each in rows.order_by("pk")][1] == ["label"]
    assert [name for name in ("Ann", "Ray", "crm") if name in written] == []


def test_names_are_found_by_staff_in_the_list_and_where_they_choose_a_participant(client: Client):
    participant = ParticipantFactory.create(
        label="Ann Lee, Oslo", external_id="crm-1042", program__name="City run"
    )
    ParticipantFactory.create(label="Bob")
    signed_in(client, "programs.manage")
    relation = {
        "app_label": "programs",
        "model_name": "participantexercisetask",
        "field_name": "participant",
    }

    found = client.get("/admin/autocomplete/", {"term": "oslo", **relation}, secure=True)
    page = client.get(address_of_list(Participant, q="lee"), secure=True).content.decode()

    assert [each["text"] for each in found.json()["results"]] == ["Ann Lee, Oslo (City run)"]
    assert str(participant.pk) in page
    assert "Ann Lee, Oslo" in page
    assert "Bob" not in page
