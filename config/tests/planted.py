"""Personal data that tests plant, and secrets beside them."""

NAME, MAIL, NUMBER = "Zephyrine", "zephyrine@runners.example", "90817263"
TOKEN, FACE = "t0k3n-of-z3ph", "c2VsZmllLW9mLXplcGg"
PLANTED = (NAME, MAIL, NUMBER, TOKEN, FACE)
TEXT = f"{NAME} <{MAIL}> wears {NUMBER}, token={TOKEN}, picture {FACE}"


def planted_in(text: str) -> set[str]:
    return {each for each in PLANTED if each.lower() in text.lower()}
