"""What clients noticed of an upgrade: failures, times by phase, and waits for locks."""

from collections.abc import Iterator, Sequence, Set

from rich.console import Console
from rich.table import Table

from tools.bench.upgrade.front import Passed, Phase
from tools.bench.upgrade.locks import Waited
from tools.bench.verdicts import SHOWN, Verdict, verdict_of

CALM = "calm"  # the part that the others are compared with
MOST_RATIO, LONGEST_LOCK = 2.0, 0.2
# A request is answered within five seconds (docs/operations.md): two attempts.
LONGEST_REPEATED = 10.0


def judge(
    passed: Sequence[Passed], unsuccessful: Sequence[str], waits: Sequence[Waited]
) -> Iterator[Verdict]:
    """Judge what clients noticed.

    :param unsuccessful: requests that were refused until the end.
    """
    broken = [each for each in passed if each.status >= 500 and not each.may_be_repeated]
    yield verdict_of(
        f"{len(passed):,} requests: none failed but with 503 and Retry-After",
        [f"{each.phase}: {each.request} {each.status}" for each in broken],
    )
    longest = waits[0].seconds if waits else 0.0
    yield Verdict(
        bar=f"no wait for a lock of more than {LONGEST_LOCK * 1000:.0f} ms",
        measured=f"{longest * 1000:.0f} ms",
        passed=longest <= LONGEST_LOCK,
    )
    yield _judge_repeated(passed, unsuccessful)
    slowest = _by_part(passed)
    calm = _share(slowest.pop(CALM), 99)
    part = max(slowest, key=lambda each: _share(slowest[each], 99))
    worst = _share(slowest[part], 99)
    yield Verdict(
        bar=f"p99 of a request at most {MOST_RATIO:g} times that of the calm",
        measured=f"{worst / calm:.1f} times ({part}: {worst * 1000:.0f} ms)",
        passed=worst <= MOST_RATIO * calm,
    )


def without_photos_of_taggers(differences: Sequence[str], photos: Set[str]) -> list[str]:
    """Return the differences that count: from what was published, and of messages as a whole.

    The taggers' photos were never published, and a task that is reopened sends its tags again:
    `tools.bench.works.proof` compares these with what the taggers know.
    """
    return [each for each in differences if each.partition(":")[0] not in photos]


def show(passed: Sequence[Passed], waits: Sequence[Waited]) -> None:
    """Print the time of requests in each phase, and the longest waits for locks."""
    table = Table(title="Requests by phase")
    for heading in ("Phase", "Requests", "503", "Median ms", "p99 ms", "Longest ms", "Repeated ms"):
        table.add_column(heading, justify="left" if heading == "Phase" else "right")
    for phase, times in _by_phase(passed).items():
        here = [each for each in passed if each.phase == phase]
        refused = sum(each.may_be_repeated for each in here)
        repeated = max((each.whole_seconds for each in here if each.was_repeated), default=0.0)
        seconds = (*(_share(times, share) for share in (50, 99, 100)), repeated)
        shown = (f"{each * 1000:.0f}" for each in seconds)
        table.add_row(str(phase), str(len(times)), str(refused), *shown)
    console = Console(width=120)
    console.print(table)
    for wait in waits[:5]:
        console.print(f"Waited for a lock: {wait}", markup=False)


def _judge_repeated(passed: Sequence[Passed], unsuccessful: Sequence[str]) -> Verdict:
    refused = sum(each.may_be_repeated for each in passed)
    whole = [each.whole_seconds for each in passed if each.was_repeated]
    longest = max(whole, default=0.0)
    measured = f"{refused} times 503; {longest * 1000:.0f} ms at most"
    if unsuccessful:
        measured += f"; {len(unsuccessful)} never: {'; '.join(unsuccessful[:SHOWN])}"
    return Verdict(
        bar=f"a request answered with 503 succeeds within {LONGEST_REPEATED:g} s in all",
        measured=measured,
        passed=longest <= LONGEST_REPEATED and not unsuccessful,
    )


def _by_part(passed: Sequence[Passed]) -> dict[str, list[float]]:
    """Put phases together: where a phase has 50 requests, its p99 is the slowest of them."""
    parts: dict[str, list[float]] = {}
    for phase, times in _by_phase(passed).items():
        if phase.part:
            parts.setdefault(phase.part, []).extend(times)
    return {part: sorted(times) for part, times in parts.items()}


def _by_phase(passed: Sequence[Passed]) -> dict[Phase, list[float]]:
    phases: dict[Phase, list[float]] = {}
    for each in passed:
        if not each.may_be_repeated:
            phases.setdefault(each.phase, []).append(each.seconds)
    return {phase: sorted(times) for phase, times in phases.items()}


def _share(ordered: Sequence[float], percent: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
