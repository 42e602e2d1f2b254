"""The texts of an album that are no start numbers, on its page, and withdrawing one of them."""

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget

from foundation.records.audit import actor_of
from foundation.records.plain_words import in_utc
from foundation.staff.actions import button, computed_once
from foundation.staff.asking import Asking
from foundation.staff.links import address_of_page
from foundation.staff.tables import table
from recognition.commands.albums.texts import WithdrawAlbumTextCommand, withdraw_album_text
from recognition.models import Album, AlbumText

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


class AlbumTexts(Asking):
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
