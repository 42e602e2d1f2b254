"""What marketing and support do with tasks and rewards, from home, in a browser."""

from tools.local.demos.staff.cases import Cases
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.tasks import StaffTask


def give_task_to_segment(desk: Desk, cases: Cases) -> None:
    desk.find("Participants' tasks")
    desk.click("Give a task to many…")
    known = cases.explained
    exercise = f"{known.program}: {known.exercise} (sport)"
    desk.page.locator("#id_exercise").select_option(label=exercise)
    desk.confirm("Continue")
    desk.fill("Min distance (km)", "20")
    desk.confirm("Continue")
    desk.sees(f"2 participants get the task “{known.exercise}”")
    desk.confirm("Give it to 2")
    desk.sees("state: Active")


def why_open(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.open_task)
    desk.sees("It is open: of the participant's 2 activities")
    desk.sees("wanted at least 20, got 10.5")


def compare_two(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.long_run)
    desk.click("Explain the reward")
    desk.sees("10.5 km × 2.5 (rate) = 26.25, rounded 26.")
    desk.fill("Id of an activity", cases.explained.short_run)
    desk.confirm("Compare")
    desk.sees("Distance: this one 10.5 km, that one 3 km.")


def two_drafts_over_last_month(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.formula, cases.explained.formula)
    desk.click("Dry run…")
    desk.click(desk.page.get_by_label(cases.explained.other_draft))
    desk.confirm("Start")
    desk.sees(f"Together with “{cases.explained.other_draft}”, revision 1.")


SUPPORT = (
    StaffTask(title="Give one task to a segment", do=give_task_to_segment),
    StaffTask(title="See why a task is open", do=why_open),
    StaffTask(title="Compare the rewards of two activities", do=compare_two),
    StaffTask(title="Try two drafts over last month", do=two_drafts_over_last_month),
)
