"""Staff who are signed in."""

from django.contrib.auth.models import User
from django.test import Client

from foundation.rest.roles import grant_role


def signed_in(client: Client, *roles: str, name: str = "") -> Client:
    """Sign in new staff with these roles; without a name they have that of the first role."""
    user = User.objects.create_user(name or roles[0], is_staff=True)
    for role in roles:
        grant_role(user, role)
    client.force_login(user)
    return client
