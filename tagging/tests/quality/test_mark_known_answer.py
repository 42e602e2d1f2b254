"""Marking a photo whose numbers are known…"""

from uuid import uuid4

import pytest

from recognition.albums.commands import (
    ChangeAlbumCustomTagsCommand,
    CustomTagInUse,
    change_album_custom_tags,
)
from recognition.models import Album
from recognition.numbers.rules import NumbersNotAccepted
from recognition.processing.correcting import PhotoDeleted
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.records.photos import PhotoNotFound
from tagging.models import KnownAnswer, KnownAnswerNotFound
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.tests.factories import new_photo
from tagging.tests.quality.checks import CUSTOM, checked_album, mark

pytestmark = pytest.mark.django_db


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


def test_is_not_taken_back_of_a_photo_that_was_never_marked():
    with pytest.raises(KnownAnswerNotFound):
        unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=uuid4()))
