"""The way of a photo: stored, asked about, called back, judged, kept, given to taggers, sent on."""
