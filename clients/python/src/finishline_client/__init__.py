"""A typed client of the Finishline API: all groups, both versions."""

from finishline_client import models
from finishline_client.access import StaffSignIn, TaggerSignIn, Token
from finishline_client.client import Finishline
from finishline_client.pages import Page
from finishline_client.problems import (
    BadRequest,
    Conflict,
    FieldFault,
    FinishlineError,
    Forbidden,
    Invalid,
    NotFound,
    NotModified,
    NotSignedIn,
    Problem,
    ServerFault,
    Throttled,
    Unavailable,
    Unreachable,
    Unreadable,
)
from finishline_client.waiting import JobNotDone, WaitedTooLong, wait_for, wait_for_job

__all__ = [
    "BadRequest",
    "Conflict",
    "FieldFault",
    "Finishline",
    "FinishlineError",
    "Forbidden",
    "Invalid",
    "JobNotDone",
    "NotFound",
    "NotModified",
    "NotSignedIn",
    "Page",
    "Problem",
    "ServerFault",
    "StaffSignIn",
    "TaggerSignIn",
    "Throttled",
    "Token",
    "Unavailable",
    "Unreachable",
    "Unreadable",
    "WaitedTooLong",
    "models",
    "wait_for",
    "wait_for_job",
]
