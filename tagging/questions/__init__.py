"""Questions of taggers about photos, and the answers of staff."""
