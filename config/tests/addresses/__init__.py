"""Every address that callers, staff or providers name: where it may lead, and where not."""
