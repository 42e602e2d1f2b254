"""Behaviours as JSON documents: their defaults, merging (RFC 7396) and validation."""

from collections.abc import Mapping
from typing import Any

from tools.sandbox.behaviour import (
    Behaviour,
    Between,
    CallbackBehaviour,
    CallbackOutcome,
    Corruption,
    DefaultTruth,
    Latency,
    Outcome,
    Reorder,
    Skewed,
    Step,
)
from tools.sandbox.fields import Fields, JsonObject

CALLBACK_DEFAULTS: JsonObject = {
    "delay": 0,
    "lostRate": 0,
    "doubledRate": 0,
    "lateRate": 1,
    "lateBy": 0,
    "corruptRate": 0,
    "corruptAs": "truncated",
    "reorder": False,
    "attempts": 10,
    "backoff": 0.2,
    "timeout": 30,
    "namesOnItems": False,
    "next": [],
}
DEFAULTS: JsonObject = {
    "seed": 0,
    "latency": 0,
    "failureRate": 0,
    "failureStatus": 503,
    "throttleRate": 0,
    "throttleStatus": 429,
    "retryAfter": 1,
    "hangRate": 0,
    "dropRate": 0,
    "loseRate": 0,
    "token": None,
    "next": [],
    "photos": {},
    "truth": "empty",
    "capacity": None,
    "webhookSecret": None,
    "callbackUrl": None,
    "callbackToken": None,
    "rejectRate": 0,
    "callback": CALLBACK_DEFAULTS,
}
# Fields that only some services have.
OWN_FIELDS = {
    "number-provider": {"truth", "callback", "capacity", "webhookSecret"},
    "face-provider": {"truth"},
    "tagator-service": {"truth", "callback", "callbackUrl", "callbackToken", "rejectRate"},
}
SERVICE_WIDE = {
    "seed",
    "photos",
    "token",
    "capacity",
    "webhookSecret",
    "callbackUrl",
    "callbackToken",
}
DEFAULT_REORDER: JsonObject = {"window": 8, "within": 0.5}


def fields_of(service: str) -> set[str]:
    """Return the names of a service's fields."""
    of_some = set().union(*OWN_FIELDS.values())
    return set(DEFAULTS) - of_some | OWN_FIELDS.get(service, set())


def merge(target: Any, patch: Any) -> Any:
    """Merge a patch into a document: null removes a field (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    base = target if isinstance(target, dict) else {}
    kept = {name: value for name, value in base.items() if name not in patch}
    changed = {
        name: merge(base.get(name), value) for name, value in patch.items() if value is not None
    }
    return {**kept, **changed}


def complete(document: Any) -> Any:
    """Add the defaults of missing fields to a document."""
    return merge(DEFAULTS, document)


def parse_behaviour(service: str, document: object) -> Behaviour:
    """Validate the document of a service's behaviour.

    :raises Refused: 422, naming every wrong field.
    """
    given = Fields(document)
    given.only(fields_of(service))
    given.close()
    fields = Fields(complete(document))
    photos = _photos(service, fields)
    behaviour = _behaviour(fields, photos)
    fields.close()
    return behaviour


def parse_step(raw: object, behaviour: Behaviour, latency: float) -> Step:
    """Read one request's step of a script that was validated when it was set."""
    step: JsonObject = raw if isinstance(raw, dict) else {"outcome": raw}
    outcome = Outcome(step["outcome"])
    throttled = outcome is Outcome.THROTTLE
    return Step(
        outcome=outcome,
        status=step.get(
            "status", behaviour.throttle_status if throttled else behaviour.failure_status
        ),
        retry_after=step.get("retryAfter", behaviour.retry_after if throttled else 0.0),
        latency=step.get("latency", latency),
    )


def _photos(service: str, fields: Fields) -> Mapping[str, Behaviour]:
    overrides = fields.section("photos")
    own = {name: value for name, value in fields.document.items() if name not in ("photos", "next")}
    return {
        photo.lower(): _photo(service, own, Fields(override, f"photos.{photo}", fields.errors))
        for photo, override in overrides.document.items()
    }


def _photo(service: str, own: JsonObject, override: Fields) -> Behaviour:
    override.only(fields_of(service) - SERVICE_WIDE)
    whole = merge(complete(own), dict(override.document))
    return _behaviour(Fields(complete(whole), override.path, override.errors), {})


