"""Whether anything is recognised in an album: not while recognition is off."""

from django.db.models import Q

from recognition.records.albums import Album, RecognitionState

IS_ON = Q(state=RecognitionState.ON, tenant__recognition_state=RecognitionState.ON)  # of albums


def why_off(album: Album) -> str:
    """Return in words why nothing is recognised in this album; empty: recognition is on."""
    if album.tenant is None:
        return "The album's tenant is not known yet."
    if album.tenant.recognition_state == RecognitionState.OFF:
        return "Recognition is off for the tenant."
    if album.state == RecognitionState.OFF:
        return "Recognition is off for the album."
    return ""
