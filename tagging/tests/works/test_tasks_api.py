"""client-api/…/works/{id}/tasks/{id}/tags, complete, skip and reopen…"""

from urllib.parse import quote
from uuid import uuid4

import pytest
from django.utils import timezone

from messaging.models import Outage
from recognition.models import Album, AlbumCustomTag, CompetitorInstance
from tagging.commands.tagators import ChangeTagatorCommand, change_tagator
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tagging.models import TagatorState, TaggingTaskState, TaskHistory, TaskTag, Work
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.calls.works import add, address, put, signed_in
from tagging.tests.factories import (
    album_with_start_lists,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)

pytestmark = pytest.mark.django_db

BOTH = pytest.mark.parametrize("version", [1, 2])
PUTS = ("complete", "skip", "reopen")


@pytest.fixture
def tagator(db):
    return new_tagator()


@pytest.fixture
def tagger(tagator):
    return signed_in(tagator)


@pytest.fixture
def task(tagator):
    """A task of a work of two in the tagger's hands; its album has the custom tag podium."""
    waiting_tasks(2)
    task = tasks_of(taken_work(tagator))[0]
    AlbumCustomTag.objects.create(album=task.album, name="podium")
    return task


def all_calls(client, task):
    """Return the answers to every call of a task."""
    return [
        add(client, task, "7"),
        client.delete(address(task, "tags?value=7")),
        *(put(client, task, what) for what in PUTS),
    ]


def changed_nothing(task):
    states = list(task.work.tasks.values_list("state", flat=True))
    return states == [TaggingTaskState.ASSIGNED] * 2 and not TaskTag.objects.exists()


@BOTH
def test_tags_are_added_normalised_and_each_once(tagger, task, version):
    body = {"tags": [" 007 ", "1 2", "7"], "customTags": ["podium"]}

    answer = tagger.post(address(task, "tags", version=version), body, format="json")

    assert answer.status_code == 200
    assert answer.json() == {"tags": [{"value": "7"}, {"value": "12"}], "customTags": ["podium"]}


def test_tags_that_are_there_stay(tagger, task):
    add(tagger, task, "7", customTags=["podium"])

    answer = add(tagger, task, "9", "7", customTags=["podium"])

    assert answer.json() == {"tags": [{"value": "7"}, {"value": "9"}], "customTags": ["podium"]}


def test_a_number_that_fails_the_checks_is_422_and_nothing_is_kept(tagger, task):
    answer = add(tagger, task, "7", "12a", "123456", customTags=["podium"])

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "number-not-accepted")
    assert [each["field"] for each in problem["errors"]] == ["tags.1", "tags.2"]
    assert changed_nothing(task)


def test_a_custom_tag_that_is_not_the_album_s_is_422_and_nothing_is_kept(tagger, task):
    answer = add(tagger, task, "7", customTags=["podium", "other"])

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "custom-tag-unknown")
    assert [each["field"] for each in problem["errors"]] == ["customTags.1"]
    assert changed_nothing(task)


def test_more_tags_than_a_task_has_room_for_are_422(tagger, task):
    add(tagger, task, *map(str, range(150)))

    answer = add(tagger, task, *map(str, range(150, 201)))

    assert (answer.status_code, answer.json()["code"]) == (422, "too-many-tags")
    assert task.tags.count() == 150


@pytest.mark.parametrize(
    "body", [{"tags": "7"}, {"tags": [None]}, {"tags": ["1" * 101]}, {"customTags": [[]]}]
)
def test_malformed_tags_are_422(tagger, task, body):
    answer = tagger.post(address(task, "tags"), body, format="json")

    assert answer.status_code == 422
    assert changed_nothing(task)


def test_tags_are_503_while_the_start_list_is_not_available(tagger, tagator):
    waiting_tasks(2, album_with_start_lists("http://127.0.0.1:1"))
    task = tasks_of(taken_work(tagator))[0]

    answer = add(tagger, task, "7")

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert int(answer["Retry-After"]) > 0
    assert changed_nothing(task)


def test_why_the_start_list_is_not_available_is_not_told_to_taggers(
    tagger, tagator, sandbox, settings
):
    """It names the competitor service once that is paused, and quotes its answer before."""
    album = album_with_start_lists(sandbox.url("competitor-service"))
    CompetitorInstance.objects.update(name="races-of-berlin")
    sandbox.behave("competitor-service", failure_rate=1)
    waiting_tasks(2, album)
    task = tasks_of(taken_work(tagator))[0]

    said = {add(tagger, task, "7").json()["detail"] for _ in range(12)}

    assert said == {"The start list is not available now, so the numbers cannot be checked."}
    assert Outage.objects.filter(name__contains="races-of-berlin", since__isnull=False).exists()


def test_tags_are_deleted_by_value(tagger, task):
    add(tagger, task, "7", "12", customTags=["podium"])

    number = tagger.delete(address(task, "tags?value=7"))
    custom = tagger.delete(address(task, "tags?customTag=podium"))
    again = tagger.delete(address(task, "tags?value=7"))

    assert number.json() == {"tags": [{"value": "12"}], "customTags": ["podium"]}
    assert custom.json() == again.json() == {"tags": [{"value": "12"}], "customTags": []}


