"""Fills a database with photos in every state, with numbers, in small albums and a big one."""

from tools.bench.new_database import run, without_indexes

DAYS = 60
OF_AN_ALBUM = 1000  # photos
BIG_ALBUM = "Big album"
BIG_SHARE = 100  # photos of the big album: one of so many
REASON = "The picture cannot be read, for reason 3."
_REASONS = 20

_ALBUMS = """
INSERT INTO recognition_album (id, name, state, strategy, start_number_capacity,
    normalization_policy, priority, tagging_hint, created_on, updated_on, version)
SELECT md5('album' || n)::uuid, CASE n WHEN 0 THEN %(big)s ELSE 'Album ' || n END, 'On', 'Number',
    5, 'None', 0, '', day, day, 1
FROM (
    SELECT n, now() - (%(albums)s - n) * %(days)s * interval '1 day' / %(albums)s AS day
    FROM generate_series(0, %(albums)s) AS n
) AS albums
"""
# In the order in which they are received. Of a thousand, 4 have failed, 16 wait, 10 are deleted.
_PHOTOS = """
INSERT INTO recognition_photo (
    id, album_id, image_url, state, reason_description, reason_group, face_recognized,
    number_recognized, face_failure, number_failure, face_attempts, number_attempts,
    persons_version, tags_version, custom_tags, created_on, updated_on, version)
SELECT md5('photo' || n)::uuid,
    md5('album' || CASE WHEN n %% %(share)s = 0 THEN 0 ELSE 1 + n / %(each)s END)::uuid,
    'https://pictures.example.org/race/IMG_' || n || '.jpg', state, reason, reason, false,
    state = 'Processed', '', '', 0, 0, 0, 1, '{}', received, received, 3
FROM (
    SELECT n, state, received, CASE WHEN state IN ('Processed', 'Deleted') THEN ''
        ELSE 'The picture cannot be read, for reason ' || n %% %(reasons)s || '.' END AS reason
    FROM (
        SELECT n, CASE WHEN n %% 250 = 1 THEN 'Failed' WHEN n %% 100 = 2 THEN 'AwaitingTagging'
                WHEN n %% 200 = 3 THEN 'New' WHEN n %% 1000 = 4 THEN 'AwaitingCallback'
                WHEN n %% 100 = 5 THEN 'Deleted' ELSE 'Processed' END AS state,
            now() - (%(photos)s - n) * %(days)s * interval '1 day' / %(photos)s AS received
        FROM generate_series(1, %(photos)s::bigint) AS n
    ) AS numbered
) AS photos
"""
_NUMBERS = """
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, read_on, album_id)
SELECT md5('photo' || n)::uuid, (n / 2) %% 20000, '', 'Provider', now(),
    md5('album' || CASE WHEN n %% %(share)s = 0 THEN 0 ELSE 1 + n / %(each)s END)::uuid
FROM generate_series(2, %(photos)s::bigint, 2) AS n
"""
_PERSONS = """
INSERT INTO recognition_photoperson (photo_id, person_id)
SELECT md5('photo' || n)::uuid, 'person-' || n / 20
FROM generate_series(4, %(photos)s::bigint, 4) AS n
"""
TABLES = {
    "recognition_album": _ALBUMS,
    "recognition_photo": _PHOTOS,
    "recognition_photonumber": _NUMBERS,
    "recognition_photoperson": _PERSONS,
}


def fill(photos: int) -> None:
    """Insert the rows, then their indexes; count for the home page as the sweep does."""
    from django.utils import timezone

    from recognition.commands.photos.counting import (
        COUNTED_HOURS,
        OLD_AT_ONCE,
        count_hours,
        keep_backlog,
    )

    for table in TABLES:
        with without_indexes(table):
            insert(table, photos)
    for table in TABLES:
        run(f"VACUUM ANALYZE {table}")
    for _ in range(COUNTED_HOURS // OLD_AT_ONCE + 1):
        count_hours(timezone.now())
    keep_backlog(timezone.now())


def insert(table: str, photos: int) -> None:
    """Insert the rows of one table; `TABLES` has the order."""
    given = {
        "photos": photos,
        "albums": photos // OF_AN_ALBUM + 1,
        "big": BIG_ALBUM,
        "share": BIG_SHARE,
        "each": OF_AN_ALBUM,
        "reasons": _REASONS,
        "days": DAYS,
    }
    run(TABLES[table], given)
