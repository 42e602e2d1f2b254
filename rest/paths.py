"""What a path may hold."""

from uuid import UUID


class GuidConverter:
    """`<guid:name>`: a guid with its hyphens, in either case."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

    def to_python(self, value: str) -> UUID:
        """Return the guid of a path."""
        return UUID(value)

    def to_url(self, value: UUID | str) -> str:
        """Return the guid for a path."""
        return str(value)
