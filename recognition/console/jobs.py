"""Jobs that process the photos of albums again, and the order to judge numbers again."""

from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from foundation.records.audit import actor_of
from foundation.records.texts import counted
from foundation.staff.actions import button, computed_once
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.dashboard import span
from foundation.staff.display import address_of_page
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.change_previews import preview_judging
from recognition.albums.preview_counts import EXAMPLES
from recognition.console.album_changes import preview_in_words
from recognition.console.states_and_pictures import ShownReason, ShownState, in_colour
from recognition.jobs.models import AlbumPhotosProcessingJob, JobMode, JobState
from recognition.jobs.progress import JobProgress, job_progress
from recognition.numbers.judging_again import JudgeAlbumAgainCommand, JudgedAgain, judge_album_again
from recognition.numbers.models import AlbumRejudging
from recognition.numbers.start_lists import StartList, ask_for_list, kept_list
from recognition.photos.backlog import group_unsettled
from recognition.photos.counting import AlbumPace, get_album_pace
from recognition.providers.failures import ProcessingFailure
from recognition.records.albums import Album
from recognition.records.numbers import PhotoNumber
from recognition.wire.tagator_service import LATELY, tagator_service

ALL_TAKEN = "All photos taken"  # that they are recognised is another matter
MODES = {
    JobMode.SCHEDULED: "What was left",
    JobMode.CHANGED: "By changed settings",
    JobMode.AGAIN: "What is missing",
    JobMode.FORCE: "From scratch",
    JobMode.OVERWRITE: "From scratch, corrections too",
}


def shown_progress(progress: JobProgress) -> str:
    """Return how far a job's photos are, in words and as a bar."""
    counts = [
        f"{progress.processed:,} processed",
        f"{progress.failed:,} failed",
        f"{progress.under_way:,} under way",
    ]
    if progress.waiting:
        counts.append(f"{progress.waiting:,} waiting for a tagger or resting")
    context = {
        "taken": f"{counted(progress.selected, 'photo')} taken",
        "counts": ", ".join(counts),
        "under_way": progress.under_way,
        "percent": 100 * progress.resting // progress.selected if progress.selected else 0,
    }
    return render_to_string("recognition/job_progress.html", context)


def pace_in_words(pace: AlbumPace) -> str:
    """Return how long machines, and taggers, still take at their paces."""
    said = []
    if pace.waiting:
        done = f"{pace.done or 'None'} done in the last {span(LATELY)}."
        said.append(
            _in_words("Machines", pace.time_left, pace.waiting, "photo", pace.why_off or done)
        )
    tasks = pace.tagging
    if tasks and tasks.unfinished:
        hour = f"{tasks.completed or 'None'} done in the last hour."
        said.append(_in_words("Taggers", pace.tagging_left, tasks.unfinished, "task", hour))
    elif tasks is None and pace.for_taggers:
        hour = f"They are read {tagator_service().workplace()}."
        said.append(_in_words("Taggers", None, pace.for_taggers, "photo", hour))
    return " ".join(said) or "Nothing waits."


def pace_in_short(pace: AlbumPace) -> str:
    """Return the same in a few words, for a table."""
    tasks = pace.tagging
    times = [(pace.waiting, "machines", pace.time_left)]
    times.append((tasks.unfinished if tasks else pace.for_taggers, "taggers", pace.tagging_left))
    said = [f"{who}: {span(left) if left else 'no pace'}" for count, who, left in times if count]
    return ", ".join(said) if not pace.why_off else "recognition is off"


def _in_words(who: str, left: timedelta | None, count: int, what: str, hour: str) -> str:
    return f"{who}: {span(left) if left else 'not known'} for {counted(count, what)}. {hour}"


def state_of_job(progress: JobProgress) -> SafeString:
    """Return where the job stands; it is not finished before its photos are."""
    job = progress.job
    is_early = job.state == JobState.FINISHED and not progress.is_over
    return in_colour(ALL_TAKEN if is_early else job.state)


