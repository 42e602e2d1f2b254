"""The page of an album: how it stands, its settings and custom tags."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.admin import TabularInline
from unfold.widgets import UnfoldAdminSelectWidget

from foundation.records.audit import Actor, actor_of, in_one_row
from foundation.records.texts import in_utc
from foundation.staff.actions import button, computed_once
from foundation.staff.command_admin import CommandAdmin
from foundation.staff.display import address_of_page, table
from foundation.staff.form_fields import FORM_FIELDS
from foundation.staff.page_parts import parts_for
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.commands import (
    ChangeAlbumCustomTagsCommand,
    ChangeAlbumPriorityCommand,
    ChangeAlbumRecognitionSettingsCommand,
    WithdrawAlbumTextCommand,
    change_album_custom_tags,
    change_album_priority,
    change_album_recognition_settings,
    withdraw_album_text,
)
from recognition.console.album_changes import UNASKED, KeepDaysField, PreviewedChanges
from recognition.console.cockpit import Cockpit
from recognition.console.jobs import JudgingAgain
from recognition.console.persons import PersonPages
from recognition.console.processing_again import AlbumProcessingActions
from recognition.numbers.models import AlbumText
from recognition.providers.models import AccountSpace
from recognition.records.albums import (
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    NumberFormat,
    Strategy,
)
from recognition.retention import ChangeAlbumRetentionCommand, change_album_retention

# The texts of an album that are no start numbers, on its page, and withdrawing one of them.


MOST_TEXTS = 50
TITLE = "Withdraw a text: it is a start number"
TEXT = (
    "Photos on which it was rejected are judged again, and it is not found again: as part of these "
    "words, or if it was found by its place, at no place in this album."
)


class AlbumTextField(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable at run time
    widget = UnfoldAdminSelectWidget

    def label_from_instance(self, text: AlbumText) -> str:
        return f"{text.in_words()}, {_place(text)}"


class AlbumTexts(StaffAdmin):
    """The list of texts on the page, and the button to withdraw one."""

    @admin.display(description="Texts that are no start numbers")
    @computed_once
    def texts(self, album: Album) -> str:
        """Return the texts that are on many of its photos, the newest first."""
        rows = [
            [
                text.in_words(),
                _place(text),
                f"{text.photos} or more",
                in_utc(text.found_on),
                _withdrawn(text),
            ]
            for text in album.texts.order_by("-found_on", "pk")[:MOST_TEXTS]
        ]
        headers = ["Text", "Place", "Photos", "Found", "Withdrawn"]
        return table(headers, rows) if rows else "none found yet"

    @button("Withdraw a text…", "withdraw-text")
    def withdraw_text(self, request: HttpRequest, object_id: str) -> HttpResponse:
        album = self.record_of(request, object_id)
        form = forms.Form(request.POST or None)
        texts = AlbumText.objects.in_force().filter(album=album).order_by("-found_on", "pk")
        form.fields["text"] = AlbumTextField(texts)
        if not form.is_valid():
            return self.ask(request, [album], TITLE, TEXT, {"withdraw": "Withdraw"}, form)
        text = form.cleaned_data["text"]
        by, now = actor_of(request), timezone.now()
        withdraw_album_text(
            WithdrawAlbumTextCommand(album_id=album.pk, text_id=text.pk, now=now, by=by)
        )
        done = f"Withdrawn: {text.in_words()}, {_place(text)}."
        self.message_user(request, f"{done} Its photos are judged again.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_page(Album, album.pk))


def _place(text: AlbumText) -> str:
    return "anywhere" if text.words else f"{text.place_x} %, {text.place_y} %"


def _withdrawn(text: AlbumText) -> str:
    withdrawn_on = text.withdrawn_on
    return f"{in_utc(withdrawn_on)} by {text.withdrawn_by}" if withdrawn_on else ""


ABOUT = ("id", "tenant", "name", "event_date", "state")
SYSTEM = ("version", "created_on", "updated_on")
SETTINGS = ("priority", "strategy", "normalization_policy", "start_number_capacity",
            "number_format", "minimum_confidence", "infer_numbers", "face_account", "face_space",
            "texts", "keep_days")  # fmt: skip


KEEPING = {"keep_days"}


# What taggers go by, with the custom tags: the right `BRIEF` is enough to change it.
BRIEFING = ("priority",)
BRIEF = "recognition.brief_album"
CHANGE = "recognition.change_album"


def may_brief(request: HttpRequest) -> bool:
    """Return whether this user changes what taggers go by."""
    return any(request.user.has_perm(right) for right in (BRIEF, CHANGE))


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

    keep_days = KeepDaysField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if confidence := self.fields.get("minimum_confidence"):  # who briefs taggers has none
            default = f"the site's default, {settings.DEFAULT_MINIMUM_CONFIDENCE:g}"
            confidence.help_text = confidence.help_text.replace("the site's default", default)

    def clean(self) -> dict[str, Any]:
        """Refuse a space of another account."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        space = cleaned.get("face_space")
        if space is not None and space.account != cleaned.get("face_account"):
            self.add_error("face_space", f"This space is of the account {space.account}.")
        return cleaned


