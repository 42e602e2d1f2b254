"""Small tables within a record's page."""

from collections.abc import Sequence

from django.template.loader import render_to_string


def table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table as HTML; "None." if there is no row."""
    if not rows:
        return "None."
    return render_to_string("staff/table.html", {"headers": headers, "rows": rows})
