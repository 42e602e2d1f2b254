"""The behaviour of a service: values, from which a generator draws outcomes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import TypeVar

# The 99th percentile of the standard normal distribution.
Z99 = 2.3263478740408408

Kind = TypeVar("Kind", bound=StrEnum)


class Outcome(StrEnum):
    """What happens to a request."""

    OK = "ok"
    FAIL = "fail"
    THROTTLE = "throttle"
    HANG = "hang"
    """Never answered; nothing is done."""
    DROP = "drop"
    """The connection is closed without an answer; nothing is done."""
    LOSE = "lose"
    """Done, but the connection is closed before the answer."""


class CallbackOutcome(StrEnum):
    """What happens to a callback."""

    ONCE = "once"
    LOST = "lost"
    DOUBLED = "doubled"
    LATE = "late"
    CORRUPT = "corrupt"


class Corruption(StrEnum):
    """What is wrong with a corrupt callback."""

    TRUNCATED = "truncated"
    """Half of the JSON."""
    TAGS_MISSING = "tagsMissing"
    """A required collection is missing."""
    UNKNOWN_PHOTO = "unknownPhoto"
    """The name has an unknown photo."""


class DefaultTruth(StrEnum):
    """What is seen on a photo without a truth."""

    EMPTY = "empty"
    DERIVE = "derive"


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """Seconds between two ends, evenly distributed; equal ends draw nothing."""

    low: float
    high: float

    def draw(self, random: Random) -> float:
        return self.low if self.low == self.high else random.uniform(self.low, self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skewed:
    """Seconds, log-normally distributed, by the median and the 99th percentile."""

    p50: float
    p99: float

    def draw(self, random: Random) -> float:
        return random.lognormvariate(math.log(self.p50), math.log(self.p99 / self.p50) / Z99)


Latency = Between | Skewed


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What happens to one request. `latency` and `retry_after` in seconds."""

    outcome: Outcome
    status: int
    retry_after: float
    latency: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reorder:
    """Hold callbacks until there are `window` or `within` seconds passed; then shuffle them."""

    window: int
    within: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackBehaviour:
    """How callbacks are sent. Times in seconds, rates from 0 to 1."""

    delay: Latency
    lost_rate: float
    doubled_rate: float
    late_rate: float
    late_by: float
    corrupt_rate: float
    corrupt_as: Corruption
    reorder: Reorder | None
    attempts: int
    backoff: float
    timeout: float
    names_on_items: bool

    def outcome(self, random: Random) -> CallbackOutcome:
        """Draw what happens to one callback."""
        rates = {
            CallbackOutcome.LOST: self.lost_rate,
            CallbackOutcome.DOUBLED: self.doubled_rate,
            CallbackOutcome.CORRUPT: self.corrupt_rate,
            CallbackOutcome.LATE: self.late_rate if self.late_by else 0.0,
        }
        return draw(rates, random, CallbackOutcome.ONCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How a service answers. Times in seconds, rates from 0 to 1."""

    seed: int
    latency: Latency
    failure_rate: float
    failure_status: int
    throttle_rate: float
    throttle_status: int
    retry_after: float
    hang_rate: float
    drop_rate: float
    lose_rate: float
    token: str | None
    truth: DefaultTruth
    capacity: int | None
    webhook_secret: str | None
    callback_url: str | None
    callback_token: str | None
    reject_rate: float
    callback: CallbackBehaviour
    photos: Mapping[str, "Behaviour"]

    def step(self, random: Random) -> Step:
        """Draw what happens to one request."""
        rates = {
            Outcome.FAIL: self.failure_rate,
            Outcome.THROTTLE: self.throttle_rate,
            Outcome.HANG: self.hang_rate,
            Outcome.DROP: self.drop_rate,
            Outcome.LOSE: self.lose_rate,
        }
        return self.step_of(draw(rates, random, Outcome.OK), random)

    def step_of(self, outcome: Outcome, random: Random) -> Step:
        """Return the step of an outcome that is already decided."""
        throttled = outcome is Outcome.THROTTLE
        return Step(
            outcome=outcome,
            status=self.throttle_status if throttled else self.failure_status,
            retry_after=self.retry_after if throttled else 0.0,
            latency=self.latency.draw(random),
        )

    def of(self, subject: str) -> "Behaviour":
        """Return the behaviour for one photo, its own if there is one."""
        return self.photos.get(subject, self)


def draw(rates: Mapping[Kind, float], random: Random, otherwise: Kind) -> Kind:
    """Draw one outcome by its rate; `otherwise` has the remaining probability."""
    rest = random.random()
    for outcome, rate in rates.items():
        if rest < rate:
            return outcome
        rest -= rate
    return otherwise
