"""Who may read tagging over the AdminApi, without changing anything."""

from foundation.rest.access import Role

READ = Role("tagging.manage", "tagging.read")
