"""Calls of the endpoints of programs."""

from typing import Any
from uuid import UUID

import pytest

BOTH = pytest.mark.parametrize("version", [1, 2])
NEW_ID = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
UNKNOWN = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3b"


def path(what: str, rest: str | UUID = "", version: int = 2) -> str:
    """Return the address of a list, of a record, or of what is below."""
    return f"/admin-api/api/v{version}/{what}{f'/{rest}' if rest else ''}"


def problem(answer: Any) -> tuple[int, str]:
    """Return the status and the code of a problem."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    return answer.status_code, answer.json()["code"]


def fields_of(answer: Any) -> dict[str, str]:
    """Return what is wrong with which field."""
    return {error["field"]: error["code"] for error in answer.json()["errors"]}
