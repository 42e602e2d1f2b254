"""What finance, audit and support do with balances and formulas, from home, in a browser."""

from datetime import UTC, datetime

from tools.local.demos.staff.cases import Cases
from tools.local.demos.staff.desk import Desk
from tools.local.demos.staff.tasks import StaffTask


def set_limit(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.program)
    desk.click(desk.page.get_by_text("Add another Limit"))
    desk.fill("At most", "100")
    for field, chosen in (("Of", "Points"), ("In", "Week"), ("For", "Participant")):
        label = desk.page.get_by_label(field, exact=True)
        label.filter(visible=True).first.select_option(chosen)
    desk.click("Save")
    desk.sees("was changed successfully")


def settle_claim(desk: Desk, _: Cases) -> None:
    desk.click(desk.page.locator("#figure-claims-to-review"))
    desk.click(desk.page.locator("#result_list tbody th a"))
    desk.click("Take the reward back…")
    desk.fill("Reason", "Rode a bike.")
    desk.confirm("Take the rewards back")
    desk.sees("Taken back")


def draft_for_segment(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.other_draft, cases.explained.other_draft)
    desk.click("Dry run…")
    desk.page.get_by_label("Activities of participants who are").select_option("Active")
    desk.confirm("Start")
    desk.sees("Finished")


def who_activated(desk: Desk, cases: Cases) -> None:
    desk.find(cases.explained.formula, cases.explained.formula)
    desk.click("History")
    desk.sees("maria")
    desk.sees("rate: 2.5 → rate: 3")
    desk.sees(": 1 → 2")


def export_operations(desk: Desk, cases: Cases) -> None:
    desk.find("Balance operations")
    desk.click(desk.page.get_by_text("Filters"))
    program = cases.explained.program
    desk.pick("balance__participant__program__id__exact", program, program)
    first = desk.page.locator("[name=created_on_from]")
    first.fill(f"{datetime.now(UTC):%Y-%m-01}")
    first.press("Enter")
    desk.page.wait_for_url("**created_on_from**")
    desk.click("Export…")
    desk.confirm("As CSV")
    desk.sees("Download")


FINANCE = (
    StaffTask(title="Set a limit of a program", do=set_limit),
    StaffTask(title="Settle the claim of a rejected activity", do=settle_claim),
    StaffTask(title="Try a draft for a segment", do=draft_for_segment),
    StaffTask(title="See who made which revision active", do=who_activated),
    StaffTask(title="Export the operations of a program since a day", do=export_operations),
)
