from rest.tests.conftest import _no_counts_of_other_tests, anybody, caller
from sandbox.fixtures import sandbox, sandbox_server

__all__ = ["_no_counts_of_other_tests", "anybody", "caller", "sandbox", "sandbox_server"]