@pytest.mark.parametrize("given", ["42", "00042", " 4 2"])
def test_a_number_is_deleted_as_it_was_typed_too(tagger, task, given):
    Album.objects.update(normalization_policy="PadLeadingZeros", start_number_capacity=5)
    add(tagger, task, "42", "7")

    answer = tagger.delete(address(task, f"tags?value={quote(given)}"))

    assert answer.json()["tags"] == [{"value": "00007"}]


def test_a_number_stored_by_other_rules_is_deleted_as_it_is_stored(tagger, task):
    add(tagger, task, "42")
    Album.objects.update(normalization_policy="PadLeadingZeros", start_number_capacity=5)

    assert tagger.delete(address(task, "tags?value=42")).json()["tags"] == []


@pytest.mark.parametrize("query", ["", "?value=", "?value=7&customTag=podium"])
def test_a_deletion_names_one_tag(tagger, task, query):
    add(tagger, task, "7")

    assert tagger.delete(address(task, f"tags{query}")).status_code == 422
    assert task.tags.count() == 1


@BOTH
def test_complete_is_204_and_repeatable(tagger, task, version):
    add(tagger, task, "7")

    answers = [tagger.put(address(task, "complete", version=version)) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [204, 204]
    assert tags_sent() == [[{"value": "7", "source": "Manual"}]]


@BOTH
def test_skip_is_204_and_repeatable(tagger, task, version):
    there = address(task, "skip", version=version)

    answers = [tagger.put(there, {"reason": "Dark."}, format="json"), tagger.put(there)]

    task.refresh_from_db()
    assert [answer.status_code for answer in answers] == [204, 204]
    assert task.state == TaggingTaskState.OPEN
    assert TaskHistory.objects.filter(change="Skipped").get().reason == "Dark."


@pytest.mark.parametrize("reason", [None, ["x"], "x" * 501])
def test_skip_with_a_reason_that_is_none_is_422(tagger, task, reason):
    assert put(tagger, task, "skip", reason=reason).status_code == 422
    assert changed_nothing(task)


@BOTH
def test_reopen_is_204_and_repeatable(tagger, task, version):
    put(tagger, task, "complete")
    there = address(task, "reopen", version=version)

    answers = [tagger.put(there), tagger.put(there), add(tagger, task, "7")]

    assert [answer.status_code for answer in answers] == [204, 204, 200]


def test_tags_and_skip_of_a_completed_task_are_409(tagger, task):
    put(tagger, task, "complete")

    answers = [add(tagger, task, "7"), put(tagger, task, "skip")]

    assert [each.json()["code"] for each in answers] == ["task-completed"] * 2


def test_every_call_of_another_tagator_s_task_is_404(task):
    answers = all_calls(signed_in(new_tagator()), task)

    assert {answer.status_code for answer in answers} == {404}
    assert changed_nothing(task)


def test_every_call_of_a_task_in_another_work_is_404(tagger, tagator, task):
    Work.objects.update(state="Completed")
    waiting_tasks(1)
    other = taken_work(tagator)

    answer = tagger.put(address(task, "complete", work=other))

    assert (answer.status_code, answer.json()["code"]) == (404, "task-not-found")


def test_every_call_of_an_unknown_work_is_404(tagger, task):
    task.work_id = uuid4()

    assert {answer.json()["code"] for answer in all_calls(tagger, task)} == {"work-not-found"}


def test_every_call_of_an_expired_work_is_409(tagger, task):
    Work.objects.update(expires_on=timezone.now())

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"work-expired"}
    assert changed_nothing(task)


def test_every_call_of_a_task_that_went_back_to_the_pool_is_409(tagger, task):
    Work.objects.update(expires_on=timezone.now())
    signed_in(new_tagator()).post("/client-api/api/v2/works")

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"work-expired"}


def test_every_call_of_a_cancelled_task_is_409(tagger, task):
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(photo_id=task.photo_id, reason="Wrong.", now=timezone.now())
    )

    answers = all_calls(tagger, task)

    assert {answer.json()["code"] for answer in answers} == {"task-cancelled"}
    assert not tags_sent()


def test_every_call_needs_a_token_and_the_role_of_a_tagger(anybody, caller, task):
    assert {answer.status_code for answer in all_calls(anybody, task)} == {401}
    assert {answer.status_code for answer in all_calls(caller("tagging.manage"), task)} == {403}
    assert changed_nothing(task)


def test_every_call_of_a_blocked_tagator_is_401(tagger, tagator, task):
    change_tagator(
        ChangeTagatorCommand(
            tagator_id=tagator.pk, now=timezone.now(), actor="ann", state=TagatorState.BLOCKED
        )
    )

    assert {answer.status_code for answer in all_calls(tagger, task)} == {401}
