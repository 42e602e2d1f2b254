"""Correcting a photo's numbers and persons by hand, beside its picture."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import Invalid, NotFound, Refusal, VersionConflict
from foundation.staff.confirming import sent_again
from foundation.staff.display import address_of_page, link, may_see
from foundation.staff.form_fields import CleanTextField
from foundation.staff.staff_admin import StaffAdmin
from recognition.console.photo_filters import LISTED_BY
from recognition.console.states_and_pictures import address_of_person, face_image
from recognition.persons.merged import removed_persons
from recognition.persons.queries import find_person, merges_of, photos_of_person
from recognition.photos.verdicts import natural
from recognition.processing.correcting import (
    CorrectPhotoNumbersCommand,
    CorrectPhotoPersonsCommand,
    GiveFaceCommand,
    correct_photo_numbers,
    correct_photo_persons,
    give_face,
)
from recognition.records.albums import Album
from recognition.records.numbers import NumberRejection, PhotoNumber
from recognition.records.persons import CorrectedResult
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

PARTLY_LEGIBLE = NumberRejection.PARTLY_LEGIBLE
NUMBERS = "recognition_photo_numbers"
PERSONS = "recognition_photo_persons"
REFUSED = "refused_correction"  # in the session, as an address has no room: what was typed
OF_PERSON = "person"  # in a form's address: the person from whose page it is sent
MOST_SHOWN = 3  # the last corrections
_SENT = "the photo service is sent the photo's persons. The photo's page has an Undo."
REMOVED = f"{{}} is removed from this photo, and {_SENT}"
GIVEN = f"The face of {{}} becomes another person's, and {_SENT}"
UNCHANGED = "That is what was saved already: nothing is changed."
_BETWEEN = re.compile(r"[\s,;]+")


class CorrectionForm(forms.Form):
    """What is corrected, and at which version of the photo."""

    version = forms.IntegerField(min_value=1)
    reason = CleanTextField(max_length=500, required=False)
    numbers = CleanTextField(max_length=5000, required=False)
    add = CleanTextField(max_length=100, required=False)
    remove = CleanTextField(max_length=200, required=False)
    give = CleanTextField(max_length=200, required=False)
    to = CleanTextField(max_length=200, required=False)
    back = CleanTextField(max_length=200, required=False)
    with_tags = forms.BooleanField(required=False)  # the page showed custom tags

    def values(self) -> list[str]:
        """Return the numbers: as typed, with the one of a button more or less."""
        given = self.cleaned_data
        typed = [*filter(None, _BETWEEN.split(given["numbers"])), given["add"]]
        return [value for value in dict.fromkeys(typed) if value and value != given["remove"]]


class GivingForm(forms.Form):
    """Whose face it is."""

    to = CleanTextField(
        max_length=200,
        label="Person",
        help_text="The id of another person of the album, or how it begins.",
        widget=UnfoldAdminTextInputWidget,
    )


def may_correct(request: HttpRequest) -> bool:
    """Return whether this user corrects photos: by a role of its own, or who may change them."""
    rights = ("recognition.correct", "recognition.change_photo")
    return any(request.user.has_perm(right) for right in rights)


class CorrectingByHand(StaffAdmin):
    """A photo's page with a form to correct what was found."""

    def get_urls(self) -> list[Any]:
        views: dict[str, Callable[..., HttpResponse]] = {
            NUMBERS: self.numbers_view,
            PERSONS: self.persons_view,
        }
        own = [
            path(f"<uuid:photo_id>/{name.rpartition('_')[2]}", self._opened(view), name=name)
            for name, view in views.items()
        ]
        return [*own, *super().get_urls()]

    def correcting(self, request: HttpRequest, photo: Photo) -> str:
        """Return what staff corrected last, and forms to correct it for those who may."""
        numbers = sorted(photo.numbers.all(), key=lambda number: natural(number.value))
        accepted = [number.value for number in numbers if not number.rejection]
        suggested = [number.value for number in photo.suggested_numbers.all()]
        whole = [number for number in numbers if number.rejection != PARTLY_LEGIBLE]
        others = [*(number.value for number in whole), *suggested]
        is_open = may_correct(request) and photo.state != PhotoState.DELETED
        typed = request.session.pop(REFUSED, {}).get(str(photo.pk), {})
        shown = {
            "photo": photo,
            "last": photo.corrections.order_by("-pk")[:MOST_SHOWN],
            "given": _given(photo),
            "is_open": is_open,
            "typed": typed.get("numbers", " ".join(accepted)),
            "why": typed.get("reason", ""),
            "numbers": accepted,
            "others": [each for each in dict.fromkeys(others) if each not in accepted],
            "tags": _tags_to_set(photo, typed.get("tags")),
            "persons": self._persons(request, photo),
            "removed": removed_persons(photo, merges_of(photo.album_id)) if is_open else [],
            "numbers_address": _address(request, NUMBERS, photo),
            "persons_address": _address(request, PERSONS, photo),
        }
        return render_to_string("admin/recognition/correcting.html", shown, request)

    def numbers_view(self, request: HttpRequest, photo_id: UUID) -> HttpResponse:
        """Make what is typed the numbers of the photo; that there is none is asked for once."""
        form = _form(request)
        accepted = PhotoNumber.objects.filter(photo=photo_id, rejection="")
        before = sorted(accepted.values_list("value", flat=True), key=natural)
        if before and not form.values() and "confirmed" not in request.POST:
            return self._ask_for_no_number(request, photo_id, before)

        tags = request.POST.getlist("tag") if form.cleaned_data["with_tags"] else None

        def correct() -> Photo:
            command = CorrectPhotoNumbersCommand(
                photo_id=photo_id, values=form.values(), custom_tags=tags, **_ordered(request, form)
            )
            return correct_photo_numbers(command)

        done = "The numbers are corrected, and are sent to the photo service."
        if sorted(form.values(), key=natural) == before and tags is None:
            done = "The numbers are confirmed as they are: no machine changes them any more."
        typed: dict[str, Any] = {"numbers": " ".join(form.values()), "tags": tags}
        typed["reason"] = form.cleaned_data["reason"]
        return self._corrected(request, photo_id, correct, done, typed)

    def persons_view(self, request: HttpRequest, photo_id: UUID) -> HttpResponse:
        """Remove a person, asked for once; undo that; or give the face to another one."""
        form = _form(request)
        photo = get_object_or_404(Photo, pk=photo_id)
        if form.cleaned_data["give"]:
            return self._give(request, photo, form)
        back = form.cleaned_data["back"]
        if not back and "confirmed" not in request.POST:
            return self._ask_to_remove(request, photo, form.cleaned_data["remove"])

        def correct() -> Photo:
            others = photo.persons.exclude(person_id=form.cleaned_data["remove"])
            person_ids = [*others.values_list("person_id", flat=True), back]
            command = CorrectPhotoPersonsCommand(
                photo_id=photo_id,
                person_ids=list(filter(None, person_ids)),
                **_ordered(request, form),
            )
            return correct_photo_persons(command)

        done = "on the photo again" if back else "removed from the photo"
        done = f"The person is {done}, and the photo service is sent the photo's persons."
        return self._corrected(request, photo_id, correct, done)

    def _give(self, request: HttpRequest, photo: Photo, form: CorrectionForm) -> HttpResponse:
        given, to = form.cleaned_data["give"], form.cleaned_data["to"]
        to = find_person(photo.album_id, to) or to
        if not to:
            face = face_image(photo.pk, given)
            text = format_html("{} {}", face, GIVEN.format(given))
            buttons, title = {"confirmed": "Give the face"}, "Whose face is it?"
            asked, sent = GivingForm(), sent_again(request)
            return self.ask(request, [photo], title, text, buttons, asked, hidden=sent)

        def correct() -> Photo:
            order = _ordered(request, form)
            return give_face(GiveFaceCommand(photo_id=photo.pk, person_id=given, to=to, **order))

        done = f"The face is {to}'s now, and the photo service is sent the photo's persons."
        return self._corrected(request, photo.pk, correct, done)

    def _corrected(
        self,
        request: HttpRequest,
        photo_id: UUID,
        correct: Callable[[], Photo],
        done: str,
        typed: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        """Correct the photo and return to where staff were; a refusal keeps what was typed."""
        kept = request.GET.dict()
        try:
            photo = correct()
        except NotFound as refusal:
            raise Http404 from refusal
        except Refusal as refusal:
            self.message_user(request, in_plain_words(refusal), messages.ERROR)
            request.session[REFUSED] = {str(photo_id): typed or {}}
        else:
            is_new = str(photo.version) != request.POST["version"]
            said = (done, messages.SUCCESS) if is_new else (UNCHANGED, messages.INFO)
            self.message_user(request, *said)
        if person_id := kept.pop(OF_PERSON, ""):
            album_id = Photo.objects.get_or_refuse(photo_id).album_id
            if photos_of_person(album_id, person_id).exists():  # else it has no page
                self.message_user(request, link(address_of_page(Photo, photo_id), "To the photo"))
                return HttpResponseRedirect(address_of_person(album_id, person_id))
        back = address_of_page(Photo, photo_id)
        return HttpResponseRedirect(f"{back}?{urlencode(kept)}" if kept else back)

    def _ask_for_no_number(
        self, request: HttpRequest, photo_id: UUID, taken: Sequence[str]
    ) -> HttpResponse:
        text = f"“No number” is sent to the photo service instead of {', '.join(taken)}."
        buttons = {"confirmed": "Send “no number”"}
        photo = Photo.objects.get(pk=photo_id)
        sent = sent_again(request)
        return self.ask(request, [photo], "No number on this photo?", text, buttons, hidden=sent)

    def _ask_to_remove(self, request: HttpRequest, photo: Photo, person_id: str) -> HttpResponse:
        of_person = request.GET.get(OF_PERSON)
        from_page: dict[str, Any] = (
            {"back": address_of_person(photo.album_id, of_person)} if of_person else {}
        )
        return self.ask(
            request,
            [photo],
            "Not this person on this photo?",
            REMOVED.format(person_id),
            {"confirmed": "Remove from the photo"},
            hidden=sent_again(request),
            **from_page,
        )

    def _opened(self, view: Callable[..., HttpResponse]) -> Any:
        def opened(request: HttpRequest, photo_id: UUID) -> HttpResponse:
            if not may_correct(request):
                raise PermissionDenied
            return view(request, photo_id)

        return self.admin_site.admin_view(require_POST(opened))

    def _persons(self, request: HttpRequest, photo: Photo) -> list[tuple[str, str]]:
        """Return the persons, each with the address of its page, if the user may see it."""
        with_pages = may_see(request, Album)
        ids = [person.person_id for person in photo.persons.all()]
        return [
            (each, address_of_person(photo.album_id, each) if with_pages else "") for each in ids
        ]


def _tags_to_set(photo: Photo, typed: Sequence[str] | None) -> list[tuple[str, bool]]:
    """Return the custom tags of the album and the photo, each with whether it is ticked."""
    known = photo.album.custom_tags.order_by("name").values_list("name", flat=True)
    ticked = photo.custom_tags if typed is None else typed
    return [(name, name in ticked) for name in dict.fromkeys([*known, *photo.custom_tags, *ticked])]


def in_plain_words(refusal: Refusal) -> str:
    """Return why nothing is corrected."""
    if isinstance(refusal, VersionConflict):
        return "The photo changed since you opened its page: nothing is saved. Look again."
    if isinstance(refusal, Invalid):
        return f"Nothing is saved. {' '.join(refusal.texts.values())}"
    return f"Nothing is saved. {refusal.detail}"


def _given(photo: Photo) -> tuple[str, str] | None:
    """Return whose the face was and is that the last correction of the persons gave away."""
    last = photo.corrections.filter(result=CorrectedResult.PERSONS).order_by("-pk").first()
    there = {person.person_id for person in photo.persons.all()}
    if last is None or last.removed or set(last.after) != there:
        return None
    lost, gained = set(last.before) - there, there - set(last.before)
    return (*lost, *gained) if len(lost) == len(gained) == 1 else None  # type: ignore[return-value]


def _form(request: HttpRequest) -> CorrectionForm:
    form = CorrectionForm(request.POST)
    if not form.is_valid():
        raise Http404  # no page sends this
    return form


def _ordered(request: HttpRequest, form: CorrectionForm) -> dict[str, Any]:
    return {
        "now": timezone.now(),
        "by": actor_of(request),
        "reason": form.cleaned_data["reason"],
        "expected_version": form.cleaned_data["version"],
    }


def _address(request: HttpRequest, name: str, photo: Photo) -> str:
    """Return where a form is sent; the list that the photo was opened from is kept."""
    kept = request.GET.get(LISTED_BY)
    query = f"?{urlencode({LISTED_BY: kept})}" if kept else ""
    return reverse(f"admin:{name}", args=[photo.pk]) + query
