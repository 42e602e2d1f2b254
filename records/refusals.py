"""Refusals: how a command says no.

A refusal is an expected answer, not a fault: it has a stable `code`, a sentence for a person, and a
kind (its base class here) that the REST floor turns into a status. Each refusal is defined beside
the command that raises it.
"""

from collections.abc import Mapping
from datetime import timedelta


class Refusal(Exception):
    """A command's no. `detail` is one sentence for a person."""

    code = "refused"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.__doc__ or self.code)

    @property
    def detail(self) -> str:
        return str(self.args[0])


class NotFound(Refusal):
    """What the command speaks of does not exist."""

    code = "not-found"


class Conflict(Refusal):
    """The command contradicts what is already there."""

    code = "conflict"


class VersionConflict(Conflict):
    """The record changed since the caller read it."""

    code = "version-conflict"


class Invalid(Refusal):
    """The data break a rule. `errors` maps a field to what is wrong with it."""

    code = "invalid"

    def __init__(self, detail: str = "", errors: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.errors = dict(errors or {})


class Forbidden(Refusal):
    """The subject of the command is not allowed it."""

    code = "forbidden"


class Unavailable(Refusal):
    """A service that the command has to ask is away; the same command can be repeated later.

    `retry_after`: how long to wait before that.
    """

    code = "unavailable"

    def __init__(self, detail: str = "", retry_after: timedelta = timedelta(seconds=5)) -> None:
        super().__init__(detail)
        self.retry_after = retry_after
