"""Known answers from a file: each line has a photo, its numbers and custom tags."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor
from foundation.records.formats import guid_or_none
from foundation.records.refusals import Invalid, NotFound, Refusal
from foundation.records.texts import clean
from recognition.photos.listing import photos_of_file
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.quality.commands import MarkKnownAnswerCommand, checked_answer, store_known_answer
from tagging.records.quality import TagatorReading

PHOTO, NUMBERS, CUSTOM_TAGS = "photo", "numbers", "customTags"
MOST_LINES = 500


class KnownAnswersRefused(Invalid):
    """Some lines of the file cannot be taken: nothing is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLine:
    """A line of the file, counted from 1, as it was typed."""

    line: int
    photo: str
    numbers: Sequence[str] = ()
    custom_tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedLine:
    """A line with its photo and what is known of it, or with its fault."""

    line: KnownLine
    photo: Photo | None = None
    known: TagatorReading | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkKnownAnswersCommand:
    """Mark the photos of these lines. `album_id`: where photos are looked for by file name."""

    lines: Sequence[KnownLine]
    now: datetime
    album_id: UUID | None = None
    by: Actor | None = None


def split_numbers(text: str) -> list[str]:
    """Return what stands between spaces, commas and semicolons."""
    return [each for each in re.split(r"[\s,;]+", text) if each]


def lines_of(text: str) -> list[KnownLine]:
    """Return the lines of a CSV file with a header, with `;` or `,` between the cells.

    Numbers have spaces between them, custom tags `|`.

    :raises KnownAnswersRefused: it cannot be read, or has too many lines.
    """
    first = text.partition("\n")[0]
    rows = csv.DictReader(io.StringIO(text), delimiter=";" if ";" in first else ",", strict=True)
    try:
        header = [clean(name or "") for name in rows.fieldnames or ()]
        rows.fieldnames = header
        missing = {PHOTO, NUMBERS} - set(header)
        unknown = set(header) - {PHOTO, NUMBERS, CUSTOM_TAGS}
        if missing or unknown:
            raise _refused(1, f"the header is photo;numbers, or photo;numbers;{CUSTOM_TAGS}")
        found = [_line(rows.line_num, row) for row in rows]
    except csv.Error as error:
        raise _refused(rows.line_num, str(error)) from error
    if not found or len(found) > MOST_LINES:
        raise _refused(len(found) + 1, f"a file has 1 to {MOST_LINES} lines below the header")
    return found


def check_known_answers(command: MarkKnownAnswersCommand) -> list[CheckedLine]:
    """Return each line with its photo or its fault, and store nothing. Asks for start lists.

    :raises StartListUnavailable: as for a tagger's tags.
    """
    checked: list[CheckedLine] = []
    lines: dict[UUID, int] = {}
    for line in command.lines:
        try:
            photo = _photo_of(line, command.album_id)
            mark = MarkKnownAnswerCommand(
                photo_id=photo.pk,
                numbers=line.numbers,
                custom_tags=line.custom_tags,
                now=command.now,
            )
            known = checked_answer(photo.album, mark)
        except (Invalid, NotFound) as refusal:
            checked.append(CheckedLine(line=line, fault=_said(refusal)))
            continue
        before = lines.setdefault(photo.pk, line.line)
        fault = "" if before == line.line else f"Line {before} has the same photo."
        checked.append(CheckedLine(line=line, photo=photo, known=known, fault=fault))
    return checked


def mark_known_answers(command: MarkKnownAnswersCommand) -> int:
    """Mark all photos of the lines, or none; return how many. Repeated, nothing changes.

    :raises KnownAnswersRefused: `errors` names each line that has a fault.
    :raises StartListUnavailable: as for a tagger's tags.
    """
    checked = check_known_answers(command)
    if faults := {f"line {each.line.line}": each.fault for each in checked if each.fault}:
        raise KnownAnswersRefused(errors=faults)
    found = [(each.photo, each.known) for each in checked if each.photo and each.known]
    with transaction.atomic():
        # In one order, so that two files cannot deadlock.
        for photo, known in sorted(found, key=lambda each: (each[0].album_id, each[0].pk)):
            store_known_answer(photo, known, command.by)
    return len(found)


def _line(number: int, row: dict[str | None, str | None]) -> KnownLine:
    if None in row or None in row.values():
        raise _refused(number, "the line has more or fewer cells than the header")
    tags = (row.get(CUSTOM_TAGS) or "").split("|")
    return KnownLine(
        line=number,
        photo=clean(row[PHOTO] or ""),
        numbers=split_numbers(row[NUMBERS] or ""),
        custom_tags=[tag.strip() for tag in tags if tag.strip()],
    )


def _refused(line: int, text: str) -> KnownAnswersRefused:
    return KnownAnswersRefused(errors={f"line {line}": text})


def _photo_of(line: KnownLine, album_id: UUID | None) -> Photo:
    """Return the photo that a line names, by its id or its file.

    :raises Invalid: there is none, or several, or it was deleted.
    """
    guid = guid_or_none(line.photo)
    there = Photo.objects.with_album().exclude(state=PhotoState.DELETED)
    named = there.filter(pk=guid) if guid else there.filter(photos_of_file(line.photo))
    if album_id is not None:
        named = named.filter(album=album_id)
    found = list(named[:2]) if line.photo else []
    if len(found) == 1:
        return found[0]
    why = "Several photos have this name: choose the album." if found else "There is no such photo."
    raise Invalid(errors={PHOTO: why})


def _said(refusal: Refusal) -> str:
    errors = refusal.texts.values() if isinstance(refusal, Invalid) else ()
    return " ".join(errors) or refusal.detail
