"""The persons of an album, and the page of one: photos, numbers, merging, splitting."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import view_button
from foundation.staff.display import address_of_page, link
from foundation.staff.long_lists import LongListPaginator
from recognition.console.photo_correcting import OF_PERSON, PERSONS, in_plain_words, may_correct
from recognition.console.runners import ErasingPersons, FindingRunners
from recognition.console.states_and_pictures import (
    MERGE,
    PERSON,
    address_of_person,
    face_address,
    face_image,
    picture_address,
)
from recognition.merging.merging import (
    ChangedPersons,
    MergePersonsCommand,
    RefuseSamePersonCommand,
    SplitPersonCommand,
    SuggestSamePersonCommand,
    merge_persons,
    refuse_same_person,
    split_person,
    suggest_same_person,
)
from recognition.persons.queries import (
    faces_of,
    find_person,
    kept_apart,
    list_persons,
    merged_into,
    merges_of,
    numbers_of_perhaps_two,
    numbers_of_person,
    photos_of_person,
    preview_merge,
    unfinished_person_jobs,
)
from recognition.persons.suggested import persons_alike, possible_for
from recognition.records.albums import Album
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.wire.picture_copies import PictureSize

PAGE = 48  # photos, or persons
SPLIT = f"{PERSON}_split"
REFUSE, SUGGEST = f"{PERSON}_refuse", f"{PERSON}_suggest_again"


class PersonPages(FindingRunners, ErasingPersons):
    """An album with pages of its persons."""

    def get_urls(self) -> list[Any]:
        one = "<uuid:album_id>/persons/<path:person_id>/"
        own = [
            path(f"{one}merge/", self._opened(self.merge_view), name=MERGE),
            path(f"{one}split/", self._opened(require_POST(self.split_view)), name=SPLIT),
            path(f"{one}refuse/", self._opened(require_POST(self.refuse_view)), name=REFUSE),
            path(
                f"{one}suggest-again/",
                self._opened(require_POST(self.suggest_again_view)),
                name=SUGGEST,
            ),
            path(one, self.admin_site.admin_view(self.person_view), name=PERSON),
        ]
        return [*own, *super().get_urls()]

    def erasing(self, request: HttpRequest, album: Album, person_id: str) -> str:
        """Return a link to where staff erase the person; empty: they may not."""
        if not self.has_erase_permission(request):
            return ""
        address = reverse("admin:recognition_album_erase_person", args=[album.pk, person_id])
        return link(address, "Erase this person…")

    @view_button("Persons", "persons")
    def show_persons(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the album's persons, those on the most photos first; find one by its id."""
        album = self.record_of(request, object_id)
        sought = request.GET.get("q", "").strip()
        if sought:
            if person_id := find_person(album.pk, sought):
                return HttpResponseRedirect(address_of_person(album.pk, person_id))
            self.message_user(request, f"The album has no person {sought}.", messages.WARNING)
        number = _page_of(request)
        found = list_persons(album.pk, number, PAGE + 1)
        faces = faces_of(album.pk, [each.person_id for each in found[:PAGE]])
        shown = [
            (
                each,
                address_of_person(album.pk, each.person_id),
                face_address(faces.get(each.person_id, each.photo_id), each.person_id),
            )
            for each in found[:PAGE]
        ]
        more = f"?page={number + 1}" if len(found) > PAGE else ""
        fewer = f"?page={number - 1}" if number > 1 else ""
        return self.page(
            request,
            "admin/recognition/persons.html",
            f"Persons of {album}",
            album=album,
            back=address_of_page(Album, album.pk),
            persons=shown,
            sought=sought,
            more=more,
            fewer=fewer,
        )

    def person_view(self, request: HttpRequest, album_id: UUID, person_id: str) -> HttpResponse:
        """Show a person; one that was merged leads to the person that it is now."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        album = self.record_of(request, str(album_id))
        merges = merges_of(album_id)
        survivor = merges.survivor(person_id)
        if survivor != person_id:
            return HttpResponseRedirect(address_of_person(album_id, survivor))
        faces = photos_of_person(album_id, person_id).select_related("photo")
        merged, jobs = merged_into(album_id, person_id), list(unfinished_person_jobs(album_id))
        if not (merged or jobs or faces.exists()):
            raise Http404
        photos = LongListPaginator(faces, PAGE).get_page(request.GET.get("page"))
        numbers = numbers_of_person(album_id, person_id)
        alike = persons_alike(album_id, person_id, [value for value, _ in numbers])
        may_be, apart = possible_for(album_id, person_id), kept_apart(album_id, person_id, merges)
        others = [*(each for each, _ in alike), *(each.person_id for each in may_be), *apart]
        shown = faces_of(album_id, [person_id, *others])
        faces_by_id = {each: face_image(photo, each) for each, photo in shown.items()}
        return self.page(
            request,
            "admin/recognition/person.html",
            f"Person {person_id}",
            album=album,
            back=address_of_page(Album, album_id),
            person_id=person_id,
            photos=photos,
            faces=[_face(face) for face in photos],
            numbers=numbers,
            merged=merged,
            face=faces_by_id.get(person_id, ""),
            alike=[
                (each, count, address_of_person(album_id, each), faces_by_id.get(each, ""))
                for each, count in alike
            ],
            may_be=[
                (
                    each,
                    address_of_person(album_id, each.person_id),
                    faces_by_id.get(each.person_id, ""),
                )
                for each in may_be
            ],
            apart=[
                (each, address_of_person(album_id, each), faces_by_id.get(each, ""))
                for each in apart
            ],
            perhaps_two=[
                (worn, [(name, address_of_page(Photo, pk)) for pk, name in _named(worn.photos)])
                for worn in numbers_of_perhaps_two(album_id, person_id)
            ],
            jobs=jobs,
            is_open=may_correct(request),
            typed=request.GET.get("into", ""),
            merge_address=reverse(f"admin:{MERGE}", args=[album_id, person_id]),
            erasing=self.erasing(request, album, person_id),
        )

    def merge_view(self, request: HttpRequest, album_id: UUID, person_id: str) -> HttpResponse:
        """Show what a merge will change; merge when it is confirmed."""
        album = self.record_of(request, str(album_id))
        typed = request.GET.get("into", "").strip()
        into = find_person(album_id, typed)
        if request.method == "POST":
            command = MergePersonsCommand(
                album_id=album_id,
                person_id=person_id,
                into=into,
                now=timezone.now(),
                by=actor_of(request),
            )
            return self._changed(request, album_id, person_id, lambda: merge_persons(command))
        if into in ("", person_id):
            said = f"The album has no other person {typed}." if typed else "Fill in who remains."
            self.message_user(request, said, messages.ERROR)
            again = urlencode({"into": typed})
            return HttpResponseRedirect(f"{address_of_person(album_id, person_id)}?{again}")
        counts = preview_merge(album_id, person_id, into)
        faces = faces_of(album_id, [person_id, into])
        text = format_html(
            "{} {} {}",
            face_image(faces.get(person_id), person_id),
            face_image(faces.get(into), into),
            f"The faces of {person_id}, on {counted(counts.photos, 'photo')}, become faces of "
            f"{into}, which is then on {counted(counts.afterwards, 'photo')}. "
            f"{_together(counts.with_both)}The photo service is sent the change, and what is "
            "recognised later follows it. You can split them again.",
        )
        return self.ask(
            request,
            [album],
            "Merge two persons",
            text,
            {"confirmed": f"Merge into {into}"},
            back=address_of_person(album_id, person_id),
        )

    def split_view(self, request: HttpRequest, album_id: UUID, person_id: str) -> HttpResponse:
        """Undo the merge of a person."""
        command = SplitPersonCommand(
            album_id=album_id, person_id=person_id, now=timezone.now(), by=actor_of(request)
        )
        return self._changed(request, album_id, person_id, lambda: split_person(command))

    def refuse_view(self, request: HttpRequest, album_id: UUID, person_id: str) -> HttpResponse:
        """Keep the person apart from another one."""
        command = RefuseSamePersonCommand(**_about_two(request, album_id, person_id))
        text = f"{person_id} is not {command.other}: that is suggested no more."
        return self._said(request, album_id, person_id, text, lambda: refuse_same_person(command))

    def suggest_again_view(
        self, request: HttpRequest, album_id: UUID, person_id: str
    ) -> HttpResponse:
        """Undo that the person is kept apart from another one."""
        command = SuggestSamePersonCommand(**_about_two(request, album_id, person_id))
        text = f"{person_id} may be {command.other} again."
        return self._said(request, album_id, person_id, text, lambda: suggest_same_person(command))

    def _said(
        self,
        request: HttpRequest,
        album_id: UUID,
        person_id: str,
        text: str,
        order: Callable[[], None],
    ) -> HttpResponse:
        try:
            order()
        except Refusal as refusal:
            self.message_user(request, in_plain_words(refusal), messages.ERROR)
        else:
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(address_of_person(album_id, person_id))

    def _changed(
        self,
        request: HttpRequest,
        album_id: UUID,
        person_id: str,
        change: Callable[[], ChangedPersons],
    ) -> HttpResponse:
        try:
            person_id = change().person_id
        except Refusal as refusal:
            self.message_user(request, in_plain_words(refusal), messages.ERROR)
        else:
            text = "Begun: the photos are changed and sent to the photo service, one by one."
            self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(address_of_person(album_id, person_id))

    def _opened(self, view: Callable[..., HttpResponse]) -> Any:
        def opened(request: HttpRequest, **about: Any) -> HttpResponse:
            if not (may_correct(request) and self.has_view_permission(request)):
                raise PermissionDenied
            return view(request, **about)

        return self.admin_site.admin_view(opened)


def _about_two(request: HttpRequest, album_id: UUID, person_id: str) -> dict[str, Any]:
    return {
        "album_id": album_id,
        "person_id": person_id,
        "other": request.POST.get("other", "").strip(),
        "now": timezone.now(),
        "by": actor_of(request),
    }


def _face(face: PhotoPerson) -> dict[str, Any]:
    """Return a photo of the person: its page, its picture, and where the person is removed."""
    remove = reverse(f"admin:{PERSONS}", args=[face.photo_id])
    return {
        "photo": face.photo,
        "name": str(face.photo),
        "page": address_of_page(Photo, face.photo_id),
        "picture": picture_address(face.photo_id, PictureSize.THUMBNAIL),
        "face": face_image(face.photo_id, face.person_id) if face.box else "",
        "remove": f"{remove}?{urlencode({OF_PERSON: face.person_id})}",
    }


def _named(photo_ids: Iterable[UUID]) -> list[tuple[UUID, str]]:
    photos = Photo.objects.only("image_url").filter(pk__in=photo_ids).order_by("pk")
    return [(each.pk, str(each)) for each in photos]


def _page_of(request: HttpRequest) -> int:
    given = request.GET.get("page", "1")
    return int(given) if given.isdecimal() and 0 < int(given) <= 10_000 else 1


def _together(photos: int) -> str:
    """Return what a merge takes away from photos that show both; empty: there are none."""
    if not photos:
        return ""
    return (
        f"They are side by side on {counted(photos, 'photo')}, so they are hardly one person: "
        "there the less sure face is taken away. "
    )
