"""Erasures, as staff see and order them."""

from privacy.admin import erasures

__all__ = ["erasures"]
