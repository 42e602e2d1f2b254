"""Who may read recognition over the AdminApi, without changing anything."""

from foundation.rest.access import Role

READ = Role("recognition.manage", "recognition.read")
READ_PHOTOS = Role("recognition.manage", "recognition.correct", "recognition.read")
