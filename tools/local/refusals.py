"""The error that a person can do something about."""


class CannotRun(Exception):
    """Something cannot run on this machine: the reason and what to do, in one line."""
