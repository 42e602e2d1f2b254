"""Who may read tagging over the AdminApi, without changing anything."""

from rest.access import Role

READ = Role("tagging.manage", "tagging.read")
