"""The least that the product reaches on drawn bursts with hidden bibs and look-alikes."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from recognition.models import AlbumText
from tools.bench.albums.__main__ import tell_album
from tools.bench.albums.inferred import inferred_scores
from tools.bench.albums.looking import answers_about
from tools.bench.albums.playing import play_album, play_alone
from tools.bench.albums.shots import shots_of
from tools.bench.bibs.burst_photos import FACES, draw_bursts
from tools.bench.bibs.bursts import HIDDEN, plan_bursts
from tools.bench.new_database import database
from vision.evaluate.labels import labelled_album, labels_of, start_list
from vision.evaluate.runners import Delivered, delivered_pairs, runner_scores, runners_of
from vision.evaluate.scores import Score, score, total
from vision.labelled.files import LABELS
from vision.numbers.formats import NumberFormat

PHOTOS = 24
LETTERED = 8
SEED = 3
NOW = datetime(2024, 5, 12, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bursts")
    draw_bursts(folder, plan_bursts(PHOTOS, seed=SEED), seed=SEED)
    return folder


@pytest.fixture(scope="module")
def album(folder):
    return labelled_album(folder / LABELS)


@pytest.fixture(scope="module")
def labels(album, folder):
    return labels_of(album, folder / LABELS)


@pytest.fixture(scope="module")
def answers(album, folder):
    with database(f"test_albums_{os.getpid()}") as url:
        return answers_about(folder, album.photos, url)[0]


def of_numbers(delivered: Mapping[str, Delivered], labels) -> Score:
    return total(score(one.numbers, labels[photo]) for photo, one in delivered.items())


def of_runners(delivered: Mapping[str, Delivered], album, labels) -> Score:
    runners = runners_of(album)
    pairs = delivered_pairs(album, runners, delivered, labels)
    return total(runner_scores(runners.pairs, pairs, album.photos).values())


def test_a_text_of_the_album_is_no_number_where_the_whole_album_is_known(answers, labels):
    alone = play_alone(answers, start_list=None, now=NOW)
    texts_alone = AlbumText.objects.count()
    whole = play_album(answers, start_list=None, now=NOW)

    assert texts_alone == 0
    assert "175" in AlbumText.objects.values_list("value", flat=True)
    assert of_numbers(whole, labels).precision >= of_numbers(alone, labels).precision + 0.1
    assert of_numbers(whole, labels).precision >= 0.85
    assert of_numbers(whole, labels).recall >= 0.95


def test_finds_runners_with_a_start_list(answers, album, labels, capsys):
    true = frozenset().union(*(label.true for label in labels.values()))
    listed = start_list(true, decoys=1500, largest=9999, seed=1)

    whole = play_album(answers, start_list=listed, now=NOW)

    tell_album("whole album", album, whole, labels)
    print(capsys.readouterr().out)  # where the bar is missed
    assert of_numbers(whole, labels).precision >= 0.97
    found = of_runners(whole, album, labels)
    assert found.precision >= 0.9
    assert found.recall >= 0.85


def test_infers_hidden_numbers_and_no_wrong_one(answers, album, labels, folder):
    true = frozenset().union(*(label.true for label in labels.values()))
    listed = start_list(true, decoys=1500, largest=9999, seed=1)

    whole = play_album(answers, start_list=listed, now=NOW, shots=shots_of(folder, answers))

    inferred = total(inferred_scores(album, whole).values())
    assert inferred.accepted >= 3
    assert inferred.precision == 1.0
    assert inferred.recall >= 0.4


def test_finds_runners_by_numbers_with_letters(tmp_path):
    frames = plan_bursts(LETTERED, seed=SEED, letters=True)
    path = draw_bursts(tmp_path, frames, seed=SEED)
    album, written = labelled_album(path), NumberFormat.LETTERS_AND_DIGITS
    labels = labels_of(album, path)
    true = frozenset().union(*(label.true for label in labels.values()))
    listed = start_list(true, decoys=1500, largest=9999, seed=1)

    with database(f"test_letters_{os.getpid()}") as url:
        answers = answers_about(tmp_path, album.photos, url, written)[0]
    whole = play_album(answers, start_list=listed, now=NOW, number_format=written)

    read = of_numbers(whole, labels)
    assert read.true > 5
    assert read.precision >= 0.95
    assert read.recall >= 0.8


def test_bursts_are_planned_by_the_seed():
    frames = plan_bursts(400, seed=SEED)

    assert frames == plan_bursts(400, seed=SEED)
    assert len({frame.name for frame in frames}) == 400
    covered = [one.covered > 0 for frame in frames for one in frame.runners]
    assert sum(covered) / len(covered) == pytest.approx(HIDDEN, abs=0.05)
    for before, frame in pairwise(frames):
        apart = (frame.taken_on - before.taken_on).total_seconds()
        if frame.burst == before.burst:
            assert 0 < apart < 1
            assert [one.runner for one in frame.runners] == [one.runner for one in before.runners]
        elif frame.camera == before.camera:
            assert apart > 10
    alike = [frame for frame in frames if len({one.runner.look for one in frame.runners}) == 1]
    assert any(len(frame.runners) == 2 for frame in alike)


def test_numbers_with_letters_share_digits():
    frames = plan_bursts(200, seed=SEED, letters=True)

    numbers = {one.runner.number for frame in frames for one in frame.runners}
    assert {number[0] for number in numbers} == {"A", "M", "T"}
    assert 0 < len(numbers) - len({number[1:] for number in numbers}) < len(numbers) / 2


def test_the_same_seed_draws_the_same_bursts(folder, tmp_path):
    frames = plan_bursts(PHOTOS, seed=SEED)[:2]

    draw_bursts(tmp_path, frames, seed=SEED)

    for frame in frames:
        assert (tmp_path / frame.name).read_bytes() == (folder / frame.name).read_bytes()
    assert (tmp_path / FACES).exists()
