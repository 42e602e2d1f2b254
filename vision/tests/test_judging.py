import json
import random

import numpy as np
import pytest

from vision.boxes import Box
from vision.numbers.evidence import FIGURES
from vision.numbers.judging import FILE, Judgement, fitted, packaged_judgement
from vision.numbers.reading import Evidence, judged

BOX = Box(left=0.1, top=0.1, width=0.1, height=0.1)
PLAIN = Judgement(
    usual=(0.0,) * len(FIGURES),
    spread=(1.0,) * len(FIGURES),
    weights=(1.0,) + (0.0,) * (len(FIGURES) - 1),
    bias=0.0,
)


def row(strength):
    return np.array([strength, *[0.0] * (len(FIGURES) - 1)])


SURE, WEAK = row(3.0), row(-1.0)


def evidence(**figures):
    return Evidence(box=BOX, figures={name.strip("_"): row for name, row in figures.items()})


def test_a_confidence_is_the_share_that_is_right():
    draw = random.Random(1)
    strengths = [draw.gauss(0, 1) for _ in range(2000)]
    rows = [row(strength) for strength in strengths]
    right = [draw.random() < 1 / (1 + np.exp(-2 * strength)) for strength in strengths]

    judgement = fitted(rows, right)

    for strength, share in ((-1.0, 0.119), (0.0, 0.5), (1.0, 0.881)):
        assert judgement.confidence(row(strength)) == pytest.approx(share, abs=0.04)


def test_the_packaged_weights_are_those_of_the_figures():
    assert set(json.loads(FILE.read_text())["figures"]) == set(FIGURES)
    assert len(packaged_judgement().weights) == len(FIGURES)


def test_weights_are_written_as_they_are_read(tmp_path):
    assert json.loads(packaged_judgement().as_json()) == json.loads(FILE.read_text())


def test_the_same_number_is_returned_once_with_its_best_confidence():
    readings = judged([evidence(_552=WEAK), evidence(_552=SURE)], PLAIN)

    assert [(one.value, one.confidence > 0.9) for one in readings] == [("552", True)]


def test_alternatives_are_no_surer_than_the_reading():
    unsure = evidence(_148=row(1.0), _1480=WEAK, _1481=SURE, _146=WEAK, _149=WEAK, _143=WEAK)

    [reading] = judged([unsure], PLAIN)

    first, *others = reading.alternatives
    assert (reading.value, first.value, len(others)) == ("148", "1481", 4)
    assert first.confidence == reading.confidence > max(other.confidence for other in others)
