"""Changes of an album that say first what they do to its photos, and are made when confirmed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import date
from django.utils import timezone
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from foundation.records.texts import counted
from foundation.staff.actions import SELECTED, action, button
from foundation.staff.confirming import Fact, sent_again
from foundation.staff.display import address_of_list, address_of_page, link
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.change_previews import preview_change, sum_of
from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_recognition_state,
)
from recognition.albums.preview_counts import AlbumPreview
from recognition.console.processing_again import Named, address_of_unread, named, tasks_in_words
from recognition.records.albums import Album, RecognitionState
from recognition.retention import ChangeAlbumRetentionCommand, RetentionPreview, preview_retention

MOST_DAYS = 10_000


class KeepDaysField(forms.IntegerField):
    """Days after the last photo; nothing: as the site's setting says."""

    widget = UnfoldAdminIntegerFieldWidget

    def __init__(self) -> None:
        super().__init__(required=False, min_value=0, max_value=MOST_DAYS, label="Keep for days")
        days = settings.ALBUMS_KEEP.days
        default = counted(days, "day") if days else "for ever"
        self.help_text = (
            "Faces, selfies, callbacks, histories and cached pictures are deleted this many days "
            "after the album's last photo; numbers stay. 0: they are kept for ever. "
            f"Empty: as for all albums, {default}."
        )


def retention_in_words(said: RetentionPreview, now: datetime) -> list[str]:
    """Return what keeping it for other days does, a sentence each."""
    held = f"{counted(said.faces, 'face')} and {counted(said.selfies, 'selfie')}"
    photos = counted(said.photos, "photo")
    if said.was_done:
        return [f"What {photos} had was deleted before. The change is for later photos."]
    if said.due_on is None:
        return [f"{held}, callbacks and histories of {photos} are kept."]
    with_them = f"with all callbacks, histories and cached pictures of {photos}"
    if said.due_on <= now:
        return [
            f"{held} are deleted in the coming night, {with_them}. They cannot be brought back."
        ]
    day = date(said.due_on, "DATE_FORMAT")
    return [f"{held} are deleted on {day} if no photo comes before, {with_them}."]


CONFIRMED = "confirmed"
SEEN = "seen_version"  # of the one album that was previewed
MOST = 20  # albums that are previewed together
COUNTS = {  # of one photo, and of several
    "processed": ("is processed", "are processed"),
    "waiting": (
        "goes on waiting for a callback or a tagger",
        "go on waiting for a callback or a tagger",
    ),
    "finished": (
        "needs nothing more: it is Processed as it is",
        "need nothing more: they are Processed as they are",
    ),
    "resting": ("is not processed", "are not processed"),
    "numbers_changed": ("gets other numbers", "get other numbers"),
    "unchanged": ("stays as it is", "stay as they are"),
    "corrected": ("was corrected by staff: that stays", "were corrected by staff: that stays"),
}
UNREAD = (
    "has no number: it stays as it is, unless processed again from scratch.",
    "have no number: they stay as they are, unless processed again from scratch.",
)


UNASKED = {"priority"}  # saved without a question
Order = ChangeAlbumRecognitionSettingsCommand | ChangeAlbumRetentionCommand


class ToBeConfirmed(Exception):
    """A change of settings that staff have not confirmed; the transaction is rolled back.

    `changes`: what would change, in words; `facts`: what that does.
    """

    def __init__(self, album: Album, changes: Sequence[str], facts: Sequence[str]) -> None:
        super().__init__()
        self.album = album
        self.changes = changes
        self.facts = facts


class PreviewedChanges(StaffAdmin):
    """Saving settings and switching recognition show what will happen, and then do it."""

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        try:
            page: HttpResponse = super().changeform_view(request, object_id, *args, **kwargs)
        except ToBeConfirmed as asked:
            return self._ask_to_save(request, asked)
        return page

    def response_change(self, request: HttpRequest, obj: Album) -> HttpResponse:
        """After a confirmed change, stay on the page, which shows the progress."""
        page: HttpResponse = super().response_change(request, obj)
        if CONFIRMED in request.POST:
            return HttpResponseRedirect(address_of_page(Album, obj.pk))
        return page

    def confirm_settings(self, request: HttpRequest, form: Any, *orders: Order | None) -> None:
        """Go on if nothing is ordered, or if staff have confirmed it.

        :raises ToBeConfirmed: they have not.
        :raises Refusal: it would be refused.
        """
        wanted = [order for order in orders if order]
        if wanted and CONFIRMED not in request.POST:
            album = Album.objects.get_or_refuse(wanted[0].album_id)
            facts = [words for order in wanted for words in _foreseen(order, album)]
            raise ToBeConfirmed(album, _changes_in(form), facts)

    def _ask_to_save(self, request: HttpRequest, asked: ToBeConfirmed) -> HttpResponse:
        return self.ask(
            request,
            [asked.album],
            "Change the settings of the album",
            "; ".join(asked.changes),
            {CONFIRMED: "Save the change"},
            facts=asked.facts,
            hidden=sent_again(request),
        )

    @action("Switch recognition on…")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._switch(request, queryset, RecognitionState.ON)

    @action("Switch recognition off…")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._switch(request, queryset, RecognitionState.OFF)

    @button("Switch recognition on or off…", "switch-recognition")
    def switch_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        album: Album = self.record_of(request, object_id)
        is_on = album.state == RecognitionState.ON
        state, name = (
            (RecognitionState.OFF, "switch_off") if is_on else (RecognitionState.ON, "switch_on")
        )
        hidden = [("action", name), (SELECTED, album.pk), (SEEN, album.version)]
        address = address_of_list(Album)
        return self._ask_to_switch(request, [album], state, hidden, action_address=address)

    def _switch(
        self, request: HttpRequest, chosen: QuerySet[Any], state: RecognitionState
    ) -> HttpResponse | None:
        albums = list(chosen)
        if CONFIRMED not in request.POST:
            return self._ask_to_switch(request, albums, state, sent_again(request))
        seen = request.POST.get(SEEN, "")
        version = int(seen) if seen.isdecimal() else None
        self.act(
            request,
            albums,
            lambda album, by: change_album_recognition_state(
                ChangeAlbumRecognitionStateCommand(
                    album_id=album.pk,
                    state=state,
                    now=timezone.now(),
                    expected_version=version,
                    by=by,
                )
            ),
            title_of_switch(state),
        )
        if len(albums) != 1:
            return None
        return HttpResponseRedirect(address_of_page(Album, albums[0].pk))

    def _ask_to_switch(
        self,
        request: HttpRequest,
        albums: Sequence[Album],
        state: RecognitionState,
        hidden: Sequence[tuple[str, Any]],
        **form: Any,
    ) -> HttpResponse:
        previews = [
            preview_change(
                ChangeAlbumRecognitionStateCommand(
                    album_id=album.pk, state=state, now=timezone.now()
                )
            )
            for album in albums[:MOST]
        ]
        more = f"The counts are of the first {MOST} albums." if len(albums) > MOST else ""
        facts = preview_in_words(sum_of(previews))
        title = title_of_switch(state)
        buttons = {CONFIRMED: title}
        return self.ask(request, albums, title, more, buttons, facts=facts, hidden=hidden, **form)


