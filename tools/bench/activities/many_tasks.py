"""Fills a database with open tasks: many participants with five each, one with 500."""

from dataclasses import dataclass
from uuid import UUID

from tools.bench.new_database import run, without_indexes

FEW, MANY = 5, 500

_PROGRAM = """
INSERT INTO programs_marketingprogram (id, name, is_new_scheme, created_on, updated_on, version)
VALUES (md5('program')::uuid, 'Bench', true, now(), now(), 1)
"""
_EXERCISE = """
INSERT INTO programs_exercise (id, program_id, name, activity_type, created_on, updated_on, version)
VALUES (md5('exercise')::uuid, md5('program')::uuid, 'Run', 'SportActivity', now(), now(), 1)
"""
# The first has many tasks, all others have few.
_PARTICIPANTS = """
INSERT INTO programs_participant (id, program_id, state, created_on, updated_on, version)
SELECT md5('participant' || n)::uuid, md5('program')::uuid, 'Active', now(), now(), 1
FROM generate_series(0, %(participants)s) AS n
"""
# Each participant's tasks are for distances of a kilometre each: from 0 to 1, from 1 to 2 … The one
# of the longest distance finishes last.
_TASKS = """
INSERT INTO programs_participantexercisetask (
    id, participant_id, exercise_id, activity_type, state, criteria, starts_on, finishes_on,
    created_on, updated_on, version)
SELECT md5('task' || n)::uuid, participant, md5('exercise')::uuid, 'SportActivity', 'Active',
    jsonb_build_object('discipline', 'running', 'minDistance', place::text,
        'maxDistance', (place + 1)::text),
    now(), now() + (place + 1) * interval '1 minute', now() + n * interval '1 microsecond', now(), 1
FROM (
    SELECT n, CASE WHEN n < %(many)s THEN n ELSE n %% %(few)s END AS place,
        md5('participant' || CASE WHEN n < %(many)s THEN 0
            ELSE 1 + (n - %(many)s) / %(few)s END)::uuid AS participant
    FROM generate_series(0, %(tasks)s::bigint - 1) AS n
) AS placed
"""
_PARTICIPANT = "SELECT md5('participant' || %s)::uuid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """A participant with few tasks, and one with many."""

    few: UUID
    many: UUID


def fill(tasks: int) -> Owners:
    """Insert so many tasks."""
    given = {"tasks": tasks, "participants": 1 + (tasks - MANY) // FEW, "few": FEW, "many": MANY}
    for statement in (_PROGRAM, _EXERCISE, _PARTICIPANTS):
        run(statement, given)
    with without_indexes("programs_participantexercisetask"):
        run(_TASKS, given)
    run("VACUUM ANALYZE programs_participantexercisetask")
    return Owners(few=_participant(given["participants"] // 2), many=_participant(0))


def _participant(number: int) -> UUID:
    [(found,)] = run(_PARTICIPANT, [str(number)])
    return UUID(str(found))
