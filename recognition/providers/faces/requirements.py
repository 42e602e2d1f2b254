"""What each adapter requires of an account; `docs/recognition.md` lists it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from recognition.providers.models import FaceProviderName

# Sent in a header: for other characters the HTTP client raises an error that quotes the key.
_SENDABLE = re.compile(r"[!-~]+")

Check = Callable[[Any], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The credentials that an adapter knows and requires, and whether it needs an address.

    An account has all or none of `together`, and one of `one_of`. The adapter adds `path` to the
    address.
    """

    keys: Mapping[str, Check]
    required: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()
    address: bool = True
    path: str = ""


def _text(value: Any) -> str:
    fits = isinstance(value, str) and _SENDABLE.fullmatch(value)
    return "" if fits else "must be visible ASCII without spaces"


def _texts_by_name(value: Any) -> str:
    fits = isinstance(value, dict) and value and not any(map(_text, value.values()))
    return "" if fits else "must be an object of space → API key, of visible ASCII without spaces"


def _fraction(value: Any) -> str:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1
    return "" if fits else "must be a number above 0 and at most 1"


_HTTP = Needs(keys={"key": _text})
NEEDS = {
    FaceProviderName.LOCAL: _HTTP,
    FaceProviderName.SANDBOX: _HTTP,
    FaceProviderName.COMPREFACE: Needs(
        keys={"key": _text, "keys": _texts_by_name, "similarity": _fraction},
        one_of=frozenset({"key", "keys"}),
        path="/api/v1",
    ),
    FaceProviderName.REKOGNITION: Needs(
        keys={
            **dict.fromkeys(("region", "accessKeyId", "secretAccessKey", "sessionToken"), _text),
            "similarity": _fraction,
        },
        required=frozenset({"region"}),
        together=frozenset({"accessKeyId", "secretAccessKey"}),
        address=False,
    ),
}


def faults_of(provider: str, base_url: str, credentials: Mapping[str, Any]) -> dict[str, str]:
    """Return, by field, what is wrong with an account's `base_url` and `credentials`.

    The texts name keys, never values.
    """
    needs, faults = NEEDS[FaceProviderName(provider)], {}
    if needs.address and not base_url:
        faults["base_url"] = "It needs a base URL."
    elif needs.path and base_url.rstrip("/").endswith(needs.path):
        faults["base_url"] = f"The base URL ends before {needs.path}, which is added."
    if wrong := " ".join(_wrong_credentials(needs, provider, credentials)):
        faults["credentials"] = wrong
    return faults


def _wrong_credentials(
    needs: Needs, provider: str, credentials: Mapping[str, Any]
) -> Iterator[str]:
    given, known = set(credentials), set(needs.keys)
    wanted = needs.required | (needs.together if given & needs.together else set())
    for key in sorted(given - known):
        yield f"{key} is no credential of {provider}."
    for key in sorted(wanted - given):
        yield f"The credential {key} is missing."
    if needs.one_of and len(given & needs.one_of) != 1:
        yield f"It needs just one of the credentials {' and '.join(sorted(needs.one_of))}."
    for key in sorted(given & known):
        if fault := needs.keys[key](credentials[key]):
            yield f"The credential {key} {fault}."
