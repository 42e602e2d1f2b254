"""How fast the suitable task of an activity is found among millions.

    python -m bench.activities --match [--tasks 10000000] [--runs 200]

Prints the times and the rows read, and whether each bar is met; exits with 1 if one is missed.
"""

import argparse

from bench.activities import matching
from bench.verdicts import conclude


def main() -> None:
    """Measure, print the tables, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.activities", description=__doc__)
    parser.add_argument("--match", action="store_true")
    parser.add_argument("--tasks", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=200)
    asked = parser.parse_args()
    measured = matching.measure_matching(asked.tasks, asked.runs)
    matching.show(measured, asked.tasks)
    conclude(matching.judge(measured))


if __name__ == "__main__":
    main()
