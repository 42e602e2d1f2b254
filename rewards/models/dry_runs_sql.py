"""What participants win and lose by a draft, summed in a table: there may be millions of them."""

from collections.abc import Mapping
from uuid import UUID

from django.db import connection

ADD_TO_PARTICIPANTS = """
INSERT INTO rewards_dryrunparticipant AS known (run_id, participant_id, difference)
SELECT %s, participant_id, difference
FROM unnest(%s::uuid[], %s::numeric[]) AS new (participant_id, difference)
ON CONFLICT (run_id, participant_id)
    DO UPDATE SET difference = known.difference + excluded.difference
RETURNING participant_id, difference
"""


def add_to_participants(run_id: UUID, differences: Mapping[UUID, int]) -> tuple[int, int]:
    """Add to the sums of participants; return how many more of them win now, and how many lose.

    Rows are locked in the order of their ids: a process that lost its claim may be here too.
    """
    if not differences:
        return 0, 0
    ids = sorted(differences)
    with connection.cursor() as cursor:
        cursor.execute(ADD_TO_PARTICIPANTS, [run_id, ids, [differences[each] for each in ids]])
        sums = cursor.fetchall()
    pairs = [(after - differences[participant_id], after) for participant_id, after in sums]
    winners = sum((after > 0) - (before > 0) for before, after in pairs)
    losers = sum((after < 0) - (before < 0) for before, after in pairs)
    return winners, losers
