"""The lowest possible time of an activity: the same rows in the same transactions, with psycopg.

Five transactions an activity: what the web commits (activity, history, three messages), and the
four steps (reward; task; completion; credit), each with the end of its own message. Then the events
are marked delivered, fifty activities at a time.
"""

import time
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb

from tools.bench.activities.program import Program, add_tasks

_ACTIVITY = """
INSERT INTO activities_activity (id, participant_id, marketing_program_id, type, state, data,
    reward_failure, created_on, updated_on, version)
VALUES (%(activity)s, %(participant)s, %(program)s, 'SportActivity', 'Created', %(data)s, '',
    now(), now(), 1)
"""
_HISTORY = """
INSERT INTO activities_activityhistory (activity_id, change, occurred_on, source, request_id,
    details)
VALUES (%(activity)s, 'Baseline', now(), 'baseline', '', %(data)s)
"""
_MESSAGE = """
INSERT INTO messaging_outboxmessage (
    message_id, kind, destination, lane, key, priority, attributes, body, attempts, reason)
VALUES (gen_random_uuid(), 'Handler', 'baseline', 'baseline', %(key)s, 0, '{}', %(data)s, 0, '')
"""
_STEP = """
UPDATE messaging_outboxmessage SET delivered_on = now()
WHERE id = (SELECT id FROM messaging_outboxmessage
    WHERE destination = 'baseline' AND key = %(key)s AND delivered_on IS NULL AND dead_on IS NULL
      AND withdrawn_on IS NULL ORDER BY id LIMIT 1 FOR UPDATE)
"""
_LOCK = "SELECT * FROM activities_activity WHERE id = %(activity)s FOR UPDATE"
_REWARD = """
UPDATE activities_activity SET reward = 25, version = version + 1, updated_on = now()
WHERE id = %(activity)s
"""
_TASK = """
UPDATE programs_participantexercisetask SET activity_applied_on = now() WHERE id = %(task)s
"""
_APPLY = """
UPDATE activities_activity SET state = 'Applied', participant_exercise_task_id = %(task)s,
    version = version + 1, updated_on = now()
WHERE id = %(activity)s
"""
_COMPLETE = """
UPDATE programs_participantexercisetask SET state = 'Completed', completed_on = now(),
    version = version + 1 WHERE id = %(task)s
"""
_OPERATION = """
INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,
    reason, created_by, created_on)
VALUES (%(activity)s, %(participant)s, 'Activity', %(activity)s, 'Refill', 'Accepted', 25, '', '',
    now())
"""
_DELIVERED = """
UPDATE messaging_outboxmessage SET delivered_on = now()
WHERE destination = 'baseline' AND delivered_on IS NULL AND dead_on IS NULL AND withdrawn_on IS NULL
"""
_TRANSACTIONS = (
    (_ACTIVITY, _HISTORY, _MESSAGE, _MESSAGE, _MESSAGE),
    (_LOCK, _REWARD, _HISTORY, _MESSAGE, _MESSAGE, _STEP),
    (_LOCK, _TASK, _APPLY, _HISTORY, _MESSAGE, _MESSAGE, _MESSAGE, _STEP),
    (_COMPLETE, _STEP),
    (_OPERATION, _STEP),
)
_DATA = Jsonb({"Discipline": "running", "Distance": "10", "StartDate": "2026-05-17T09:30:00Z"})
_BATCH = 50
_FREE = """
SELECT id, participant_id FROM programs_participantexercisetask
WHERE activity_applied_on IS NULL AND exercise_id = %s LIMIT %s
"""


def write_baseline(database_url: str, activities: int, program: Program) -> float:
    """Write the rows of so many activities; return the seconds without the search of tasks."""
    add_tasks(program, 1 + activities // len(program.participants))
    with psycopg.connect(database_url, autocommit=True) as connection:
        tasks = connection.execute(_FREE, [program.exercise_id, activities]).fetchall()
        began = time.perf_counter()
        for number, (task, participant) in enumerate(tasks, 1):
            values = {
                "activity": uuid4(),
                "key": uuid4().hex,
                "task": task,
                "participant": participant,
                "program": program.program_id,
                "data": _DATA,
            }
            _write(connection, values)
            if number % _BATCH == 0 or number == len(tasks):
                connection.execute(_DELIVERED)
        return time.perf_counter() - began


def _write(connection: psycopg.Connection, values: dict[str, object]) -> None:
    for statements in _TRANSACTIONS:
        with connection.transaction():
            for statement in statements:
                connection.execute(statement, values)
