"""Known faces per space, kept in PostgreSQL."""
