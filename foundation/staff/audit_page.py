"""The audit on the staff's site: all orders, filtered, searched, and as a file."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from foundation.records.models import AuditEntry
from foundation.records.texts import clean
from foundation.staff.audit_rows import changes_in_words, model_of, type_in_words
from foundation.staff.labels import in_words
from foundation.staff.links import has_pages, link_to
from foundation.staff.long_lists import DaysFilter
from foundation.staff.read_only import ReadOnlyAdmin

ROLE = "audit.read"
MOST_NAMED = 100  # users whose names have a text


class _Values(admin.SimpleListFilter):
    """The values that a column has, found one after the other by its index."""

    column: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, self.in_words(value)) for value in _distinct(self.column)]

    def in_words(self, value: str) -> str:
        return value

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset


class ActionFilter(_Values):
    title = parameter_name = column = "action"

    def in_words(self, value: str) -> str:
        return in_words(value)


class RecordTypeFilter(_Values):
    title, parameter_name, column = "record type", "record_type", "record_type"

    def in_words(self, value: str) -> str:
        return type_in_words(value)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    counted_as = "audit entries"
    filled_by = "Each change by staff, an API client or the program itself is recorded here."
    list_display = ("occurred_on", "actor", "deed", "record", "changed", "reason", "address")
    list_filter = (RecordTypeFilter, ActionFilter, ("occurred_on", DaysFilter))
    list_filter_submit = True
    search_fields = ("record_id",)
    search_help_text = "A whole id of a record, or a part of a user's name"
    ordering = ("-occurred_on", "-id")
    sortable_by = ()
    fields = ("occurred_on", "actor", "address", "request_id", "deed", "type", "record",
              "changed", "reason")  # fmt: skip
    readonly_fields = ("deed", "type", "record", "changed")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(request.user.has_perm(ROLE))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        wanted = clean(search_term)
        if not wanted:
            return queryset, False
        # Names are looked for among the users, who are few; the audit is read by index.
        named = User.objects.filter(username__icontains=wanted).order_by("pk")[:MOST_NAMED]
        actors = [wanted, *named.values_list("username", flat=True)]
        return queryset.filter(Q(record_id=wanted) | Q(actor__in=actors)), False

    @admin.display(description="Action")
    def deed(self, entry: AuditEntry) -> str:
        return in_words(entry.action)

    @admin.display(description="Record type")
    def type(self, entry: AuditEntry) -> str:
        return type_in_words(entry.record_type)

    @admin.display(description="Record")
    def record(self, entry: AuditEntry) -> str:
        """Return the record's name with its type, linked to its page if this user may see it."""
        model = model_of(entry.record_type)
        text = f"{type_in_words(entry.record_type)} {entry.record_name or entry.record_id}".strip()
        if model is None or not entry.record_id or not has_pages(model):
            return text
        return link_to(model, entry.record_id, text, self.reader)

    @admin.display(description="Changes")
    def changed(self, entry: AuditEntry) -> SafeString:
        changes = changes_in_words(entry)
        return render_to_string("staff/audit_changes.html", {"changes": changes})


def _distinct(column: str) -> list[str]:
    """Return the values of an indexed column: one short read by index for each of them."""
    found: list[str] = []
    after = ""
    values = AuditEntry.objects.order_by(column).values_list(column, flat=True)
    while (following := values.filter(**{f"{column}__gt": after}).first()) is not None:
        found.append(following)
        after = following
    return found
