"""Refusals: the expected errors of commands. From the base class `rest` makes an HTTP status."""

import re
from collections.abc import Collection, Container, Iterable, Mapping
from datetime import timedelta
from difflib import get_close_matches
from typing import ClassVar

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Refusal(Exception):
    """A command was refused. `detail` is one sentence for a person.

    `code`, for programs, is the class's name, unless it states another: `AccountInUse` is
    `account-in-use`. Clients rely on it.
    """

    code: ClassVar = "refused"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = _CAPITAL.sub("-", cls.__name__).lower()

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.__doc__ or self.code)

    @property
    def detail(self) -> str:
        return str(self.args[0])


class NotFound(Refusal):
    """The record does not exist."""


class Conflict(Refusal):
    """The command contradicts stored data."""


class VersionConflict(Conflict):
    """The record changed since the caller read it."""


class Invalid(Refusal):
    """The data break a rule. `errors` maps a field to its error, or a name as it was sent."""

    as_sent = False  # whether the names are the caller's, not our fields'
    has_codes = False  # whether an error may begin with a code and a colon, for programs

    def __init__(self, detail: str = "", errors: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.errors = dict(errors or {})

    @property
    def texts(self) -> Mapping[str, str]:
        """The errors for people, without codes."""
        cut = {name: text.partition(": ")[2] or text for name, text in self.errors.items()}
        return cut if self.has_codes else self.errors


def errors_by_place(
    field: str, values: Iterable[str], allowed: Container[str], why: str
) -> dict[str, str]:
    """Return an error for each value that is not allowed, named by its place: `tags.0`.

    :param why: the error, with `{}` where the value stands.
    """
    return {
        f"{field}.{place}": why.format(value[:100])
        for place, value in enumerate(values)
        if value not in allowed
    }


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return a question that names the known name that is most like this one, if one is."""
    by_small = {each.lower(): each for each in sorted(known)}
    nearest = get_close_matches(name.lower(), by_small, n=1)
    return f"; did you mean {by_small[nearest[0]]!r}?" if nearest else ""


class Forbidden(Refusal):
    """This is not allowed."""


class Unavailable(Refusal):
    """A service that the command needs is unavailable; repeat the command after `retry_after`."""

    def __init__(self, detail: str = "", retry_after: timedelta = timedelta(seconds=5)) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


REASON_LENGTH = 2000


def bounded(reason: str) -> str:
    """Return the reason cut to `REASON_LENGTH`, without NUL, which PostgreSQL refuses."""
    return reason.replace("\x00", "\\0")[:REASON_LENGTH]
