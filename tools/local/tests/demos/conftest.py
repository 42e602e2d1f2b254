"""The sandbox, as the tests of the apps have it."""

from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]
