"""Merging and splitting persons of an album, by the commands and over the AdminApi…"""

import random
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs, store_portions, work_on
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from recognition.merging import merging
from recognition.merging.merging import (
    MergePersonsCommand,
    OtherPersonUnknown,
    PersonMergedAlready,
    SamePerson,
    SplitPersonCommand,
    merge_persons,
    split_person,
)
from recognition.models import Album, PersonMerge, PersonReassignment, Photo
from recognition.persons.models import PersonNotFound
from recognition.photos.history import explain_photo
from recognition.processing.callbacks import apply_callback
from recognition.tests.calls.judging import album_of, read
from recognition.tests.factories import AlbumFactory, CallbackFactory, PhotoFactory

pytestmark = pytest.mark.django_db

MEG = Actor("meg")
ANNAS = ("anna", "ann")


@pytest.fixture
def album(db: None) -> Album:
    return album_of()


def merge(album: Album, person_id: str, into: str) -> PersonReassignment | None:
    order = MergePersonsCommand(
        album_id=album.pk, person_id=person_id, into=into, now=timezone.now(), by=MEG
    )
    return merge_persons(order).job


def split(album: Album, person_id: str) -> PersonReassignment | None:
    order = SplitPersonCommand(album_id=album.pk, person_id=person_id, now=timezone.now(), by=MEG)
    return split_person(order).job


def persons(photo: Photo) -> list[str]:
    return sorted(photo.persons.values_list("person_id", flat=True))


def sent_last(photo: Photo) -> list[str]:
    messages = OutboxMessage.objects.filter(key=f"{photo.pk}/persons").order_by("pk")
    versions = [message.body["version"] for message in messages]
    assert versions == sorted(set(versions))
    return sorted(one["personId"] for one in messages[len(messages) - 1].body["persons"])


def test_merge_changes_the_photos_and_sends_them_and_a_split_undoes_it(album: Album):
    one, both, other = (read(album, persons=each) for each in (("ann",), ANNAS, ("bob",)))
    elsewhere = read(album_of(), persons=("ann",))

    merge(album, "ann", "anna")
    finish_jobs(PersonReassignment)

    assert [persons(photo) for photo in (one, both, other)] == [["anna"], ["anna"], ["bob"]]
    assert [sent_last(photo) for photo in (one, both)] == [["anna"], ["anna"]]
    assert persons(elsewhere) == ["ann"]
    entry = next(e for e in explain_photo(one.pk).entries if e.kind == "PersonsCorrected")
    assert entry.text == "Persons corrected by meg: ann → anna."
    assert entry.details["reason"] == "ann was merged into anna."

    split(album, "ann")
    finish_jobs(PersonReassignment)

    assert [persons(photo) for photo in (one, both)] == [["ann"], ["ann", "anna"]]
    assert sent_last(both) == ["ann", "anna"]


def test_merge_and_split_repeated_change_nothing_and_are_audited_once(album):
    with pytest.raises(PersonNotFound):
        split(album, "ann")
    read(album, persons=ANNAS)

    jobs = [merge(album, *each) for each in (("ann", "anna"), ("ann", "anna"), ("anna", "ann"))]

    assert [job is not None for job in jobs] == [True, False, False]
    audited = AuditEntry.objects.get()
    assert (audited.action, audited.changes) == ("PersonsMerged", {"person": ["ann", "anna"]})
    finish_jobs(PersonReassignment)
    assert split(album, "ann") is not None
    finish_jobs(PersonReassignment)
    assert split(album, "ann") is None
    assert AuditEntry.objects.filter(action="PersonSplit").count() == 1


@pytest.mark.parametrize(
    ("person_id", "into", "refusal"),
    [
        ("anna", "anna", SamePerson),
        ("carl", "anna", PersonNotFound),
        ("anna", "carl", OtherPersonUnknown),
        ("ann", "bob", PersonMergedAlready),
    ],
)
def test_merge_of_whom_the_album_does_not_have_is_refused(album, person_id, into, refusal):
    read(album, persons=("ann", "anna", "bob"))
    merge(album, "ann", "anna")

    with pytest.raises(refusal):
        merge(album, person_id, into)

    assert PersonMerge.objects.count() == 1


