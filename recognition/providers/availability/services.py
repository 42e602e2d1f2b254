"""Who is asked: what pace and pauses are kept for."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider, or a competitor service, as one that takes so many requests and may be away.

    `key` names it in Redis and in the records of pauses, `name` in sentences; `per_second` is how
    many requests all processes together may send, None for as many as there are.
    """

    key: str
    name: str
    per_second: float | None = None
    account_id: UUID | None = None
    competitor_instance_id: UUID | None = None
