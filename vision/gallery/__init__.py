"""The known faces of each space, in PostgreSQL."""
