"""Two versions on one database, while photos, taggers and activities come in."""
