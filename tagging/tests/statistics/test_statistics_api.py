"""Statistics over the AdminApi: by albums, and the report of taggers…"""

import csv
from datetime import datetime, timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from recognition.models import Album, Photo, PhotoState
from tagging.models import TaggingTask, TaggingTaskState
from tagging.statistics.report_files import COLUMNS
from tagging.tests.factories import manual_album, new_photo, new_tagator
from tagging.tests.statistics.ledger import complete, moment, reopen, skip

pytestmark = pytest.mark.django_db


MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z"}
IN_MAY = moment("2026-05-17T09:00Z")


def address() -> str:
    return "/admin-api/api/v2/statistics/byAlbums"


def photo_of(album: Album, received: datetime = IN_MAY, **fields: Any) -> Photo:
    photo = new_photo(album, **fields)
    Photo.objects.filter(pk=photo.pk).update(created_on=received)
    return photo


def task_of(photo: Photo, state: str, created: datetime = IN_MAY) -> None:
    TaggingTask.objects.create(photo=photo, album=photo.album, state=state, created_on=created)


def results(answer: Any) -> list[dict[str, Any]]:
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_by_albums_counts_photos_results_and_tasks(manager):
    album = manual_album(name="City Marathon")
    done = photo_of(album, state=PhotoState.PROCESSED, face_recognized=True, number_recognized=True)
    done.persons.create(person_id="p1")
    done.persons.create(person_id="p2")
    done.numbers.create(value="101", source="Manual")
    done.numbers.create(value="x", source="Provider", rejection="NotANumber")
    half = photo_of(album, state=PhotoState.AWAITING_TAGGING, face_recognized=True)
    half.persons.create(person_id="p1")
    task_of(done, TaggingTaskState.COMPLETED)
    task_of(half, TaggingTaskState.OPEN)

    answer = manager.get(address(), MAY)

    assert answer.json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "albumId": str(album.pk),
                "tenantId": str(album.tenant_id),
                "name": "City Marathon",
                "photos": {"AwaitingTagging": 1, "Processed": 1},
                "faceRecognized": 2,
                "numberRecognized": 1,
                "persons": 3,
                "tags": 1,
                "tasks": {"Completed": 1, "Open": 1},
            }
        ],
    }


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        (
            {"state": PhotoState.DELETED, "face_recognized": True, "number_recognized": True},
            "Deleted",
        ),
        ({"persons_outdated": True, "tags_outdated": True}, "New"),
    ],
)
def test_by_albums_leaves_out_results_of_deleted_and_outdated_photos(manager, fields, state):
    photo = photo_of(manual_album(), **fields)
    photo.persons.create(person_id="p1")
    photo.numbers.create(value="101", source="Manual")

    [row] = results(manager.get(address(), MAY))

    assert row["photos"] == {state: 1}
    counted = [row[name] for name in ("faceRecognized", "numberRecognized", "persons", "tags")]
    assert counted == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("limits", "count"),
    [
        (MAY, 2),
        ({}, 4),
        ({"from": MAY["from"]}, 3),
        ({"to": MAY["to"]}, 3),
        ({"from": "2027-01-01T00:00Z"}, 0),
    ],
)
def test_by_albums_counts_what_came_at_from_and_not_at_to(manager, limits, count):
    album = manual_album()
    manual_album()
    begin, end = moment(MAY["from"]), moment(MAY["to"])
    least = timedelta(microseconds=1)
    for received in (begin - least, begin, end - least, end):
        task_of(photo_of(album, received), TaggingTaskState.OPEN, received)

    rows = results(manager.get(address(), limits))

    found = [(row["photos"], row["tasks"]) for row in rows]
    assert found == ([({"New": count}, {"Open": count})] if count else [])


def test_by_albums_has_an_album_whose_tenant_is_not_known_yet(manager):
    photo_of(manual_album(tenant=None))

    assert results(manager.get(address(), MAY))[0]["tenantId"] is None


def test_by_albums_takes_as_many_queries_for_many_albums_as_for_one(manager):
    photo_of(manual_album())
    with CaptureQueriesContext(connection) as for_one:
        manager.get(address(), MAY)
    for _ in range(3):
        photo_of(manual_album())

    with CaptureQueriesContext(connection) as for_four:
        manager.get(address(), MAY)

    assert len(for_four) == len(for_one)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def address_of_report(version: int = 2) -> str:
    return f"/admin-api/api/v{version}/tagators/tagator-report"


def asked(client: Any, form: str, version: int = 2, **body: Any) -> Any:
    return client.post(address_of_report(version), {**MAY, "format": form, **body}, format="json")


def csv_rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def xlsx_rows(answer: Any) -> list[list[Any]]:
    sheet = load_workbook(BytesIO(answer.content)).worksheets[0]
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def two_at_work() -> list[str]:
    """Let Ann and Kim work in May; return their ids."""
    ann, kim = new_tagator(name="Ann"), new_tagator(name="Kim")
    complete(ann, "2026-05-17T09:00Z", amount="0.1250")
    complete(kim, "2026-05-17T09:00Z")
    complete(kim, "2026-05-17T09:01Z", active_seconds=Decimal("0.125"))
    skip(kim, "2026-05-17T09:02Z")
    return [str(ann.pk), str(kim.pk)]


