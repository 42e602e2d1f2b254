"""POST client-api/…/works, works/current, works/{id} and works/{id}/tasks…"""

from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from recognition.tests.statements import counted
from tagging.models import TaskTag, Work
from tagging.records.open_tasks import has_open_tasks
from tagging.tests.calls.works import BASE, signed_in, skip
from tagging.tests.factories import manual_album, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.tests.plans import plans_of
from tagging.tests.questions.asked import answered, asked

pytestmark = pytest.mark.django_db

READS = pytest.mark.parametrize("what", ["current", "{id}", "{id}/tasks"])


def works():
    return "/client-api/api/v2/works"


@pytest.fixture
def tagator(db):
    return new_tagator(settings={"tasks_per_work": 2})


def test_gives_a_new_work_with_201_and_the_same_again_with_200(tagator):
    waiting_tasks(3)
    client = signed_in(tagator)

    first = client.post(works(), {}, format="json")
    again = client.post(works(), format="json")

    work = Work.objects.get()
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert first.json() == {
        "workId": str(work.pk),
        "state": "Active",
        "createdOn": first.json()["createdOn"],
        "expiresOn": first.json()["expiresOn"],
        "tasksTotal": 2,
        "tasksCompleted": 0,
        "isTrial": False,
        "lastAnswerOn": None,
    }


def test_lists_the_tasks_in_their_order_with_their_tags(tagator):
    tasks = waiting_tasks(2)
    work = taken_work(tagator)
    TaskTag.objects.create(task=tasks[0], kind="Number", value="7")
    TaskTag.objects.create(task=tasks[0], kind="Custom", value="podium")

    answer = signed_in(tagator).get(f"{works()}/{work.pk}/tasks").json()

    assert [each["taskId"] for each in answer["results"]] == [str(task.pk) for task in tasks]
    assert answer["count"] == 2
    first = answer["results"][0]
    assert first == {
        "taskId": str(tasks[0].pk),
        "photoId": str(tasks[0].photo_id),
        "albumId": str(tasks[0].album_id),
        "imageUrl": tasks[0].image_url,
        "shootingDate": "2026-05-17T09:30:00Z",
        "priority": 0,
        "numberFormat": "Digits",
        "state": "Assigned",
        "tags": [{"value": "7"}],
        "customTags": ["podium"],
        "regions": [],
    }


def test_lists_many_tasks_with_as_many_statements_as_one(tagator):
    waiting_tasks(2)
    work = taken_work(tagator)
    client, address = signed_in(tagator), f"{works()}/{work.pk}/tasks"
    client.get(address)  # a process reads the tagger's id once

    with counted() as for_one:
        client.get(f"{address}?pageSize=1")
    with counted() as for_two:
        client.get(address)

    assert len(for_one.sent) == len(for_two.sent)


def test_current_gives_the_active_work_until_its_time_is_over(tagator):
    waiting_tasks(1)
    client = signed_in(tagator)
    none = client.get(f"{works()}/current")
    work = taken_work(tagator)

    current = client.get(f"{works()}/current")
    Work.objects.update(expires_on=timezone.now())
    over = client.get(f"{works()}/current")

    assert (current.status_code, current.json()["workId"]) == (200, str(work.pk))
    assert [each.json()["code"] for each in (none, over)] == ["no-work", "no-work"]
    assert client.get(f"{works()}/{work.pk}").json()["state"] == "Expired"


@READS
def test_another_tagator_s_work_is_404(tagator, what):
    waiting_tasks(1)
    work = taken_work(new_tagator())

    answer = signed_in(tagator).get(f"{works()}/{what.format(id=work.pk)}")

    assert answer.status_code == 404


def test_a_user_with_the_role_who_is_no_tagator_is_403(caller):
    answer = caller("tagging.tag").post(works(), {}, format="json")

    assert (answer.status_code, answer.json()["code"]) == (403, "not-a-tagator")


ADDRESS = f"{BASE}/works/waiting"


def is_waiting(client, **query):
    answer = client.get(ADDRESS, query)
    assert answer.status_code == 200
    return answer.json()["isWaiting"]


def test_nothing_of_tasks_that_the_tagger_may_not_have(kim):
    waiting_tasks(1)
    work = taken_work(kim)
    [task] = tasks_of(work)
    skip(work, task)

    assert is_waiting(signed_in(kim)) is False
    assert is_waiting(signed_in(new_tagator())) is True


def test_what_waits_in_an_album_and_in_those_that_are_open_to_the_tagger():
    here, elsewhere = manual_album(), manual_album()
    settings = {"all_albums": False, "album_ids": frozenset([here.pk])}
    limited, free = (signed_in(new_tagator(**more)) for more in ({"settings": settings}, {}))
    waiting_tasks(1, elsewhere)

    found = [
        [is_waiting(client, **query) for client in (limited, free)]
        for query in ({}, {"albumId": here.pk}, {"albumId": elsewhere.pk}, {"albumId": uuid4()})
    ]

    assert found == [[False, True], [False, False], [False, True], [False, False]]
    waiting_tasks(1, here)
    assert is_waiting(limited) is True


@pytest.mark.parametrize(("all_albums", "statements"), [(True, 2), (False, 4)])
def test_so_by_indexes_in_few_statements(all_albums, statements):
    settings = {"all_albums": all_albums, "album_ids": frozenset([waiting_tasks(1)[0].album_id])}
    tagator = new_tagator(settings=settings)

    plans = plans_of(partial(has_open_tasks, tagator.pk, None))

    assert len(plans) == statements
    assert [plan for plan in plans if "Seq Scan" in plan] == []


def test_when_the_lead_last_answered(tagator):
    waiting_tasks(1)
    [task] = tasks_of(taken_work(tagator))
    question = asked(task)
    client = signed_in(tagator)
    before = client.get(ADDRESS).json()["lastAnswerOn"]

    answered(question)

    after = client.get(ADDRESS).json()["lastAnswerOn"]
    assert before is None
    assert after == client.get(f"{BASE}/questions").json()["results"][0]["answeredOn"]
    assert signed_in(new_tagator()).get(ADDRESS).json()["lastAnswerOn"] is None
