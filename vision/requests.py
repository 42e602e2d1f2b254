"""Requests and answers of the number provider (the wire contract)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlsplit

from vision.numbers.formats import NumberFormat

LONGEST_NAME = 500
LONGEST_URL = 4000
_UUID = re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
Choice = TypeVar("Choice", bound=StrEnum)


class RecognitionType(StrEnum):
    FACE = "FACE"
    NUMBER = "NUMBER"
    FACE_NUMBER = "FACE_NUMBER"

    @property
    def asks_for_faces(self) -> bool:
        return self is not RecognitionType.NUMBER

    @property
    def asks_for_numbers(self) -> bool:
        return self is not RecognitionType.FACE


class InvalidRequest(Exception):
    """The request is not valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecognitionRequest:
    """What to recognise, and where to send the answer; `name` is returned unchanged."""

    name: str
    type: RecognitionType
    image_url: str
    callback_url: str
    number_format: NumberFormat = NumberFormat.DIGITS

    @property
    def ids(self) -> str:
        """The UUIDs in `name`, for the log: else it may be any text."""
        return ";".join(_UUID.findall(self.name))

    @property
    def lasting_image_url(self) -> str | None:
        """The image's URL; None if it has a query or a password: it may be signed, so a secret."""
        parts = urlsplit(self.image_url)
        return None if parts.query or "@" in parts.netloc else self.image_url


def recognition_request(body: object) -> RecognitionRequest:
    """Read the body of `POST recognitions`.

    :raises InvalidRequest: a field is missing, of the wrong type or too long.
    """
    if not isinstance(body, Mapping):
        raise InvalidRequest("The body must be a JSON object.")
    return RecognitionRequest(
        name=_text(body, "name", LONGEST_NAME),
        type=_choice(body, "type", RecognitionType),
        image_url=_web_address(body, "imageUrl"),
        callback_url=_web_address(body, "callbackUrl"),
        number_format=_number_format(body),
    )


def _text(body: Mapping[object, object], field: str, longest: int) -> str:
    value = body.get(field)
    if not isinstance(value, str) or not value.strip():
        raise InvalidRequest(f"{field} must be a non-empty text.")
    if len(value) > longest:
        raise InvalidRequest(f"{field} must have at most {longest} characters.")
    return value


def _number_format(body: Mapping[object, object]) -> NumberFormat:
    if body.get("numberFormat") is None:
        return NumberFormat.DIGITS
    return _choice(body, "numberFormat", NumberFormat)


def _choice(body: Mapping[object, object], field: str, choices: type[Choice]) -> Choice:
    try:
        return choices(_text(body, field, LONGEST_NAME))
    except ValueError as error:
        raise InvalidRequest(f"{field} must be one of {', '.join(choices)}.") from error


def _web_address(body: Mapping[object, object], field: str) -> str:
    value = _text(body, field, LONGEST_URL)
    try:
        parts = urlsplit(value)
        _ = parts.port  # raises unless it is a number
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise InvalidRequest(f"{field} must be an http or https URL.")
    return value
