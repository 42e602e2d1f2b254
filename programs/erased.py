"""The erased participants: by what they are known, and the pseudonym of what stays of them."""

from uuid import UUID

from foundation.privacy.names import Name, digest_of


def participant_name(participant_id: UUID) -> Name:
    return ("participant", str(participant_id))


def pseudonym_of(participant_id: UUID) -> UUID:
    """Return the id under which balance operations stay; only `ERASURE_KEY` leads to it."""
    return UUID(digest_of(("pseudonym", str(participant_id)))[:32])
