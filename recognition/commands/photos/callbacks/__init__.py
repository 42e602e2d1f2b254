"""Callbacks of the number provider: stored as they arrive, then applied to their photos.

Storing and applying are two transactions: the provider gets its 202 as soon as the callback is
stored, even while the competitor service is down. Where nothing has to be asked first, the process
that stored a callback applies it at once; otherwise a worker does.
"""
