"""Turns the evidence for a number into a confidence: of those called 0.8, four in five are right.

The weights are a logistic regression's, in `judgement.json`; `python -m vision.evaluate --fit`
makes them from labelled photos.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.numbers.evidence import FIGURES, Figures

FILE = Path(__file__).with_name("judgement.json")
# How much weights are kept small, in units of one sighting (ridge).
SMALLNESS = 1.0
STEPS = 50
# Readings of lower confidence are not returned.
LEAST_CONFIDENCE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Weights of the figures, of the deviation from their usual values, and of everything else."""

    usual: tuple[float, ...]
    spread: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def confidence(self, figures: Figures) -> float:
        """Return the probability that a number with these figures is right."""
        deviations = (figures - np.array(self.usual)) / np.array(self.spread)
        return float(_probability(deviations @ np.array(self.weights) + self.bias))

    def as_json(self) -> str:
        weights = {
            name: {"usual": usual, "spread": spread, "weight": weight}
            for name, usual, spread, weight in zip(
                FIGURES, self.usual, self.spread, self.weights, strict=True
            )
        }
        return json.dumps({"bias": self.bias, "figures": weights}, indent=2) + "\n"


@cache
def packaged_judgement() -> Judgement:
    """Load the weights that come with the project."""
    content = json.loads(FILE.read_text(encoding="utf-8"))
    rows = [content["figures"][name] for name in FIGURES]
    return Judgement(
        usual=tuple(row["usual"] for row in rows),
        spread=tuple(row["spread"] for row in rows),
        weights=tuple(row["weight"] for row in rows),
        bias=content["bias"],
    )


def fitted(figures: Sequence[Figures], right: Sequence[bool]) -> Judgement:
    """Fit the weights to sightings that are known to be right or not (Newton's method)."""
    rows, truth = np.array(figures), np.array(right, np.float64)
    usual, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    inputs = np.column_stack(((rows - usual) / spread, np.ones(len(rows))))
    small = np.eye(inputs.shape[1]) * SMALLNESS
    small[-1, -1] = 0.0
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        guess = _probability(inputs @ weights)
        slope = inputs.T @ (guess - truth) + small @ weights
        bend = (inputs.T * (guess * (1.0 - guess))) @ inputs + small
        weights = weights - np.linalg.solve(bend, slope)
    return Judgement(
        usual=tuple(usual.tolist()),
        spread=tuple(spread.tolist()),
        weights=tuple(weights[:-1].tolist()),
        bias=float(weights[-1]),
    )


def _probability(score: NDArray[np.float64]) -> NDArray[np.float64]:
    probability: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(score, -30.0, 30.0)))
    return probability
