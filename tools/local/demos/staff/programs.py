"""What marketing and support do with programs, limits and rewards, from home, in a browser."""

from uuid import uuid4

from tools.local.demos.staff.campaign import Campaign
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.tasks import StaffTask

ACTIVITY = "table a[href*='/activities/activity/']"  # of a participant's page


def first_point(desk: Desk, cases: Campaign) -> None:
    """From no program at all to the first credited point."""
    desk.find("Marketing programs")
    desk.click(desk.page.locator("a[href$='/marketingprogram/add/']"))
    desk.fill("Name", cases.new_program)
    desk.click("Save and continue editing")
    desk.click("Add an exercise")
    desk.fill("Name", "Run")
    desk.page.get_by_label("Activity type").select_option("SportActivity")
    desk.click("Save")
    desk.find(cases.new_program)
    desk.click("Write a formula")
    desk.click(desk.page.get_by_text("Points for each unit, as"))
    desk.page.get_by_label("What is counted").select_option("distance")
    desk.page.locator("[name=points]").fill("2")
    desk.shows("formula-from-a-template")
    desk.confirm("Write the formula")
    desk.click("Save and continue editing")
    desk.click("Activate…")
    desk.confirm("Make revision 1 active")
    desk.find(cases.new_program)
    desk.click(desk.page.get_by_text("Add another Limit"))
    _fill_limit(desk, "50", "Week", "Participant")
    desk.click("Save and continue editing")
    desk.sees("gives 21 points.")
    desk.shows("set-up")
    desk.click("Import participants")
    desk.choose("File", ("runners.csv", f"participantId,label\n{uuid4()},Ada\n"))
    desk.confirm("Check")
    desk.confirm("Import")
    desk.find(cases.new_program)
    desk.click("Try an activity")
    desk.confirm("Try")
    desk.sees("Reward 21")
    desk.shows("try-an-activity")
    desk.confirm("Add it for real")
    desk.find(cases.new_program)
    desk.comes("Points are credited.")


def _fill_limit(desk: Desk, most: str, period: str, scope: str) -> None:
    desk.page.get_by_label("At most").filter(visible=True).last.fill(most)
    for field, chosen in (("Of", "Points"), ("In", period), ("For", scope)):
        label = desk.page.get_by_label(field, exact=True)
        label.filter(visible=True).last.select_option(chosen)


def raise_limit(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.program)
    desk.fill("At most", "78")
    desk.click("Save and continue editing")
    desk.sees("was changed successfully")
    desk.sees("25 of 78")


def pay_cuts(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.program)
    desk.click("Pay what limits had cut…")
    desk.sees("Left now of")
    desk.confirm("Preview")
    desk.comes("+22")
    desk.shows("pay-what-was-cut")
    desk.click("Request…")
    desk.fill("Reason", "The budget was raised.")
    desk.confirm("Request it")
    desk.sees("Another person has to approve it.")


def remove_limit(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.program)
    desk.click(desk.page.locator("td.delete label").last)
    desk.click("Save and continue editing")
    desk.sees("was changed successfully")


def find_participant(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner.lower().removeprefix("nora "), cases.runner)
    desk.sees(cases.program)


def why_no_points(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.short_runner)
    desk.click(desk.page.locator(ACTIVITY))
    desk.sees("None of 1 active formula")
    desk.shows("why-no-points")