def _foreseen(order: Order, album: Album) -> list[str]:
    if isinstance(order, ChangeAlbumRetentionCommand):
        return retention_in_words(preview_retention(album, order.keep_days), timezone.now())
    said = preview_change(order)
    return preview_in_words(said, album if said.without_number else None)


def preview_in_words(said: AlbumPreview, unread_of: Album | None = None) -> list[str]:
    """Return what a change does, a sentence each: first what is sent or paid.

    :param unread_of: the album, to offer that its photos without a number are processed again.
    """
    counts: Mapping[str, Any] = {each.name: getattr(said, each.name) for each in fields(said)}
    examples = _named(said)
    sentences = [*_numbers_in_words(said, examples), *tasks_in_words(said, examples)]
    sentences += [
        Fact(
            f"{counted(counts[name], 'photo')} {words[counts[name] != 1]}{_why(name, said)}.",
            examples.get(name, ()),
        )
        for name, words in COUNTS.items()
        if counts[name]
    ]
    if said.without_number:
        again = link(address_of_unread(unread_of.pk), "Process them again…") if unread_of else ""
        photos, words = counted(said.without_number, "photo"), UNREAD[said.without_number != 1]
        sentences.append(format_html("{} {} {}", photos, words, again))
    return sentences or ["No photo changes."]


def _numbers_in_words(said: AlbumPreview, examples: Named) -> Iterator[str]:
    """Yield which numbers are lost and gained by judging again what was read."""
    if said.surest is not None:
        yield f"No reading is sure enough: the surest has a confidence of {said.surest:g}."
    if said.why_not_judged:
        yield f"What was read is not judged again now. {said.why_not_judged}"
    elif said.judged_again and not (said.numbers_lost or said.numbers_gained):
        photos = counted(said.judged_again, "photo")
        yield f"What was read on {photos} is judged again: no number changes."
    if said.numbers_lost:
        photos = counted(said.photos_losing, "photo")
        what = (
            f"{counted(said.numbers_lost, 'number')} of {photos} {_is(said.numbers_lost)} withdrawn"
        )
        yield Fact(f"{what} at the photo service.", examples["lost"])
    if said.numbers_gained:
        photos = counted(said.photos_gaining, "photo")
        what = (
            f"{counted(said.numbers_gained, 'number')} of {photos} {_is(said.numbers_gained)} added"
        )
        yield Fact(f"{what} at the photo service.", examples["gained"])


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _named(said: AlbumPreview) -> Named:
    numbers = {"lost": said.lost_for_example, "gained": said.gained_for_example}
    photos = {name: [pk for pk, _ in each] for name, each in numbers.items()}
    found = dict(named({**said.examples, **photos}))
    for name, each in numbers.items():
        values = [value for _, value in each]
        shown = zip(found[name], values, strict=True)
        found[name] = [(address, f"{value} ({photo})") for (address, photo), value in shown]
    return found


def _changes_in(form: Any) -> list[str]:
    """Return old and new of each field that was changed in the form."""
    names = [name for name in form.changed_data if name not in UNASKED]
    return [
        f"{form.fields[name].label}: {_shown(form, name, form.initial.get(name))} → "
        f"{_shown(form, name, form.cleaned_data[name])}"
        for name in names
    ]


def _shown(form: Any, name: str, value: Any) -> str:
    """Return a field's value in words; of a record its name."""
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    records = getattr(form.fields[name], "queryset", None)
    is_key = records is not None and not isinstance(value, Model)
    return str(records.filter(pk=value).first() if is_key and records is not None else value)


def _why(name: str, said: AlbumPreview) -> str:
    return f": {said.why_off.rstrip('.').lower()}" if name == "resting" and said.why_off else ""


def title_of_switch(state: RecognitionState) -> str:
    """Return the title of the page that asks, and of its button."""
    return f"Switch recognition {state.value.lower()}"
