"""The tasks that staff do most, from home: as a person does them in a browser."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tools.local.demos.staff.cases import (
    CANNOT_BE_READ,
    REJECTED,
    RIGHT,
    RUNNER,
    SAME_RUNNER,
    TO_ERASE,
    WRONG,
    Cases,
)
from tools.local.demos.staff.desk import Desk

GUIDE = """# Which numbers count

- **Red bibs** only: blue ones are of the children's run.
- A number that is half hidden counts if *one* runner of the start list has it.
"""


C = TypeVar("C")


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffTask(Generic[C]):
    """A task by its title; `do` ends with what shows that it is done."""

    title: str
    do: Callable[[Desk, C], None]


def why_no_number(desk: Desk, cases: Cases) -> None:
    desk.find(cases.without_number)
    desk.sees(f"“{REJECTED}” rejected: not in the start list")
    desk.shows("why-no-number")


def fix_number(desk: Desk, cases: Cases) -> None:
    desk.find(cases.wrong_number)
    desk.fill("All numbers on the photo", RIGHT)
    desk.shows("fix-a-number")
    desk.click("Save numbers")
    desk.sees(f"{WRONG} → {RIGHT}")


def find_by_number(desk: Desk, cases: Cases) -> None:
    desk.find(RIGHT, f"Number {RIGHT}")
    desk.sees(cases.album)
    desk.shows("photos-of-a-number")


def find_by_file_name(desk: Desk, cases: Cases) -> None:
    desk.find(cases.file_name, "Photo")
    desk.sees(WRONG)


def find_by_selfie(desk: Desk, cases: Cases) -> None:
    desk.find(cases.album)
    desk.click("Find a runner…")
    desk.choose("Picture", cases.selfie)
    desk.click("Find")
    desk.sees(RUNNER)
    desk.shows("find-by-selfie")


def merge_persons(desk: Desk, _: Cases) -> None:
    desk.find(SAME_RUNNER)
    desk.fill("Id of the person that remains", RUNNER)
    desk.click(
        desk.page.locator("form", has=desk.page.locator("#person-into")).get_by_role("button")
    )
    desk.shows("merge-persons")
    desk.confirm(f"Merge into {RUNNER}")
    desk.sees("Merged into this person")


def erase_person(desk: Desk, _: Cases) -> None:
    desk.find(TO_ERASE)
    desk.click("Erase this person…")
    desk.erase("Asked by mail on 12 May", "erase-a-person")


def erase_participant(desk: Desk, cases: Cases) -> None:
    desk.find(cases.participant)
    desk.click("Erase…")
    desk.erase("Asked by mail on 12 May", "erase-a-participant")


def process_failed_again(desk: Desk, _: Cases) -> None:
    desk.sees(CANNOT_BE_READ)
    desk.shows("failed-by-reason")
    desk.click("Process again…")
    desk.click(desk.page.get_by_role("button", name="Process"))
    desk.sees("processed again")


def stop_provider(desk: Desk, cases: Cases) -> None:
    desk.find(cases.account)
    desk.click("Switch off…")
    desk.page.get_by_label("Move the albums to").select_option(f"{cases.other_account} / Main")
    desk.shows("stop-a-provider")
    desk.click("Move 1 album and switch off")
    desk.sees("1 album moved")


def end_pause(desk: Desk, _: Cases) -> None:
    desk.click("Paused providers")
    desk.click(desk.page.locator("#result_list").get_by_role("link", name="number provider"))
    desk.click("End the pause…")
    desk.shows("end-a-pause")
    desk.confirm("End the pause")
    desk.sees("1 service is asked again")


def send_again(desk: Desk, _: Cases) -> None:
    desk.click("Messages given up")
    desk.click("Tags for the photo service")
    desk.click("Send again…")
    desk.shows("send-again")
    desk.confirm("Send again")
    desk.sees("1 sent again")


def withdraw_banner(desk: Desk, cases: Cases) -> None:
    desk.find(cases.album)
    desk.click("Withdraw a text…")
    desk.page.get_by_label("Text").select_option(index=1)
    desk.shows("withdraw-a-banner")
    desk.confirm("Withdraw")
    desk.sees("Its photos are judged again")


def see_who_did_what(desk: Desk, cases: Cases) -> None:
    desk.find(cases.album)
    desk.click("History")
    desk.sees("maria")
    desk.shows("who-did-what")


def export(desk: Desk, _: Cases) -> None:
    desk.find(RIGHT, f"Number {RIGHT}")
    desk.click("Export")
    desk.click("As XLSX")
    desk.sees("Download")
    desk.shows("export")


def invite_tagger(desk: Desk, cases: Cases) -> None:
    desk.find("Taggers")
    desk.click(desk.page.locator("a[href$='/add/']"))
    desk.fill("Email", cases.new_tagger)
    desk.fill("Name", "Ines")
    desk.fill("Rate per task", "0.12")
    desk.shows("invite-a-tagger")
    desk.click("Save")
    desk.sees(cases.new_tagger)


def add_staff(desk: Desk, cases: Cases) -> None:
    desk.find("Users")
    desk.click(desk.page.locator("a[href$='/add/']"))
    desk.fill("Name", "Lena")
    desk.fill("E-mail address", cases.new_member)
    desk.click(desk.page.get_by_label("Support:"))
    desk.shows("a-new-member-of-staff")
    desk.click("Save")
    desk.sees(cases.new_member)


def change_strategy(desk: Desk, cases: Cases) -> None:
    desk.find(cases.album)
    desk.page.get_by_label("Strategy").select_option("Number")
    desk.click("Save")
    desk.shows("change-a-strategy")
    desk.confirm("Save the change")
    desk.sees("was changed")


def see_throughput(desk: Desk, _: Cases) -> None:
    desk.shows("home")
    desk.click(desk.page.locator("#home-throughput summary"))
    desk.sees("Photos a day")


def see_time_left(desk: Desk, cases: Cases) -> None:
    desk.find(cases.album)
    desk.sees("Time left")
    desk.shows("album")


def lead_from_board(desk: Desk, cases: Cases) -> None:
    desk.find("Board")
    desk.sees("At work now: 1")
    desk.fill(f"Priority of {cases.tagged_album}", "60")
    desk.shows("board")
    desk.click(f"Set the priority of {cases.tagged_album}")
    desk.sees(f"{cases.tagged_album} has priority 60.")


def see_pay(desk: Desk, _: Cases) -> None:
    desk.find("Months of pay")
    desk.click("The next month…")
    desk.sees("Noor")
    desk.shows("pay")


def answer_question(desk: Desk, _: Cases) -> None:
    desk.click(desk.page.locator("#figure-questions-to-answer"))
    desk.click(desk.page.locator("#result_list tbody th a"))
    desk.fill("Answer", "No, only the red ones.")
    desk.page.wait_for_function("document.querySelector('.fl-canvas img').naturalWidth > 0")
    desk.shows("answer-a-question")
    desk.confirm("Answer")
    desk.sees("sees it within seconds")


def write_guide(desk: Desk, cases: Cases) -> None:
    desk.find(cases.tagged_album)
    desk.click("Write a guide")
    desk.fill("Text", GUIDE)
    desk.page.locator(".fl-guide h2").wait_for()
    desk.shows("write-a-guide")
    desk.click("Save")
    desk.sees("was added successfully")


def want_certainty(desk: Desk, cases: Cases) -> None:
    desk.find("Quality of albums")
    desk.click(desk.page.locator("a[href$='/albumquality/add/']"))
    desk.pick("album_id", cases.tagged_album, cases.tagged_album)
    desk.fill("Wanted certainty", "0.95")
    desk.shows("wanted-certainty")
    desk.click("Save")
    desk.sees("was added successfully")


TASKS = (
    StaffTask(title="See why a photo has no number", do=why_no_number),
    StaffTask(title="Correct a number", do=fix_number),
    StaffTask(title="Find a runner's photos by number", do=find_by_number),
    StaffTask(title="Find a photo by the name of its file", do=find_by_file_name),
    StaffTask(title="Find a runner by a selfie", do=find_by_selfie),
    StaffTask(title="See what failed by reason, and process it again", do=process_failed_again),
    StaffTask(title="Change a strategy, and see before what it does", do=change_strategy),
    StaffTask(title="Stop a provider that albums use, and move them", do=stop_provider),
    StaffTask(title="See who did what, old and new", do=see_who_did_what),
    StaffTask(title="Export a filtered list", do=export),
    StaffTask(title="Merge two persons who are one", do=merge_persons),
    StaffTask(title="Erase a person", do=erase_person),
    StaffTask(title="Invite a tagger", do=invite_tagger),
    StaffTask(title="See what an album waits for, and the time left", do=see_time_left),
    StaffTask(title="See who works on what waits, and move an album up", do=lead_from_board),
    StaffTask(title="See what taggers get for a month", do=see_pay),
    StaffTask(title="Answer a tagger's question", do=answer_question),
    StaffTask(title="Write a guide for taggers", do=write_guide),
    StaffTask(title="Have doubtful photos read again", do=want_certainty),
    StaffTask(title="See the throughput", do=see_throughput),
    StaffTask(title="Add a member of staff", do=add_staff),
    StaffTask(title="End a provider's pause", do=end_pause),
    StaffTask(title="Erase a participant", do=erase_participant),
    StaffTask(title="Withdraw a text that was wrongly taken for a banner", do=withdraw_banner),
    StaffTask(title="Send a result again that was not delivered", do=send_again),
)
