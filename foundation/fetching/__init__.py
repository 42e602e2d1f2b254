"""Fetching from addresses that others wrote: where they lead, and the pictures there.

Apps and vision share it. It knows none of them, and no Django.
"""
