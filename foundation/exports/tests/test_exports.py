"""An export of a list…"""

import csv
import os
import stat
from datetime import UTC, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from foundation.exports import commands, rows
from foundation.exports.commands import (
    MOST_LETTERS,
    Exports,
    StartExportCommand,
    TooManyExports,
    discard_exports,
    start_export,
)
from foundation.exports.models import Export, ExportFormat
from foundation.exports.rows import ListNotExported, in_plain_text, read_part
from foundation.messaging import jobs
from foundation.messaging.models import DeadLetter, LongJobState, OutboxMessage
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page, time_element
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import adjust_balance
from rewards.tests.factories import adjustment

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.EXPORT_FOLDER = tmp_path
    return tmp_path


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


@pytest.fixture
def staff(client: Client, boss: User) -> Client:
    client.force_login(boss)
    return client


def messages(count: int, **fields: Any) -> list[OutboxMessage]:
    about = {"kind": "Peer", "key": "k", "body": {}, **fields}
    return [
        OutboxMessage.objects.create(lane=f"peer:d{n}", destination=f"d{n}", **about)
        for n in range(count)
    ]


def started(user: User, filters: str = "", form: str = "csv", **changes: Any) -> Export:
    command = {"export_id": uuid4(), "model_label": "messaging.outboxmessage", **changes}
    return start_export(
        StartExportCommand(
            filters=filters, format=ExportFormat(form), user=user, now=timezone.now(), **command
        )
    )


def finished(export: Export) -> Export:
    for _ in jobs.portions(Export, export.pk, uuid4()):
        pass
    export.refresh_from_db()
    return export


def table_of(export: Export) -> list[list[Any]]:
    content = commands.file_of(export).read_bytes()
    if export.format == "csv":
        return list(csv.reader(StringIO(content.decode("utf-8-sig"))))
    sheet = load_workbook(BytesIO(content), read_only=True).active
    assert sheet
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def sheet_of(export: Export) -> bytes:
    with ZipFile(commands.file_of(export)) as book:
        return book.read("xl/sheet.xml")


def test_has_the_rows_and_columns_of_the_list_as_it_is_filtered(boss, monkeypatch):
    monkeypatch.setattr(rows, "PORTION", 2)
    messages(5)
    messages(2, dead_on=timezone.now())

    export = finished(started(boss, "state=waiting&p=1&o=-1"))

    titles, *found = table_of(export)
    assert (export.state, export.done) == (LongJobState.FINISHED, 5)
    assert titles == export.columns
    assert len(found) == 5
    assert all(len(row) == len(titles) for row in found)
    assert not any("<" in cell for row in found for cell in row)


def test_reads_a_part_of_the_rows_at_once(boss: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rows, "PORTION", 2)
    messages(5)

    first = read_part(OutboxMessage, boss, "", None)
    second = read_part(OutboxMessage, boss, "", first.last)
    third = read_part(OutboxMessage, boss, "", second.last)

    assert [len(part.rows) for part in (first, second, third)] == [2, 2, 1]
    assert (first.last is None, second.last is None, third.last is None) == (False, False, True)


def test_can_be_a_workbook_that_says_where_a_sheet_ends(boss, monkeypatch):
    monkeypatch.setattr("foundation.exports.commands.MOST_ROWS", 3)
    messages(5)

    export = finished(started(boss, form="xlsx"))

    assert (export.done, export.is_cut) == (3, True)
    assert len(table_of(export)) == 4


def test_has_the_same_texts_and_numbers_in_both_forms(boss: User):
    texts = [" <b>&\"'\n ", "ü 走\uffff\x07", "x" * 40_000, ""]
    for text in texts:
        DeadLetter.objects.create(pk=uuid4(), topic="t", body=b"", reason=text)

    csv_rows, xlsx_rows = (
        table_of(finished(started(boss, form=form, model_label="messaging.DeadLetter")))
        for form in ("csv", "xlsx")
    )

    shown = [[None if cell == "" else cell[:MOST_LETTERS] for cell in row] for row in csv_rows]
    assert [[None if cell is None else str(cell) for cell in row] for row in xlsx_rows] == shown


