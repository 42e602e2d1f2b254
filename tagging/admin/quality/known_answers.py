"""Staff's page for photos whose numbers are known."""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldAdminUUIDInputWidget,
)

from recognition.models import Photo
from staff.command_admin import CommandAdmin, record_action
from staff.links import link_to
from staff.search import FoundById
from tagging.commands.quality import (
    MarkKnownAnswerCommand,
    UnmarkKnownAnswerCommand,
    mark_known_answer,
    unmark_known_answer,
)
from tagging.models import KnownAnswer


class TypedTags(forms.Form):
    """Start numbers and custom tags as staff type them."""

    numbers = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Start numbers with spaces or commas between them; empty: there is none.",
    )
    custom_tags = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="Custom tags of the album, one a line.",
    )

    def clean_numbers(self) -> list[str]:
        return [text for text in re.split(r"[\s,;]+", self.cleaned_data["numbers"]) if text]

    def clean_custom_tags(self) -> list[str]:
        lines = map(str.strip, self.cleaned_data["custom_tags"].splitlines())
        return [line for line in lines if line]


def tags_in_words(numbers: list[str], custom_tags: list[str]) -> str:
    """Return the numbers, the short ones first, then the custom tags."""
    in_order = sorted(numbers, key=lambda number: (len(number), number))
    return ", ".join([*in_order, *custom_tags]) or "no number"


class KnownAnswerForm(TypedTags, forms.ModelForm):  # type: ignore[type-arg]  # as above
    """What is on a photo; a new record asks for the photo."""

    photo_id = forms.UUIDField(label="Photo id", widget=UnfoldAdminUUIDInputWidget())

    class Meta:
        model = KnownAnswer
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.photo_id:
            del self.fields["photo_id"]
            self.initial["numbers"] = " ".join(self.instance.numbers)
            self.initial["custom_tags"] = "\n".join(self.instance.custom_tags)


@admin.register(KnownAnswer)
class KnownAnswerAdmin(FoundById, CommandAdmin):
    """Photos whose numbers staff know. Saving marks a photo, even one that was unmarked."""

    form = KnownAnswerForm
    list_display = ("photo_id", "album", "shown", "is_active", "marked_by", "updated_on")
    list_filter = ("is_active",)
    list_select_related = ("album",)
    search_help_text = "The id of a photo or an album"
    ordering = ("-updated_on",)
    show_full_result_count = False
    actions = ("unmark",)
    unmark = record_action(
        "Unmark: give the photos to taggers no longer",
        lambda known: unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=known.pk)),
    )

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)

    def get_fields(self, request: HttpRequest, obj: KnownAnswer | None = None) -> Any:
        if obj is None:
            return ("photo_id", "numbers", "custom_tags")
        return ("photo_link", "is_active", "marked_by", "numbers", "custom_tags")

    def get_readonly_fields(self, request: HttpRequest, obj: KnownAnswer | None = None) -> Any:
        return ("photo_link", "is_active", "marked_by") if obj else ()

    @admin.display(description="Photo")
    def photo_link(self, known: KnownAnswer) -> str:
        return link_to(Photo, known.photo_id)

    @admin.display(description="Known")
    def shown(self, known: KnownAnswer) -> str:
        return tags_in_words(known.numbers, known.custom_tags)

    def save_model(
        self, request: HttpRequest, obj: KnownAnswer, form: KnownAnswerForm, change: bool
    ) -> None:
        """Mark the photo by the command."""
        obj.photo_id = obj.photo_id if change else form.cleaned_data["photo_id"]
        mark_known_answer(
            MarkKnownAnswerCommand(
                photo_id=obj.photo_id,
                numbers=form.cleaned_data["numbers"],
                custom_tags=form.cleaned_data["custom_tags"],
                now=timezone.now(),
                actor=request.user.get_username(),
            )
        )