def what_limits_leave(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.sees("Left of limits")


def statement(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.click(desk.page.get_by_role("link", name="Statement"))
    desk.sees("Closing balance")
    desk.download("CSV")


def adjust(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.click(desk.page.get_by_role("link", name="Adjust…"))
    desk.fill("Amount", "2.5")
    desk.fill("Reason", "Measured twice.")
    desk.confirm("Continue")
    desk.confirm("Adjust")
    desk.sees("Measured twice.")


def ask_to_take_back(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.click(desk.page.locator(ACTIVITY))
    desk.click("Ask to take the reward back…")
    desk.fill("Reason", "It was a car.")
    desk.shows("ask-to-take-a-reward-back")
    desk.confirm("Ask to take the rewards back")
    desk.sees("Another person must approve it")


def take_back(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.click(desk.page.locator(ACTIVITY))
    desk.click(desk.page.get_by_role("link", name="Take the reward back…", exact=True))
    desk.fill("Reason", "It was a car.")
    desk.confirm("Take the rewards back")
    desk.sees("done for 1")


def take_back_many(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.runner)
    desk.click("All activities")
    desk.click(desk.page.locator("#action-toggle"))
    desk.page.locator("[name=action]").first.select_option("take_rewards_back")
    desk.click(desk.page.locator("button[name=index], #changelist-actions button[type=submit]"))
    desk.fill("Reason", "It was a car.")
    desk.confirm("Take the rewards back")
    desk.sees("done for 1")


def change_formula(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.formula)
    desk.page.locator(".field-expression .ace_text-input").focus()
    desk.page.keyboard.press("Control+a")
    desk.page.keyboard.insert_text("distance * coeff('points') + 1")
    desk.click("Save and continue editing")
    desk.click("Activate…")
    desk.confirm("Request the activation")
    desk.sees("The activation of revision 3 is requested.")


def dry_run(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.formula)
    desk.click("Dry run…")
    desk.confirm("Start")
    desk.comes("Finished")


def correct_rewards(desk: Desk, cases: Campaign) -> None:
    desk.find(cases.formula)
    desk.click("Correct credits…")
    desk.confirm("Preview")
    desk.comes("+9")
    desk.click("Request…")
    desk.fill("Reason", "The rate was 3 from the start.")
    desk.confirm("Request it")
    desk.sees("Another person has to approve it.")


def give_task(desk: Desk, cases: Campaign) -> None:
    desk.find("Participants' tasks")
    desk.click("Give a task to many…")
    exercise = f"{cases.program}: {cases.exercise} (sport)"
    desk.page.locator("#id_exercise").select_option(label=exercise)
    desk.choose("Or a CSV file of ids", ("runners.csv", "\n".join(["id", *cases.ids])))
    desk.confirm("Continue")
    desk.confirm("Continue")
    desk.sees("Only the list: 2 lines with those of runners.csv.")
    desk.confirm("Give it to 2")
    desk.comes("Finished")


def undo_task(desk: Desk, _: Campaign) -> None:
    desk.find("Tasks for many")
    desk.click(desk.page.locator("#result_list tbody th a"))
    desk.click("Cancel its tasks…")
    desk.sees("2 of 2 given tasks are cancelled.")
    desk.confirm("Cancel its tasks")
    desk.sees("2 tasks cancelled.")


FIRST_POINT = StaffTask(title="From no program to the first credited point", do=first_point)
PROGRAMS = (
    StaffTask(title="Raise a limit", do=raise_limit),
    StaffTask(title="Pay what limits had cut", do=pay_cuts),
    StaffTask(title="Remove a limit", do=remove_limit),
    StaffTask(title="Find a participant by a part of the name", do=find_participant),
    StaffTask(title="See why a run has no points", do=why_no_points),
    StaffTask(title="See what limits leave a participant", do=what_limits_leave),
    StaffTask(title="Read a participant's statement, as CSV too", do=statement),
    StaffTask(title="Adjust a balance", do=adjust),
    StaffTask(title="Ask another person to take a reward back", do=ask_to_take_back),
    StaffTask(title="Take one reward back", do=take_back),
    StaffTask(title="Take many rewards back", do=take_back_many),
    StaffTask(title="Try a formula over last month", do=dry_run),
    StaffTask(title="Change a formula, and request its activation", do=change_formula),
    StaffTask(title="Correct past rewards", do=correct_rewards),
    StaffTask(title="Give one task to many by a CSV file", do=give_task),
    StaffTask(title="Undo one task for many", do=undo_task),
)
