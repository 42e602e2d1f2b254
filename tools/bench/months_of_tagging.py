"""Fills a database with two months of tagging: works, checked readings, questions and skips."""

from tools.bench.new_database import run, without_indexes

DAYS = 60
ALBUMS, TAGATORS, AT_WORK, EACH = 300, 200, 100, 20  # EACH: tasks of a work
_BUSY = ALBUMS // 10  # albums with unfinished tasks

_USERS = """
INSERT INTO auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff,
    is_active, date_joined)
SELECT 1000 + n, 'tagator' || n, '!', false, '', '', '', false, true, now()
FROM generate_series(0, %(tagators)s - 1) AS n
"""
_TAGATORS = """
INSERT INTO tagging_tagator (id, user_id, email, name, phone, state, rate_per_task, created_on,
    updated_on, version, language)
SELECT md5('tagator' || n)::uuid, 1000 + n, n || '@example.org', 'Tagator ' || n, '', 'Active',
    0.15, now(), now(), 1, ''
FROM generate_series(0, %(tagators)s - 1) AS n
"""
_SETTINGS = """
INSERT INTO tagging_tagatorsettings (tagator_id, tasks_per_work, work_timeout_minutes, all_albums,
    idle_cap_seconds, created_on, updated_on, version)
SELECT id, 20, 60, true, 300, now(), now(), 1 FROM tagging_tagator
"""
_ALBUMS = """
INSERT INTO recognition_album (id, name, state, strategy, start_number_capacity,
    normalization_policy, priority, tagging_hint, created_on, updated_on, version)
SELECT md5('album' || n)::uuid, 'Album ' || n, 'On', 'Manual', 5, 'None', n %% 5 * 10, '',
    now() - (%(albums)s - n) * %(days)s * interval '1 day' / %(albums)s, now(), 1
FROM generate_series(0, %(albums)s - 1) AS n
"""
# The first tasks are unfinished, in a tenth of the albums; the others are completed, the last one
# a moment ago.
_PHOTOS = """
INSERT INTO recognition_photo (
    id, album_id, image_url, state, reason_description, reason_group, face_recognized,
    number_recognized, face_failure, number_failure, face_attempts, number_attempts,
    persons_version, tags_version, custom_tags, created_on, updated_on, version, tagging_task_id)
SELECT md5('photo' || n)::uuid,
    md5('album' || CASE WHEN n <= %(open)s THEN n %% %(busy)s ELSE n %% %(albums)s END)::uuid,
    'http://127.0.0.1:9/' || n || '.jpg',
    CASE WHEN n <= %(open)s THEN 'AwaitingTagging' ELSE 'Processed' END, '', '', false,
    n > %(open)s, '', '', 0, 0, 0, 1, '{}', at, at, 3,
    CASE WHEN n <= %(open)s THEN md5('photo' || n)::uuid END
FROM (
    SELECT n, now() - (%(tasks)s - n) * %(days)s * interval '1 day' / %(tasks)s AS at
    FROM generate_series(1, %(tasks)s::bigint) AS n
) AS numbered
"""
_WORKS = """
INSERT INTO tagging_work (id, tagator_id, state, created_on, expires_on, active_since, tasks_total)
SELECT md5('work' || n)::uuid, md5('tagator' || n %% %(tagators)s)::uuid,
    CASE WHEN n < %(at_work)s THEN 'Active' ELSE 'Completed' END, now(),
    now() + interval '1 hour', now(), %(each)s
FROM generate_series(0, %(at_work)s + %(tasks)s / %(each)s) AS n
"""
_TASKS = """
INSERT INTO tagging_taggingtask (id, photo_id, album_id, image_url, shooting_date, priority, state,
    purpose, work_id, created_on)
SELECT photo.id, photo.id, album_id, image_url, photo.created_on, album.priority,
    CASE WHEN photo.state = 'Processed' THEN 'Completed' WHEN work.n IS NULL THEN 'Open'
        ELSE 'Assigned' END, 'Reading', md5('work' || work.n)::uuid, photo.created_on
FROM recognition_photo photo JOIN recognition_album album ON album.id = album_id
LEFT JOIN (
    SELECT md5('photo' || n)::uuid AS photo_id, n / %(each)s AS n
    FROM generate_series(0, %(at_work)s * %(each)s - 1) AS n
) AS work ON work.photo_id = photo.id
"""
_HISTORY = """
INSERT INTO tagging_taskhistory (task_id, change, occurred_on, actor, reason, priority, tagator_id,
    work_id, tasks, numbers, active_seconds, amount)
SELECT md5('photo' || n)::uuid, change, now() - (%(tasks)s - n) * %(days)s * interval '1 day'
        / %(tasks)s, 'someone@example.org',
    CASE change WHEN 'Skipped' THEN 'Reason ' || n %% 7 ELSE '' END, 0,
    md5('tagator' || n %% %(tagators)s)::uuid, md5('work' || %(at_work)s + n / %(each)s)::uuid,
    one, one, one * 9, one * 0.15
FROM (
    SELECT n, CASE n %% 20 WHEN 0 THEN 'Skipped' ELSE 'Completed' END AS change,
        (n %% 20 <> 0)::int AS one
    FROM generate_series(1, %(tasks)s::bigint) AS n
) AS happened
"""
_SKIPS = """
INSERT INTO tagging_taskskip (tagator_id, task_id, work_id)
SELECT tagator_id, task_id, work_id FROM tagging_taskhistory WHERE change = 'Skipped'
"""
# One of twenty was read twice; of a tenth of these the readings differ, and some wait for staff.
_COMPARISONS = """
INSERT INTO tagging_comparison (task_id, second_task_id, first_tagator_id, first_numbers,
    first_custom_tags, second_tagator_id, second_numbers, second_custom_tags, agrees, compared_on,
    settled_on, settled_by, settled_numbers, settled_custom_tags)
SELECT md5('photo' || n)::uuid, md5('photo' || n - 1)::uuid,
    md5('tagator' || n %% %(tagators)s)::uuid,
    '{12}', '{}', md5('tagator' || (n + 7) %% %(tagators)s)::uuid,
    CASE WHEN agrees THEN '{12}' ELSE '{13}' END::varchar[], '{}', agrees, at,
    CASE WHEN settled THEN at END, CASE WHEN settled THEN 'evidence' ELSE '' END,
    CASE WHEN settled THEN '{13}'::varchar[] END, CASE WHEN settled THEN '{}'::varchar[] END
FROM (
    SELECT n, n %% 200 <> 0 AS agrees, n %% 200 = 0 AND n %% 2000 <> 0 AS settled,
        now() - (%(tasks)s - n) * %(days)s * interval '1 day' / %(tasks)s AS at
    FROM generate_series(20, %(tasks)s::bigint, 20) AS n
) AS read
"""
_LATER = """
INSERT INTO tagging_laterreading (task_id, comparison_id, tagator_id, numbers, custom_tags, read_on)
SELECT md5('photo' || n - 2)::uuid, md5('photo' || n)::uuid,
    md5('tagator' || (n + 9) %% %(tagators)s)::uuid, '{13}', '{}', now()
FROM generate_series(200, %(tasks)s::bigint, 200) AS n
"""
_KNOWN = """
INSERT INTO tagging_knownanswer (photo_id, album_id, numbers, custom_tags, marked_by, is_active,
    created_on, updated_on, version)
SELECT id, album_id, '{12}', '{}', 'evidence', true, now(), now(), 1 FROM recognition_photo
WHERE state = 'Processed' LIMIT %(tasks)s / 500
"""
_KNOWN_READINGS = """
INSERT INTO tagging_knownanswerreading (task_id, known_answer_id, tagator_id, numbers, custom_tags,
    expected_numbers, expected_custom_tags, is_hit, read_on)
SELECT md5('photo' || n)::uuid, (SELECT photo_id FROM tagging_knownanswer LIMIT 1),
    md5('tagator' || n %% %(tagators)s)::uuid, '{12}', '{}', '{12}', '{}', true, now()
FROM generate_series(51, %(tasks)s::bigint, 50) AS n
"""
_QUESTIONS = """
INSERT INTO tagging_photoquestion (id, task_id, tagator_id, text, asked_on, answer, answered_on,
    answered_by, created_on, updated_on, version)
SELECT md5('question' || n)::uuid, md5('photo' || n)::uuid,
    md5('tagator' || n %% %(tagators)s)::uuid,
    'Which one?', at, CASE WHEN n %% 20000 = 0 THEN '' ELSE 'The left one.' END,
    CASE WHEN n %% 20000 <> 0 THEN at END, '', at, at, 1
FROM (
    SELECT n, now() - (%(tasks)s - n) * %(days)s * interval '1 day' / %(tasks)s AS at
    FROM generate_series(1000, %(tasks)s::bigint, 1000) AS n
) AS asked
"""
TABLES = {
    "auth_user": _USERS,
    "tagging_tagator": _TAGATORS,
    "tagging_tagatorsettings": _SETTINGS,
    "recognition_album": _ALBUMS,
    "recognition_photo": _PHOTOS,
    "tagging_work": _WORKS,
    "tagging_taggingtask": _TASKS,
    "tagging_taskhistory": _HISTORY,
    "tagging_taskskip": _SKIPS,
    "tagging_comparison": _COMPARISONS,
    "tagging_laterreading": _LATER,
    "tagging_knownanswer": _KNOWN,
    "tagging_knownanswerreading": _KNOWN_READINGS,
    "tagging_photoquestion": _QUESTIONS,
}


def fill(tasks: int, open_tasks: int) -> None:
    """Insert the rows, then their indexes."""
    for table in TABLES:
        with without_indexes(table):
            insert(table, tasks, open_tasks)
    for table in TABLES:
        run(f"VACUUM ANALYZE {table}")


def insert(table: str, tasks: int, open_tasks: int) -> None:
    """Insert the rows of one table; `TABLES` has the order."""
    given = {
        "tasks": tasks,
        "open": open_tasks,
        "days": DAYS,
        "albums": ALBUMS,
        "busy": _BUSY,
        "tagators": TAGATORS,
        "at_work": AT_WORK,
        "each": EACH,
    }
    run(TABLES[table], given)
