"""Each strategy × what the providers answer: how the photo ends, and what was sent to whom.

Everything goes over real HTTP: the requests, the callbacks, the results. Columns:

- strategy; what the number provider and the face provider answer, `-`: not asked, or not there
  (`recognition.tests.play.answers` says how that is played);
- the photo's state; which recognitions have come to their end (F, N);
- the tags and persons that the photo service holds: `-`: was sent nothing, `none`: an empty set;
- how many rejected readings are kept; open tagging tasks; what the reason says.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from foundation.messaging.models import OutboxMessage
from recognition.models import Photo, Strategy
from recognition.tests.calls.processes import consume, deliver
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CompetitorInstanceFactory,
    TenantFactory,
    published,
)
from recognition.tests.play.answers import FACES, NUMBERS, REJECTIONS, START_LIST, Play, set_up
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.usefixtures("transactional_db")

TABLE = """
Disabled         | -             | -            | Processed       |    | -    | -     | 0 | 0 |
Disabled         | -             | found        | Processed       | F  | -    | p1 p2 | 0 | 0 |
Disabled         | -             | nothing      | Processed       | F  | -    | none  | 0 | 0 |
Disabled         | -             | fails once   | Processed       | F  | -    | p1 p2 | 0 | 0 |
Disabled         | -             | throttles    | Processed       | F  | -    | p1 p2 | 0 | 0 |
Disabled         | -             | silent once  | Processed       | F  | -    | p1 p2 | 0 | 0 |
Disabled         | -             | fails always | Failed          |    | -    | -     | 0 | 0 | Faces: .* 503
Manual           | -             | -            | AwaitingTagging |    | -    | -     | 0 | 1 | Waiting for a tag
Manual           | -             | found        | AwaitingTagging | F  | -    | p1 p2 | 0 | 1 | Waiting for a tag
Manual           | -             | nothing      | AwaitingTagging | F  | -    | none  | 0 | 1 | Waiting for a tag
Manual           | -             | fails always | AwaitingTagging |    | -    | -     | 0 | 1 | tagger.* Faces: .* 503
Number           | found         | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | nothing       | -            | Processed       | N  | none | -     | 0 | 0 |
Number           | rejected only | -            | Processed       | N  | none | -     | 3 | 0 |
Number           | fails once    | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | fails always  | -            | Failed          |    | -    | -     | 0 | 0 | 503.* after attempt 3
Number           | refuses       | -            | Failed          |    | -    | -     | 0 | 0 | 422.* after attempt 1
Number           | throttles     | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | silent once   | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | 202 lost      | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | no callback   | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | never any     | -            | Failed          |    | -    | -     | 0 | 0 | overdue.* after attempt 3
Number           | twice         | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | twice, other  | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | late          | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | after failing | -            | Processed       | N  | 101  | -     | 3 | 0 |
Number           | found         | found        | Processed       | FN | 101  | p1 p2 | 3 | 0 |
Number           | found         | nothing      | Processed       | FN | 101  | none  | 3 | 0 |
Number           | found         | fails once   | Processed       | FN | 101  | p1 p2 | 3 | 0 |
Number           | found         | throttles    | Processed       | FN | 101  | p1 p2 | 3 | 0 |
Number           | found         | silent once  | Processed       | FN | 101  | p1 p2 | 3 | 0 |
Number           | found         | fails always | Failed          | N  | 101  | -     | 3 | 0 | Faces: .* 503
Number           | nothing       | nothing      | Processed       | FN | none | none  | 0 | 0 |
Number           | fails always  | found        | Failed          | F  | -    | p1 p2 | 0 | 0 | Numbers: .* 503
Number           | fails always  | fails always | Failed          |    | -    | -     | 0 | 0 | Faces.*Numbers
Number           | late          | found        | Processed       | FN | 101  | p1 p2 | 3 | 0 |
FaceNumber       | found         | -            | Processed       | FN | 101  | p1 p2 | 3 | 0 |
FaceNumber       | found         | found        | Processed       | FN | 101  | p1 p2 | 3 | 0 |
FaceNumber       | nothing       | -            | Processed       | FN | none | none  | 0 | 0 |
FaceNumber       | rejected only | -            | Processed       | FN | none | p1 p2 | 3 | 0 |
FaceNumber       | fails always  | -            | Failed          |    | -    | -     | 0 | 0 | 503.* after attempt 3
FaceNumber       | no callback   | -            | Processed       | FN | 101  | p1 p2 | 3 | 0 |
FaceNumber       | late          | -            | Processed       | FN | 101  | p1 p2 | 3 | 0 |
NumberThenManual | found         | -            | Processed       | N  | 101  | -     | 3 | 0 |
NumberThenManual | nothing       | -            | AwaitingTagging |    | -    | -     | 0 | 1 | Waiting for a tag
NumberThenManual | rejected only | -            | AwaitingTagging |    | -    | -     | 3 | 1 | Waiting for a tag
NumberThenManual | fails always  | -            | Failed          |    | -    | -     | 0 | 0 | 503.* after attempt 3
NumberThenManual | never any     | -            | Failed          |    | -    | -     | 0 | 0 | overdue.* after attempt 3
NumberThenManual | late          | -            | Processed       | N  | 101  | -     | 3 | 0 |
NumberThenManual | found         | found        | Processed       | FN | 101  | p1 p2 | 3 | 0 |
NumberThenManual | found         | nothing      | Processed       | FN | 101  | none  | 3 | 0 |
NumberThenManual | rejected only | found        | AwaitingTagging | F  | -    | p1 p2 | 3 | 1 | Waiting for a tag
NumberThenManual | nothing       | fails always | AwaitingTagging |    | -    | -     | 0 | 1 | tagger.* Faces: .* 503
NumberThenManual | found         | fails always | Failed          | N  | 101  | -     | 3 | 0 | Faces: .* 503
NumberThenManual | fails always  | found        | Failed          | F  | -    | p1 p2 | 0 | 0 | Numbers: .* 503
"""  # noqa: E501 - a table


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Where a photo ended, and what others know of it; in the words of the table."""

    state: str
    recognised: str
    tags: str
    persons: str
    rejected: str
    tasks: str


