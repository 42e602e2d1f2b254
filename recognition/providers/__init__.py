"""Who recognises: the number provider and the face providers, each behind a port of ours."""
