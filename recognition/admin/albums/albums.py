"""Albums: staff decide how they are recognised, commands make it so."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import TabularInline

from recognition.admin.albums.page import AlbumPage
from recognition.admin.jobs.processing import AlbumProcessingActions
from recognition.commands.albums.settings import (
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    change_album_priority,
    change_album_recognition_settings,
    change_album_recognition_state,
)
from recognition.commands.albums.tagging_hints import (
    ChangeAlbumCustomTagsCommand,
    ChangeAlbumTaggingHintCommand,
    change_album_custom_tags,
    change_album_tagging_hint,
)
from recognition.models import (
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
)
from staff.actions import action
from staff.command_admin import CommandAdmin


class AlbumForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """The recognition settings of an album, as its command takes them."""

    class Meta:
        model = Album
        fields = (
            "priority",
            "strategy",
            "normalization_policy",
            "start_number_capacity",
            "face_account",
            "face_space",
            "tagging_hint",
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        account, space = cleaned.get("face_account"), cleaned.get("face_space")
        if space and space.account != account:
            self.add_error("face_space", "The space belongs to another account.")
        if account and not space and not account.spaces.filter(is_default=True).exists():
            self.add_error("face_space", "The account has no default space: choose one.")
        return cleaned


class CustomTagInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    model = AlbumCustomTag
    extra = 0
    tab = True


@admin.register(Album)
class AlbumAdmin(AlbumPage, AlbumProcessingActions, CommandAdmin):
    form = AlbumForm
    list_display = ("shown_name", "tenant", "strategy", "state", "priority", "event_date")
    list_filter = ("state", "strategy", "event_date")
    search_fields = ("id", "name", "tenant__id")
    list_select_related = ("tenant",)
    ordering = ("-created_on",)
    show_full_result_count = False
    readonly_fields = (
        "id",
        "tenant",
        "name",
        "event_date",
        "state",
        "photos",
        "latest_job",
        "version",
        "created_on",
        "updated_on",
    )
    fieldsets = (
        (
            None,
            {"fields": ("id", "tenant", "name", "event_date", "state", "photos", "latest_job")},
        ),
        ("Recognition", {"fields": AlbumForm.Meta.fields}),
        ("System", {"fields": ("version", "created_on", "updated_on")}),
    )
    inlines = (CustomTagInline,)
    actions = ("switch_on", "switch_off", "reprocess", "reprocess_all")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="Album", ordering="name")
    def shown_name(self, album: Album) -> str:
        return str(album)

    def save_model(self, request: HttpRequest, obj: Album, form: AlbumForm, change: bool) -> None:
        """Have the commands do what the form asks for, on the record as it is in the database."""
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
            change_album_recognition_settings(_settings_command(obj, wanted))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Have the command set the custom tags, all there is in a list on the page."""
        formset.save(commit=False)  # tells the log of changes what was added, changed and deleted
        kept = (row for row in formset.forms if row not in formset.deleted_forms)
        names = {row.cleaned_data["name"] for row in kept if row.cleaned_data.get("name")}
        change_album_custom_tags(
            ChangeAlbumCustomTagsCommand(album_id=form.instance.pk, names=frozenset(names))
        )

    @action("Switch recognition on")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Album]) -> None:
        self.act(request, queryset, lambda album: _switch(album, RecognitionState.ON))

    @action("Switch recognition off")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Album]) -> None:
        self.act(request, queryset, lambda album: _switch(album, RecognitionState.OFF))


def _switch(album: Album, state: RecognitionState) -> None:
    change_album_recognition_state(
        ChangeAlbumRecognitionStateCommand(album_id=album.pk, state=state)
    )


def _settings_command(
    album: Album, wanted: dict[str, Any]
) -> ChangeAlbumRecognitionSettingsCommand:
    account, space = wanted["face_account"], wanted["face_space"]
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=album.pk,
        strategy=Strategy(wanted["strategy"]),
        normalization_policy=NormalizationPolicy(wanted["normalization_policy"]),
        start_number_capacity=wanted["start_number_capacity"],
        face_account_id=account.pk if account else None,
        face_space_id=space.pk if space else None,
    )
