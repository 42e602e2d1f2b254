"""The other side, with which a run's end is compared."""

from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]
