"""The other side of every wire."""

from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]