def test_merge_of_many_photos_is_done_in_portions_and_goes_on_after_a_crash(album, monkeypatch):
    monkeypatch.setattr(merging, "PART", 2)
    photos = [read(album, persons=("ann",)) for _ in range(5)]
    read(album, persons=("anna",))
    job = merge(album, "ann", "anna")
    assert job is not None

    stopped = store_portions(job, 1)
    assert (stopped.total, stopped.done) == (5, 2)
    PersonReassignment.objects.update(claim_id=None)
    ended = work_on(job)

    assert (ended.state, ended.done) == ("Finished", 5)
    assert {tuple(persons(photo)) for photo in photos} == {("anna",)}


@pytest.mark.parametrize("seed", range(6))
def test_merge_and_split_in_every_order_leave_what_the_merges_say(album: Album, seed: int):
    """Photos are read and jobs run in between; in the end all is split again."""
    random.seed(seed)
    names = ["ann", "anna", "anne", "hannah"]
    found = {read(album, persons=(name,)): {name} for name in names}
    for _ in range(12):
        what = random.choice(["merge", "split", "read", "work"])
        if what == "read":
            seen = set(random.sample(names, 2))
            found[read(album, persons=tuple(seen))] = seen
        elif what == "work":
            finish_jobs(PersonReassignment)
        else:
            ordered = partial(merge, album, into=random.choice(names))
            act = ordered if what == "merge" else partial(split, album)
            try:
                act(person_id=random.choice(names))
            except (SamePerson, PersonMergedAlready, PersonNotFound, OtherPersonUnknown):
                continue

    finish_jobs(PersonReassignment)
    into = dict(PersonMerge.objects.values_list("person_id", "into"))
    for photo, seen in found.items():
        assert persons(photo) == sent_last(photo) == sorted({end_of(into, one) for one in seen})

    for name in into:
        split(album, name)
    finish_jobs(PersonReassignment)
    assert {photo: set(persons(photo)) for photo in found} == found


def end_of(into: dict[str, str], person_id: str) -> str:
    while person_id in into:
        person_id = into[person_id]
    return person_id


@pytest.mark.usefixtures("transactional_db")
def test_merge_at_the_moment_of_a_recognition_misses_no_photo():
    for _ in range(4):
        album = album_of()
        for each in ANNAS:
            read(album, persons=(each,))
        photo = PhotoFactory.create(album=album, state="AwaitingCallback")
        callback = CallbackFactory.create(
            request__photo=photo,
            request__type="FACE_NUMBER",
            payload={"persons": [{"id": "ann"}], "tags": []},
        )

        at_once(
            partial(apply_callback, callback.pk, timezone.now()),
            partial(merge, album, "ann", "anna"),
        )
        finish_jobs(PersonReassignment)

        assert persons(photo) == sent_last(photo) == ["anna"]


def address(album: Album, person_id: str, what: str) -> str:
    return f"/admin-api/api/v2/albums/{album.pk}/persons/{person_id}/{what}"


def test_over_the_api_it_says_how_far_it_is(caller, album):
    client = caller("recognition.correct")
    read(album, persons=("a/b c", "anna"))
    answer = client.post(address(album, "a%2Fb%20c", "merge"), {"into": "anna"}, format="json")
    job = PersonReassignment.objects.get()
    assert (answer.status_code, answer.json()) == (202, {"personId": "anna", "jobId": str(job.pk)})

    at = f"/admin-api/api/v2/albums/{album.pk}/person-jobs/{job.pk}"
    assert client.get(at).json()["state"] == "Waiting"
    finish_jobs(PersonReassignment)
    ended = client.get(at).json()
    assert (ended["state"], ended["total"], ended["done"]) == ("Finished", 1, 1)
    assert AuditEntry.objects.get().actor == "ann"
    answer = client.post(address(album, "a%2Fb%20c", "split"))
    assert (answer.status_code, answer.json()["personId"]) == (202, "a/b c")


def test_over_the_api_it_is_refused_where_it_cannot_be(manager, album):
    read(album, persons=ANNAS)
    other = AlbumFactory.create()
    for at, body, status in (
        (address(album, "ann", "merge"), {}, 422),
        (address(album, "ann", "merge"), {"into": 7}, 422),
        (address(album, "ann", "merge"), {"into": "carl"}, 422),
        (address(album, "carl", "merge"), {"into": "ann"}, 404),
        (address(other, "ann", "merge"), {"into": "anna"}, 404),
        (address(Album(pk=uuid4()), "ann", "split"), None, 404),
    ):
        answer = manager.post(at, body, format="json")
        assert answer.status_code == status, (at, body, answer.content)
    assert not PersonMerge.objects.exists()
