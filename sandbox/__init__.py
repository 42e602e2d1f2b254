"""The other side of every wire: small real HTTP services in one process.

Nothing here imports Django or one of our apps: they share only the wire.
"""
