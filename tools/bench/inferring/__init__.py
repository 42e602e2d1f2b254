"""Numbers inferred within the bursts of drawn albums, against bars."""
