"""Marking a photo whose numbers are known…"""

from uuid import uuid4

import pytest

from foundation.privacy.names import keep_erased
from recognition.albums.commands import (
    ChangeAlbumCustomTagsCommand,
    CustomTagInUse,
    change_album_custom_tags,
)
from recognition.models import Album
from recognition.numbers.rules import NumbersNotAccepted
from recognition.processing.correcting import PhotoDeleted
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.records.erased import number_name
from recognition.records.photos import PhotoNotFound
from tagging.models import KnownAnswer, KnownAnswerNotFound
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.records.tags import UnknownCustomTag
from tagging.tests.factories import new_photo
from tagging.tests.quality.checks import CUSTOM, checked_album, known_photo, mark

pytestmark = pytest.mark.django_db


def test_stores_what_is_on_it_checked_and_normalised_once_and_corrects_it():
    photo = new_photo(checked_album())

    known, again = (mark(photo, "012", "7", "12", custom_tags=[CUSTOM]) for _ in range(2))

    assert (known.numbers, known.custom_tags) == (["12", "7"], [CUSTOM])
    assert (known.album, known.marked_by, known.is_active) == (photo.album, "meg", True)
    assert (known.version, again.version) == (1, 1)
    assert mark(photo, "13").numbers == ["13"]
    assert KnownAnswer.objects.get().numbers == ["13"]


@pytest.mark.parametrize(
    ("numbers", "custom_tags", "refusal"),
    [
        (["12a"], [], NumbersNotAccepted),
        (["7", "012"], [], NumbersNotAccepted),
        (["7"], ["start"], UnknownCustomTag),
    ],
    ids=["no number", "erased", "tag"],
)
def test_checks_what_staff_type(numbers, custom_tags, refusal):
    photo = new_photo(checked_album())
    Album.objects.filter(pk=photo.album_id).update(has_erasures=True)
    keep_erased([number_name(photo.album_id, "12")])

    with pytest.raises(refusal):
        mark(photo, *numbers, custom_tags=custom_tags)

    assert not KnownAnswer.objects.exists()


def test_takes_what_is_stored_unchanged_also_after_the_rules_have_changed():
    photo = new_photo(checked_album())
    marked = mark(photo, "12345", custom_tags=[CUSTOM])
    Album.objects.filter(pk=photo.album_id).update(start_number_capacity=3)
    photo.album.custom_tags.all().delete()

    assert mark(photo, "12345", custom_tags=[CUSTOM]).version == marked.version
    with pytest.raises(NumbersNotAccepted):
        mark(photo, "12346", "123")


def test_keeps_its_custom_tags_in_the_album():
    photo = new_photo(checked_album())
    mark(photo, "12", custom_tags=[CUSTOM])
    command = ChangeAlbumCustomTagsCommand(album_id=photo.album_id, names=frozenset({"other"}))

    with pytest.raises(CustomTagInUse) as refused:
        change_album_custom_tags(command)

    assert f"1 known answer with it, the first of photo {photo.pk}" in str(refused.value.errors)
    assert list(photo.album.custom_tags.values_list("name", flat=True)) == [CUSTOM]
    unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=photo.pk))
    change_album_custom_tags(command)
    assert list(photo.album.custom_tags.values_list("name", flat=True)) == ["other"]


def test_refuses_a_deleted_and_an_unknown_photo():
    photo = new_photo(checked_album())
    delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))

    with pytest.raises(PhotoDeleted):
        mark(photo, "12")
    photo.pk = uuid4()
    with pytest.raises(PhotoNotFound):
        mark(photo, "12")

    assert not KnownAnswer.objects.exists()


def test_is_taken_back_and_done_again():
    photo = known_photo(checked_album(), "12")
    command = UnmarkKnownAnswerCommand(photo_id=photo.pk)

    unmarked = [unmark_known_answer(command) for _ in range(2)]

    assert [known.is_active for known in unmarked] == [False, False]
    assert unmarked[0].version == unmarked[1].version
    assert mark(photo, "12").is_active is True


def test_is_not_taken_back_of_a_photo_that_was_never_marked():
    with pytest.raises(KnownAnswerNotFound):
        unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=uuid4()))
