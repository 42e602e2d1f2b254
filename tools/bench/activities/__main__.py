"""How fast activities are credited, and how fast their task is found among millions.

    python -m tools.bench.activities [--activities 1000]
    python -m tools.bench.activities --match [--tasks 10000000] [--runs 200]

The first sends activities to the callback host and prints how many a second are credited, beside a
baseline that writes the same rows with psycopg in the same run, and what each part costs. Compare
figures only within one run. The second prints the times of a participant with 5 open tasks and of
one with 500, among `--tasks` in all. Both print whether each bar is met, and exit with 1 if one is
missed.
"""

import argparse

from tools.bench.activities import matching, throughput
from tools.bench.verdicts import conclude


def main() -> None:
    """Measure, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.activities", description=__doc__)
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--tasks", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--activities", type=int, default=1000)
    asked = parser.parse_args()
    if not asked.match:
        run = throughput.measure_throughput(asked.activities)
        throughput.show(run)
        conclude(throughput.judge(run))
        return
    measured = matching.measure_matching(asked.tasks, asked.runs)
    matching.show(measured, asked.tasks)
    conclude(matching.judge(measured))


if __name__ == "__main__":
    main()
