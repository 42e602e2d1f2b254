"""Accounts of face providers and their spaces: what staff keep of them."""
