"""Fills a database with tagging tasks and tagators, in statements over all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

# In the order of their ids, so that the indexes are not read and written all over the disk.
# Photos are as recognition leaves those that wait for a tagator.
_PHOTOS = """
INSERT INTO recognition_photo (
    id, album_id, photographer_id, shooting_date, image_url, state, reason_description,
    face_recognized, number_recognized, face_failure, number_failure, face_attempts,
    number_attempts, persons_version, tags_version, tagging_task_id, custom_tags, created_on,
    updated_on, version)
SELECT id, (%(albums)s::uuid[])[1 + n %% cardinality(%(albums)s::uuid[])],
    gen_random_uuid(), now() - n * interval '1 second', 'http://127.0.0.1:9/pixel.jpg',
    'AwaitingTagging', 'Waiting for a tagger.',
    false, false, '', '', 0, 0, 0, 0, gen_random_uuid(), '{}', now(), now(), 1
FROM (
    SELECT gen_random_uuid() AS id, n FROM generate_series(1, %(tasks)s::bigint) AS n ORDER BY id
) AS photos
"""
_TASKS = """
INSERT INTO tagging_taggingtask (
    id, photo_id, album_id, photographer_id, shooting_date, image_url, priority, state, purpose,
    created_on)
SELECT photo.tagging_task_id, photo.id, photo.album_id, photo.photographer_id,
    photo.shooting_date, photo.image_url, album.priority, 'Open', 'Reading',
    photo.created_on
FROM recognition_photo photo JOIN recognition_album album ON album.id = photo.album_id
WHERE photo.created_on = now()
ORDER BY photo.tagging_task_id
"""
_HISTORY = """
INSERT INTO tagging_taskhistory (
    task_id, change, occurred_on, actor, reason, priority, tasks, numbers, active_seconds, amount)
SELECT id, 'Created', created_on, '', '', priority, 0, 0, 0, 0
FROM tagging_taggingtask WHERE created_on = now() ORDER BY id
"""
# Keys and checks of a million rows that are right by construction would take most of the time.
_UNCHECKED = "SET LOCAL session_replication_role = replica"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A tagator, and the token of their requests."""

    tagator_id: UUID
    email: str
    token: str


def add_albums(count: int, **fields: Any) -> list[UUID]:
    """Add albums of one tenant, read by people, with the priorities 0 to 2."""
    from recognition.models import Album, Strategy, Tenant

    tenant = Tenant.objects.create(pk=uuid4())
    albums = [
        Album(tenant=tenant, strategy=Strategy.MANUAL, priority=number % 3, **fields)
        for number in range(count)
    ]
    return [album.pk for album in Album.objects.bulk_create(albums)]


@transaction.atomic
def add_tasks(albums: Sequence[UUID], count: int) -> None:
    """Add photos that wait for a tagator, spread over the albums, with their open tasks.

    To be called once in a transaction: rows of one call are found by the transaction's time.
    """
    with connection.cursor() as cursor:
        cursor.execute(_UNCHECKED)
        cursor.execute(_PHOTOS, {"albums": list(albums), "tasks": count})
        cursor.execute(_TASKS)
        cursor.execute(_HISTORY)


def settle_tables() -> None:
    """Do now what autovacuum and a checkpoint would do in the middle of a measurement."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


def add_people(count: int, *, albums: Sequence[UUID] = (), **settings: Any) -> list[Person]:
    """Add tagators with these settings; `albums`: these alone are open to them."""
    return [_add_person(albums, settings) for _ in range(count)]


def token_of_service(*roles: str) -> str:
    """Return a token of a new service account with these roles."""
    from django.contrib.auth.models import User

    from foundation.rest.roles import grant_role
    from foundation.rest.tokens import issue

    user = User.objects.create(username=f"service-{uuid4()}")
    for role in roles:
        grant_role(user, role)
    return str(issue(user, timedelta(days=1)))


def _add_person(albums: Sequence[UUID], settings: dict[str, Any]) -> Person:
    from django.utils import timezone

    from foundation.rest.tokens import issue
    from tagging.models import OpenedAlbum, TagatorSettings
    from tagging.tagators.commands import CreateTagatorCommand, create_tagator

    tagator_id = uuid4()
    # Without a password: to make one costs a tenth of a second of a processor.
    tagator = create_tagator(
        CreateTagatorCommand(
            tagator_id=tagator_id,
            email=f"{tagator_id}@example.org",
            name="Kim",
            rate_per_task=Decimal("0.15"),
            now=timezone.now(),
        )
    ).record
    TagatorSettings.objects.filter(pk=tagator_id).update(all_albums=not albums, **settings)
    OpenedAlbum.objects.bulk_create(OpenedAlbum(tagator=tagator, album_id=pk) for pk in albums)
    token = str(issue(tagator.user, timedelta(days=1)))
    return Person(tagator_id=tagator_id, email=tagator.email, token=token)
