"""The trace of a calculation as a tree: each part with the parts that it was computed from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A computed part of a formula, and those that it was computed from, in their order."""

    source: str
    line: int
    column: int
    value: str
    parts: Sequence["Step"] = ()


def tree_of(trace: Iterable[Mapping[str, Any]]) -> Step | None:
    """Return the whole of a trace as it is stored: innermost first, level 0 last; None: empty."""
    waiting: dict[int, list[Step]] = defaultdict(list)
    for each in trace:
        level = each["level"]
        step = Step(
            source=each["source"],
            line=each["line"],
            column=each["column"],
            value=each["value"],
            parts=waiting.pop(level + 1, ()),
        )
        waiting[level].append(step)
    return waiting[0][-1] if waiting[0] else None
