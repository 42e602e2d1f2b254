"""Accounts of face providers, their spaces and the competitor services: what staff keep of them."""
