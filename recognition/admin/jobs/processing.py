"""Processing photos again, from a list or from a record's own page, after a confirmation."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html

from recognition.commands.jobs import StartAlbumProcessingCommand, start_album_processing
from recognition.commands.photos.reprocessing import (
    ReprocessPhotosCommand,
    count_photos_to_reprocess,
    reprocess_photos,
)
from recognition.models import JobMode
from recognition.queries.jobs.selection import count_photos_to_process
from staff.actions import SELECTED, action, button, note_action
from staff.asking import Asking, sent_again
from staff.links import address_of_list, address_of_page

TITLES = {
    JobMode.AGAIN: "Process again what is not recognised",
    JobMode.FORCE: "Process again everything, from scratch",
}
TEXTS = {
    JobMode.AGAIN: "What is not recognised on them is processed again, also if an answer is "
    "awaited or all attempts were used; an open tagging task is cancelled first. What is "
    "recognised stays.",
    JobMode.FORCE: "Everything on them is recognised again. The present results stay until there "
    "are new ones, and are then replaced, also numbers that taggers entered.",
}
ACTIONS = {JobMode.AGAIN: "reprocess", JobMode.FORCE: "reprocess_all"}


class ProcessingActions(Asking):
    """Two actions on chosen records, and two buttons of a record's page, all to be confirmed."""

    actions: Sequence[Any] = ("reprocess", "reprocess_all")
    actions_detail: Sequence[Any] = (
        {"title": "Process again", "icon": "replay", "items": ["ask_again", "ask_from_scratch"]},
    )

    @abstractmethod
    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        """Return how many photos will be processed."""

    @abstractmethod
    def process(self, chosen: QuerySet[Any], mode: JobMode, actor: str) -> str:
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
        if "confirmed" not in request.POST:
            # The form is sent to this address, since its filters define what "all" means.
            return self._confirmation(request, chosen, mode, hidden=sent_again(request))
        records = list(chosen)
        messages.success(request, self.process(chosen, mode, request.user.get_username()))
        note_action(request, records, f"{TITLES[mode]}.")
        if len(records) != 1:
            return None
        return HttpResponseRedirect(address_of_page(self.model, records[0].pk))

    def _confirm_one(self, request: HttpRequest, key: str, mode: JobMode) -> HttpResponse:
        record = self.record_of(request, key)
        chosen = self.get_queryset(request).filter(pk=record.pk)
        hidden = [("action", ACTIONS[mode]), (SELECTED, record.pk)]
        address = address_of_list(self.model)
        return self._confirmation(request, chosen, mode, hidden=hidden, action_address=address)

    def _confirmation(
        self, request: HttpRequest, chosen: QuerySet[Any], mode: JobMode, **form: Any
    ) -> HttpResponse:
        count = self.count_photos(chosen, mode)
        photos = f"{count:,} photo{'' if count == 1 else 's'}"
        what = TEXTS[mode] if count else "There is nothing to do."
        text = format_html("This processes <strong>{}</strong>. {}", photos, what)
        buttons = {"confirmed": f"Process {photos} again"} if count else {}
        return self.ask(request, list(chosen), TITLES[mode], text, buttons, **form)


class AlbumProcessingActions(ProcessingActions):
    """The actions on whole albums: each gets a job."""

    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        return sum(count_photos_to_process(album, mode) for album in chosen)

    def process(self, chosen: QuerySet[Any], mode: JobMode, actor: str) -> str:
        now = timezone.now()
        for album_id in chosen.order_by("pk").values_list("pk", flat=True):
            start_album_processing(
                StartAlbumProcessingCommand(album_id=album_id, mode=mode, now=now, actor=actor)
            )
        return "The albums are processed again; the list of jobs shows the progress."


class PhotoProcessingActions(ProcessingActions):
    def count_photos(self, chosen: QuerySet[Any], mode: JobMode) -> int:
        return count_photos_to_reprocess(self._command(chosen, mode, actor=""))

    def process(self, chosen: QuerySet[Any], mode: JobMode, actor: str) -> str:
        count = reprocess_photos(self._command(chosen, mode, actor))
        return f"{count:,} of the photos are processed again."

    def _command(self, chosen: QuerySet[Any], mode: JobMode, actor: str) -> ReprocessPhotosCommand:
        photo_ids = tuple(chosen.values_list("pk", flat=True))
        now = timezone.now()
        return ReprocessPhotosCommand(photo_ids=photo_ids, mode=mode, now=now, actor=actor)
