"""Who may read and change programs and what belongs to them."""

from rest.access import Role

READ = Role("programs.manage", "programs.read")
MANAGE = Role("programs.manage")
