"""Measurements and rehearsals of the whole house, on servers of their own."""
