"""The activity types. What a module here defines as one is a type, and nothing else is."""

from importlib import import_module
from pkgutil import iter_modules

from activities.types.kind import KINDS, ActivityKind, InvalidOperation, kind_of

__all__ = ["KINDS", "ActivityKind", "InvalidOperation", "kind_of"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
