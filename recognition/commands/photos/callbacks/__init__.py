"""Callbacks of the number provider: stored as they arrive, then applied to their photos.

Where nothing has to be asked first, both are one transaction of the process that received the
callback. Otherwise, or where that fails, the callback is stored, the provider gets its 202, and a
worker applies it: the provider is not kept waiting for a competitor service.
"""
