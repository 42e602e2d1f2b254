"""Participants' labels and external ids…"""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from programs.participants.models import Participant
from programs.tests.api.calls import NEW_ID, path
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory

pytestmark = pytest.mark.django_db
ANN = {"label": "Ann Lee, Oslo", "externalId": "crm-1042"}


def put(client: Any, key: Any, program: Any, **body: str) -> Any:
    body = {"marketingProgramId": str(program.pk), **body}
    return client.put(path("participants", key), body, format="json")


def names(answer: Any) -> list[tuple[str, str]]:
    return [(each["label"], each["externalId"]) for each in answer.json()["results"]]


def test_stay_where_they_are_left_out_and_are_emptied_where_they_are_sent_empty(manager):
    program = MarketingProgramFactory.create()

    answers = [
        put(manager, NEW_ID, program, **ANN),
        put(manager, NEW_ID, program, state="Blocked"),
        put(manager, NEW_ID, program, label=""),
    ]

    found = [(each.json()["label"], each.json()["externalId"]) for each in answers]
    assert found == [tuple(ANN.values()), tuple(ANN.values()), ("", "crm-1042")]


def test_an_external_id_is_of_one_participant_of_a_program(manager):
    program, other = MarketingProgramFactory.create_batch(2)
    put(manager, NEW_ID, program, **ANN)
    items = [
        {"participantId": str(uuid4()), "marketingProgramId": str(program.pk), "externalId": each}
        for each in ("crm-1042", "crm-7", "crm-7", "", "")
    ]

    second = put(manager, uuid4(), program, **ANN)
    elsewhere = put(manager, uuid4(), other, **ANN)
    many = manager.post(path("participants") + "/bulk", {"items": items}, format="json")

    assert (second.status_code, second.json()["code"]) == (409, "external-id-in-use")
    assert elsewhere.status_code == 201
    done = [each["status"] for each in many.json()["results"]]
    assert done == ["refused", "created", "refused", "created", "created"]
    assert Participant.objects.filter(program=program, external_id="crm-7").count() == 1


def test_are_searched_by_the_beginnings_of_words(reader):
    for label, external_id in (("Ann Lee, Oslo", "crm-1042"), ("Annika Ray", "crm-7"), ("", "")):
        ParticipantFactory.create(label=label, external_id=external_id)

    def found(**query: str) -> list[str]:
        return sorted(label for label, _ in names(reader.get(path("participants"), query)))

    assert found(search="ann") == ["Ann Lee, Oslo", "Annika Ray"]
    assert found(search="OSLO an") == ["Ann Lee, Oslo"]
    assert found(search="1042") == ["Ann Lee, Oslo"]
    assert found(externalId="crm-7") == ["Annika Ray"]
    assert found(search="-") == []


def test_are_not_in_the_audit(manager):
    program = MarketingProgramFactory.create()
    put(manager, NEW_ID, program, **ANN)
    put(manager, NEW_ID, program, label="Ann Ray")

    rows = AuditEntry.objects.filter(record_id=NEW_ID)

    written = str([(each.record_name, each.changes, each.reason) for each in rows])
    assert [sorted(each.changes) for each in rows.order_by("pk")][1] == ["label"]
    assert [name for name in ("Ann", "Ray", "crm") if name in written] == []


def test_are_found_where_staff_choose_a_participant(client: Client):
    ParticipantFactory.create(label="Ann Lee, Oslo", program__name="City run")
    signed_in(client, "programs.manage")
    relation = {
        "app_label": "programs",
        "model_name": "participantexercisetask",
        "field_name": "participant",
    }

    found = client.get("/admin/autocomplete/", {"term": "oslo", **relation}, secure=True)

    assert [each["text"] for each in found.json()["results"]] == ["Ann Lee, Oslo (City run)"]


def test_are_found_and_shown_in_the_list_of_staff(client: Client):
    participant = ParticipantFactory.create(label="Ann Lee, Oslo", external_id="crm-1042")
    ParticipantFactory.create(label="Bob")
    signed_in(client, "programs.manage")

    page = client.get(address_of_list(Participant, q="lee"), secure=True).content.decode()

    assert str(participant.pk) in page
    assert "Ann Lee, Oslo" in page
    assert "Bob" not in page