def rows() -> list[Any]:
    """Return the table's rows: strategy, numbers, faces, the end, the reason."""
    cells = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    names = ("state", "recognised", "tags", "persons", "rejected", "tasks")
    return [
        pytest.param(
            *row[:3],
            End(**dict(zip(names, row[3:9], strict=True))),
            row[9],
            id=f"{row[0]}-numbers:{row[1]}-faces:{row[2]}",
        )
        for row in cells
    ]


def sent(sandbox: SandboxClient, photo: Photo, kind: str) -> str:
    """Return what the photo service holds of a kind, as the table writes it."""
    state = sandbox.photo_service_state()
    if kind not in state.photos.get(str(photo.pk), {}):
        return "-"
    return " ".join(getattr(state, kind)(photo.pk)) or "none"


def end_of(sandbox: SandboxClient, photo: Photo) -> End:
    """Return where the photo ended."""
    tasks = sandbox.state("tagator-service")["tasks"]
    return End(
        state=photo.state,
        recognised="F" * photo.face_recognized + "N" * photo.number_recognized,
        tags=sent(sandbox, photo, "tags"),
        persons=sent(sandbox, photo, "persons"),
        rejected=str(photo.numbers.exclude(rejection="").count()),
        tasks=str(sum(task["state"] == "Open" for task in tasks)),
    )


@pytest.mark.parametrize(("strategy", "numbers", "faces", "end", "reason"), rows())
def test_a_photo_ends_as_the_table_says(wires, settings, strategy, numbers, faces, end, reason):
    settings.NUMBER_PROVIDER_TIMEOUT = settings.FACE_PROVIDER_TIMEOUT = 0.5
    data = publication(wires, strategy, faces)
    set_up(wires, data["photoId"], numbers, faces)

    consume("photos.photo-published", data)
    photo = Photo.objects.get(pk=data["photoId"])
    play = Play(wires, photo)
    play.take(FACES[faces].then if faces in FACES else "")
    play.run(NUMBERS[numbers].then if numbers in NUMBERS else "")
    deliver()

    photo.refresh_from_db()
    assert end_of(wires, photo) == end, photo.reason_description
    assert re.fullmatch(f".*{reason}.*" if reason else "", photo.reason_description)
    assert_nothing_left_over(photo)
    assert_delivered_is_what_was_saved(wires, photo)


def publication(sandbox: SandboxClient, strategy: str, faces: str) -> dict[str, Any]:
    """Return the event of a photo in an album of the strategy, with a start list."""
    competitors = CompetitorInstanceFactory.create(base_url=sandbox.url("competitor-service"))
    account = AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    album = AlbumFactory.create(
        strategy=Strategy(strategy),
        tenant=TenantFactory.create(competitor_instance=competitors),
        face_account=account.account if faces != "-" else None,
        face_space=account if faces != "-" else None,
    )
    sandbox.set_start_list(album.pk, START_LIST)
    return published(album, imageUrl=sandbox.url("album", "/pixel.jpg"))


def assert_nothing_left_over(photo: Photo) -> None:
    """Nothing is due, awaited or undelivered."""
    assert photo.faces_next_attempt_on is None
    assert photo.numbers_next_attempt_on is None
    assert photo.callback_due_on is None
    assert not OutboxMessage.objects.waiting().exists()
    assert not OutboxMessage.objects.dead().exists()


def assert_delivered_is_what_was_saved(sandbox: SandboxClient, photo: Photo) -> None:
    """The photo service holds what the database holds, each sent once, and nothing rejected."""
    state = sandbox.photo_service_state()
    accepted = sorted(photo.numbers.filter(rejection="").values_list("value", flat=True))
    rejected = dict(photo.numbers.exclude(rejection="").values_list("value", "rejection"))
    assert state.tags(photo.pk) == accepted
    assert state.persons(photo.pk) == sorted(photo.persons.values_list("person_id", flat=True))
    assert rejected in ({}, REJECTIONS)
    assert (
        state.counts.puts
        == state.counts.accepted
        == (photo.tags_version > 0) + (photo.persons_version > 0)
    )
