"""GET and PATCH of a tagator's settings over the AdminApi…"""

from functools import partial
from uuid import uuid4

import pytest

from foundation.messaging.tests.play.racing import race
from tagging.models import OpenedAlbum, TagatorSettings, TagatorState
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.tests.calls.tagators import (
    STRONGER,
    WEAK,
    ask,
    change,
    change_settings,
    fields_of,
    path,
    set_password,
    settings_path,
)
from tagging.tests.calls.works import signed_in
from tagging.tests.factories import PASSWORD, manual_album, new_tagator

pytestmark = pytest.mark.django_db

DEFAULTS = {
    "tasksPerWork": 20,
    "workTimeoutMinutes": 60,
    "allAlbums": True,
    "albumIds": [],
    "idleCapSeconds": 300,
    "trialWaived": False,
}


def test_what_is_given_is_changed_and_the_rest_stays(manager, kim):
    first, second = manual_album(), manual_album()
    before = manager.get(settings_path(kim))
    assert (before.status_code, before["ETag"]) == (200, '"1"')
    assert before.json() == {"tagatorId": str(kim.pk), **DEFAULTS}

    given = {"tasksPerWork": 5, "allAlbums": False, "albumIds": [str(first.pk).upper()]}
    answer = change_settings(manager, kim, **given)

    assert (answer.status_code, answer.content, answer["ETag"]) == (204, b"", '"2"')
    after = {**DEFAULTS, **given, "albumIds": [str(first.pk)]}
    assert manager.get(settings_path(kim)).json() == {"tagatorId": str(kim.pk), **after}
    replaced = change_settings(manager, kim, albumIds=[str(second.pk), str(second.pk)])
    assert replaced["ETag"] == '"3"'
    assert [opened.album_id for opened in OpenedAlbum.objects.all()] == [second.pk]
    change_settings(manager, kim, albumIds=[])
    assert not OpenedAlbum.objects.exists()


@pytest.mark.parametrize(
    "fields", [{}, DEFAULTS, {"tasksPerWork": 20}, {"albumIds": []}], ids=["none", "all", "1", "0"]
)
def test_what_is_so_already_makes_no_new_version(manager, kim, fields):
    assert change_settings(manager, kim, **fields)["ETag"] == '"1"'


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tasksPerWork", 1),
        ("tasksPerWork", 200),
        ("workTimeoutMinutes", 5),
        ("workTimeoutMinutes", 480),
        ("idleCapSeconds", 30),
        ("idleCapSeconds", 3600),
    ],
)
def test_the_ends_of_a_range_belong_to_it(manager, kim, field, value):
    assert change_settings(manager, kim, **{field: value}).status_code == 204
    assert manager.get(settings_path(kim)).json()[field] == value


def test_an_unknown_album_is_422_and_changes_nothing(manager, kim):
    album = manual_album()

    answer = change_settings(manager, kim, tasksPerWork=5, albumIds=[str(album.pk), str(uuid4())])

    assert (answer.status_code, fields_of(answer)) == (422, {"albumIds": "album-unknown"})
    assert (TagatorSettings.objects.get().tasks_per_work, OpenedAlbum.objects.count()) == (20, 0)


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_one_version_the_later_is_refused():
    kim = new_tagator()
    resize = partial(ChangeTagatorSettingsCommand, tagator_id=kim.pk, expected_version=1)

    refused = race(
        partial(change_tagator_settings, resize(tasks_per_work=5)),
        partial(change_tagator_settings, resize(tasks_per_work=6)),
    )

    assert refused.code == "version-conflict"
    assert TagatorSettings.objects.get().tasks_per_work == 5


def test_a_new_password_replaces_the_old_one_and_ends_its_tokens(manager, kim):
    client, spaced = signed_in(kim), f" {STRONGER} "

    answer = set_password(manager, kim, spaced)

    kim.user.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert kim.user.check_password(spaced)
    assert ask(client) == 401
    assert ask(signed_in(kim)) == 200
    change(manager, kim, name="Kay", password=STRONGER)
    kim.refresh_from_db()
    assert (kim.name, kim.user.check_password(STRONGER)) == ("Kay", True)


@WEAK
def test_a_weak_password_is_422_and_changes_nothing(manager, kim, password):
    answers = [
        set_password(manager, kim, password),
        change(manager, kim, name="Kay", password=password),
    ]

    kim.refresh_from_db()
    assert [answer.status_code for answer in answers] == [422, 422]
    assert [fields_of(answer) for answer in answers] == [{"password": "weak-password"}] * 2
    assert (kim.name, kim.user.check_password(PASSWORD)) == ("Kim", True)


@pytest.mark.parametrize("value", ["", None, 7, [], "x" * 129], ids=str)
def test_a_password_that_is_none_is_422(manager, kim, value):
    answer = set_password(manager, kim, value)

    assert (answer.status_code, list(fields_of(answer))) == (422, ["password"])
    assert kim.user.check_password(PASSWORD)


SHOWN = {"tagatorId", "email", "name", "phone", "ratePerTask", "ratePerNumber", "state", "language",
         "createdOn", "updatedOn"}  # fmt: skip


def internal_path(tagator):
    return f"/internal-api/api/v2/tagators/{getattr(tagator, 'pk', tagator)}"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


def test_a_tagator_is_shown_and_to_a_service_of_the_platform_the_same(manager, service):
    tagator = new_tagator()

    answers = [manager.get(path(tagator)), service.get(internal_path(tagator))]

    assert [(answer.status_code, answer["ETag"]) for answer in answers] == [(200, '"1"')] * 2
    assert set(answers[0].json()) == SHOWN
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"state": "Active"}, ["Ann"]),
        ({"state": "Blocked"}, ["Bo"]),
        ({"search": "AN"}, ["Ann"]),
        ({"search": "second@"}, ["Bo"]),
        ({"search": "555"}, ["Bo"]),
        ({"search": "EXAMPLE.org"}, ["Ann", "Bo"]),
        ({"search": "%"}, []),
        ({"search": "", "state": ""}, ["Ann", "Bo"]),
        ({"search": "bo", "state": "Active"}, []),
        ({"ordering": "-name"}, ["Bo", "Ann"]),
        ({"ordering": "ratePerTask"}, ["Bo", "Ann"]),
        ({"ordering": "-createdOn"}, ["Bo", "Ann"]),
        ({"pageSize": 1, "page": 2}, ["Bo"]),
    ],
    ids=str,
)
def test_a_list_is_narrowed_ordered_and_paged(manager, query, names):
    new_tagator(name="Ann", email="first@example.org", rate_per_task=2)
    new_tagator(name="Bo", email="second@example.org", phone="555", state=TagatorState.BLOCKED)

    rows = manager.get(path(), query).json()["results"]

    assert [row["name"] for row in rows] == names


def test_a_list_costs_the_same_however_long_it_is(manager, django_assert_num_queries):
    for _ in range(5):
        new_tagator()

    with django_assert_num_queries(3):  # the caller, the count, the page
        manager.get(path())
