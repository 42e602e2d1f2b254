"""What marketing does with formulas and budgets, from home: as a person does it in a browser."""

from tools.local.demos.staff.cases import Cases
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.rewarded import MOST
from tools.local.demos.staff.tasks import StaffTask


def request_new_formula(desk: Desk, cases: Cases) -> None:
    desk.find("Reward formulas")
    desk.click(desk.page.locator("a[href$='/rewardformula/add/']"))
    desk.page.locator("#id_program").select_option(label=cases.rewarded.program)
    desk.page.locator("#id_activity_type").select_option("SportActivity")
    desk.fill("Name", cases.rewarded.new_formula)
    desk.page.locator(".field-expression .ace_text-input").focus()
    desk.page.keyboard.insert_text("distance + height_diff / 100")
    desk.click("Save and continue editing")
    desk.click("Activate…")
    desk.sees("Counter-examples")
    desk.shows("request-a-formula")
    desk.confirm("Request the activation")
    desk.sees("The activation of revision 1 is requested.")


def approve_formula(desk: Desk, cases: Cases) -> None:
    desk.click(desk.page.locator("#figure-activations-requested"))
    desk.click(desk.page.locator("#result_list").get_by_role("link", name=cases.rewarded.formula))
    desk.click("Activate…")
    desk.sees("From revision 1 to 2")
    desk.shows("approve-a-formula")
    desk.confirm("Approve: make revision 2 active")
    desk.sees("Revision 2 is active.")


def go_back(desk: Desk, cases: Cases) -> None:
    desk.find(cases.rewarded.formula)
    desk.click("Activate…")
    desk.page.locator("#id_revision").select_option("1")
    desk.click("Compare")
    desk.shows("an-earlier-revision")
    desk.confirm("Make revision 1 active")
    desk.sees("Revision 1 is active.")


def see_budget(desk: Desk, cases: Cases) -> None:
    desk.find(cases.rewarded.program)
    desk.sees("Budgets left")
    desk.sees(f"{MOST:,} points a month for all participants together")
    desk.shows("what-is-left-of-a-budget")


MARKETING = (
    StaffTask(title="Write a formula, check it, request its activation", do=request_new_formula),
    StaffTask(title="Approve what another person requested", do=approve_formula),
    StaffTask(title="Make an earlier revision of a formula active", do=go_back),
    StaffTask(title="See what is left of a budget", do=see_budget),
)
