"""Suggestions for taggers are kept and listed, beside where a number may stand unread…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recognition.models import (
    Album,
    AlbumRetention,
    Callback,
    CallbackState,
    NumberSource,
    Photo,
    RecognitionType,
    Strategy,
    UnreadRegions,
)
from recognition.numbers.suggestions import MOST_PERSONS, MOST_SUGGESTIONS, list_suggestions
from recognition.photos.history import explain_photo
from recognition.photos.regions import RegionKind, regions_of
from recognition.processing.callbacks import NOTHING_NEEDED, ONLY_SUGGESTIONS, apply_callback
from recognition.retention import Retentions
from recognition.tests.album_changes import change, known, late_answer, waiting
from recognition.tests.calls.processes import process_photos_in
from recognition.tests.factories import (
    AlbumFactory,
    CallbackFactory,
    CompetitorInstanceFactory,
    NumberRequestFactory,
    PhotoFactory,
)
from recognition.tests.statements import counted
from tools.sandbox.client import SandboxClient

BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}


def tagged_photo(strategy: Strategy = Strategy.MANUAL, **fields: Any) -> Photo:
    """Return a photo of an album whose strategy does not ask the number provider."""
    return PhotoFactory.create(album__strategy=strategy, **fields)


def answer(photo: Photo, *tags: Any, kind: RecognitionType = RecognitionType.NUMBER) -> Callback:
    """Apply an answer with these tags, or values of tags, to a request about the photo."""
    items = [tag if isinstance(tag, dict) else {"value": tag} for tag in tags]
    callback: Callback = CallbackFactory.create(
        request=NumberRequestFactory.create(photo=photo, type=kind),
        payload={"name": str(photo.pk), "persons": [{"id": "p1"}], "tags": items},
    )
    apply_callback(callback.pk, timezone.now())
    callback.refresh_from_db()
    return callback


def suggested(photo: Photo) -> dict[str, str]:
    """Return the suggested values with their rejections."""
    return dict(photo.suggested_numbers.order_by("value").values_list("value", "rejection"))


@pytest.mark.usefixtures("transactional_db")
def test_suggestions_are_kept_after_a_change_to_people_and_never_sent(wires: SandboxClient) -> None:
    photo = waiting(wires, Strategy.NUMBER)
    change(photo.album, Strategy.MANUAL)

    late_answer(photo)
    process_photos_in(seconds=1)

    assert suggested(photo) == {"101": ""}
    assert known(photo) == ("AwaitingTagging", "", "")
    assert wires.photo_service_counts().puts == 0
    change(photo.album, Strategy.NUMBER)
    answer(photo, "202")
    change(photo.album, Strategy.NUMBER_THEN_MANUAL)
    assert wires.photo_service_state().tags(photo.pk) == ["202"]
    assert suggested(photo) == {"101": ""}


@pytest.mark.django_db
@pytest.mark.parametrize("strategy", [Strategy.MANUAL, Strategy.DISABLED])
def test_suggestions_are_checked_and_kept_as_they_were_read(strategy: Strategy) -> None:
    photo = tagged_photo(strategy)

    callback = answer(
        photo,
        {"value": "0101", "confidence": 0.7, "box": BOX},
        {"value": "102", "confidence": 0.4},
        "1O1",
        {"value": "123456"},
    )

    kept = photo.suggested_numbers.get(value="101")
    assert (kept.rejection, kept.confidence, kept.box) == ("", 0.7, BOX)
    assert suggested(photo) == {
        "101": "",
        "102": "LowConfidence",
        "123456": "TooLong",
        "1O1": "NotANumber",
    }
    assert (callback.state, callback.reason_description) == (
        CallbackState.APPLIED,
        ONLY_SUGGESTIONS,
    )


@pytest.mark.django_db
def test_suggestions_are_kept_once_each_until_the_next_answer() -> None:
    photo = tagged_photo()

    answer(photo, {"value": "101", "confidence": 0.2}, {"value": "0101", "confidence": 0.9}, "1O1")
    assert [each.confidence for each in photo.suggested_numbers.order_by("value")] == [0.9, None]
    texts = [entry.text for entry in explain_photo(photo.pk).entries]
    assert "“101” kept as a suggestion for taggers." in texts
    assert "“1O1” kept as a suggestion for taggers: not a number." in texts
    assert f"The answer was used. {ONLY_SUGGESTIONS}" in texts

    answer(photo, "103")
    assert suggested(photo) == {"103": ""}
    none = answer(photo)
    assert (none.state, none.reason_description) == (CallbackState.IGNORED, NOTHING_NEEDED)


@pytest.mark.usefixtures("transactional_db")
def test_suggestions_are_compared_with_the_start_list_if_it_can_be_had(peers):
    photo, without, asking = (listed_photo(peers) for _ in range(3))
    peers.set_start_list(photo.album_id, ["101"])
    answer(photo, "101", "999")
    assert suggested(photo) == {"101": "", "999": "NotInStartList"}

    peers.behave("competitor-service", failureRate=1)
    callback = answer(without, "101", "A12")
    assert suggested(without) == {"101": "", "A12": "NotANumber"}
    assert (callback.state, callback.next_attempt_on) == (CallbackState.APPLIED, None)
    assert callback.settled_on is not None

    Album.objects.update(strategy=Strategy.NUMBER)  # which asks, so it waits for the list
    assert answer(asking, "101").state == CallbackState.STORED
    assert suggested(asking) == {}


def listed_photo(peers: SandboxClient) -> Photo:
    """Return a photo to be tagged, of a tenant with a competitor service."""
    instance = CompetitorInstanceFactory.create(base_url=peers.url("competitor-service"))
    return tagged_photo(album__tenant__competitor_instance=instance)


@pytest.fixture
def photo() -> Photo:
    """A photo with the person p1."""
    found: Photo = PhotoFactory.create()
    found.persons.create(person_id="p1", confidence=0.9, box=BOX)
    return found


def other(album: Album, *numbers: str, person: str = "p1", **fields: Any) -> Photo:
    """Return another photo of an album with a person and accepted numbers."""
    found: Photo = PhotoFactory.create(album=album, **fields)
    found.persons.create(person_id=person)
    for number in numbers:
        found.numbers.create(value=number, source="Provider")
    return found


def values(photo: Photo) -> list[str]:
    return [suggestion.value for suggestion in list_suggestions(photo)]


@pytest.mark.django_db
def test_listed_leave_out_what_is_read_here_or_of_others_rejected_outdated_or_deleted(photo):
    for value in ("101", "102"):
        photo.numbers.create(value=value, source="Provider")
    photo.numbers.create(value="102", rejection="NotInStartList", source="Provider")
    photo.suggested_numbers.create(value="101")
    other(AlbumFactory.create(), "104")
    other(photo.album, "105", person="p2")
    other(photo.album).numbers.create(value="106", rejection="NotInStartList", source="Provider")
    for fields in ({"persons_outdated": True}, {"tags_outdated": True}, {"state": "Deleted"}):
        other(photo.album, "107", **fields)
    assert values(photo) == []

    other(photo.album, "101", "103")
    assert values(photo) == ["103"]


@pytest.mark.django_db
def test_listed_have_what_a_tagger_could_read_in_part_of_the_same_person(photo: Photo) -> None:
    part = {"value": "?65", "rejection": "PartlyLegible", "source": "Manual"}
    other(photo.album, "7").numbers.create(**part)
    photo.numbers.create(**{**part, "value": "1?5"})

    found = {each.value: (each.kind, each.rejection) for each in list_suggestions(photo)}

    assert found == {"7": ("SamePerson", None), "?65": ("SamePerson", "PartlyLegible")}
    assert [each.value for each in list_suggestions(photo, [NumberSource.PROVIDER])] == ["7"]


@pytest.mark.django_db
def test_listed_are_ten_at_most(photo: Photo) -> None:
    other(photo.album, *(str(number) for number in range(20)))
    for number in range(20):
        photo.numbers.create(value=f"x{number}", rejection="NotANumber", source="Provider")

    assert len(values(photo)) == MOST_SUGGESTIONS == 10


@pytest.mark.django_db
def test_listed_take_five_statements_for_any_number_of_persons(photo: Photo) -> None:
    for person in range(20):
        photo.persons.create(person_id=f"many-{person}", confidence=0.5)
        other(photo.album, str(person), person=f"many-{person}")

    with counted() as statements:
        found = list_suggestions(photo)

    assert len(found) == MOST_PERSONS - 1  # p1 is the surest, and on no other photo
    assert len(statements.sent) == 5, str(statements)


OTHER = {"left": 0.6, "top": 0.2, "width": 0.1, "height": 0.1}


def report(read_photo: Photo, regions: Any, *tags: Any) -> None:
    """Apply an answer of the provider about the read_photo."""
    callback = CallbackFactory.create(
        request=NumberRequestFactory.create(photo=read_photo),
        payload={"name": str(read_photo.pk), "persons": [], "tags": list(tags), "regions": regions},
    )
    apply_callback(callback.pk, timezone.now())


@pytest.fixture(params=[Strategy.NUMBER, Strategy.MANUAL])
def read_photo(request: pytest.FixtureRequest) -> Photo:
    return PhotoFactory.create(album__strategy=request.param)


def kinds(read_photo: Photo) -> list[tuple[str, float | None]]:
    return [(one.kind.value, one.confidence) for one in regions_of([read_photo.pk])[read_photo.pk]]


@pytest.mark.django_db
def test_listed_regions_are_kept_until_the_next_report(read_photo):
    for regions in (None, "here", [None, 1, {"box": {"left": 9}}, {"box": None}]):
        report(read_photo, regions)  # makes no sense
        assert not UnreadRegions.objects.exists()
        Photo.objects.filter(pk=read_photo.pk).update(number_recognized=False)
    for box, confidence in ((BOX, 0.3), (OTHER, 0.4)):
        report(read_photo, [{"box": box, "confidence": confidence}])
        kept = UnreadRegions.objects.get(photo=read_photo).regions
        assert kept == [{"box": box, "confidence": confidence}]
        Photo.objects.filter(pk=read_photo.pk).update(number_recognized=False)


@pytest.mark.django_db
def test_listed_regions_are_told_with_readings_and_persons_the_likeliest_first(read_photo):
    UnreadRegions.objects.create(photo=read_photo, regions=[{"box": OTHER, "confidence": 0.3}])
    read = {"source": "Provider", "rejection": "LowConfidence"}
    read_photo.numbers.create(value="17", confidence=0.4, box=BOX, **read)
    read_photo.numbers.create(value="18", confidence=0.9, box=None, **read)
    read_photo.numbers.create(value="9", confidence=0.9, box=BOX, basis="Context", **read)
    read_photo.suggested_numbers.create(value="19", confidence=0.1, box=BOX)
    read_photo.persons.create(person_id="ann", confidence=0.9, box=OTHER)
    found = [("Number", 0.4), ("Person", 0.9), ("Unread", 0.3), ("Number", 0.1)]
    assert kinds(read_photo) == found
    Photo.objects.update(persons_outdated=True, tags_outdated=True)
    assert kinds(read_photo) == [each for each in found if each[0] == "Unread" or each[1] == 0.1]


@pytest.mark.django_db
def test_listed_regions_are_told_of_many_photos_by_one_statement(django_assert_num_queries: Any):
    photos = PhotoFactory.create_batch(3)
    for read_photo in photos:
        read_photo.persons.create(person_id="ann", confidence=None, box=BOX)

    with django_assert_num_queries(1):
        found = regions_of([read_photo.pk for read_photo in photos])

    assert {photo_id: [one.kind for one in regions] for photo_id, regions in found.items()} == {
        read_photo.pk: [RegionKind.PERSON] for read_photo in photos
    }


@pytest.mark.django_db
def test_listed_regions_are_deleted_when_the_album_kept_them_long_enough():
    read_photo = PhotoFactory.create()
    UnreadRegions.objects.create(photo=read_photo, regions=[{"box": BOX, "confidence": 0.3}])
    newest_on = timezone.now() + timedelta(minutes=1)
    job = AlbumRetention.objects.create(
        album=read_photo.album, newest_on=newest_on, created_on=timezone.now()
    )

    Retentions().portion(job, timezone.now())

    assert not UnreadRegions.objects.exists()
