"""What an account has to say so that its adapter can work, and what is wrong with what it says.

`docs/recognition.md` has the same as a table.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from recognition.models import FaceProviderName

# What goes into a header: anything else the HTTP client refuses, with the key in its words.
_SENDABLE = re.compile(r"[!-~]+")

Check = Callable[[Any], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The keys that an adapter knows, those it cannot do without, and whether it needs an address.

    Of the keys in `together` an account has all or none; of those in `one_of` it has one. `path` is
    what the adapter itself adds to the address.
    """

    keys: Mapping[str, Check]
    required: frozenset[str] = field(default_factory=frozenset)
    together: frozenset[str] = field(default_factory=frozenset)
    one_of: frozenset[str] = field(default_factory=frozenset)
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
            "region": _text,
            "accessKeyId": _text,
            "secretAccessKey": _text,
            "sessionToken": _text,
            "similarity": _fraction,
        },
        required=frozenset({"region"}),
        together=frozenset({"accessKeyId", "secretAccessKey"}),
        address=False,
    ),
}


def faults_of(provider: str, base_url: str, credentials: Mapping[str, Any]) -> dict[str, str]:
    """Say by field what is wrong with an account's `base_url` and `credentials`.

    The sentences name keys and never a value.
    """
    needs = NEEDS[FaceProviderName(provider)]
    given = set(credentials)
    faults = {
        "base_url": _misplaced(needs, base_url),
        "credentials": [
            *(f"{key} is no credential of {provider}." for key in sorted(given - set(needs.keys))),
            *(f"The credential {key} is missing." for key in sorted(_missing(needs, given))),
            *_one_of(needs, given),
            *_misshapen(needs, credentials),
        ],
    }
    return {field: " ".join(sentences) for field, sentences in faults.items() if sentences}


def _misplaced(needs: Needs, base_url: str) -> list[str]:
    if needs.address and not base_url:
        return ["It needs a base URL."]
    if needs.path and base_url.rstrip("/").endswith(needs.path):
        return [f"The base URL ends before {needs.path}, which is added."]
    return []


def _missing(needs: Needs, given: set[str]) -> set[str]:
    wanted = set(needs.required)
    if given & needs.together:
        wanted |= needs.together
    return wanted - given


def _one_of(needs: Needs, given: set[str]) -> list[str]:
    if not needs.one_of or len(given & needs.one_of) == 1:
        return []
    return [f"It needs just one of the credentials {' and '.join(sorted(needs.one_of))}."]


def _misshapen(needs: Needs, credentials: Mapping[str, Any]) -> list[str]:
    checked = (
        (key, needs.keys[key](credentials[key])) for key in sorted(needs.keys) if key in credentials
    )
    return [f"The credential {key} {fault}." for key, fault in checked if fault]
