"""What roles open in the staff's site: the records of their app."""

from typing import Any

from django.contrib.auth.backends import BaseBackend

from rest.roles import ROLES


class RolesOpenRecords(BaseBackend):
    """Gives who has a role the rights on its app's records that the role lists in `records`.

    Rights that are given by name go on working. The roles themselves are for `ModelBackend`.
    """

    def has_perm(self, user_obj: Any, perm: str, obj: object = None) -> bool:
        app_label, _, codename = perm.partition(".")
        right = codename.partition("_")[0]
        return any(
            user_obj.has_perm(role.name)
            for role in ROLES.values()
            if role.app_label == app_label and right in role.records
        )

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        return self.has_perm(user_obj, f"{app_label}.view_")