def test_writes_no_text_that_a_spreadsheet_calculates(boss: User):
    messages(1, reason="=1+1")
    DeadLetter.objects.create(pk=uuid4(), topic="=cmd()", body=b"", reason="+1+1\x07")

    for form in ("csv", "xlsx"):
        export = finished(started(boss, form=form, model_label="messaging.DeadLetter"))
        cells = [cell for cell in table_of(export)[1] if isinstance(cell, str)]
        assert ("'=cmd()" in cells, "=cmd()" in cells) == (form == "csv", form == "xlsx")
    assert b"<f>" not in sheet_of(export)


def test_has_decimals_as_numbers_and_texts_as_they_are(boss: User):
    participant = ParticipantFactory.create().pk
    for amount, reason in (("1234.25", "taken _x0041_ back"), ("-6.50", "-5 for it")):
        adjust_balance(adjustment(participant, amount=amount, reason=reason))

    in_csv, in_xlsx = (
        finished(started(boss, form=form, model_label="rewards.BalanceOperation"))
        for form in ("csv", "xlsx")
    )

    amounts = [
        [row[export.columns.index("Amount")] for row in table_of(export)[1:]]
        for export in (in_csv, in_xlsx)
    ]
    assert [set(each) for each in amounts] == [{"1234.25", "-6.50"}, {1234.25, -6.5}]
    assert b"_x005F_x0041_ back" in sheet_of(in_xlsx)
    assert "taken _x0041_ back" in commands.file_of(in_csv).read_text("utf-8-sig")


def test_goes_on_behind_what_is_stored_where_its_process_was_killed(boss, monkeypatch):
    monkeypatch.setattr(rows, "PORTION", 2)
    monkeypatch.setattr("foundation.exports.commands.PORTION_SECONDS", 0)
    expected = [f"Request for the {each.destination}" for each in messages(7)]
    export = started(boss)
    first, second = uuid4(), uuid4()
    jobs.claim(Export, export.pk, first)
    jobs.do_portion(Exports(), export.pk, first)
    stale = Export.objects.get(pk=export.pk)
    Exports().portion(stale, timezone.now())  # killed before it is stored
    Export.objects.update(claim_id=None)

    for _ in jobs.portions(Export, export.pk, second):
        pass

    export.refresh_from_db()
    found = [cell for row in table_of(export)[1:] for cell in row if cell in expected]
    assert sorted(found) == expected
    assert [path.name for path in commands.folder_of(export.pk).iterdir()] == ["export.csv"]


def test_is_refused_for_a_list_that_the_user_may_not_see(boss: User):
    other = User.objects.create_user("new", is_staff=True)

    for label in ("messaging.OutboxMessage", "none.such", "x"):
        with pytest.raises(ListNotExported):
            started(other, model_label=label)
    for filters in ("id__range=1", "no_such_field=1"):
        with pytest.raises(ListNotExported):
            started(boss, filters)
    assert not Export.objects.exists()


def test_is_refused_while_the_user_has_several_and_leaves_a_row_of_audit(boss: User):
    for _ in range(3):
        started(boss, "state=waiting", by=Actor("boss"))

    with pytest.raises(TooManyExports):
        started(boss, by=Actor("boss"))

    assert set(AuditEntry.objects.values_list("actor", "action")) == {("boss", "Exported")}
    assert [str(each.changes).count("state=waiting") for each in AuditEntry.objects.all()] == [
        1
    ] * 3


