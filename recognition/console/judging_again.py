"""Fetching an album's start list now, and judging its numbers again, after a preview."""

from collections.abc import Collection, Iterator
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.texts import counted
from foundation.staff.actions import button
from foundation.staff.confirming import Asking
from foundation.staff.html import address_of_page
from recognition.albums.judging_again import JudgeAlbumAgainCommand, JudgedAgain, judge_album_again
from recognition.albums.preview import EXAMPLES
from recognition.albums.previewing import preview_judging
from recognition.console.album_changes import preview_in_words
from recognition.numbers.start_lists import StartList, ask_for_list, kept_list
from recognition.providers.failures import ProcessingFailure
from recognition.records.albums import Album
from recognition.records.numbers import PhotoNumber

TITLE = "Fetch the start list, and judge the numbers again"
TEXT = (
    "What was read on the photos is judged again by the album's present settings and start list. "
    "No provider reads a photo again, and what staff corrected stays."
)
NOT_FETCHED = "The start list cannot be fetched, so nothing is judged again. {}"
NOTHING = "No number was read on its photos yet, and its tenant has no competitor service."


def _why_not(_admin: Any, _request: HttpRequest, album: Album) -> str:
    is_read = PhotoNumber.objects.filter(album_id=album.pk).exists()
    return "" if album.has_start_list or is_read else NOTHING


class JudgingAgain(Asking):
    """An album whose start list is fetched, and whose numbers are judged again, when asked to."""

    @button("Judge again…", "judge-again", why_not=_why_not)
    def judge_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show what the present start list and settings change; do it when it is confirmed."""
        album = Album.objects.with_settings().get(pk=self.record_of(request, object_id).pk)
        try:
            if request.method != "POST":
                return self._ask_to_judge(request, album)
            done = judge_album_again(
                JudgeAlbumAgainCommand(album_id=album.pk, now=timezone.now(), by=actor_of(request))
            )
        except ProcessingFailure as failure:
            self.message_user(request, NOT_FETCHED.format(failure.reason), messages.ERROR)
        else:
            self.message_user(request, _done_in_words(done), messages.SUCCESS)
        return HttpResponseRedirect(address_of_page(Album, album.pk))

    def _ask_to_judge(self, request: HttpRequest, album: Album) -> HttpResponse:
        now = timezone.now()
        found = ask_for_list(album, now, is_kept=False)
        facts = [*_list_in_words(kept_list(album), found)] if found else []
        facts += preview_in_words(preview_judging(album, found, now))
        buttons = {"confirmed": "Judge again"}
        return self.ask(request, [album], TITLE, TEXT, buttons, facts=facts)


def _done_in_words(done: JudgedAgain) -> str:
    found = done.start_list
    said = f"The start list has {counted(len(found.start_numbers), 'number')}. " if found else ""
    judged = "What was read is judged again." if done.is_read else "No number was read yet."
    return f"{said}{judged}"


def _list_in_words(before: StartList | None, now: StartList) -> Iterator[str]:
    """Yield how the present list differs from the one that was fetched last."""
    known, present = (set(each.start_numbers) if each else set() for each in (before, now))
    has = f"The start list has {counted(len(present), 'number')} now"
    if before is None:
        yield f"{has}. None was fetched before."
    elif known == present:
        yield f"{has}, the same as before."
    else:
        yield (
            f"{has}: {_with_examples(present - known)} new, "
            f"{_with_examples(known - present)} no longer on it."
        )


def _with_examples(numbers: Collection[str]) -> str:
    shown = ", ".join(sorted(numbers)[:EXAMPLES])
    more = ", …" if len(numbers) > EXAMPLES else ""
    return f"{len(numbers):,} ({shown}{more})" if numbers else "0"
