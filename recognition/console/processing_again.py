"""Processing photos again, from a list or from a record's own page, after a confirmation."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html

from foundation.records.audit import Actor, actor_of
from foundation.records.formats import guid_or_none
from foundation.records.texts import counted
from foundation.staff.actions import SELECTED, action, button, say_done
from foundation.staff.confirming import EXAMPLES, Fact, as_action, sent_again
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.preview_counts import AlbumPreview, TasksPreview, preview_processing
from recognition.jobs.commands import StartAlbumProcessingCommand, start_album_processing
from recognition.jobs.models import JobMode
from recognition.jobs.reprocessing import (
    ReprocessPhotosCommand,
    count_corrected,
    count_photos_to_reprocess,
    reprocess_photos,
)
from recognition.jobs.selecting import count_corrected_photos, count_photos_to_process
from recognition.photos.backlog import with_reason, without_number
from recognition.records.albums import Album
from recognition.records.persons import ErasedFaces
from recognition.records.photos import Photo, PhotoQuerySet
from recognition.records.recognition_off import why_off
from recognition.records.steps import PhotoState

OVERWRITING = "overwriting"  # the button that overwrites what staff corrected, too
CORRECTED = "that stays as it is, unless you overwrite it."
TITLES = {
    JobMode.AGAIN: "Process again what is not recognised",
    JobMode.FORCE: "Process again everything, from scratch",
    JobMode.OVERWRITE: "Process again everything, from scratch, also what staff corrected",
}
TEXTS = {
    JobMode.AGAIN: "What is not recognised on them is processed again, also if an answer is "
    "awaited or all attempts were used. What is recognised stays.",
    JobMode.FORCE: "Everything on them is recognised again. The present results stay until there "
    "are new ones, and are then replaced, also numbers that taggers entered.",
}
Named = Mapping[str, Sequence[tuple[str, object]]]  # photos, by the counts they are examples of
TASKS = {  # of one task, and of several
    "tasks_created": (
        "is created for taggers, who are paid",
        "are created for taggers, who are paid",
    ),
    "tasks_cancelled": ("is cancelled", "are cancelled"),
}
LATER = "Where no number is accepted then, a tagging task is created for taggers, who are paid."
ACTIONS = {JobMode.AGAIN: "reprocess", JobMode.FORCE: "reprocess_all"}


class ProcessingActions(StaffAdmin):
    """Two actions on chosen records, and two buttons of a record's page, all to be confirmed."""

    actions: Sequence[Any] = ("reprocess", "reprocess_all")
    actions_detail: Sequence[Any] = (
        {"title": "Process again", "icon": "replay", "items": ["ask_again", "ask_from_scratch"]},
    )

    @abstractmethod
    def albums_of(self, chosen: QuerySet[Any]) -> QuerySet[Album]:
        """Return the albums of the chosen records."""

    @abstractmethod
    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        """Return how many photos will be processed."""

    @abstractmethod
    def count_corrected(self, chosen: QuerySet[Any]) -> int:
        """Return on how many photos corrections by staff could be overwritten."""

    @abstractmethod
    def photos_of(self, chosen: QuerySet[Any]) -> PhotoQuerySet:
        """Return the photos of what was chosen."""

    @abstractmethod
    def process(self, chosen: QuerySet[Any], mode: JobMode, by: Actor) -> str:
        """Start it; return a message for staff."""

    @action(f"{TITLES[JobMode.AGAIN]}…")
    def reprocess(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._confirm_or_start(request, queryset, JobMode.AGAIN)

    @action(f"{TITLES[JobMode.FORCE]}…")
    def reprocess_all(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        return self._confirm_or_start(request, queryset, JobMode.FORCE)

    @button("What is missing…", "process-again")
    def ask_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirm_one(request, object_id, JobMode.AGAIN)

    @button("All, from scratch…", "process-from-scratch")
    def ask_from_scratch(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirm_one(request, object_id, JobMode.FORCE)

    def _confirm_or_start(
        self, request: HttpRequest, chosen: QuerySet[Any], mode: JobMode
    ) -> HttpResponse | None:
        if OVERWRITING in request.POST and mode.is_from_scratch:
            mode = JobMode.OVERWRITE
        elif "confirmed" not in request.POST:
            # The form is sent to this address, since its filters define what "all" means.
            return self.confirmation(request, chosen, mode, hidden=sent_again(request))
        records = list(chosen)
        say_done(request, self.process(chosen, mode, actor_of(request)))
        if len(records) != 1 or request.GET:  # back to the list, as it was filtered
            return None
        return HttpResponseRedirect(address_of_page(self.model, records[0].pk))

    def _confirm_one(self, request: HttpRequest, key: str, mode: JobMode) -> HttpResponse:
        record = self.record_of(request, key)
        chosen = self.get_queryset(request).filter(pk=record.pk)
        return self.confirmation(request, chosen, mode, **as_action(ACTIONS[mode], record))

    def confirmation(
        self, request: HttpRequest, chosen: QuerySet[Any], mode: JobMode, **form: Any
    ) -> HttpResponse:
        """Return the page that says how many photos will be processed, and asks."""
        count = self.count_photos(chosen, mode)
        off = reasons_off(self.albums_of(chosen))
        corrected = self.count_corrected(chosen) if mode.is_from_scratch and not off else 0
        if mode.is_from_scratch:
            off += said_of_erased(self.photos_of(chosen))
        what = [TEXTS[mode] if count else "There is nothing to do.", *off]
        facts = self._tasks(chosen, mode) if count else []
        photos, by_hand = counted(count, "photo"), counted(corrected, "photo")
        buttons = {"confirmed": f"Process {photos} again"} if count else {}
        if corrected:
            was = "was" if corrected == 1 else "were"
            facts.append(f"{by_hand} of them {was} corrected: {CORRECTED}")
            if tasks := self._tasks(chosen, JobMode.OVERWRITE):
                facts.append(f"If you overwrite it: {' '.join(tasks)}")
            buttons[OVERWRITING] = f"Also overwrite what was corrected on {by_hand}"
        text = " ".join(what)
        if count:
            text = format_html("This processes <strong>{}</strong>. {}", photos, text)
        return self.ask(request, list(chosen), TITLES[mode], text, buttons, facts=facts, **form)

    def _tasks(self, chosen: QuerySet[Any], mode: JobMode) -> list[str]:
        """Return what becomes of taggers' tasks, a sentence each."""
        said = preview_processing(self.photos_of(chosen), mode, timezone.now())
        return [*tasks_in_words(said, named(said.examples)), *([LATER] if said.may_create else [])]


def named(examples: Mapping[str, Sequence[UUID]]) -> Named:
    """Return photos for example as addresses and names."""
    shown = [pk for each in examples.values() for pk in each[:EXAMPLES]]
    known = Photo.objects.only("image_url").in_bulk(shown)
    return {
        name: [(address_of_page(Photo, pk), known[pk]) for pk in each if pk in known]
        for name, each in examples.items()
    }


def tasks_in_words(said: AlbumPreview | TasksPreview, named: Named | None = None) -> list[str]:
    """Return what becomes of taggers' tasks, a sentence each, with photos for example."""
    counts = {name: getattr(said, name) for name in TASKS}
    examples = named or {}
    return [
        Fact(f"{counted(count, 'tagging task')} {TASKS[name][count != 1]}.", examples.get(name, ()))
        for name, count in counts.items()
        if count
    ]


def reasons_off(albums: QuerySet[Album]) -> list[str]:
    """Return why nothing is recognised in some of the albums, each reason once."""
    reasons = {why_off(album) for album in albums.select_related("tenant")}
    return sorted(filter(None, reasons))


def said_of_erased(photos: QuerySet[Photo]) -> list[str]:
    """Return what a processing from scratch means for erased persons on the photos, if for any."""
    erased = ErasedFaces.objects.filter(photo__in=photos.order_by().values("pk"))
    found, unplaced = erased.count(), erased.filter(unplaced__gt=0).count()
    if not found:
        return []
    have = "has" if found == 1 else "have"
    said = f"{counted(found, 'photo')} {have} an erased person: a face near theirs is kept away."
    if unplaced:
        said += f" On {counted(unplaced, 'photo')} their place is not known: they may come back."
    return [said]


class AlbumProcessingActions(ProcessingActions):
    """The actions on whole albums: each gets a job."""

    def albums_of(self, chosen: QuerySet[Any]) -> QuerySet[Album]:
        return Album.objects.filter(pk__in=chosen.order_by().values("pk"))

    def photos_of(self, chosen: QuerySet[Any]) -> PhotoQuerySet:
        return Photo.objects.filter(album__in=chosen.order_by().values("pk"))

    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        return sum(count_photos_to_process(album, mode) for album in chosen)

    def count_corrected(self, chosen: QuerySet[Any]) -> int:
        return sum(count_corrected_photos(album) for album in chosen)

    def process(self, chosen: QuerySet[Any], mode: JobMode, by: Actor) -> str:
        now = timezone.now()
        for album_id in chosen.order_by("pk").values_list("pk", flat=True):
            start_album_processing(
                StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now, by=by)
            )
        albums = "The album is" if chosen.count() == 1 else "The albums are"
        return f"{albums} processed again; the list of jobs shows the progress."


class PhotoProcessingActions(ProcessingActions):
    def albums_of(self, chosen: QuerySet[Any]) -> QuerySet[Album]:
        return Album.objects.filter(pk__in=chosen.order_by().values("album"))

    def photos_of(self, chosen: QuerySet[Any]) -> PhotoQuerySet:
        return Photo.objects.filter(pk__in=chosen.order_by().values("pk"))

    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        return count_photos_to_reprocess(self._command(chosen, mode))

    def count_corrected(self, chosen: QuerySet[Any]) -> int:
        return count_corrected(self._command(chosen, JobMode.OVERWRITE))

    def process(self, chosen: QuerySet[Any], mode: JobMode, by: Actor) -> str:
        count = reprocess_photos(self._command(chosen, mode, by))
        return f"{count:,} of the photos are processed again."

    def _command(
        self, chosen: QuerySet[Any], mode: JobMode, by: Actor | None = None
    ) -> ReprocessPhotosCommand:
        photo_ids = tuple(chosen.values_list("pk", flat=True))
        now = timezone.now()
        return ReprocessPhotosCommand(photo_ids=photo_ids, mode=mode, now=now, by=by)


# Processing photos again that wait or failed for one reason, or of which no number was read.
#
# Of one album or of all; after a confirmation.


FAILED_AGAIN = "admin:recognition_photo_failed_again"
NEEDED = "recognition.change_photo"
AT_ONCE = 500  # photos of one order: some seconds


class FailedAgain(PhotoProcessingActions):
    """A page that asks whether to process photos again: those of a reason, or without a number."""

    def get_urls(self) -> list[Any]:
        name = FAILED_AGAIN.partition(":")[2]
        view = self.admin_site.admin_view(self.ask_failed)
        return [path("failed-again/", view, name=name), *super().get_urls()]

    def ask_failed(self, request: HttpRequest) -> HttpResponse:
        """Ask; the list of photos takes the answer, as that of its own action."""
        if not request.user.has_perm(NEEDED):
            raise PermissionDenied
        mode, photos = _asked_for(request.GET)
        photo_ids = list(photos.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        chosen = self.get_queryset(request).filter(pk__in=photo_ids)
        hidden = [("action", ACTIONS[mode]), *((SELECTED, photo_id) for photo_id in photo_ids)]
        album = guid_or_none(request.GET.get("album", ""))
        address = address_of_list(Photo, **({"album": album} if album else {}))
        return self.confirmation(request, chosen, mode, hidden=hidden, action_address=address)


def address_of_reason(album_id: UUID, state: PhotoState, reason: str) -> str:
    """Return the page that asks about an album's photos in a state for a reason."""
    asked = {"album": album_id, "state": state.value, "reason": reason}
    return f"{reverse(FAILED_AGAIN)}?{urlencode(asked)}"


def address_of_unread(album_id: UUID) -> str:
    """Return the page that asks about an album's photos on which no number was accepted."""
    return f"{reverse(FAILED_AGAIN)}?{urlencode({'album': album_id, 'numbers': 'none'})}"


def _asked_for(query: QueryDict) -> tuple[JobMode, QuerySet[Photo]]:
    """Return which photos the address names, and how they are processed again."""
    asked = {name: query.get(name, "").replace("\0", "") for name in ("album", "state", "reason")}
    photos = Photo.objects.all()
    if asked["album"]:
        photos = photos.filter(album=guid_or_none(asked["album"]))
    if query.get("numbers") == "none":
        return JobMode.FORCE, without_number(photos)
    of_state = photos.filter(state=asked["state"] or PhotoState.FAILED)
    return JobMode.AGAIN, with_reason(of_state, asked["reason"])
