"""Forced processing starts from scratch; the old results stay until there are new ones."""

from typing import Any

import pytest

from foundation.messaging.models import OutboxMessage
from recognition.models import JobMode, NumberSource, Photo, PhotoNumber, PhotoPerson, Strategy
from recognition.tests.album_changes import change, known, late_answer, open_tasks
from recognition.tests.calls.processes import deliver, process_photos_in, run_jobs
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from recognition.tests.job_factories import start
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")


def recognised(strategy: Strategy = Strategy.FACE_NUMBER, **album: Any) -> Photo:
    """Return a photo on which both were recognised, and sent."""
    photo = PhotoFactory.create(
        album=AlbumFactory.create(strategy=strategy, **album),
        state="Processed",
        face_recognized=True,
        number_recognized=True,
        persons_version=3,
        tags_version=3,
        version=3,
    )
    PhotoPerson.objects.create(photo=photo, person_id="old")
    PhotoNumber.objects.create(photo=photo, value="7", source=NumberSource.PROVIDER)
    PhotoNumber.objects.create(photo=photo, value="8", source=NumberSource.MANUAL)
    PhotoNumber.objects.create(
        photo=photo, value="x", rejection="NotANumber", source=NumberSource.PROVIDER
    )
    return photo


def force(photo: Photo) -> None:
    """Process the photo's album from scratch."""
    start(photo.album, JobMode.FORCE)
    run_jobs()


def found(photo: Photo) -> tuple[list[str], list[str]]:
    """Return the photo's persons and accepted numbers."""
    persons = photo.persons.order_by("person_id").values_list("person_id", flat=True)
    numbers = photo.numbers.filter(rejection="").order_by("value").values_list("value", flat=True)
    return list(persons), list(numbers)


def test_what_was_found_stays_and_nothing_is_sent(peers: SandboxClient) -> None:
    photo = recognised()

    force(photo)

    assert known(photo)[:2] == ("New", "")
    assert photo.numbers_next_attempt_on is not None
    assert found(photo) == (["old"], ["7", "8"])
    assert not OutboxMessage.objects.exists()


def test_the_new_results_replace_all_of_the_old_ones(wires: SandboxClient) -> None:
    photo = recognised()
    force(photo)

    wires.behave("number-provider", callback={"lostRate": 1})
    process_photos_in(seconds=1)
    late_answer(photo)
    deliver()

    assert known(photo)[:2] == ("Processed", "FN")
    assert found(photo) == (["p1"], ["101"])
    assert not photo.numbers.exclude(rejection="").exists()
    state = wires.photo_service_state()
    assert (state.persons(photo.pk), state.tags(photo.pk)) == (["p1"], ["101"])
    assert state.counts.puts == 2
    assert (photo.persons_outdated, photo.tags_outdated) == (False, False)

    other = recognised()  # finding nothing is a result too
    force(other)
    process_photos_in(seconds=1)
    late_answer(other, persons=0, tags=0)
    assert known(other)[:2] == ("Processed", "FN")
    assert found(other) == ([], [])


def test_persons_of_the_face_provider_are_replaced(wires: SandboxClient) -> None:
    space = AccountSpaceFactory.create(account__base_url=wires.url("face-provider"))
    photo = recognised(Strategy.DISABLED, face_account=space.account, face_space=space)
    Photo.objects.update(image_url=wires.url("album", "/pixel.jpg"), persons_version=0)
    wires.set_truth(photo.pk, persons=["p1"], provider="face-provider")

    force(photo)
    process_photos_in(seconds=1)

    assert found(photo) == (["p1"], ["7", "8"])
    assert known(photo)[:2] == ("Processed", "FN")


@pytest.mark.parametrize(
    ("strategy", "fields", "flags"),
    [
        (Strategy.NUMBER, {}, "F"),  # faces, which it does not recognise, are left alone
        (Strategy.FACE_NUMBER, {"number_recognized": True}, "N"),
    ],
)
def test_old_results_do_not_hide_the_photo_from_the_next_job(peers, strategy, fields, flags):
    photo = recognised(strategy)
    force(photo)
    photo.refresh_from_db()
    outdated = (photo.persons_outdated, photo.tags_outdated)
    assert outdated == (strategy is Strategy.FACE_NUMBER, True)
    Photo.objects.update(state="Failed", numbers_next_attempt_on=None, **fields)

    start(photo.album)
    run_jobs()

    assert known(photo)[1] == flags
    assert photo.numbers_next_attempt_on is not None


def test_a_tagator_s_numbers_replace_old_ones_of_the_provider(wires: SandboxClient) -> None:
    photo = recognised(Strategy.NUMBER)
    change(photo.album, Strategy.NUMBER_THEN_MANUAL)
    force(photo)
    wires.behave("number-provider", callback={"lostRate": 1})
    process_photos_in(seconds=1)

    late_answer(photo, persons=0, tags=0)

    assert known(photo)[0] == "AwaitingTagging"
    assert open_tasks(wires) == 1
    assert wires.photo_service_state().counts.puts == 0


def test_an_album_that_recognises_nothing_has_nothing_to_clear(peers: SandboxClient) -> None:
    photo = recognised(Strategy.DISABLED)

    force(photo)

    assert known(photo)[:2] == ("Processed", "FN")
    assert photo.version == 3
