"""Photos are processed again: forced, from scratch, or after a change of settings or state…"""

from typing import Any

import pytest
from django.utils import timezone

from recognition.models import (
    Callback,
    JobMode,
    NumberRequest,
    NumberSource,
    Photo,
    PhotoNumber,
    PhotoPerson,
    Strategy,
)
from recognition.records.photo_state import UNDER_WAY
from recognition.tests.album_changes import (
    LATER,
    change,
    known,
    late_answer,
    open_tasks,
    publish,
    waiting,
)
from recognition.tests.calls.processes import (
    apply_callbacks,
    deliver,
    process_photos_in,
    run_jobs,
    until,
)
from recognition.tests.factories import AlbumFactory, PhotoFactory
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


# A photo awaits its callback under the first strategy; the album gets the second; then the answer
# to the first request comes: state, recognised, numbers, open tasks, requests in all.
LATE = """
Number           | Disabled         | Processed       |    |     | 0 | 1
Number           | Manual           | AwaitingTagging |    |     | 1 | 1
Number           | FaceNumber       | Processed       | FN | 101 | 0 | 2
Number           | NumberThenManual | Processed       | N  | 101 | 0 | 1
FaceNumber       | Disabled         | Processed       |    |     | 0 | 1
FaceNumber       | Manual           | AwaitingTagging |    |     | 1 | 1
FaceNumber       | Number           | Processed       | N  | 101 | 0 | 1
FaceNumber       | NumberThenManual | Processed       | N  | 101 | 0 | 1
NumberThenManual | Manual           | AwaitingTagging |    |     | 1 | 1
NumberThenManual | Number           | Processed       | N  | 101 | 0 | 1
NumberThenManual | FaceNumber       | Processed       | FN | 101 | 0 | 2
"""


@pytest.mark.parametrize(
    "row", [[cell.strip() for cell in line.split("|")] for line in LATE.strip().splitlines()]
)
def test_a_late_answer_is_used_for_what_the_new_strategy_takes(wires, row):
    photo = waiting(wires, Strategy(row[0]))
    wires.set_truth(photo.pk, persons=["p1"], tags=["101"])

    change(photo.album, Strategy(row[1]))
    process_photos_in(seconds=1)
    late_answer(photo, persons=int(row[0] == "FaceNumber"))
    if process_photos_in(seconds=1):
        until(lambda: Callback.objects.count() == 2)
        apply_callbacks(timezone.now() + LATER)

    assert known(photo) == (row[2], row[3], row[4])
    assert open_tasks(wires) == int(row[5])
    assert NumberRequest.objects.count() == int(row[6])
    photo.refresh_from_db()
    assert photo.callback_due_on is None


@pytest.mark.parametrize(
    ("strategy", "tasks", "state"),
    [
        (Strategy.DISABLED, 0, "Processed"),
        (Strategy.NUMBER, 0, "New"),
        (Strategy.FACE_NUMBER, 0, "New"),
        (Strategy.MANUAL, 1, "AwaitingTagging"),
        (Strategy.NUMBER_THEN_MANUAL, 1, "AwaitingTagging"),
    ],
)
def test_tasks_are_taken_back_where_the_new_strategy_has_no_use_for_them(
    wires: SandboxClient, strategy: Strategy, tasks: int, state: str
) -> None:
    photo = publish(Strategy.MANUAL)
    assert open_tasks(wires) == 1

    change(photo.album, strategy)

    assert known(photo)[0] == state
    assert open_tasks(wires) == tasks


def test_only_unrecognised_photos_are_touched(wires: SandboxClient) -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    done = PhotoFactory.create(
        album=album, state="Processed", face_recognized=True, number_recognized=True
    )
    enough = PhotoFactory.create(album=album, state="Processed", number_recognized=True)
    gone = PhotoFactory.create(album=album, state="Deleted")
    other = PhotoFactory.create(state="Failed")
    needy = PhotoFactory.create(album=album, state="Failed", number_failure="It was down.")

    change(album, Strategy.NUMBER_THEN_MANUAL)

    for photo in (done, enough, gone, other):
        version = photo.version
        photo.refresh_from_db()
        assert photo.version == version
        assert photo.numbers_next_attempt_on is None
    needy.refresh_from_db()
    assert needy.numbers_next_attempt_on is not None
    assert (needy.state, needy.reason_description) == ("Failed", UNDER_WAY)
