"""The page of an album: its settings and custom tags, its photos by state, its latest job."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget

from recognition.admin.albums.texts import AlbumTexts
from recognition.admin.jobs.processing import AlbumProcessingActions
from recognition.admin.jobs.progress import shown_progress
from recognition.admin.labels import PHOTO_STATES, in_colour
from recognition.commands.albums.settings import (
    ChangeAlbumCustomTagsCommand,
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    ChangeAlbumTaggingHintCommand,
    change_album_custom_tags,
    change_album_priority,
    change_album_recognition_settings,
    change_album_recognition_state,
    change_album_tagging_hint,
)
from recognition.models import (
    AccountSpace,
    Album,
    AlbumCustomTag,
    AlbumPhotosProcessingJob,
    NormalizationPolicy,
    Photo,
    RecognitionState,
    Strategy,
)
from recognition.queries.albums import count_photos
from recognition.queries.jobs.progress import job_progress
from recognition.queries.photos.backlog import MANY, get_album_standing
from staff.actions import computed_once
from staff.command_admin import CommandAdmin, record_action
from staff.links import address_of_list, link, link_to
from staff.parts import WithParts, parts_for

ABOUT = ("id", "tenant", "name", "event_date", "state", "photos", "latest_job")
SYSTEM = ("version", "created_on", "updated_on")
SETTINGS = ("priority", "strategy", "normalization_policy", "start_number_capacity",
            "minimum_confidence", "face_account", "face_space", "tagging_hint",
            "texts")  # fmt: skip


class SpaceField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable at run time
    """A space, shown with its account."""

    widget = UnfoldAdminSelectWidget

    def label_from_instance(self, space: AccountSpace) -> str:
        off = "" if space.is_active and space.account.is_active else " (switched off)"
        return f"{space.account} / {space}{off}"


class AlbumForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    face_space = SpaceField(
        AccountSpace.objects.select_related("account").order_by("account__name", "name"),
        required=False,
        help_text="Empty: the account's default space.",
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a space of another account."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        space = cleaned.get("face_space")
        if space is not None and space.account != cleaned.get("face_account"):
            self.add_error("face_space", f"This space is of the account {space.account}.")
        return cleaned


class CustomTagInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    model = AlbumCustomTag
    extra = 0
    tab = True


def _switch(state: RecognitionState, album: Album) -> None:
    change_album_recognition_state(
        ChangeAlbumRecognitionStateCommand(album_id=album.pk, state=state, now=timezone.now())
    )


@admin.register(Album)
class AlbumAdmin(WithParts, AlbumTexts, AlbumProcessingActions, CommandAdmin):
    form = AlbumForm
    list_display = ("shown_name", "tenant", "strategy", "state", "priority", "event_date")
    list_filter = ("state", "strategy", "event_date")
    search_fields = ("id", "name", "tenant__id")
    list_select_related = ("tenant",)
    ordering = ("-created_on",)
    show_full_result_count = False
    readonly_fields = (*ABOUT, "texts", *SYSTEM)
    fieldsets = (
        (None, {"fields": ABOUT}),
        ("Recognition", {"fields": SETTINGS}),
        ("System", {"fields": SYSTEM}),
    )
    inlines = (CustomTagInline,)
    actions_detail = (*AlbumProcessingActions.actions_detail, "withdraw_text")
    actions = ("switch_on", "switch_off", "reprocess", "reprocess_all")
    switch_on = record_action("Switch recognition on", partial(_switch, RecognitionState.ON))
    switch_off = record_action("Switch recognition off", partial(_switch, RecognitionState.OFF))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Album | None = None) -> bool:
        """Allow also users who may see a field that another app adds: they choose albums."""
        return super().has_view_permission(request, obj) or bool(parts_for(Album, request))

    @admin.display(description="Album", ordering="name")
    def shown_name(self, album: Album) -> str:
        return str(album)

    @admin.display(description="Photos by state")
    @computed_once
    def photos(self, album: Album) -> str:
        """Return links to the lists; finished photos are counted in albums of up to `MANY`."""
        standing = get_album_standing(album.pk)
        if not standing.photos:
            return "none"
        if standing.photos > MANY:
            total, states = f"more than {MANY:,}", standing.by_state
        else:
            counted = count_photos(album.pk)
            total, states = f"{counted.total:,}", counted.by_state
        everything = link(address_of_list(Photo, album=album.pk), f"{total} in all")
        links = [
            link(address_of_list(Photo, album=album.pk, state=state), f"{words} {states[state]:,}")
            for state, words in PHOTO_STATES.items()
            if state in states
        ]
        return format_html("{}: {}", everything, format_html_join(", ", "{}", zip(links)))

    @admin.display(description="Latest job")
    @computed_once
    def latest_job(self, album: Album) -> str:
        job = album.jobs.order_by("-created_on").first()
        return _in_words(job) if job else "none"

    def save_model(self, request: HttpRequest, obj: Album, form: Any, change: bool) -> None:
        wanted = form.cleaned_data
        if "priority" in form.changed_data:
            change_album_priority(
                ChangeAlbumPriorityCommand(album_id=obj.pk, priority=wanted["priority"])
            )
        if "tagging_hint" in form.changed_data:
            change_album_tagging_hint(
                ChangeAlbumTaggingHintCommand(album_id=obj.pk, text=wanted["tagging_hint"])
            )
        if set(form.changed_data) - {"priority", "tagging_hint"}:
            account, space = wanted["face_account"], wanted["face_space"]
            change_album_recognition_settings(
                ChangeAlbumRecognitionSettingsCommand(
                    album_id=obj.pk,
                    now=timezone.now(),
                    strategy=Strategy(wanted["strategy"]),
                    normalization_policy=NormalizationPolicy(wanted["normalization_policy"]),
                    start_number_capacity=wanted["start_number_capacity"],
                    minimum_confidence=wanted["minimum_confidence"],
                    face_account_id=account.pk if account else None,
                    face_space_id=space.pk if space else None,
                )
            )

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)  # sets what the log of changes reads: added, changed, deleted
        kept = (row for row in formset.forms if row not in formset.deleted_forms)
        names = {row.cleaned_data["name"] for row in kept if row.cleaned_data.get("name")}
        change_album_custom_tags(
            ChangeAlbumCustomTagsCommand(album_id=form.instance.pk, names=frozenset(names))
        )


def _in_words(job: AlbumPhotosProcessingJob) -> str:
    since = job.finished_on or job.started_on or job.created_on
    page = link_to(AlbumPhotosProcessingJob, job.pk, f"{job.mode}, {since:%Y-%m-%d %H:%M:%S} UTC")
    taken = job.processed_photos.order_by()[: MANY + 1].count()
    if taken > MANY:
        photos = f"more than {MANY:,} photos taken; the job's page counts them"
    else:
        photos = shown_progress(job_progress(job))
    return format_html("{} {}<div>{}</div>", in_colour(job.state), page, photos)
