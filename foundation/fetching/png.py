"""PNG files without their texts: nothing here reads them, and large ones stop a decoder.

Source: https://www.w3.org/TR/png-3/#5Chunk-layout
"""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXTS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_AROUND = 12  # bytes of a chunk beside its data: length, type, checksum


def without_texts(content: bytes) -> bytes:
    """Return a file without its chunks of texts; one that is no PNG, or breaks off, as it is."""
    if not content.startswith(_SIGNATURE) or not any(kind in content for kind in _TEXTS):
        return content
    kept, at = [_SIGNATURE], len(_SIGNATURE)
    while at < len(content):
        end = at + _AROUND + int.from_bytes(content[at : at + 4])
        if content[at + 4 : at + 8] not in _TEXTS:
            kept.append(content[at:end])
        at = end
    return b"".join(kept)
