"""Albums: how they are recognised, and their custom tags."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget

from recognition.admin.albums.page import AlbumPage
from recognition.admin.albums.texts import AlbumTexts
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
    AccountSpace,
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
)
from staff.command_admin import CommandAdmin, record_action

ABOUT = ("id", "tenant", "name", "event_date", "state", "photos", "latest_job")
SYSTEM = ("version", "created_on", "updated_on")
SETTINGS = ("priority", "strategy", "normalization_policy", "start_number_capacity",
            "minimum_confidence", "face_account", "face_space", "tagging_hint",
            "texts")  # fmt: skip


class SpaceField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable at run time
    """A space, named with its account and beside the other spaces of the same account."""

    widget = UnfoldAdminSelectWidget

    def __init__(self, **options: Any) -> None:
        spaces = AccountSpace.objects.select_related("account").order_by("account__name", "name")
        super().__init__(spaces, **options)

    def label_from_instance(self, space: AccountSpace) -> str:
        off = "" if space.is_active and space.account.is_active else " (switched off)"
        return f"{space.account} / {space}{off}"


class AlbumForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An album's settings."""

    face_space = SpaceField(required=False, help_text="Empty: the account's default space.")

    def clean(self) -> dict[str, Any]:
        """Say beside the space that it is another account's."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        space = cleaned.get("face_space")
        if space is not None and space.account != cleaned.get("face_account"):
            self.add_error("face_space", f"This space is of the account {space.account}.")
        return cleaned


class CustomTagInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    model = AlbumCustomTag
    extra = 0
    tab = True


def _switch(state: RecognitionState) -> Callable[[Album], Album]:
    return lambda album: change_album_recognition_state(
        ChangeAlbumRecognitionStateCommand(album_id=album.pk, state=state, now=timezone.now())
    )


@admin.register(Album)
class AlbumAdmin(AlbumPage, AlbumTexts, AlbumProcessingActions, CommandAdmin):
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
    switch_on = record_action("Switch recognition on", _switch(RecognitionState.ON))
    switch_off = record_action("Switch recognition off", _switch(RecognitionState.OFF))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="Album", ordering="name")
    def shown_name(self, album: Album) -> str:
        return str(album)

    def save_model(self, request: HttpRequest, obj: Album, form: Any, change: bool) -> None:
        """Change by its command each part of the settings that the form changed."""
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
        """Set the custom tags by their command; the formset has all of them."""
        formset.save(commit=False)  # sets what the log of changes reads: added, changed, deleted
        kept = (row for row in formset.forms if row not in formset.deleted_forms)
        names = {row.cleaned_data["name"] for row in kept if row.cleaned_data.get("name")}
        change_album_custom_tags(
            ChangeAlbumCustomTagsCommand(album_id=form.instance.pk, names=frozenset(names))
        )


def _settings_command(
    album: Album, wanted: dict[str, Any]
) -> ChangeAlbumRecognitionSettingsCommand:
    account, space = wanted["face_account"], wanted["face_space"]
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=album.pk,
        now=timezone.now(),
        strategy=Strategy(wanted["strategy"]),
        normalization_policy=NormalizationPolicy(wanted["normalization_policy"]),
        start_number_capacity=wanted["start_number_capacity"],
        minimum_confidence=wanted["minimum_confidence"],
        face_account_id=account.pk if account else None,
        face_space_id=space.pk if space else None,
    )
