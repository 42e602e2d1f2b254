"""What participants win and lose by a draft, summed in a table: there may be millions of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

_ADD = """
INSERT INTO rewards_dryrunparticipant AS known (run_id, participant_id, difference)
SELECT %s, participant_id, difference
FROM unnest(%s::uuid[], %s::numeric[]) AS new (participant_id, difference)
ON CONFLICT (run_id, participant_id)
    DO UPDATE SET difference = known.difference + excluded.difference
RETURNING participant_id, difference
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedCounts:
    """How many more participants than before win, and how many lose."""

    winners: int
    losers: int


def add_to_participants(run_id: UUID, differences: Mapping[UUID, int]) -> ChangedCounts:
    """Add to the sums of these participants, in the caller's transaction.

    Rows are locked in the order of their ids: a process that lost its claim may be here too.
    """
    if not differences:
        return ChangedCounts(winners=0, losers=0)
    with connection.cursor() as cursor:
        who = sorted(differences)
        cursor.execute(_ADD, [run_id, who, [differences[each] for each in who]])
        sums = cursor.fetchall()
    pairs = [(after - differences[who], after) for who, after in sums]
    return ChangedCounts(
        winners=sum((after > 0) - (before > 0) for before, after in pairs),
        losers=sum((after < 0) - (before < 0) for before, after in pairs),
    )
