"""Fills a database with a year of tagging: albums, photos, tasks and the history of the tasks."""

from datetime import UTC, datetime

from tools.bench.new_database import run, without_indexes

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
TAGATORS, TENANTS, ALBUMS = 200, 5, 300
_DAYS = 365

_USERS = """
INSERT INTO auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff,
    is_active, date_joined)
SELECT 1000 + n, 'tagator' || n, '!', false, '', '', '', false, true, %(begin)s
FROM generate_series(1, %(tagators)s) AS n
"""
_TAGATORS = """
INSERT INTO tagging_tagator (id, user_id, email, name, phone, state, rate_per_task, created_on,
    updated_on, version)
SELECT md5('tagator' || n)::uuid, 1000 + n, n || '@example.org', 'Tagator ' || n, '', 'Active',
    0.15, %(begin)s, %(begin)s, 1
FROM generate_series(1, %(tagators)s) AS n
"""
_TENANTS = """
INSERT INTO recognition_tenant (id, recognition_state, created_on, updated_on, version)
SELECT md5('tenant' || n)::uuid, 'On', %(begin)s, %(begin)s, 1
FROM generate_series(0, %(tenants)s - 1) AS n
"""
# An album a day and a bit; its photos come within hours, and its tasks soon after.
_ALBUMS = """
INSERT INTO recognition_album (id, tenant_id, name, state, strategy, start_number_capacity,
    normalization_policy, priority, tagging_hint, created_on, updated_on, version)
SELECT md5('album' || n)::uuid, md5('tenant' || n %% %(tenants)s)::uuid, 'Album ' || n, 'On',
    'Manual', 5, 'None', 0, '', day, day, 1
FROM (
    SELECT n, %(begin)s + n * %(days)s * interval '1 day' / %(albums)s AS day
    FROM generate_series(0, %(albums)s - 1) AS n
) AS albums
"""
_PHOTOS = """
INSERT INTO recognition_photo (
    id, album_id, image_url, state, reason_description, face_recognized, number_recognized,
    face_failure, number_failure, face_attempts, number_attempts, persons_version, tags_version,
    custom_tags, created_on, updated_on, version)
SELECT md5('photo' || n)::uuid, md5('album' || album)::uuid, 'http://127.0.0.1:9/pixel.jpg',
    CASE WHEN n %% 50 = 0 THEN 'AwaitingTagging' ELSE 'Processed' END, '', true, n %% 50 <> 0,
    '', '', 0, 0, 1, 1, '{}', received, received, 3
FROM (
    SELECT n, album, %(begin)s + album * %(days)s * interval '1 day' / %(albums)s
        + random() * interval '8 hours' AS received
    FROM (
        SELECT n, (n - 1) * %(albums)s / %(tasks)s AS album
        FROM generate_series(1, %(tasks)s::bigint) AS n
    ) AS numbered
) AS photos
"""
_PERSONS = """
INSERT INTO recognition_photoperson (photo_id, person_id)
SELECT id, 'person' FROM recognition_photo
"""
_NUMBERS = """
INSERT INTO recognition_photonumber (photo_id, value, rejection, source, read_on)
SELECT id, '101', '', 'Manual', created_on FROM recognition_photo WHERE number_recognized
"""
_TASKS = """
INSERT INTO tagging_taggingtask (id, photo_id, album_id, image_url, priority, state, purpose,
    created_on)
SELECT id, id, album_id, '', 0, CASE state WHEN 'Processed' THEN 'Completed' ELSE 'Open' END,
    'Reading', created_on + interval '1 minute'
FROM recognition_photo
"""
# In the order in which they happen. Of a hundred rows 8 are by recognition, 42 take a task, 42
# complete one, 4 skip one, 2 expire and 2 reopen.
_HISTORY = """
INSERT INTO tagging_taskhistory (task_id, change, occurred_on, actor, reason, priority, tagator_id,
    tasks, numbers, active_seconds, amount)
SELECT md5('photo' || 1 + n %% %(tasks)s)::uuid, change, occurred_on, actor, '', 0,
    CASE WHEN change <> 'Created' THEN md5('tagator' || 1 + (n * 7919) %% %(tagators)s)::uuid END,
    CASE change WHEN 'Completed' THEN 1 WHEN 'Reopened' THEN -1 ELSE 0 END,
    CASE change WHEN 'Completed' THEN 1 WHEN 'Reopened' THEN -1 ELSE 0 END,
    CASE change WHEN 'Completed' THEN 5 + n %% 31 ELSE 0 END,
    CASE change WHEN 'Completed' THEN 0.15 WHEN 'Reopened' THEN -0.15 ELSE 0 END
FROM (
    SELECT n, %(begin)s + n::float * %(days)s / %(rows)s * interval '1 day' AS occurred_on,
        CASE WHEN part < 8 THEN '' ELSE 'someone@example.org' END AS actor,
        CASE WHEN part < 8 THEN 'Created' WHEN part < 50 THEN 'Taken'
            WHEN part < 92 THEN 'Completed' WHEN part < 96 THEN 'Skipped'
            WHEN part < 98 THEN 'Expired' ELSE 'Reopened' END AS change
    FROM (
        SELECT n, floor(random() * 100) AS part
        FROM generate_series(0, %(rows)s::bigint - 1) AS n
    ) AS drawn
) AS happened
"""
TABLES = {
    "auth_user": _USERS,
    "tagging_tagator": _TAGATORS,
    "recognition_tenant": _TENANTS,
    "recognition_album": _ALBUMS,
    "recognition_photo": _PHOTOS,
    "recognition_photoperson": _PERSONS,
    "recognition_photonumber": _NUMBERS,
    "tagging_taggingtask": _TASKS,
    "tagging_taskhistory": _HISTORY,
}


def fill(rows: int) -> None:
    """Insert a year: so many rows of history, a tenth as many photos and tasks."""
    for table in TABLES:
        with without_indexes(table):
            insert(table, rows)
    for table in TABLES:
        run(f"VACUUM ANALYZE {table}")


def insert(table: str, rows: int) -> None:
    """Insert the rows of one table; `TABLES` has the order."""
    given = {
        "begin": BEGIN,
        "days": _DAYS,
        "tagators": TAGATORS,
        "tenants": TENANTS,
        "albums": ALBUMS,
        "tasks": rows // 10,
        "rows": rows,
    }
    run(TABLES[table], given)
