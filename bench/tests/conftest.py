"""The far side that a run's end is compared with."""

from sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]