def test_is_started_from_its_list_and_its_file_is_for_who_started_it(staff: Client):
    messages(1)
    page = staff.get(address_of_list(OutboxMessage, state="waiting"), secure=True)
    asked = staff.get(page.context["export_address"], secure=True)
    assert "Export outbox messages" in asked.content.decode()

    form = {**dict(asked.context["hidden"]), "csv": "yes"}
    shown = staff.post("/admin/exports/export/add/", form, secure=True, follow=True)
    assert 'data-refresh="' in shown.content.decode()
    export = Export.objects.get()
    assert export.filters == "state=waiting"
    address = f"/admin/exports/export/{export.pk}/file/"
    assert staff.get(address, secure=True).status_code == 404

    finished(export)

    shown = staff.get(address_of_page(Export, export.pk), secure=True)
    assert "Download" in shown.content.decode()
    assert ", kept until 20" in shown.content.decode()
    file: Any = staff.get(address, secure=True)
    assert b"the d0" in b"".join(file.streaming_content)
    staff.force_login(User.objects.create_superuser("other"))
    assert staff.get(address, secure=True).status_code == 404
    assert staff.get(address_of_page(Export, export.pk), secure=True).status_code == 302


def test_can_be_cancelled(staff, boss, folder, django_capture_on_commit_callbacks):
    export = started(boss)
    next(jobs.portions(Export, export.pk, uuid4()))
    address = f"/admin/exports/export/{export.pk}/cancel/"
    assert staff.get(address, secure=True).status_code == 200

    with django_capture_on_commit_callbacks(execute=True):
        staff.post(address, {"cancel": "yes"}, secure=True)

    export.refresh_from_db()
    assert export.state == LongJobState.CANCELLED
    assert list(folder.iterdir()) == []


def test_is_removed_with_its_file_after_some_days(boss: User, folder: Path):
    old, new = finished(started(boss)), finished(started(boss))
    Export.objects.filter(pk=old.pk).update(finished_on=timezone.now() - timedelta(days=4))
    (folder / str(uuid4())).mkdir()

    Exports().prune(timezone.now())

    assert [path.name for path in folder.iterdir()] == [str(new.pk)]


def test_is_for_the_account_of_our_processes_alone(boss: User, folder: Path, settings: Any):
    """Whatever the umask leaves: other accounts of the host get into no folder."""
    settings.EXPORT_FOLDER = folder / "volume" / "exports"
    messages(1)
    before = os.umask(0)
    try:
        export = finished(started(boss))
    finally:
        os.umask(before)

    made = [commands.folder_of(export.pk), settings.EXPORT_FOLDER]
    assert commands.file_of(export).exists()
    assert [stat.S_IMODE(each.stat().st_mode) for each in made] == [0o700, 0o700]


def test_is_discarded_when_a_person_is_erased(boss, folder, django_capture_on_commit_callbacks):
    finished(started(boss))
    started(boss)

    with django_capture_on_commit_callbacks(execute=True):
        assert discard_exports(timezone.now()) == 2

    assert list(folder.iterdir()) == []
    assert not Export.objects.exists()


@pytest.mark.parametrize("portion", [1, 2])
def test_leaves_no_part_that_was_written_while_it_was_discarded(boss, folder, monkeypatch, portion):
    export = started(boss)
    written, made = commands.write_part, jobs.portions(Export, export.pk, uuid4())

    def write_late(job: Export, cells: Any) -> str:
        Export.objects.all().delete()
        return written(job, cells)

    def write_file_late(job: Export, names: Any) -> None:
        Export.objects.all().delete()

    if portion == 2:
        next(made)
    monkeypatch.setattr(commands, "write_part", write_late)
    monkeypatch.setattr(commands, "write_file", write_file_late)
    with pytest.raises(jobs.ClaimLost):
        next(made)

    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "Yes"),
        (12, 12),
        ([None, "a", 2], "a 2"),
        ("<b>", "<b>"),
        (time_element(datetime(2026, 5, 1, 9, tzinfo=UTC), "6 min ago"), "2026-05-01 09:00:00 UTC"),
    ],
)
def test_shows_values_as_plain_text(value: object, text: object):
    assert in_plain_text(value) == text
