"""Charts of recognition on the staff's home page, out of what was counted by the hour."""

from datetime import datetime

from foundation.staff.live_charts import BLUE, GREEN, GREY, ORANGE, RED, LiveChart, Series
from recognition.models import Photo
from recognition.queries.photos.hours import list_days, list_delivery_times

ENDS = {
    "processed": ("Processed", GREEN),
    "failed": ("Failed", RED),
    "deleted": ("Deleted", GREY),
    "unfinished": ("Under way", ORANGE),
}


def photos_a_day(now: datetime) -> LiveChart | None:
    """Return the photos received each day by where they stand; None: there were none."""
    days = list_days(now)
    if not any(day.by_end.total() + day.week_before for day in days):
        return None
    ends = [
        Series(name=name, colour=colour, values=[day.by_end[end] for day in days])
        for end, (name, colour) in ENDS.items()
    ]
    before = [day.week_before for day in days]
    return LiveChart(
        title="Photos a day",
        said="Photos received each day (UTC) by their state now, and all of the week before. "
        "Today is counted each minute, other days within the hour.",
        axis="photos",
        model=Photo,
        labels=[f"{day.day:%a %d %b}" for day in days],
        series=[*ends, Series(name="A week before", colour=BLUE, values=before, is_line=True)],
    )


def delivery_times(now: datetime) -> LiveChart | None:
    """Return how long results took from publication to delivery; None: nothing was delivered."""
    hours = list_delivery_times(now)
    if all(hour.half is None for hour in hours):
        return None
    lines = {
        "Half of them (p50)": (BLUE, [hour.half for hour in hours]),
        "95 of 100 (p95)": (ORANGE, [hour.most for hour in hours]),
    }
    return LiveChart(
        title="From publication to delivery",
        said="Within how many seconds the photo service had first results, by the hour (UTC).",
        axis="seconds",
        model=Photo,
        labels=[f"{hour.hour:%H:%M}" for hour in hours],
        series=[
            Series(
                name=name,
                colour=colour,
                values=[None if value is None else round(value, 1) for value in values],
                is_line=True,
            )
            for name, (colour, values) in lines.items()
        ],
    )
