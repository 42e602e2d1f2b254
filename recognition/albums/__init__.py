"""Settings of albums and tenants, their effect seen before, and their change."""
