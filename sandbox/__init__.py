"""The other side of every wire, played by small real HTTP services in one process.

Nothing here knows Django or an app of the house: what is shared is the wire.
"""
