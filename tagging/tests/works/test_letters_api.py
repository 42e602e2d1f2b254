"""Start numbers with letters, as taggers send them…"""

import pytest

from recognition.models import Album, NumberFormat
from tagging.tests.calls.works import add, address
from tagging.tests.factories import album_with_start_lists, taken_work, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db
NUMBERS = ["T2182", "T0218", "S0374", "T0374", "TR218", "218B", "9"]


@pytest.fixture
def task(tagator, sandbox):
    """A task in the tagger's hands; its album has a start list with letters."""
    album = album_with_start_lists(sandbox.url("competitor-service"))
    album.store(number_format=NumberFormat.LETTERS_AND_DIGITS)
    sandbox.set_start_list(album.pk, NUMBERS)
    waiting_tasks(1, album)
    return tasks_of(taken_work(tagator))[0]


def entries(tagger, task, typed):
    return [
        each["number"]
        for each in tagger.get(address(task, f"startList?digits={typed}")).json()["entries"]
    ]


@pytest.mark.parametrize("given", ["2182", "t2182", "T-02182", "T2182"])
def test_a_number_is_deleted_as_it_was_typed_too(tagger, task, given):
    add(tagger, task, "2182", "9")

    answer = tagger.delete(address(task, f"tags?value={given}"))

    assert answer.json()["tags"] == [{"value": "9"}]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("T", ["T0218", "T0374", "T2182", "TR218"]),
        ("t", ["T0218", "T0374", "T2182", "TR218"]),
        ("T2", ["T0218", "T2182"]),
        ("T02", ["T0218", "T2182"]),
        ("TR", ["TR218"]),
        ("218", ["218B", "T0218", "T2182", "TR218"]),
        ("218B", ["218B"]),
        ("374", ["S0374", "T0374"]),
        ("S9", []),
    ],
)
def test_the_start_list_completes_with_letters_and_without(tagger, task, typed, found):
    assert entries(tagger, task, typed) == found


def test_the_start_list_gives_the_eight_shortest_with_their_names(tagger, task, sandbox):
    many = [str(number) for number in range(9000, 9020)]
    sandbox.set_start_list(task.album_id, [*many, "9"], {"9": "Kim Berg"})

    found = tagger.get(address(task, "startList?digits=9")).json()["entries"]

    assert [each["number"] for each in found] == ["9", *many[:7]]
    assert [each["name"] for each in found] == ["Kim Berg", *[""] * 7]


@pytest.mark.parametrize(
    ("number_format", "typed"),
    [
        *((NumberFormat.LETTERS_AND_DIGITS, typed) for typed in ("ABCD", "1A2", "-", "Ä")),
        *((NumberFormat.DIGITS, typed) for typed in ("", "a", "1" * 21)),
    ],
)
def test_refuses_what_no_number_begins_with(tagger, task, number_format, typed):
    Album.objects.update(number_format=number_format)

    assert tagger.get(address(task, f"startList?digits={typed}")).status_code == 422


def test_gives_none_of_a_start_list_that_is_not_available(tagger, task, sandbox):
    sandbox.remove_start_list(task.album_id)

    answer = tagger.get(address(task, "startList?digits=9"))

    assert (answer.status_code, answer.json()) == (200, {"entries": []})


def test_the_tasks_and_the_hint_say_that_letters_belong_to_the_numbers(tagger, task):
    page = tagger.get(f"/client-api/api/v2/works/{task.work_id}/tasks").json()
    hint = tagger.get(f"/client-api/api/v2/albums/{task.album_id}/taggingHint").json()

    assert [each["numberFormat"] for each in page["results"]] == ["LettersAndDigits"]
    assert hint["numberFormat"] == "LettersAndDigits"
    assert "Letters before or after the digits belong to the number: type them too." in hint["text"]
    Album.objects.update(number_format=NumberFormat.DIGITS)
    assert add(tagger, task, "T2182").status_code == 422
