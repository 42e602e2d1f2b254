"""Finishline on three hosts, which are network namespaces of this machine, and what becomes of work
while parts of it are away."""
