"""Tenants and albums: staff decide how they are recognised, commands make it so."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldBooleanSwitchWidget

from recognition.admin.album_page import AlbumPage
from recognition.admin.processing import AlbumProcessingActions
from recognition.commands.albums import (
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    ChangeAlbumRecognitionStateCommand,
    ChangeTenantRecognitionStateCommand,
    change_album_priority,
    change_album_recognition_settings,
    change_album_recognition_state,
    change_tenant_recognition_state,
)
from recognition.commands.tagging_hints import (
    ChangeAlbumTaggingHintCommand,
    change_album_tagging_hint,
)
from recognition.models import (
    Album,
    AlbumCustomTag,
    CompetitorInstance,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
    Tenant,
)
from rest.staff import CommandAdmin, action


class CompetitorInstanceForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A competitor service; its token goes in and never comes out."""

    new_token = forms.CharField(
        required=False,
        max_length=500,
        widget=UnfoldAdminPasswordWidget(),
        help_text="Stored encrypted and never shown again. Empty: it stays as it is.",
    )
    remove_token = forms.BooleanField(required=False, widget=UnfoldBooleanSwitchWidget())

    class Meta:
        model = CompetitorInstance
        fields = ("name", "base_url")

    def save(self, commit: bool = True) -> CompetitorInstance:
        if self.cleaned_data["new_token"] or self.cleaned_data["remove_token"]:
            self.instance.token = self.cleaned_data["new_token"]
        saved: CompetitorInstance = super().save(commit=commit)
        return saved


@admin.register(CompetitorInstance)
class CompetitorInstanceAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    form = CompetitorInstanceForm
    list_display = ("name", "base_url")
    search_fields = ("name",)


@admin.register(Tenant)
class TenantAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    list_display = ("id", "recognition_state", "competitor_instance", "updated_on")
    list_filter = ("recognition_state", "competitor_instance")
    list_select_related = ("competitor_instance",)
    search_fields = ("id",)
    fields = ("id", "recognition_state", "competitor_instance")
    readonly_fields = ("recognition_state",)
    actions = ("switch_on", "switch_off")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Tenant | None = None
    ) -> tuple[str, ...]:
        return (*self.readonly_fields, "id") if obj else self.readonly_fields

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.action(description="Switch recognition on", permissions=["change"])
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Tenant]) -> None:
        self._switch(queryset, RecognitionState.ON)

    @admin.action(description="Switch recognition off", permissions=["change"])
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Tenant]) -> None:
        self._switch(queryset, RecognitionState.OFF)

    def _switch(self, tenants: QuerySet[Tenant], state: RecognitionState) -> None:
        for tenant in tenants:
            change_tenant_recognition_state(
                ChangeTenantRecognitionStateCommand(tenant_id=tenant.pk, state=state)
            )


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

    @action("Switch recognition on")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Album]) -> None:
        self._switch(queryset, RecognitionState.ON)

    @action("Switch recognition off")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Album]) -> None:
        self._switch(queryset, RecognitionState.OFF)

    def _switch(self, albums: QuerySet[Album], state: RecognitionState) -> None:
        for album in albums:
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
