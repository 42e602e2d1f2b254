"""GET and PATCH of a tagator's settings over the AdminApi…"""

from functools import partial
from uuid import uuid4

import pytest

from foundation.messaging.tests.play.racing import race
from tagging.models import OpenedAlbum, TagatorSettings
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.tests.calls.tagators import change_settings, fields_of, settings_path
from tagging.tests.factories import manual_album, new_tagator

pytestmark = pytest.mark.django_db

DEFAULTS = {
    "tasksPerWork": 20,
    "workTimeoutMinutes": 60,
    "allAlbums": True,
    "albumIds": [],
    "idleCapSeconds": 300,
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
