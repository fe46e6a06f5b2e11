"""Pages are sent compressed to who says that they can unpack gzip, and to nobody else."""

import gzip

import pytest

from tests.host.doors.web.visitor import Visitor

CAN = ["gzip", "GZIP", "deflate, gzip", "gzip;q=1", "gzip; q=0.5", "gzip ; q=0.001", "*", "br, *;q=0.1"]
CANNOT = ["", "br", "gzip;q=0", "gzip;q=0.000", "gzip;q=", "gzip;q=x", "*;q=0", "xgzip", "gzip;q=nan"]


@pytest.mark.parametrize("said", CAN + CANNOT)
def test_only_who_can_unpack_gzip_gets_it(season, said):
    response = Visitor(season.host).ask("GET", "/", accept_encoding=said)
    assert ("Content-Encoding" in response.headers) == (said in CAN)
    assert response.headers["Vary"] == "Accept-Encoding"
    page = gzip.decompress(response.body) if said in CAN else response.body
    assert page.startswith(b"<!doctype html>")
