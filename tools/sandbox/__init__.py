"""The services at the other end of every connection, as small HTTP services in one process.

Nothing here imports Django or one of our apps: they share only HTTP.
"""
