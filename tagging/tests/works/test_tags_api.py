"""client-api/…/works/{id}/tasks/{id}/tags…"""

from urllib.parse import quote

import pytest

from foundation.messaging.models import Outage
from foundation.privacy.registry import keep_erased
from recognition.models import Album, CompetitorInstance
from recognition.photos.history import explain_photo
from recognition.photos.verdicts import verdict_in_words
from recognition.records.erased import number_name
from tagging.models import TaskHistory, TaskTag
from tagging.tests.calls.works import add, address, changed_nothing, put, tags_sent
from tagging.tests.factories import album_with_start_lists, taken_work, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db


def test_tags_are_added_normalised_and_each_once_to_those_that_are_there(tagger, task):
    answer = add(tagger, task, " 007 ", "1 2", "7", customTags=["podium"])
    more = add(tagger, task, "9", "7", customTags=["podium"])

    tags = [{"value": "7"}, {"value": "12"}]
    found = {"tags": tags, "customTags": ["podium"]}
    assert (answer.status_code, answer.json()) == (200, found)
    assert more.json() == {**found, "tags": [*tags, {"value": "9"}]}


def test_a_number_that_was_erased_in_the_album_is_refused(tagger, task):
    Album.objects.filter(pk=task.album_id).update(has_erasures=True)
    keep_erased([number_name(task.album_id, "7")])

    answer = add(tagger, task, "9", "007")

    assert answer.status_code == 422
    assert answer.json()["code"] == "number-not-accepted"
    [error] = answer.json()["errors"]
    assert (error["field"], error["detail"]) == ("tags.1", "7 is not accepted in this album.")
    assert not TaskTag.objects.exists()


@pytest.mark.parametrize(
    ("tags", "custom", "code", "fields"),
    [
        (["7", "12a", "123456"], ["podium"], "number-not-accepted", ["tags.1", "tags.2"]),
        (["7"], ["podium", "other"], "custom-tag-unknown", ["customTags.1"]),
    ],
)
def test_what_fails_the_checks_is_422_and_nothing_is_kept(tagger, task, tags, custom, code, fields):
    answer = add(tagger, task, *tags, customTags=custom)

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, code)
    assert [each["field"] for each in problem["errors"]] == fields
    assert changed_nothing(task)


def test_more_tags_than_a_task_has_room_for_are_422(tagger, task):
    add(tagger, task, *map(str, range(150)))

    answer = add(tagger, task, *map(str, range(150, 201)))

    assert (answer.status_code, answer.json()["code"]) == (422, "too-many-tags")
    assert task.tags.count() == 150


def test_tags_are_503_while_the_start_list_is_not_available(tagger, tagator):
    waiting_tasks(2, album_with_start_lists("http://127.0.0.1:1"))
    task = tasks_of(taken_work(tagator))[0]

    answer = add(tagger, task, "7")

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert int(answer["Retry-After"]) > 0
    assert changed_nothing(task)


def test_why_the_start_list_is_away_is_not_told_to_taggers(tagger, tagator, sandbox, settings):
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


@pytest.fixture
def listing(tagator, sandbox):
    """Return a function that makes a task of an album whose start list has these numbers."""

    def listing(*numbers):
        album = album_with_start_lists(sandbox.url("competitor-service"))
        sandbox.set_start_list(album.pk, numbers)
        waiting_tasks(1, album)
        return tasks_of(taken_work(tagator))[0]

    return listing


def test_a_sure_number_that_is_not_in_the_list_is_kept_for_staff_and_not_sent(tagger, listing):
    task = listing("7")

    refused = add(tagger, task, "4711")
    kept = add(tagger, task, unlistedTags=["4711", "7"])
    put(tagger, task, "complete")

    assert refused.status_code == 422
    assert kept.json() == {"tags": [{"value": "7"}], "customTags": [], "unlistedTags": ["4711"]}
    numbers = task.photo.numbers.order_by("rejection").values_list("value", "rejection", "source")
    assert list(numbers) == [("7", "", "Manual"), ("4711", "NotInStartList", "Manual")]
    assert [tag["value"] for tag in tags_sent()[-1]] == ["7"]
    words = verdict_in_words(task.photo.numbers.get(value="4711"), digits=5)
    assert words.endswith("not in the start list, but a tagger is sure of it")


def test_a_partly_legible_number_is_the_one_that_fits_or_is_kept_and_not_sent(tagger, listing):
    task = listing("165", "207", "217")

    answer = add(tagger, task, "?65", "2？7")
    put(tagger, task, "complete")

    assert answer.json() == {"tags": [{"value": "165"}], "customTags": [], "partialTags": ["2?7"]}
    numbers = task.photo.numbers.order_by("rejection").values_list("value", "rejection", "basis")
    assert list(numbers) == [("165", "", "Partial"), ("2?7", "PartlyLegible", "")]
    assert [tag["value"] for tag in tags_sent()[-1]] == ["165"]
    whole, part = task.photo.numbers.order_by("rejection")
    told = verdict_in_words(whole, digits=5)
    assert told == "accepted: read as ?65: 165 alone on the start list fits"
    assert verdict_in_words(part, digits=5) == "rejected: only partly legible"
    assert TaskHistory.objects.latest("pk").numbers == 1
    entries = [entry.text for entry in explain_photo(task.photo_id).entries]
    assert any("165 kept, entered by hand: read as ?65" in text for text in entries)


@pytest.mark.parametrize("given", ["?65", "165"])
def test_what_was_partly_legible_is_deleted_as_it_was_typed_too(tagger, listing, given):
    task = listing("165")
    add(tagger, task, "?65", "7?7")

    left = tagger.delete(address(task, f"tags?value={quote(given)}")).json()
    none = tagger.delete(address(task, f"tags?value={quote('7?7')}")).json()

    assert left == {"tags": [], "customTags": [], "partialTags": ["7?7"]}
    assert none == {"tags": [], "customTags": []}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("??", "NotANumber: ?? needs a digit that is read, and two `?` at most."),
        ("1???", "NotANumber: 1??? needs a digit that is read, and two `?` at most."),
        ("A?5", "NotANumber: A?5 needs a digit that is read, and two `?` at most."),
        ("?12345", "TooLong: ?12345 has more digits than the album's numbers."),
    ],
)
def test_a_malformed_one_is_refused_with_what_is_wrong(tagger, task, text, why):
    answer = add(tagger, task, "7", text)

    [error] = answer.json()["errors"]
    assert (answer.status_code, error["field"], error["detail"]) == (422, "tags.1", why)
    assert task.tags.count() == 0


def test_a_sure_number_is_refused_where_it_is_no_number_and_deleted_by_value(tagger, task):
    answer = add(tagger, task, unlistedTags=["7a"])
    add(tagger, task, unlistedTags=["123456"])

    deleted = tagger.delete(address(task, "tags?value=123456"))

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "unlistedTags.0"
    assert deleted.json() == {"tags": [], "customTags": []}
