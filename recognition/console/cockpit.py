"""How an album stands, above its form: photos, pace, reasons, deliveries, job and start list.

While anything waits, the page replaces this part by what the server has then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.records.texts import counted, in_utc
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.queries import count_photos
from recognition.console.jobs import MODES, pace_in_words, shown_progress, state_of_job
from recognition.console.processing_again import NEEDED, address_of_reason
from recognition.console.states_and_pictures import PHOTO_STATES, in_colour
from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode
from recognition.jobs.progress import job_progress
from recognition.numbers.normalising import unusable_entries
from recognition.numbers.start_lists import kept_list, without_usable
from recognition.photos.backlog import MANY, ReasonCount, group_unsettled
from recognition.photos.counting import MOST, get_album_pace
from recognition.photos.deliveries import count_not_delivered
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.recognition_off import why_off
from recognition.records.steps import PhotoState

STANDING = "admin:recognition_album_standing"
START_LIST = "admin:recognition_album_start_list"
JUDGE_AGAIN = "admin:recognition_album_judge_again"
CHANGE = "recognition.change_album"
MOST_REASONS = 20
_SHOWN_UNUSABLE = 5
MOST_NUMBERS = 500  # of a start list, on one page


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Photos, where they are listed, and where they can be processed again; empty: no link."""

    text: str
    reason: str = ""
    link: str = ""
    again: str = ""


