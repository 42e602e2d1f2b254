"""What a path may hold."""

from django.urls.converters import UUIDConverter


class GuidConverter(UUIDConverter):
    """`<guid:name>`: a guid with its hyphens, in either case."""

    regex = f"(?i:{UUIDConverter.regex})"
