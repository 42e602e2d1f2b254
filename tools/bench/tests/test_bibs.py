"""The least that the reader must reach on fifty drawn bibs, which are easier than real ones."""

import pytest

from tools.bench.bibs.album import draw_album
from vision.evaluate.labels import read_labels
from vision.evaluate.scores import Score, accepted, score, total
from vision.images import decode
from vision.numbers.reading import NumberReader, Reading

PHOTOS = 10
MINIMUM = 0.4


@pytest.fixture(scope="module")
def album(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bibs")
    return folder, read_labels(draw_album(folder, PHOTOS, seed=1))


@pytest.fixture(scope="module")
def readings(album) -> dict[str, list[Reading]]:
    folder, labels = album
    reader = NumberReader()
    return {photo: reader.read(decode((folder / photo).read_bytes())) for photo in labels}


def scored(album, readings, listed) -> Score:
    _, labels = album
    return total(
        score(accepted(found, listed, MINIMUM), labels[photo]) for photo, found in readings.items()
    )


def test_reads_fifty_bibs_with_a_start_list(album, readings):
    _, labels = album
    listed = frozenset().union(*(label.true for label in labels.values()))

    result = scored(album, readings, listed)

    assert result.true > 40
    assert result.precision >= 0.97
    assert result.recall >= 0.9


def test_reads_fifty_bibs_without_a_start_list(album, readings):
    assert scored(album, readings, None).precision >= 0.9


def test_the_same_seed_draws_the_same_album(album, tmp_path):
    folder, labels = album

    again = read_labels(draw_album(tmp_path, 2, seed=1))

    assert [label.true for label in again.values()] == [
        label.true for label in list(labels.values())[:2]
    ]
    for photo in again:
        assert (tmp_path / photo).read_bytes() == (folder / photo).read_bytes()
