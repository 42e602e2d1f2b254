"""A plain model of three activities of one participant, and two tasks."""

import uuid
from dataclasses import dataclass, field

# The smallest distance that each task wants, in the order in which they are tried.
TASKS = [10, 0]


@dataclass
class Modelled:
    """An activity as the model has it; `entrance` is where its data came in."""

    distance: int
    entrance: str
    state: str = "Created"
    task: int | None = None
    reward: int | None = None


@dataclass
class Model:
    """What must have come of the commands, events and steps so far.

    Each method does its part and returns the code of the refusal.
    """

    activities: dict[uuid.UUID, Modelled] = field(default_factory=dict)
    is_new_scheme: bool = True
    completed: set[int] = field(default_factory=set)
    credited: dict[uuid.UUID, int] = field(default_factory=dict)

    def receive(self, activity_id: uuid.UUID, distance: int) -> str:
        known = self.activities.setdefault(activity_id, Modelled(distance, "callback"))
        known.distance, known.entrance = distance, "callback"
        return ""

    def create(self, activity_id: uuid.UUID, distance: int) -> str:
        known = self.activities.setdefault(activity_id, Modelled(distance, "bus"))
        is_same = (known.distance, known.entrance) == (distance, "bus")
        return "" if is_same else "activity-has-other-data"

    def calculate(self, activity_id: uuid.UUID) -> str:
        known = self.activities.get(activity_id)
        if known is None:
            return "activity-not-found"
        if known.reward not in (None, known.distance):
            return "reward-is-set"
        known.reward = known.distance
        return ""

    def skip(self, activity_id: uuid.UUID) -> str:
        known = self.activities.get(activity_id)
        if known is None:
            return "activity-not-found"
        if known.state == "Applied":
            return "invalid-operation"
        known.state = "Skipped"
        return ""

    def apply(self, activity_id: uuid.UUID, task: int | None) -> str:
        known = self.activities.get(activity_id)
        if known is None:
            return "activity-not-found"
        if known.state == "Applied":
            return "" if task in (None, known.task) else "invalid-operation"
        if known.state == "Skipped":
            return "invalid-operation"
        return self._take(known, task)

    def apply_by_task_manager(self, activity_id: uuid.UUID, task: int) -> str:
        is_ignored = self.is_new_scheme and activity_id in self.activities
        return "" if is_ignored else self.apply(activity_id, task)

    def run_reward_and_apply(self, activity_id: uuid.UUID) -> None:
        known = self.activities[activity_id]
        is_rewarded, was_open = known.reward is not None, known.state == "Created"
        self.run_calculate_reward(activity_id)
        self.run_apply_activity(activity_id)
        if was_open:
            self.run_complete_task(activity_id)
        if self.is_new_scheme and not is_rewarded:
            self.run_refill_balance(activity_id)

    def run_calculate_reward(self, activity_id: uuid.UUID) -> None:
        if self.is_new_scheme and self.activities[activity_id].reward is None:
            self.calculate(activity_id)

    def run_apply_activity(self, activity_id: uuid.UUID) -> None:
        is_open = self.activities[activity_id].state == "Created"
        if self.is_new_scheme and is_open and self.apply(activity_id, None):
            self.skip(activity_id)

    def run_complete_task(self, activity_id: uuid.UUID) -> None:
        task = self.activities[activity_id].task
        if self.is_new_scheme and task is not None:
            self.completed.add(task)

    def run_refill_balance(self, activity_id: uuid.UUID) -> None:
        reward = self.activities[activity_id].reward
        assert reward is not None
        self.credited[activity_id] = reward

    def _take(self, known: Modelled, task: int | None) -> str:
        taken = {each.task for each in self.activities.values()}
        if task is None:
            suits = (n for n, least in enumerate(TASKS) if known.distance >= least)
            task = next((n for n in suits if n not in taken), None)
            if task is None:
                return "suitable-participant-exercise-task-not-found"
        elif task in taken:
            return "task-taken-by-another-activity"
        known.state, known.task = "Applied", task
        return ""
