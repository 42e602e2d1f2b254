"""The packages of vision are installed, or a message says that its tests are left out."""

import os
from importlib.util import find_spec

import pytest

from vision.__main__ import NEEDED


def test_the_extra_is_installed():
    missing = [name for name in NEEDED if find_spec(name) is None]

    if missing:
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(f"vision is not tested: {', '.join(missing)} not installed")
