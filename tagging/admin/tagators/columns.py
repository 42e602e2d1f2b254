"""Columns of the list of taggers, and fields of their page."""

from django.contrib import admin
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from recognition.models import Album
from staff.actions import computed_once
from staff.dashboard import span
from staff.links import address_of_list, link, link_to
from tagging.admin.labels import ago, in_colour
from tagging.models import Tagator, TimeSheet, Work


class TagatorColumns(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Columns that `tagging.queries.hands.with_today` annotates, and other ones."""

    @admin.display(description="state", ordering="state")
    def shown_state(self, tagator: Tagator) -> str:
        return in_colour(tagator.state)

    @admin.display(description="rate", ordering="rate_per_task")
    def rate(self, tagator: Tagator) -> str:
        return tagator.rate_text

    @admin.display(description="active work")
    def active_work(self, tagator: Tagator) -> str:
        """Return a link with how many tasks are left, and the time left."""
        for work in vars(tagator)["active_works"]:
            text = f"{vars(work)['tasks_left']} of {work.tasks_total} left"
            return format_html(
                "{}, {}", link_to(Work, work.pk, text), span(work.expires_on - timezone.now())
            )
        return "–"

    @admin.display(description="tasks today (UTC)")
    def tasks_today(self, tagator: Tagator) -> int:
        return int(vars(tagator)["tasks_today"])

    @admin.display(description="last completion")
    def last_completion(self, tagator: Tagator) -> str:
        return ago(vars(tagator)["last_completion"], timezone.now())

    @admin.display(description="More")
    def more(self, tagator: Tagator) -> str:
        works = link(address_of_list(Work, q=tagator.pk, state="all"), "Works")
        timesheets = link(address_of_list(TimeSheet, tagator=tagator.pk), "Timesheets")
        return format_html("{}, {}", works, timesheets)

    @admin.display(description="How the tagger works")
    @computed_once
    def settings_in_words(self, tagator: Tagator) -> str:
        """Return the settings, for those who may not change them."""
        settings = tagator.settings
        opened = tagator.opened_albums.select_related("album")
        albums = format_html_join(
            ", ", "{}", ((link_to(Album, o.album_id, o.album),) for o in opened)
        )
        return format_html(
            "{} tasks in {} min; a pause counts up to {} s; albums: {}",
            settings.tasks_per_work,
            settings.work_timeout_minutes,
            settings.idle_cap_seconds,
            "all" if settings.all_albums else albums or "none",
        )
