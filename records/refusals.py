"""Refusals: the expected errors of commands. From the base class `rest` makes an HTTP status."""

from collections.abc import Mapping
from datetime import timedelta


class Refusal(Exception):
    """A command was refused. `detail` is one sentence for a person."""

    code = "refused"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.__doc__ or self.code)

    @property
    def detail(self) -> str:
        return str(self.args[0])


class NotFound(Refusal):
    """The record does not exist."""

    code = "not-found"


class Conflict(Refusal):
    """The command contradicts stored data."""

    code = "conflict"


class VersionConflict(Conflict):
    """The record changed since the caller read it."""

    code = "version-conflict"


class Invalid(Refusal):
    """The data break a rule. `errors` maps a field to its error."""

    code = "invalid"

    def __init__(self, detail: str = "", errors: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.errors = dict(errors or {})


class Forbidden(Refusal):
    """This is not allowed."""

    code = "forbidden"


class Unavailable(Refusal):
    """A service that the command needs is away; repeat the command after `retry_after`."""

    code = "unavailable"

    def __init__(self, detail: str = "", retry_after: timedelta = timedelta(seconds=5)) -> None:
        super().__init__(detail)
        self.retry_after = retry_after
