"""Compares the end of a run, in our database and at the photo service, with the expected end."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import close_old_connections

from tools.bench.bus_depth import messages_on_the_bus
from tools.bench.quiet import counted, leftovers
from tools.sandbox.testing import PhotoServiceState, SandboxClient

KINDS = ("persons", "tags")
Sets = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The differences from the expected end; counts photos that lost or doubled something.

    `repeated` PUTs are correct: a result whose 204 was lost is sent again in the same version.
    """

    lost: int
    doubled: int
    repeated: int
    differences: list[str]


@dataclass(slots=True, kw_only=True)
class _Findings:
    lost: set[str] = field(default_factory=set)
    doubled: set[str] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)

    def lose(self, photo: str, what: str) -> None:
        self.lost.add(photo)
        self.differences.append(f"{photo}: {what}")

    def double(self, photo: str, what: str) -> None:
        self.doubled.add(photo)
        self.differences.append(f"{photo}: {what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Saved:
    """A photo in the database; `unfinished` says what it waits for."""

    sets: Sets
    versions: Mapping[str, int]
    unfinished: str


def unrest(photos: int, sandbox: SandboxClient, *, other_events: int = 0) -> str:
    """Return what is still unfinished for so many photos; empty at the end.

    :param other_events: so many events were not about photos.
    """
    counts = sandbox.photo_service_counts()
    if min(counts.persons, counts.tags) < photos:
        return f"{counts.persons} persons and {counts.tags} tags delivered of {photos}"
    if pending := sandbox.stats("number-provider")["callbacksPending"]:
        return f"{pending} callbacks to come"
    close_old_connections()
    if waiting := messages_on_the_bus():
        return f"{waiting} messages on the bus"
    return "; ".join(_leftovers(photos + other_events))


def compare(
    wanted: Mapping[UUID, Sets], sandbox: SandboxClient, *, other_events: int = 0
) -> Ending:
    """Compare for each photo the expected, the saved and the delivered results."""
    findings = _Findings()
    saved, state = _saved_photos(), sandbox.photo_service_state()
    for photo_id, sets in wanted.items():
        photo = str(photo_id)
        if photo not in saved:
            findings.lose(photo, "was never saved")
            continue
        _compare_saved(findings, photo, saved[photo], sets)
        _compare_delivered(findings, photo, saved[photo], state)
    for stray in (saved.keys() | state.photos.keys()) - {str(photo) for photo in wanted}:
        findings.double(stray, "was never published")
    _count_results(findings)
    findings.differences += [
        *_leftovers(len(wanted) + other_events),
        *_conflicts(state),
        *_exhausted(sandbox),
    ]
    return Ending(
        lost=len(findings.lost),
        doubled=len(findings.doubled),
        repeated=state.counts.equal + state.counts.stale,
        differences=findings.differences,
    )


def _compare_saved(findings: _Findings, photo: str, saved: _Saved, wanted: Sets) -> None:
    if saved.unfinished:
        findings.lose(photo, saved.unfinished)
    for kind in KINDS:
        if saved.sets[kind] != sorted(wanted[kind]):
            findings.lose(photo, f"saved {kind} {saved.sets[kind]}, wanted {wanted[kind]}")


def _compare_delivered(
    findings: _Findings, photo: str, saved: _Saved, state: PhotoServiceState
) -> None:
    for kind, delivered in (("persons", state.persons(photo)), ("tags", state.tags(photo))):
        result: Mapping[str, Any] = state.photos.get(photo, {}).get(kind, {})
        if delivered != saved.sets[kind]:
            findings.lose(photo, f"delivered {kind} {delivered}, saved {saved.sets[kind]}")
        if result.get("version", 0) != saved.versions[kind]:
            findings.lose(photo, f"{kind} delivered and saved in different versions")
        if result.get("accepted", 0) > 1:
            findings.double(photo, f"{kind} delivered in {result['accepted']} versions")


def _saved_photos() -> dict[str, _Saved]:
    from recognition.models import Photo

    photos = Photo.objects.prefetch_related("persons", "numbers")
    return {str(photo.pk): _saved(photo) for photo in photos}


def _saved(photo: Any) -> _Saved:
    numbers = [number.value for number in photo.numbers.all() if not number.rejection]
    return _Saved(
        sets={
            "persons": sorted(person.person_id for person in photo.persons.all()),
            "tags": sorted(numbers),
        },
        versions={"persons": photo.persons_version, "tags": photo.tags_version},
        unfinished="" if _is_finished(photo) else f"{photo.state}: {photo.reason_description}",
    )


def _is_finished(photo: Any) -> bool:
    due = (photo.faces_next_attempt_on, photo.numbers_next_attempt_on, photo.callback_due_on)
    recognized = photo.face_recognized and photo.number_recognized
    return photo.state == "Processed" and recognized and not any(due)


def _count_results(findings: _Findings) -> None:
    """Check that each set of each photo was written to the outbox once."""
    from foundation.messaging.models import OutboxMessage

    keys = OutboxMessage.objects.filter(destination="photo-service").values_list("key", flat=True)
    for key, times in Counter(keys).items():
        if times > 1:
            findings.double(key.split("/")[0], f"{key} was sent {times} times")


def _leftovers(events: int) -> Iterator[str]:
    """Report what should not be left."""
    from foundation.messaging.models import InboxMessage
    from recognition.models import Callback, CallbackState

    yield from leftovers()
    callbacks = Callback.objects.exclude(state__in=(CallbackState.APPLIED, CallbackState.IGNORED))
    yield from counted(
        {
            "callbacks not used": callbacks.count(),
            "events not received": events - InboxMessage.objects.count(),
        }
    )


def _conflicts(state: PhotoServiceState) -> Iterator[str]:
    if state.counts.conflicting:
        yield f"{state.counts.conflicting} results with other content in the same version"


def _exhausted(sandbox: SandboxClient) -> Iterator[str]:
    if exhausted := sandbox.stats("number-provider")["callbacks"].get("exhausted", 0):
        yield f"{exhausted} callbacks that were never accepted"
