"""After a change of settings or state an album's unrecognised photos follow the new ones."""

import pytest
from django.utils import timezone

from recognition.commands.photos.state import UNDER_WAY
from recognition.models import Callback, NumberRequest, Strategy
from recognition.tests.album_changes import (
    LATER,
    change,
    known,
    late_answer,
    open_tasks,
    publish,
    waiting,
)
from recognition.tests.calls.processes import apply_callbacks, call_back, process_photos_in, until
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

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


def test_numbers_that_come_while_a_tagator_has_the_photo_end_the_task(wires: SandboxClient) -> None:
    photo = waiting(wires, Strategy.NUMBER)
    change(photo.album, Strategy.NUMBER_THEN_MANUAL)
    late_answer(photo, persons=0, tags=0)
    assert (known(photo)[0], open_tasks(wires)) == ("AwaitingTagging", 1)

    late_answer(photo, persons=0, tags=1)

    assert known(photo) == ("Processed", "N", "101")
    assert open_tasks(wires) == 0


def test_rejected_readings_of_an_earlier_answer_do_not_stay_beside_the_next_ones(wires):
    photo = waiting(wires, Strategy.NUMBER_THEN_MANUAL)
    first = NumberRequest.objects.get()
    for value in ("A1", "B2"):
        payload = {"name": str(photo.pk), "persons": [], "tags": [{"value": value}]}
        call_back(first, payload)
        apply_callbacks(timezone.now() + LATER)

    assert list(photo.numbers.values_list("value", flat=True)) == ["B2"]


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


def test_processed_photos_get_what_the_new_strategy_adds(wires: SandboxClient) -> None:
    """Their numbers, which are there, are not read again."""
    space = AccountSpaceFactory.create(account__base_url=wires.url("face-provider"))
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    photo = PhotoFactory.create(
        album=album,
        state="Processed",
        number_recognized=True,
        image_url=wires.url("album", "/pixel.jpg"),
    )

    change(album, Strategy.NUMBER, space)
    process_photos_in(seconds=1)

    assert known(photo)[:2] == ("Processed", "FN")
    assert wires.stats("number-provider")["requests"] == 0


def test_a_face_provider_that_is_taken_away_is_not_missed(wires: SandboxClient) -> None:
    wires.behave("face-provider", failure_rate=1)
    space = AccountSpaceFactory.create(account__base_url=wires.url("face-provider"))
    photo = publish(Strategy.DISABLED, face_account=space.account, face_space=space)
    assert photo.state == "New"

    change(photo.album, Strategy.DISABLED)

    assert known(photo)[0] == "Processed"
    assert photo.reason_description == ""