def test_of_taggers_lists_who_did_something_with_the_total(manager):
    ann, kim = two_at_work()
    new_tagator(name="Bob")

    answer = asked(manager, "json")

    names = [*COLUMNS][:-1]
    of_ann = [ann, "Ann", f"{ann}@example.org", 1, 0, 2, 30, 120, "0.125"]
    of_kim = [kim, "Kim", f"{kim}@example.org", 2, 1, 4, 30.125, 239, "0.30"]
    total = dict(zip(names[3:], [3, 1, 6, 60.125, 179.63, "0.425"], strict=True))
    rows = [dict(zip(names, row, strict=True)) for row in (of_ann, of_kim)]
    assert answer.status_code == 200
    assert answer.json() == {**MAY, "currency": "EUR", "rows": rows, "total": total}


def test_of_taggers_is_the_same_in_csv_and_in_xlsx_with_figures_as_numbers(manager):
    ann, kim = two_at_work()

    as_csv, as_xlsx = asked(manager, "csv"), asked(manager, "xlsx")

    assert as_csv.content.startswith(b"\xef\xbb\xbftagatorId,name,email,")
    assert as_csv.content.endswith(b"\r\n")
    assert csv_rows(as_csv) == [
        list(COLUMNS),
        [ann, "Ann", f"{ann}@example.org", "1", "0", "2", "30.000", "120.00", "0.125", "EUR"],
        [kim, "Kim", f"{kim}@example.org", "2", "1", "4", "30.125", "239.00", "0.30", "EUR"],
        ["Total", "", "", "3", "1", "6", "60.125", "179.63", "0.425", "EUR"],
    ]
    assert xlsx_rows(as_xlsx) == [
        list(COLUMNS),
        [ann, "Ann", f"{ann}@example.org", 1, 0, 2, 30, 120, 0.125, "EUR"],
        [kim, "Kim", f"{kim}@example.org", 2, 1, 4, 30.125, 239, 0.3, "EUR"],
        ["Total", None, None, 3, 1, 6, 60.125, 179.63, 0.425, "EUR"],
    ]
    for answer, form, kind in ((as_csv, "csv", "text/csv"), (as_xlsx, "xlsx", XLSX)):
        name = f"tagator-report-20260501T000000Z-20260601T000000Z.{form}"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert (answer["Content-Type"], answer["Cache-Control"]) == (kind, "no-store")


def formulas(answer: Any) -> int:
    with ZipFile(BytesIO(answer.content)) as book:
        return book.read("xl/worksheets/sheet1.xml").count(b"<f>")


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "name", ["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=HYPERLINK(0)", '=";x']
)
def test_of_taggers_has_no_text_that_is_a_formula(manager, form, name):
    kim = new_tagator(name="Kim")
    type(kim).objects.filter(pk=kim.pk).update(name=name)
    complete(kim, "2026-05-17T09:00Z")

    answer = asked(manager, form)

    # XLSX says of a cell that it is a text, CSV cannot.
    rows, shown = (csv_rows(answer), f"'{name}") if form == "csv" else (xlsx_rows(answer), name)
    assert rows[1][1].replace("\r", "\n") == shown.replace("\r", "\n")
    assert form == "csv" or formulas(answer) == 0


def test_of_taggers_keeps_negative_figures(manager):
    kim = new_tagator()
    reopen(kim, "2026-05-17T09:00Z")

    assert csv_rows(asked(manager, "csv"))[1][3:] == (
        ["-1", "0", "-2", "0.000", "", "-0.15", "EUR"]
    )
    assert xlsx_rows(asked(manager, "xlsx"))[1][3:] == [-1, 0, -2, 0, None, -0.15, "EUR"]


def test_of_taggers_of_named_tagators_has_those_who_did_nothing_too(manager):
    assert [row[0] for row in csv_rows(asked(manager, "csv"))] == ["tagatorId", "Total"]
    _, kim = two_at_work()
    bob = new_tagator(name="Bob")

    report = asked(manager, "json", tagatorIds=[kim, str(bob.pk), kim]).json()

    rows = [(row["name"], row["amount"]) for row in report["rows"]]
    assert rows == [("Bob", "0.00"), ("Kim", "0.30")]
    assert report["total"]["tasksCompleted"] == 2
    assert len(asked(manager, "json", tagatorIds=None).json()["rows"]) == 2


def test_of_taggers_of_an_unknown_tagator_is_404(manager):
    [ann, _] = two_at_work()

    answer = asked(manager, "csv", tagatorIds=[ann, str(uuid4())])

    assert (answer.status_code, answer.json()["code"]) == (404, "tagator-not-found")


WRONG = [
    {},
    {"from": MAY["from"]},
    {"to": MAY["to"]},
    {"from": MAY["to"], "to": MAY["from"]},
    {"from": MAY["from"], "to": MAY["from"]},
    {"from": "2026-05-01T00:00:00", "to": MAY["to"]},
    {"from": MAY["from"], "to": "2027-06-01T00:00:00Z"},
]


def of_one(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/statistic"


@pytest.mark.parametrize("asked", WRONG)
def test_of_taggers_statistic_of_one_in_no_proper_period_is_422(manager, asked):
    assert manager.get(of_one(new_tagator().pk), asked).status_code == 422
