"""Two years of taggers and of activities: a fifth of the photos is tagged, a tenth as many run."""

_WHEN = "now() - (%(photos)s - n)::float * %(days)s / %(photos)s * interval '1 day'"
_TAGGED = "generate_series(5, %(photos)s::bigint, 5)"
_ACTIVE = "generate_series(10, %(photos)s::bigint, 10)"
_TASK = "md5('task' || n)::uuid"
_PARTICIPANT = "md5('participant' || n / 10 %% %(participants)s)::uuid"

_USERS = """
INSERT INTO auth_user (id, username, password, is_superuser, first_name, last_name, email, is_staff,
    is_active, date_joined)
SELECT 10000 + n, 'tagger' || n, '!', false, '', '', '', false, true, now()
FROM generate_series(0, %(taggers)s - 1) AS n
"""
_TAGGERS = """
INSERT INTO tagging_tagator (id, user_id, email, name, phone, state, rate_per_task, created_on,
    updated_on, version)
SELECT md5('tagger' || n)::uuid, 10000 + n, n || '@example.org', 'Tagger ' || n, '', 'Active',
    0.15, now(), now(), 1
FROM generate_series(0, %(taggers)s - 1) AS n
"""
_WORKS = """
INSERT INTO tagging_work (id, tagator_id, state, created_on, expires_on, active_since, finished_on,
    tasks_total)
SELECT md5('work' || n)::uuid, md5('tagger' || n %% %(taggers)s)::uuid, 'Completed', at, at, at, at,
    20
FROM (
    SELECT n, now() - (1 - n / (%(photos)s / 100)::float) * %(days)s * interval '1 day'
        AS at
    FROM generate_series(0, %(photos)s / 100) AS n
) AS works
"""
_TASKS = f"""
INSERT INTO tagging_taggingtask (id, photo_id, album_id, image_url, shooting_date, priority, state,
    purpose, work_id, created_on)
SELECT {_TASK}, md5('photo' || n)::uuid, md5('album' || n / %(each)s)::uuid,
    'https://pictures.example.org/race/IMG_' || n || '.jpg', {_WHEN}, 0, 'Completed', 'Reading',
    md5('work' || n / 100)::uuid, {_WHEN}
FROM {_TAGGED} AS n
"""
_TAGS = f"""
INSERT INTO tagging_tasktag (task_id, kind, value)
SELECT {_TASK}, 'Number', n / 2 %% 20000 FROM {_TAGGED} AS n
"""
_TASK_HISTORY = f"""
INSERT INTO tagging_taskhistory (task_id, change, occurred_on, actor, reason, priority, tagator_id,
    work_id, tasks, numbers, active_seconds, amount)
SELECT {_TASK}, change, {_WHEN}, 'tagger', '', 0,
    CASE WHEN place > 1 THEN md5('tagger' || n / 100 %% %(taggers)s)::uuid END,
    CASE WHEN place > 1 THEN md5('work' || n / 100)::uuid END,
    (place / 3)::int, (place / 3)::int, place / 3 * 9, place / 3 * 0.15
FROM {_TAGGED} AS n,
    unnest('{{Created,Taken,Completed}}'::text[]) WITH ORDINALITY AS steps(change, place)
"""
_PROGRAM = """
INSERT INTO programs_marketingprogram (id, name, is_new_scheme, created_on, updated_on, version)
VALUES (md5('program')::uuid, 'Two years', true, now(), now(), 1)
"""
_EXERCISE = """
INSERT INTO programs_exercise (id, program_id, name, activity_type, created_on, updated_on, version)
VALUES (md5('exercise')::uuid, md5('program')::uuid, 'Run', 'SportActivity', now(), now(), 1)
"""
_PARTICIPANTS = """
INSERT INTO programs_participant (id, program_id, state, created_on, updated_on, version)
SELECT md5('participant' || n)::uuid, md5('program')::uuid, 'Active', now(), now(), 1
FROM generate_series(0, %(participants)s - 1) AS n
"""
_EXERCISE_TASKS = f"""
INSERT INTO programs_participantexercisetask (id, participant_id, exercise_id, activity_type, state,
    criteria, completed_on, activity_applied_on, created_on, updated_on, version)
SELECT md5('run' || n)::uuid, {_PARTICIPANT}, md5('exercise')::uuid, 'SportActivity', 'Completed',
    '{{"discipline": "running"}}', {_WHEN}, {_WHEN}, {_WHEN}, {_WHEN}, 2
FROM {_ACTIVE} AS n
"""
_ACTIVITIES = f"""
INSERT INTO activities_activity (id, participant_id, marketing_program_id, type, state, data,
    reward, reward_failure, participant_exercise_task_id, created_on, updated_on, version)
SELECT md5('activity' || n)::uuid, {_PARTICIPANT}, md5('program')::uuid, 'SportActivity', 'Applied',
    '{{"Discipline": "running", "Distance": "10", "StartDate": "2026-05-17T09:30:00Z"}}', 25, '',
    md5('run' || n)::uuid, {_WHEN}, {_WHEN}, 3
FROM {_ACTIVE} AS n
"""
_ACTIVITY_HISTORY = f"""
INSERT INTO activities_activityhistory (activity_id, change, occurred_on, source, request_id,
    details)
SELECT md5('activity' || n)::uuid, change, {_WHEN}, 'callback', '', '{{"reward": "25"}}'
FROM {_ACTIVE} AS n, unnest('{{Created,RewardSet,Applied}}'::text[]) AS change
"""
_BALANCES = """
INSERT INTO rewards_balance (participant_id, amount, created_on, updated_on, version)
SELECT id, 25 * %(photos)s / 10 / %(participants)s, now(), now(), 1 FROM programs_participant
"""
_OPERATIONS = f"""
INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,
    reason, created_by, created_on, balance_after, recorded_on)
SELECT md5('activity' || n)::uuid, {_PARTICIPANT}, 'Activity', md5('activity' || n)::uuid,
    'Refill', 'Accepted', 25, '', '', {_WHEN}, 25 * (1 + n / 10 / %(participants)s), {_WHEN}
FROM {_ACTIVE} AS n
"""
TABLES = {
    "auth_user": _USERS,
    "tagging_tagator": _TAGGERS,
    "tagging_work": _WORKS,
    "tagging_taggingtask": _TASKS,
    "tagging_tasktag": _TAGS,
    "tagging_taskhistory": _TASK_HISTORY,
    "programs_marketingprogram": _PROGRAM,
    "programs_exercise": _EXERCISE,
    "programs_participant": _PARTICIPANTS,
    "programs_participantexercisetask": _EXERCISE_TASKS,
    "activities_activity": _ACTIVITIES,
    "activities_activityhistory": _ACTIVITY_HISTORY,
    "rewards_balance": _BALANCES,
    "rewards_balanceoperation": _OPERATIONS,
}