class ModeFilter(admin.SimpleListFilter):
    """Which photos a job takes."""

    title, parameter_name = "what is processed", "mode"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(mode.value, words) for mode, words in MODES.items()]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AlbumPhotosProcessingJob]
    ) -> QuerySet[AlbumPhotosProcessingJob]:
        return queryset.filter(mode=self.value()) if self.value() else queryset


@admin.register(AlbumPhotosProcessingJob)
class AlbumPhotosProcessingJobAdmin(ShownState, ShownReason, FollowedAdmin):
    filled_by = "“Process again” of an album starts one, and a change of its settings."
    list_display = ("created_on", "album", "what", "by", "shown_state", "started_on", "finished_on")
    list_filter = ("state", ModeFilter, "created_on")
    list_select_related = ("album",)
    search_fields = ("id", "album__id", "album__name")
    ordering = ("-created_on",)
    fields = ("id", "album", "what", "then", "by", "state_by_now", "photos", "time_left",
              "why", "created_on", "started_on", "finished_on")  # fmt: skip
    readonly_fields = ("what", "then", "state_by_now", "photos", "by", "time_left", "why")

    @admin.display(description="Processed")
    def what(self, job: AlbumPhotosProcessingJob) -> str:
        return MODES[JobMode(job.mode)]

    @admin.display(description="And then")
    def then(self, job: AlbumPhotosProcessingJob) -> str:
        return MODES[JobMode(job.again_mode)] if job.again_mode else "–"

    def goes_on(self, record: AlbumPhotosProcessingJob) -> bool:
        """Return whether photos are under way, also after the job has taken all of them."""
        return not _progress(record).is_over

    @admin.display(description="State")
    def shown_state(self, job: AlbumPhotosProcessingJob) -> str:
        """Return the state without reading the job's photos, which may be many."""
        return in_colour(ALL_TAKEN if job.state == JobState.FINISHED else job.state)

    @admin.display(description="State")
    def state_by_now(self, job: AlbumPhotosProcessingJob) -> str:
        return state_of_job(_progress(job))

    @admin.display(description="Started by")
    def by(self, job: AlbumPhotosProcessingJob) -> str:
        causes = {JobMode.SCHEDULED: "the schedule", JobMode.CHANGED: "a change of settings"}
        cause = causes.get(JobMode(job.mode), "")
        return ", by ".join(filter(None, [cause, job.started_by])) or "unknown"

    @admin.display(description="Photos by now")
    @computed_once
    def photos(self, job: AlbumPhotosProcessingJob) -> str:
        return shown_progress(_progress(job))

    @admin.display(description="Time left")
    @computed_once
    def time_left(self, job: AlbumPhotosProcessingJob) -> str:
        """Return the album's figure: its other photos wait for the same workers."""
        album = Album.objects.with_settings().get(pk=job.album_id)
        return pace_in_words(get_album_pace(album, group_unsettled(album.pk), timezone.now()))


def _progress(job: AlbumPhotosProcessingJob) -> JobProgress:
    """Return the progress, counted once a page."""
    known = vars(job)
    if "_progress" not in known:
        known["_progress"] = job_progress(job)
    progress: JobProgress = known["_progress"]
    return progress


@admin.register(AlbumRejudging)
class AlbumRejudgingAdmin(ShownState, ShownReason, FollowedAdmin):
    """Numbers of albums judged again, since the settings changed: how far, and why it failed."""

    filled_by = "A change of how an album's numbers are checked starts one."
    list_display = ("album", "created_on", "shown_state", "started_on", "finished_on", "why")
    list_select_related = ("album",)
    ordering = ("-created_on",)
    fields = ("album", "shown_state", "why", "created_on", "started_on", "finished_on")
    readonly_fields = ("shown_state", "why")


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


class JudgingAgain(StaffAdmin):
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
