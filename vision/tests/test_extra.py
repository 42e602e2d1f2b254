from importlib.util import find_spec

import pytest

from vision.__main__ import NEEDED


def test_the_extra_is_installed():
    missing = [name for name in NEEDED if find_spec(name) is None]

    if missing:
        pytest.skip(f"vision is not tested: {', '.join(missing)} not installed")
