"""Known answers on staff's pages: from a file, and from the page of a photo."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import button, computed_once
from foundation.staff.choosing import ChosenRecord
from foundation.staff.confirming import show_refusal, text_of
from foundation.staff.display import address_of_list, address_of_page, link, table
from foundation.staff.form_fields import FormWithFile, KeptFileField, KeptFileInput
from foundation.staff.page_parts import PagePart, reader_of
from foundation.staff.staff_admin import StaffAdmin
from recognition.photos.verdicts import natural
from recognition.records.albums import Album
from recognition.records.photos import Photo, name_of_file
from recognition.records.steps import PhotoState
from tagging.quality.marking_many import (
    MOST_LINES,
    CheckedLine,
    KnownAnswersRefused,
    KnownLine,
    MarkKnownAnswersCommand,
    check_known_answers,
    lines_of,
    mark_known_answers,
)
from tagging.records.quality import KnownAnswer
from tagging.records.tasks import TaggingTask, TaggingTaskState

ALBUM: Any = KnownAnswer._meta.get_field("album")
MOST_BYTES = 1_000_000
TITLE = "Mark known answers from CSV"
TEXT = (
    "Each line has a photo, by its id or the name of its file, and all that is on it. Nothing is "
    "stored before you confirm, and nothing while a line has a fault."
)


def tags_in_words(numbers: Sequence[str], custom_tags: Sequence[str]) -> str:
    """Return the numbers, the short ones first, then the custom tags."""
    return ", ".join([*sorted(numbers, key=natural), *custom_tags]) or "no number"


def address_to_mark(photo_id: UUID, numbers: Sequence[str], custom_tags: Sequence[str]) -> str:
    """Return the address of the page that marks a photo, with these filled in."""
    filled_in = {
        "photo_id": photo_id,
        "numbers": " ".join(sorted(numbers, key=natural)),
        "custom_tags": "\n".join(custom_tags),
    }
    return f"{address_of_list(KnownAnswer)}add/?{urlencode(filled_in)}"


@admin.display(description="Known answer")
@computed_once
def photo_s_known_answer(photo: Photo) -> str:
    """Return what staff know of the photo, or a link to mark it with what was read."""
    known = KnownAnswer.objects.filter(pk=photo.pk, is_active=True).first()
    if known is not None:
        words = tags_in_words(known.numbers, known.custom_tags)
        return link(address_of_page(KnownAnswer, known.pk), words)
    reader = reader_of(photo)
    may_mark = reader is not None and reader.user.has_perm("tagging.add_knownanswer")
    if not may_mark or photo.state == PhotoState.DELETED:
        return "None."
    accepted = [each.value for each in photo.numbers.all() if not each.rejection]
    return link(address_to_mark(photo.pk, accepted, photo.custom_tags), "Make it a known answer…")


@admin.display(description="Readings")
@computed_once
def photo_s_readings(photo: Photo) -> str:
    """Return who read the photo, and what: of each completed task."""
    done = TaggingTask.objects.filter(photo=photo, state=TaggingTaskState.COMPLETED)
    tasks = (
        done.select_related("work__tagator").prefetch_related("tags").order_by("created_on", "pk")
    )
    return format_html_join("", "<div>{}: {}</div>", map(_who_and_what, tasks)) or "None."


def _who_and_what(task: TaggingTask) -> tuple[str, str]:
    who = task.work.tagator.name if task.work else "The tagging service"
    read = tags_in_words([*task.numbers, *task.unlisted, *task.partial], task.custom_tags)
    return link(address_of_page(TaggingTask, task.pk), who), read


PARTS = (
    PagePart(page=Photo, title="Read by taggers", model=TaggingTask, show=photo_s_readings),
    PagePart(page=Photo, title="Tagging", model=KnownAnswer, show=photo_s_known_answer),
)


class KnownAnswersForm(FormWithFile):
    """The file, and the album whose photos it names."""

    file = KeptFileField(
        widget=KeptFileInput(attrs={"accept": ".csv,text/csv"}),
        help_text="CSV in UTF-8 with the header photo;numbers, or photo;numbers;customTags. "
        f"Numbers have spaces between them, custom tags |. Up to {MOST_LINES} lines.",
    )
    album = forms.ModelChoiceField(
        Album.objects.all(),
        required=False,
        widget=ChosenRecord(ALBUM),
        help_text="Where names of files are looked for; empty: in all albums.",
    )

    def clean_file(self) -> list[KnownLine]:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(f"The file has more than {MOST_BYTES:,} B.")
        try:
            return lines_of(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is not text in UTF-8.") from None
        except KnownAnswersRefused as refusal:
            raise forms.ValidationError(text_of(refusal)) from None


class MarkingPage(StaffAdmin):
    """A button of the list of known answers, and the pages that it opens."""

    @button("Mark from CSV…", "import")
    def mark_from_csv(self, request: HttpRequest) -> HttpResponse:
        """Ask for a file, show what each line does, and mark the photos."""
        sent = request.POST if request.method == "POST" else None
        form = KnownAnswersForm(sent, request.FILES, owner=request.user.pk)
        if not form.is_valid():
            return self._ask_for_file(request, form)
        album: Album | None = form.cleaned_data["album"]
        command = MarkKnownAnswersCommand(
            lines=form.cleaned_data["file"],
            album_id=album.pk if album else None,
            now=timezone.now(),
            by=actor_of(request),
        )
        try:
            if "confirmed" not in request.POST:
                return self._preview(request, form, check_known_answers(command))
            count = mark_known_answers(command)
        except Refusal as refusal:
            show_refusal(form, refusal)
            return self._ask_for_file(request, form)
        self.message_user(request, f"Marked: {counted(count, 'photo')}.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_list(KnownAnswer))

    def _ask_for_file(self, request: HttpRequest, form: KnownAnswersForm) -> HttpResponse:
        return self.ask(request, [], TITLE, TEXT, {"continue": "Continue"}, form)

    def _preview(
        self, request: HttpRequest, form: KnownAnswersForm, checked: Sequence[CheckedLine]
    ) -> HttpResponse:
        faults = [each for each in checked if each.fault]
        known = KnownAnswer.objects.in_bulk([each.photo.pk for each in checked if each.photo])
        rows = [_row(each, known) for each in (faults or checked)]
        says = f"{counted(len(faults), 'line')} with a fault: correct the file." if faults else TEXT
        shown = table(("Line", "Photo", "Known", "What is done"), rows)
        mark = {"confirmed": f"Mark {counted(len(checked), 'photo')}"}
        if faults:
            again = KnownAnswersForm(owner=request.user.pk)
            return self.ask(
                request, [], TITLE, says, {"continue": "Continue"}, again, facts=[shown]
            )
        album = request.POST.get("album", "")
        kept = [*form.kept(), ("album", album)]
        return self.ask(request, [], TITLE, says, mark, hidden=kept, facts=[shown])


def _row(checked: CheckedLine, known: dict[UUID, KnownAnswer]) -> Sequence[object]:
    line, photo, reading = checked.line, checked.photo, checked.known
    if photo is None or reading is None:
        return (line.line, line.photo, tags_in_words(line.numbers, line.custom_tags), checked.fault)
    name = name_of_file(photo.image_url) or str(photo.pk)[:8]
    named = format_html("{}, {}", link(address_of_page(Photo, photo.pk), name), photo.album)
    words = tags_in_words(reading.numbers, reading.custom_tags)
    stored = known.get(photo.pk)
    later = "; taggers get it once it was read" if photo.tagging_task_id else ""
    return (line.line, named, words, checked.fault or _what_is_done(stored, words) + later)


def _what_is_done(stored: KnownAnswer | None, words: str) -> str:
    if stored is None:
        return "marked"
    before = tags_in_words(stored.numbers, stored.custom_tags)
    if before != words:
        return f"marked: {before} before"
    return "stays as it is" if stored.is_active else "marked again"