class Cockpit(StaffAdmin):
    """The page of an album begins with how it stands; its start list has a page of its own."""

    change_form_before_template = "admin/recognition/album.html"

    class Media:
        js = ("staff/refresh.js",)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        names = {"standing": self.standing_view, "start-list": self.start_list_view}
        own = [
            path(f"<uuid:album_id>/{name}/", view(page), name=f"recognition_album_{_name(name)}")
            for name, page in names.items()
        ]
        return [*own, *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        album = context.get("original")
        if album is not None:
            context["cockpit"] = standing_of(request, album)
        page: HttpResponse = super().render_change_form(request, context, *args, **kwargs)
        return page

    def standing_view(self, request: HttpRequest, album_id: UUID) -> HttpResponse:
        """Return the part alone, for the page that shows it already."""
        album = self._seen(request, album_id)
        return render(request, "recognition/cockpit.html", {"cockpit": standing_of(request, album)})

    def start_list_view(self, request: HttpRequest, album_id: UUID) -> HttpResponse:
        """Show the start numbers that the album's readings are checked against."""
        album = self._seen(request, album_id)
        sought = request.GET.get("q", "").strip()
        kept = kept_list(album)
        numbers = [each for each in kept.start_numbers if sought in each] if kept else []
        shown: dict[str, Any] = {
            "album": album,
            "instance": album.tenant.competitor_instance if album.tenant else None,
            "kept": kept,
            "sought": sought,
            "unusable": unusable_entries(album, kept.start_numbers) if kept else [],
            "found": len(numbers),
            "numbers": numbers[:MOST_NUMBERS],
            "most": MOST_NUMBERS,
        }
        template = "admin/recognition/start_list.html"
        return self.page(request, template, f"Start list: {album}", **shown)

    def _seen(self, request: HttpRequest, album_id: UUID) -> Album:
        album: Album = self.record_of(request, str(album_id))
        if not self.has_view_permission(request, album):
            raise PermissionDenied
        return Album.objects.with_settings().get(pk=album.pk)


def standing_of(request: HttpRequest, album: Album) -> Mapping[str, Any]:
    """Return what the part shows, in links as far as this user may follow them."""
    groups = group_unsettled(album.pk)
    pace = get_album_pace(album, groups, timezone.now())
    job = album.jobs.order_by("-created_on").first()
    total = Photo.objects.filter(album=album).order_by()[: MOST + 1].count()
    done = total - sum(each.count for each in groups)
    is_changing = pace.for_taggers > 0 or (pace.waiting > 0 and not pace.why_off)
    goes_on = is_changing or (job is not None and not job.is_over)
    return {
        "states": _states(request, album, groups, total),
        "percent": 100 * done // total if total else 0,
        "total": f"more than {MOST:,}" if total > MOST else f"{total:,}",
        "all": _link(request, album=album.pk),
        "time_left": pace_in_words(pace),
        "lately": f"{counted(pace.processed, 'photo')} finished",
        "reasons": [_reason(request, album, each) for each in groups[:MOST_REASONS]],
        "more_reasons": len(groups) - MOST_REASONS,
        "undelivered": _undelivered(request, album),
        "job": _job_in_words(job) if job else "",
        "start_list": _start_list(album, may_act=request.user.has_perm(CHANGE)),
        "refresh": reverse(STANDING, args=[album.pk]) if goes_on else "",
    }


def _states(
    request: HttpRequest, album: Album, groups: Sequence[ReasonCount], total: int
) -> list[Count]:
    """Return the photos by state; the finished ones of huge albums are one figure."""
    if total <= MANY:
        by_state = count_photos(album.pk).by_state
    else:
        by_state = {}
        for each in groups:
            by_state[each.state] = by_state.get(each.state, 0) + each.count
    return [
        Count(
            text=f"{words} {by_state[state]:,}",
            link=_link(request, album=album.pk, state=state.value),
        )
        for state, words in PHOTO_STATES.items()
        if state in by_state
    ]


def _reason(request: HttpRequest, album: Album, group: ReasonCount) -> Count:
    may_ask = request.user.has_perm(NEEDED) and not why_off(album)
    asked = {"album": album.pk, "state": group.state.value, "reason": group.reason}
    return Count(
        text=f"{PHOTO_STATES[group.state]} {group.count:,}",
        reason=group.reason or _without_reason(group.state),
        link=_link(request, **asked),
        again=address_of_reason(album.pk, group.state, group.reason) if may_ask else "",
    )


def _without_reason(state: PhotoState) -> str:
    waits = {
        PhotoState.NEW: "To be processed.",
        PhotoState.AWAITING_CALLBACK: "The number provider has not called back yet.",
        PhotoState.AWAITING_TAGGING: "A tagger has not read it yet.",
    }
    return waits.get(state, "No reason is known.")


def _undelivered(request: HttpRequest, album: Album) -> list[Count]:
    found = count_not_delivered(album.pk)
    address = _link(request, album=album.pk, delivery="missing")
    return [
        Count(text=f"{count:,}", reason=in_colour(state), link=address)
        for state, count in found.items()
        if count
    ]


def _link(request: HttpRequest, **filters: Any) -> str:
    may_see = request.user.has_perm("recognition.view_photo")
    return address_of_list(Photo, **filters) if may_see else ""


def _job_in_words(job: AlbumPhotosProcessingJob) -> SafeString:
    since = job.finished_on or job.started_on or job.created_on
    page = format_html(
        '<a class="text-link" href="{}">{}, {} UTC</a>',
        address_of_page(AlbumPhotosProcessingJob, job.pk),
        MODES[JobMode(job.mode)],
        f"{since:%Y-%m-%d %H:%M:%S}",
    )
    taken = job.processed_photos.order_by()[: MANY + 1].count()
    if taken > MANY:
        photos = f"{counted(taken, 'photo', MANY)} taken; the job's page counts them"
        return format_html("{} {}<div>{}</div>", in_colour(job.state), page, photos)
    progress = job_progress(job)
    return format_html("{} {}<div>{}</div>", state_of_job(progress), page, shown_progress(progress))


def _start_list(album: Album, *, may_act: bool) -> Mapping[str, str]:
    instance = album.tenant.competitor_instance if album.tenant else None
    if instance is None:
        return {"text": "Numbers are not checked: the tenant has no competitor service."}
    kept = kept_list(album)
    address = reverse(START_LIST, args=[album.pk])
    fetch = reverse(JUDGE_AGAIN, args=[album.pk]) if may_act else ""
    if kept is None:
        return {"text": f"None is fetched yet from {instance}.", "fetch": fetch}
    when = in_utc(kept.checked_on)
    count = counted(len(kept.start_numbers), "number")
    unusable = unusable_entries(album, kept.start_numbers)
    if len(unusable) == len(kept.start_numbers):
        return {"text": without_usable(kept), "link": address, "fetch": fetch}
    not_used = f"; {_not_used(unusable)}" if unusable else ""
    text = f"{count} from {instance}, confirmed {when}{not_used}"
    return {"text": text, "link": address, "fetch": fetch}


def _not_used(entries: Sequence[str]) -> str:
    """Return which entries are not used; the page of the list shows all of them."""
    more = " …" if len(entries) > _SHOWN_UNUSABLE else ""
    shown = ", ".join(entry[:20] for entry in entries[:_SHOWN_UNUSABLE])
    return f"no reading can match {len(entries):,} of them: {shown}{more}"


def _name(segment: str) -> str:
    return segment.replace("-", "_")
