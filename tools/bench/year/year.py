"""One year: what the seed lets happen, one after the other, in the product and in the model."""

from contextlib import ExitStack
from unittest import mock

from tools.bench.year.accounts import Accounts
from tools.bench.year.arrivals import Arrivals
from tools.bench.year.correcting import Correcting

# What can happen, as often as it stands here.
HAPPENS = (
    *["new_run"] * 12, "race", *["late_again"] * 4, *["other_data"] * 4, *["other_decision"] * 3,
    *["steps"] * 8, *["claim"] * 2, "task", "assignment", "block", *["spending"] * 2,
    *["adjustment"] * 3, *["asked"] * 3, *["formula"] * 3, *["limit"] * 3,
    *["correct"] * 4, *["order"] * 3, *["work"] * 2,
)  # fmt: skip
TICK = 0.1  # seconds that pass where the product asks how long it has worked
PAGES = (2, 5, 20)  # in how many portions long jobs do one row of each participant


class Year(Arrivals, Accounts, Correcting):
    """A seed's year."""

    def run(self) -> list[str]:
        """Let everything happen; return the faults, of which the first ends the year."""
        with ExitStack() as stack:
            page = max(2, len(self.people) // self.chance.choice(PAGES))
            for name, instead in {
                "django.utils.timezone.now": self.clock,
                "time.monotonic": self._ticks,
                "os.urandom": self.made.randbytes,  # which the product makes ids of
                "rewards.corrections.jobs.PAGE": page,
                "programs.tasks.assigning.PAGE": page,
            }.items():
                stack.enter_context(mock.patch(name, instead))
            self._begin()
            for number in range(self.count):
                self.pass_time()
                name = self.chance.choice(HAPPENS)
                self._let_happen(name, is_last=number == self.count - 1)
                if self.faults:
                    return [f"{self.now:%Y-%m-%d %H:%M}, {name}: {each}" for each in self.faults]
        return []

    def _let_happen(self, name: str, *, is_last: bool) -> None:
        """Let it happen; compare after steps and at the end. An exception is a fault, too."""
        self.story.append(f"{self.now:%Y-%m-%d %H:%M} {name}")
        try:
            getattr(self, name)()
            if name == "steps" or is_last:
                self.steps()
                self.look()
        except Exception as error:  # noqa: BLE001 (whatever fails is found)
            self.faults.append(f"failed with {error!r}")

    def _begin(self) -> None:
        for _ in range(2 * len(self.regulars)):
            self.task()
        for _ in range(2):
            self.formula()
            self.limit()

    def _ticks(self) -> float:
        """Return the seconds that have passed, the same on each machine."""
        self._passed += TICK
        return self._passed

    _passed = 0.0
