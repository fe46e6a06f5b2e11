"""What Telegram asks of a picture that is to be shown as a photo."""

import struct

from .errors import fault
from .fields import Upload

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
PHOTO_BYTES = 10 * 1024 * 1024
DOCUMENT_BYTES = 50 * 1024 * 1024
SIDES = 10_000
RATIO = 20
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def check_photo(upload: Upload) -> tuple[int, int]:
    """Width and height of a PNG or JPEG that Telegram would accept as a photo."""
    check_size(upload, PHOTO_BYTES)
    size = _size(upload.data)
    if size is None:
        raise fault("IMAGE_PROCESS_FAILED")
    if sum(size) > SIDES or max(size) > RATIO * min(size):
        raise fault("PHOTO_INVALID_DIMENSIONS")
    return size


def check_size(upload: Upload, limit: int = DOCUMENT_BYTES) -> None:
    """A file has something in it, and not too much."""
    if not upload.data:
        raise fault("file must be non-empty")
    if len(upload.data) > limit:
        raise fault("file is too big")


def _size(data: bytes) -> tuple[int, int] | None:
    if data.startswith(PNG) and data[12:16] == b"IHDR":
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    return _jpeg_size(data) if data.startswith(JPEG) else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None
