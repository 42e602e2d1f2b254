"""Measurements and rehearsals of the whole system, on separate servers."""
