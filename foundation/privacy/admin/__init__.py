"""Erasures, as staff see and order them."""

from foundation.privacy.admin import erasures

__all__ = ["erasures"]
