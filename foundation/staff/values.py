"""Stored data (JSON) in words: fields with their values, lists, yes and no."""

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from foundation.staff.labels import in_words

MOST = 20  # items of a list
NOTHING = "–"


def shown_value(value: Any) -> str | SafeString:
    """Return data as HTML: objects as fields below each other, of long lists the first `MOST`."""
    if value is None or value in ("", [], {}):
        return NOTHING
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            fields = ((in_words(name), shown_value(each)) for name, each in value.items())
            return format_html(
                "<dl>{}</dl>",
                format_html_join("", '<div class="fl-value"><dt>{}</dt><dd>{}</dd></div>', fields),
            )
        case list():
            return _list(value)
    return str(value)


def _list(values: list[Any]) -> SafeString:
    shown = [(shown_value(each),) for each in values[:MOST]]
    if len(values) > MOST:
        shown.append((f"and {len(values) - MOST:,} more",))
    if any(isinstance(each, dict | list) for each in values[:MOST]):
        items = format_html_join("", "<li>{}</li>", shown)
        return format_html('<ol class="fl-values">{}</ol>', items)
    return format_html_join(", ", "{}", shown)