def _behaviour(fields: Fields, photos: Mapping[str, Behaviour]) -> Behaviour:
    _check_rates(fields, "failureRate", "throttleRate", "hangRate", "dropRate", "loseRate")
    fields.items("next", _check_step)
    capacity = fields.document.get("capacity")
    return Behaviour(
        seed=fields.integer("seed", low=-(2**63), high=2**63),
        latency=_latency(fields, "latency"),
        failure_rate=fields.number("failureRate", high=1),
        failure_status=fields.integer("failureStatus", low=400, high=599),
        throttle_rate=fields.number("throttleRate", high=1),
        throttle_status=fields.integer("throttleStatus", low=400, high=599),
        retry_after=fields.number("retryAfter"),
        hang_rate=fields.number("hangRate", high=1),
        drop_rate=fields.number("dropRate", high=1),
        lose_rate=fields.number("loseRate", high=1),
        token=fields.maybe_text("token"),
        truth=fields.choice("truth", DefaultTruth),
        capacity=None if capacity is None else fields.integer("capacity"),
        webhook_secret=fields.maybe_text("webhookSecret"),
        callback_url=None
        if fields.document.get("callbackUrl") is None
        else fields.url("callbackUrl"),
        callback_token=fields.maybe_text("callbackToken"),
        reject_rate=fields.number("rejectRate", high=1),
        callback=_callback(fields.section("callback")),
        photos=photos,
    )


def _callback(fields: Fields) -> CallbackBehaviour:
    fields.only(CALLBACK_DEFAULTS)
    _check_rates(fields, "lostRate", "doubledRate", "corruptRate")
    fields.items("next", lambda places, place: places.choice(place, CallbackOutcome))
    return CallbackBehaviour(
        delay=_latency(fields, "delay"),
        lost_rate=fields.number("lostRate", high=1),
        doubled_rate=fields.number("doubledRate", high=1),
        late_rate=fields.number("lateRate", high=1),
        late_by=fields.number("lateBy"),
        corrupt_rate=fields.number("corruptRate", high=1),
        corrupt_as=fields.choice("corruptAs", Corruption),
        reorder=_reorder(fields),
        attempts=fields.integer("attempts", low=1, high=1000),
        backoff=fields.number("backoff", high=3600),
        timeout=fields.number("timeout", low=0.01, high=3600),
        names_on_items=fields.flag("namesOnItems"),
    )


def _check_rates(fields: Fields, *names: str) -> None:
    rates = [fields.document.get(name, 0) for name in names]
    if sum(rate for rate in rates if isinstance(rate, int | float)) > 1 + 1e-9:
        fields.wrong(names[0], "invalid", f"and {', '.join(names[1:])} are more than 1 together")


def _check_step(places: Fields, place: str) -> None:
    if not isinstance(places.document[place], dict):
        places.choice(place, Outcome)
        return
    step = places.section(place)
    step.only({"outcome", "status", "retryAfter", "latency"})
    step.choice("outcome", Outcome)
    for name, low, high in (("status", 400, 599), ("retryAfter", 0, 1e9), ("latency", 0, 1e9)):
        if name in step.document:
            step.number(name, low=low, high=high)


def _latency(fields: Fields, name: str) -> Latency:
    value = fields.document.get(name)
    if isinstance(value, dict):
        return _skewed(fields.section(name))
    if isinstance(value, list):
        return _between(fields, name, value)
    seconds = fields.number(name, high=3600)
    return Between(low=seconds, high=seconds)


def _skewed(fields: Fields) -> Latency:
    fields.only({"p50", "p99"})
    p50 = fields.number("p50", low=1e-6, high=3600)
    return Skewed(p50=p50, p99=fields.number("p99", low=p50, high=3600))


def _between(fields: Fields, name: str, value: list[Any]) -> Latency:
    ends = Fields({f"{name}.{n}": end for n, end in enumerate(value)}, fields.path, fields.errors)
    numbers = [ends.number(place, high=3600) for place in ends.document]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        fields.wrong(name, "invalid", "must be seconds, [least, most] or {p50, p99}")
        return Between(low=0, high=0)
    return Between(low=numbers[0], high=numbers[1])


def _reorder(fields: Fields) -> Reorder | None:
    value = fields.document.get("reorder")
    if isinstance(value, bool):
        document = DEFAULT_REORDER if value else None
    elif isinstance(value, int):
        document = {**DEFAULT_REORDER, "window": value}
    else:
        document = merge(DEFAULT_REORDER, value)
    if document is None:
        return None
    section = Fields({"reorder": document}, fields.path, fields.errors).section("reorder")
    section.only(DEFAULT_REORDER)
    return Reorder(window=section.integer("window", low=2), within=section.number("within"))
