"""If each part is killed in turn in the middle of the photos …

Two rehearsals: one on the embedded bus with the sandbox as number server, one on RabbitMQ with the
real number server. `python -m bench.chaos` starts a separate rehearsal for each part, with 500
photos.
"""

import pytest

from bench.chaos import run_scenario, why_skipped

EMBEDDED = ("consumer", "worker", "web", "postgres", "redis")
REAL = ("rabbitmq", "vision")
PHOTOS = 20  # for each part


@pytest.mark.slow
@pytest.mark.parametrize("parts", [EMBEDDED, REAL], ids=" ".join)
def test_every_photo_ends_as_if_nothing_had_happened(parts: tuple[str, ...]):
    here = [part for part in parts if not why_skipped(part)]

    outcome = run_scenario(here, PHOTOS * len(here))

    assert outcome.differences == []
    assert (outcome.lost, outcome.doubled) == (0, 0)
