"""Django's backend for PostgreSQL, with a cheaper look at the connections of its pool."""
