"""Bodies made small. A kilobyte is what a write is paid by, so words that every body holds are known beforehand."""

from __future__ import annotations

import zlib

FROM = 100  # bytes; smaller bodies do not shrink

# What is packed can be unpacked only with these very bytes, so they never change: other words need another attribute.
# The words that come most often stand last.
_WORDS = (
    b'"}}},{"seat":"p1","person":"","name":"","place":"telegram:-100","bot":false,"habits":{"zone":"Europe/London",'
    b'"quiet":[1380,420],"away":null,"reminders":true,"style":{"language":"en","comma":","}}},'
    b'{"chat":"telegram:-100","game":"","stamp":1800000000000,"lines":[["{who} ",{"who":"p1","amount":},"",""]],'
    b'"asks":["#1"],"board":true,"remind":[],"names":{"p1":"","p2":"","p3":""},"style":{"language":"en","comma":","},'
    b'"tries":0,"since":1800000000.0}'
    b'{"at":1800000000.0,"kind":"answer","by":"p1","key":"","value":,"told":[["{who} {n}: {amount:\xc2\xa3}",'
    b'{"who":"p1","n":1,"amount":100000},"",""]],"drawn":[],"n":1,"taken":[["a","","","p1",1,false]],"cut":0}'
    b'{"id":"","ruleset":"","options":{},"pace":86400.0,"by":"","secret":"","made":1800000000.0,"stage":"running",'
    b'"players":[{"seat":"p1","person":"","name":"","place":"telegram:100","bot":false,"habits":{"zone":"UTC",'
    b'"quiet":null,"away":null,"reminders":true,"style":{"language":"en","comma":","}}},{"seat":"p2"}],'
    b'"places":["telegram:-100"],"style":{"language":"en","comma":","},"record":{"ruleset":"","format":1,'
    b'"release":"1","secret":"","snapshot":{"state":{"options":{},"players":{"p1":{"p2"},"asked":{},"drawn":0,'
    b'"entropy":""},"tape":[["a","",["p","",["c","",[0]],"said":[]},"clocks":{"#1":{"who":"p1",'
    b'"asked":1800000000.0,"allowed":86400.0,"due":1800000000.0,"secret":false,"rung":0,"mark":0,"was":[]}},'
    b'"paused":0.0,"warned":0.0,"held":0.0,"credited":0.0,"votes":{},"seats":4,"entries":1,"stamp":1800000000000}'
)


def packed(body: bytes) -> bytes:
    """The body made small, or the body itself where that does not help."""
    if len(body) < FROM:
        return body
    packer = zlib.compressobj(9, zdict=_WORDS)
    small = packer.compress(body) + packer.flush()
    return min(body, small, key=len)


def unpacked(small: bytes) -> bytes:
    """The body as it was."""
    return zlib.decompressobj(zdict=_WORDS).decompress(small)
