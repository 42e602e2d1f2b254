"""Small pictures with one bib, quickly drawn and quickly read."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = (320, 240)
DIGITS = 60
FIRST = 101


def draw_bibs(
    folder: Path, count: int, *, size: tuple[int, int] = SIZE, first: int = FIRST
) -> list[str]:
    """Draw bibs with different numbers into a folder; return the file names."""
    folder.mkdir(parents=True, exist_ok=True)
    return [_draw(folder, str(first + 7 * place), size) for place in range(count)]


def _draw(folder: Path, number: str, size: tuple[int, int]) -> str:
    picture = Image.new("RGB", size, (110, 115, 110))
    middle = (size[0] // 2, size[1] // 2)
    draw = ImageDraw.Draw(picture)
    bib = [middle[0] - 90, middle[1] - 55, middle[0] + 90, middle[1] + 55]
    draw.rectangle(bib, fill=(240, 240, 240))
    font = ImageFont.load_default(DIGITS)
    draw.text(middle, number, (15, 15, 15), font, anchor="mm", stroke_width=DIGITS // 30)
    name = f"{number}.jpg"
    picture.save(folder / name, quality=92)
    return name