class CustomTagInline(TabularInline):  # type: ignore[misc]  # unfold has no types
    model = AlbumCustomTag
    formfield_overrides = FORM_FIELDS
    extra = 0
    tab = True

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return super().has_view_permission(request, obj) or request.user.has_perm(BRIEF)

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return super().has_change_permission(request, obj) or request.user.has_perm(BRIEF)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return super().has_add_permission(request, obj) or request.user.has_perm(BRIEF)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        # A tag is replaced or taken away by the same command.
        return self.has_change_permission(request, obj)


@admin.register(Album)
class AlbumAdmin(
    Cockpit, PreviewedChanges, PersonPages, AlbumTexts, JudgingAgain, AlbumProcessingActions,
    CommandAdmin,
):  # fmt: skip
    filled_by = (
        "Albums come from the photo service, with their first photo or by an event of their own."
    )
    form = AlbumForm
    list_display = ("shown_name", "tenant", "strategy", "state", "priority", "event_date")
    list_filter = ("state", "strategy", "event_date", "face_account", "face_space")
    search_fields = ("id", "name", "tenant__id", "tenant__name")
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
    actions_detail = (*AlbumProcessingActions.actions_detail, "switch_one", "judge_again",
                      "withdraw_text", "show_persons", "find_runner")  # fmt: skip
    actions = ("switch_on", "switch_off", "reprocess", "reprocess_all")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Album | None = None) -> bool:
        """Allow also users who may see a field that another app adds: they choose albums."""
        return super().has_view_permission(request, obj) or bool(parts_for(Album, request))

    def has_change_permission(self, request: HttpRequest, obj: Album | None = None) -> bool:
        return may_brief(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Album | None = None) -> Any:
        """Leave to who may only brief taggers what these go by."""
        fixed = super().get_readonly_fields(request, obj)
        if request.user.has_perm(CHANGE) or not may_brief(request):
            return fixed
        others = (name for name in SETTINGS if name not in (*BRIEFING, *fixed))
        return (*fixed, *others)

    @admin.display(description="Album", ordering="name")
    def shown_name(self, album: Album) -> str:
        return str(album)

    def save_model(self, *_: Any) -> None:
        """Leave it to `save_related`: the form and the tags are one order."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        with in_one_row(actor_of(request), form.instance) as by:
            self._save_settings(request, form, by)
            for formset in formsets:
                self._save_tags(formset, by)

    def _save_settings(self, request: HttpRequest, form: Any, by: Actor) -> None:
        obj, wanted = form.instance, form.cleaned_data
        if "priority" in form.changed_data:
            change_album_priority(
                ChangeAlbumPriorityCommand(album_id=obj.pk, priority=wanted["priority"], by=by)
            )
        judging = _settings_of(form, by) if set(form.changed_data) - UNASKED - KEEPING else None
        keeping = _keeping_of(form, by) if KEEPING & set(form.changed_data) else None
        self.confirm_settings(request, form, judging, keeping)
        if judging:
            change_album_recognition_settings(judging)
        if keeping:
            change_album_retention(keeping)

    def _save_tags(self, formset: Any, by: Actor) -> None:
        formset.save(commit=False)  # sets what Django's log of changes reads
        kept = (row for row in formset.forms if row not in formset.deleted_forms)
        names = {row.cleaned_data["name"] for row in kept if row.cleaned_data.get("name")}
        change_album_custom_tags(
            ChangeAlbumCustomTagsCommand(
                album_id=formset.instance.pk, names=frozenset(names), by=by
            )
        )


def _settings_of(form: Any, by: Actor) -> ChangeAlbumRecognitionSettingsCommand:
    wanted = form.cleaned_data
    account, space = wanted["face_account"], wanted["face_space"]
    return ChangeAlbumRecognitionSettingsCommand(
        album_id=form.instance.pk,
        now=timezone.now(),
        by=by,
        strategy=Strategy(wanted["strategy"]),
        normalization_policy=NormalizationPolicy(wanted["normalization_policy"]),
        start_number_capacity=wanted["start_number_capacity"],
        number_format=NumberFormat(wanted["number_format"]),
        infer_numbers=wanted["infer_numbers"],
        minimum_confidence=wanted["minimum_confidence"],
        face_account_id=account.pk if account else None,
        face_space_id=space.pk if space else None,
    )


def _keeping_of(form: Any, by: Actor) -> ChangeAlbumRetentionCommand:
    days = form.cleaned_data["keep_days"]
    return ChangeAlbumRetentionCommand(album_id=form.instance.pk, keep_days=days, by=by)
