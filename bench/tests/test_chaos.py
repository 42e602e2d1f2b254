"""If a part is killed in the middle of the photos …

Each scenario starts a separate rehearsal, so there are fewer photos here than the 500 of
`python -m bench.chaos`.
"""

import pytest

from bench.breaking import SERVERS, SERVICES
from bench.chaos import run_scenario, why_skipped

PHOTOS = 60
READ_PHOTOS = 30  # by the real number server, 0.25 s of processor time for each


@pytest.mark.slow
@pytest.mark.parametrize("broken", [*SERVICES, *SERVERS])
def test_every_photo_ends_as_if_nothing_had_happened(broken: str):
    if reason := why_skipped(broken):
        pytest.skip(reason)

    outcome = run_scenario(broken, READ_PHOTOS if broken == "vision" else PHOTOS)

    assert outcome.differences == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
