"""Clients of the API in other languages, and what makes them from the documents."""
