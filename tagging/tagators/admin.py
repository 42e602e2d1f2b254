"""Add, change, block and invite taggers and reset their passwords, all by commands."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from foundation.records.audit import CHANGED, CREATED, Actor, actor_of, in_one_row
from foundation.records.models import VersionedQuerySet
from foundation.rest.passwords import say_sent
from foundation.staff.actions import action, button, computed_once
from foundation.staff.choosing import guids_in
from foundation.staff.command_admin import CommandAdmin
from foundation.staff.confirming import Effect, Fact
from foundation.staff.dashboard import span
from foundation.staff.display import address_of_list, address_of_page, link, link_to
from foundation.staff.staff_admin import StaffAdmin
from recognition.records.albums import Album
from tagging.quality.queries import quality_of, with_quality
from tagging.quality.trials import TrialNotPassed, due_trial, trial_of
from tagging.records.history import SkippedTask, TimeSheet, with_today
from tagging.records.tagators import Tagator, TagatorState, money
from tagging.records.tasks import TaggingTask
from tagging.records.works import Work
from tagging.staff import ago, in_colour
from tagging.tagators.commands import (
    ChangeTagatorCommand,
    CreateTagatorCommand,
    change_tagator,
    create_tagator,
)
from tagging.tagators.forms import (
    ABOUT,
    SETTINGS,
    InvitationPage,
    NewTagatorForm,
    PasswordPage,
    TagatorForm,
)
from tagging.tagators.reading_again_page import ReadAgainPage
from tagging.tagators.settings import ChangeTagatorSettingsCommand, change_tagator_settings
from tagging.works.admin import returned_by

NOW = ("shown_state", "active_work", "tasks_today", "last_completion", "more")
SYSTEM = ("id", "version", "created_on", "updated_on")
PAIRS = (
    ("email", "name"),
    ("phone", "language"),
    ("rate_per_task", "rate_per_number"),
    "works_unpaid",
)
NOW_PAIRS = (("shown_state", "active_work"), ("tasks_today", "last_completion"), "more")
SYSTEM_PAIRS = (("id", "version"), ("created_on", "updated_on"))
HOW_PAIRS = (("tasks_per_work", "work_timeout_minutes"), ("idle_cap_seconds", "all_albums"),
             "trial_waived")  # fmt: skip
HOW = "How the tagger works, from the next work on"
WELL = (
    "Accuracy: of the readings that were checked by another tagger, a known answer or staff, those "
    "found right."
)
BLOCKING = {
    TagatorState.BLOCKED: "The sign-in ends with the next request, and the active work expires: "
    "its unfinished tasks go back to the pool.",
    TagatorState.ACTIVE: "The tagger can sign in and take work again.",
}


_ACTIVE = Q(state=TagatorState.ACTIVE)
BLOCKED = (
    Effect(_ACTIVE, "tagger", "is blocked", "are blocked"),
    Effect(~_ACTIVE, "tagger", "is blocked already", "are blocked already"),
)
UNBLOCKED = (
    Effect(~_ACTIVE, "tagger", "is unblocked", "are unblocked"),
    Effect(_ACTIVE, "tagger", "is not blocked", "are not blocked"),
)


def _returned(tagators: Iterable[Tagator]) -> list[Fact]:
    """Return how many tasks go back to the pool when these are blocked, if any."""
    keys = [tagator.pk for tagator in tagators]
    return returned_by(Work.objects.filter(tagator__in=keys))


class TagatorColumns(StaffAdmin):
    """Columns that `tagging.records.history.with_today` annotates, and other ones."""

    @admin.display(description="state", ordering="state")
    def shown_state(self, tagator: Tagator) -> str:
        return in_colour(tagator.state)

    @admin.display(description="rate", ordering="rate_per_task")
    def rate(self, tagator: Tagator) -> str:
        rates = ((tagator.rate_per_task, "photo"), (tagator.rate_per_number, "number"))
        paid = [f"{money(rate)} a {what}" for rate, what in rates if rate]
        return f"{', '.join(paid)} ({settings.TAGGING_CURRENCY})" if paid else "unpaid"

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

    @admin.display(description="accuracy")
    def accuracy(self, tagator: Tagator) -> str:
        found = quality_of(tagator)
        if found.accuracy is None:
            return "–"
        return f"{found.accuracy:.1%}, {found.right:,} of {found.checked:,}"

    @admin.display(description="Trial")
    def trial(self, tagator: Tagator) -> str:
        """Return how many photos of a trial were right, and what follows."""
        found = trial_of(tagator.settings)
        if found is None:
            return "none"
        if not found.is_due and not found.asked:
            return "not needed"
        score = f"{found.right} of {found.asked} right, {found.needed:.0%} needed"
        try:
            ahead = due_trial(tagator.settings)
        except TrialNotPassed:
            return f"{score}: not passed, gets no other work unless “Needs no trial” is on"
        if ahead:
            return f"{score}, {len(found.left)} to be read"
        return f"{score}: {'passed' if found.asked and found.has_enough else 'not needed'}"

    @admin.display(description="More")
    def more(self, tagator: Tagator) -> str:
        works = link(address_of_list(Work, tagger=tagator.pk, state="all"), "Works")
        tasks = link(address_of_list(TaggingTask, tagger=tagator.pk), "Tasks")
        skips = link(address_of_list(SkippedTask, tagger=tagator.pk), "Skipped photos")
        timesheets = link(address_of_list(TimeSheet, tagator=tagator.pk), "Timesheets")
        return format_html("{}, {}, {}, {}", works, tasks, skips, timesheets)

    @admin.display(description="How the tagger works")
    @computed_once
    def settings_in_words(self, tagator: Tagator) -> str:
        """Return the settings, for those who may not change them."""
        works = tagator.settings
        opened = tagator.opened_albums.select_related("album")
        albums = format_html_join(
            ", ", "{}", ((link_to(Album, o.album_id, o.album, self.reader),) for o in opened)
        )
        return format_html(
            "{} tasks in {} min; a pause counts up to {} s; albums: {}",
            works.tasks_per_work,
            works.work_timeout_minutes,
            works.idle_cap_seconds,
            "all" if works.all_albums else albums or "none",
        )


@admin.register(Tagator)
class TagatorAdmin(TagatorColumns, PasswordPage, InvitationPage, ReadAgainPage, CommandAdmin):
    """Taggers and their settings."""

    filled_by = "Staff invite taggers here: people who read what machines cannot."
    form = TagatorForm
    list_display = ("name", "email", "shown_state", "rate", "active_work", "tasks_today",
                    "last_completion", "accuracy")  # fmt: skip
    list_filter = ("state",)
    search_fields = ("id", "email", "name")
    search_help_text = "Id, e-mail or name"
    ordering = ("name", "email")
    list_per_page = 50
    readonly_fields = (*NOW, "accuracy", "trial", "readings_again", *SYSTEM, "settings_in_words")
    change_form_before_template = "admin/tagging/opened_versions.html"
    actions = ("invite", "block", "unblock")
    actions_list = ("invite_many",)
    actions_detail = ("invite_one", "reset_password", "block_one", "unblock_one",
                      "read_again")  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> VersionedQuerySet[Tagator]:
        tagators: VersionedQuerySet[Tagator] = super().get_queryset(request)  # type: ignore[assignment]
        return with_quality(with_today(tagators, timezone.now()))

    def locked(self, record: Tagator) -> Tagator:
        """Lock the tagger, and read what the page shows beside the form."""
        shown = with_quality(with_today(Tagator.objects.all(), timezone.now()))
        return shown.locked(record.pk)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if not change:
            kwargs["form"] = NewTagatorForm
        return super().get_form(request, obj, change=change, **kwargs)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> Any:
        """Leave out the button that would change nothing."""
        known = Tagator.objects.filter(pk__in=guids_in([object_id]))
        blocked = known.filter(state=TagatorState.BLOCKED).exists()
        hidden = "_block_one" if blocked else "_unblock_one"
        buttons = super().get_actions_detail(request, object_id)
        return [each for each in buttons if not each.action_name.endswith(hidden)]

    def own_fieldsets(self, request: HttpRequest, obj: Any) -> Any:
        may_change = self.has_change_permission(request)
        how = (HOW, {"fields": (*HOW_PAIRS, "albums") if may_change else ("settings_in_words",)})
        if obj is None:
            return [(None, {"fields": (*PAIRS, "password")}), how]
        now, system = ("Now", {"fields": NOW_PAIRS}), ("System", {"fields": SYSTEM_PAIRS})
        fields = (
            "accuracy",
            "trial",
            *(("readings_again",) if obj.readings_again.exists() else ()),
        )
        well = ("How well the tagger reads", {"fields": fields, "description": WELL})
        return [(None, {"fields": PAIRS}), now, well, how, system]

    def save_model(self, request: HttpRequest, obj: Tagator, form: Any, change: bool) -> None:
        password = form.cleaned_data.get("password") or None
        with in_one_row(actor_of(request), obj, CHANGED if change else CREATED) as by:
            wanted = {name: form.cleaned_data[name] for name in ABOUT}
            wanted |= {"tagator_id": obj.pk, "now": timezone.now(), "by": by}
            if change:
                change_tagator(ChangeTagatorCommand(**wanted))
            else:
                created = create_tagator(CreateTagatorCommand(**wanted, password=password))
            change_tagator_settings(_settings_command(obj, form.cleaned_data, by))
        if not change and password is None:
            say_sent(request, created.record.user)

    @action("Block…")
    def block(self, request: HttpRequest, queryset: QuerySet[Tagator]) -> HttpResponse | None:
        text = BLOCKING[TagatorState.BLOCKED]
        facts = _returned(queryset)
        title = "Block the taggers"
        page = self.asked_first(request, queryset, title, text, BLOCKED, facts=facts)
        if page is None:
            self._put(request, queryset, TagatorState.BLOCKED)
        return page

    @action("Unblock…")
    def unblock(self, request: HttpRequest, queryset: QuerySet[Tagator]) -> HttpResponse | None:
        text = BLOCKING[TagatorState.ACTIVE]
        page = self.asked_first(request, queryset, "Unblock the taggers", text, UNBLOCKED)
        if page is None:
            self._put(request, queryset, TagatorState.ACTIVE)
        return page

    @button("Block…", "block")
    def block_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirm(request, object_id, TagatorState.BLOCKED, "Block")

    @button("Unblock…", "unblock")
    def unblock_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._confirm(request, object_id, TagatorState.ACTIVE, "Unblock")

    def _confirm(
        self, request: HttpRequest, key: str, state: TagatorState, verb: str
    ) -> HttpResponse:
        tagator = self.record_of(request, key)
        if request.method != "POST":
            title = f"{verb} the tagger"
            facts = _returned([tagator]) if state == TagatorState.BLOCKED else []
            buttons = {"confirmed": verb}
            return self.ask(request, [tagator], title, BLOCKING[state], buttons, facts=facts)
        self._put(request, [tagator], state)
        return HttpResponseRedirect(address_of_page(Tagator, tagator.pk))

    def _put(self, request: HttpRequest, tagators: Any, state: TagatorState) -> None:
        def put(tagator: Tagator, by: Actor) -> None:
            change_tagator(
                ChangeTagatorCommand(tagator_id=tagator.pk, now=timezone.now(), state=state, by=by)
            )

        self.act(request, tagators, put, str(state.label))


def _settings_command(
    tagator: Tagator, wanted: dict[str, Any], by: Actor
) -> ChangeTagatorSettingsCommand:
    return ChangeTagatorSettingsCommand(
        tagator_id=tagator.pk,
        by=by,
        **{name: wanted[name] for name in SETTINGS},
        album_ids=frozenset(album.pk for album in wanted["albums"]),
        expected_version=wanted["opened_settings"],
    )
