"""What comes in: activities, once or more often, with other data; and the steps that follow."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID, uuid5

from tools.bench.year.course import PAUSE, Course
from tools.bench.year.facts import Run, Task
from tools.bench.year.founding import BEGIN
from tools.bench.year.model import TAKE_BACK

SEGMENTS = ("all", "active", "blocked", "completed", "not completed")
RACERS = 25  # at most, and at most a quarter of the participants


class Arrivals(Course):
    """Activities, their steps, the tasks that they complete, and claims about them."""

    def steps(self) -> None:
        self.world.run_steps()
        self.model.run_steps()

    def new_run(self) -> None:
        participant = self.someone()
        for _ in range(self.chance.choice([1, 2, 4])):
            self._receive(self._run_of(participant))

    def race(self) -> None:
        """Many run at once."""
        most = max(2, min(len(self.people) // 4, RACERS))
        for participant in self.chance.sample(self.people, self.chance.randint(2, most)):
            self._receive(self._run_of(participant))

    def _run_of(self, participant: UUID) -> Run:
        return Run(
            activity_id=self.world.new_id(),
            participant=participant,
            distance=self._distance(),
            is_accepted=self.chance.random() < 0.9,
            created_on=self.now,
        )

    def _distance(self) -> Decimal:
        return Decimal(self.chance.randint(1, 30)) / 2

    def _receive(self, run: Run) -> None:
        sent = replace(run, claims=[], events=[])
        got = self.world.receive(sent, self.now)
        self.expect("an activity", got, self.model.receive(sent))

    def late_again(self) -> None:
        """An activity comes once more."""
        self._receive(self._some_run())

    def other_data(self) -> None:
        self._receive(replace(self._some_run(), distance=self._distance()))

    def other_decision(self) -> None:
        run = self._some_run()
        self._receive(replace(run, is_accepted=not run.is_accepted))

    def _some_run(self) -> Run:
        """Return a run: of this year rather than of before; at times one that was corrected."""
        runs = list(self.model.runs.values())
        new = runs[len(self.people) :]
        corrected = [run for run in new if run.corrected]
        if corrected and self.chance.random() < 0.3:
            return self.chance.choice(corrected)
        return self.chance.choice(new if new and self.chance.random() < 0.8 else runs)

    def claim(self) -> None:
        """Staff settle a claim to review."""
        by_itself = self.model.waiting[TAKE_BACK]
        opened = [
            run
            for run in self.model.runs.values()
            if "Open" in run.claims and run.activity_id not in by_itself
        ]
        if opened:
            run, decision = self.chance.choice(opened), self.chance.choice(["Keep", "TakeBack"])
            got = self.world.settle(run.activity_id, decision, self.now)
            self.expect("a claim", got, self.model.settle(run, decision))

    def task(self) -> None:
        task = self._task_of(self.someone())
        self.world.put_task(task)
        self.model.tasks.append(task)

    def assignment(self) -> None:
        """A segment, or the participants of a list, get a task of the same kind."""
        task = self._task_of(self.someone())
        chosen = self.chance.choice([*SEGMENTS, "list"])
        some = sorted({self.someone() for _ in range(5)})
        members = some if chosen == "list" else self.model.members(chosen)
        self.world.assign(task, chosen, some)
        while not self.world.finishes_assignment(task.task_id):
            self.now += PAUSE
        for participant in members:
            own = uuid5(task.task_id, str(participant))
            self.model.tasks.append(replace(task, task_id=own, participant=participant))

    def _task_of(self, participant: UUID) -> Task:
        least = Decimal(self.chance.randint(0, 8))
        days = self.chance.choice([None, self.chance.randint(1, 300)])
        self.now += timedelta(seconds=1)  # of two tasks the older one comes first
        return Task(
            task_id=self.world.new_id(),
            participant=participant,
            least=least,
            most=least + self.chance.randint(1, 8),
            finishes_on=None if days is None else BEGIN + timedelta(days=days),
            created_on=self.now,
        )
