"""Why something cannot run on this machine, in one line for the person in front of it."""


class CannotRun(Exception):
    """The reason and the way out, in one line."""
