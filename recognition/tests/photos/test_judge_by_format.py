"""Readings in albums whose numbers have letters…"""

from dataclasses import replace

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from recognition.commands.albums.settings import change_album_recognition_settings
from recognition.commands.photos.correcting import CorrectPhotoNumbersCommand, correct_photo_numbers
from recognition.models import (
    Album,
    AlbumRejudging,
    NumberFormat,
    NumberRequest,
    PhotoState,
    Strategy,
)
from recognition.providers.start_lists import forget_list
from recognition.queries.photos.history.entries import explain_photo
from recognition.tests.album_changes import publish, settings_of
from recognition.tests.calls.judging import (
    album_of,
    judge_again,
    judge_due,
    listed_album,
    read,
    sent,
    tag,
    verdicts,
)
from recognition.tests.calls.processes import deliver
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

LETTERS = NumberFormat.LETTERS_AND_DIGITS


def set_format(album: Album, number_format: NumberFormat) -> None:
    """Change the format of the album's numbers, and nothing else."""
    album.refresh_from_db()
    command = settings_of(album.pk, Strategy(album.strategy))
    change_album_recognition_settings(replace(command, number_format=number_format))


def test_letters_are_part_of_the_number_that_is_sent() -> None:
    photo = read(album_of(number_format=LETTERS), tag("t-02182"), tag("AB CD1"))

    assert verdicts(photo) == {"T2182": "accepted", "ABCD1": "NotANumber"}
    assert sent(photo) == [["T2182"]]


def test_a_reading_without_letters_is_taken_by_the_list_and_explained(sandbox):
    album = listed_album(sandbox, "T2182", "S374", "T374", number_format=LETTERS)

    photo = read(album, tag("2182"), tag("374"))

    assert verdicts(photo) == {"T2182": "accepted", "374": "NotInStartList"}
    said = [entry.text for entry in explain_photo(photo.pk).entries]
    why = "read as 2182: T2182 alone has these digits on the start list"
    assert f"T2182 kept, read by the provider: {why}." in said


def test_an_alternative_with_letters_is_taken(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "T2182", number_format=LETTERS)

    photo = read(album, tag("12182", 0.6, alternatives=[{"value": "T2182", "confidence": 0.55}]))

    assert verdicts(photo) == {"T2182": "accepted Alternative"}


def test_what_was_no_number_of_digits_is_one_after_the_format_changed() -> None:
    album = album_of()
    photo, other = read(album, tag("T2182")), read(album_of(), tag("T2182"))
    corrected = read(album, tag("T7"))
    correct_photo_numbers(
        CorrectPhotoNumbersCommand(photo_id=corrected.pk, values=["7"], now=timezone.now())
    )

    set_format(album, LETTERS)
    judge_again()

    assert verdicts(photo) == {"T2182": "accepted"}
    assert sent(photo) == [[], ["T2182"]]
    assert verdicts(other) == {"T2182": "NotANumber"}
    assert verdicts(corrected)["7"] == "accepted"
    assert NumberRequest.objects.filter(photo=photo).count() == 1

    set_format(album, NumberFormat.DIGITS)
    judge_again()

    assert verdicts(photo) == {"T2182": "NotANumber"}
    assert sent(photo)[-1] == []


def test_digits_are_taken_by_the_list_after_the_format_changed(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "T2182", "T374", "S374", "9")
    photo, unclear = read(album, tag("2182")), read(album, tag("374"))
    assert verdicts(photo) == {"2182": "NotInStartList"}

    set_format(album, LETTERS)
    judge_again()

    assert verdicts(photo) == {"T2182": "accepted"}
    assert verdicts(unclear) == {"374": "NotInStartList"}


def test_without_the_list_nothing_is_judged_and_later_it_is(sandbox: SandboxClient) -> None:
    album = listed_album(sandbox, "T2182", "9")
    photo = read(album, tag("2182"))
    judge_again()
    set_format(album, LETTERS)
    forget_list(album.pk)
    sandbox.remove_start_list(album.pk)
    finish_jobs(AlbumRejudging)
    judge_due()

    photo.refresh_from_db()
    assert verdicts(photo) == {"2182": "NotInStartList"}
    assert photo.judge_on is not None

    sandbox.set_start_list(album.pk, ["T2182"])
    type(photo).objects.update(judge_on=timezone.now())
    judge_again()

    assert verdicts(photo) == {"T2182": "accepted"}


def test_a_tagger_s_task_ends_when_letters_make_a_number() -> None:
    album = album_of(Strategy.NUMBER_THEN_MANUAL)
    photo = read(album, tag("T2182"))
    photo.refresh_from_db()
    assert photo.state == PhotoState.AWAITING_TAGGING

    set_format(album, LETTERS)
    judge_again()

    photo.refresh_from_db()
    assert (photo.state, photo.tagging_task_id) == (PhotoState.PROCESSED, None)
    assert sent(photo) == [["T2182"]]


def test_staff_correct_a_photo_to_a_number_with_letters() -> None:
    photo = read(album_of(number_format=LETTERS), tag("T2183"))
    command = CorrectPhotoNumbersCommand(
        photo_id=photo.pk, values=["t-2182", "42"], now=timezone.now()
    )

    correct_photo_numbers(command)

    assert sent(photo)[-1] == ["T2182", "42"]


@pytest.mark.parametrize("strategy", [Strategy.NUMBER, Strategy.FACE_NUMBER])
def test_the_provider_is_asked_for_letters_where_the_album_has_some(
    transactional_db: None, wires: SandboxClient, strategy: Strategy
) -> None:
    publish(strategy)
    publish(strategy, number_format=LETTERS)
    deliver()

    bodies = [call["body"] for call in wires.log(service="number-provider")]
    assert [body.get("numberFormat") for body in bodies] == [None, "LettersAndDigits"]
