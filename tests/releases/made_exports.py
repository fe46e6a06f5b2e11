"""The exports of a release, as its `rtab` prints them."""

import contextlib
import io
from pathlib import Path

import pytest

from tests.releases import door, kept

FINISHED = ("finished_season7", "finished_ladder", "ended_early")
RUNNING = ("lists", "four_rounds", "paused_ladder")  # as everybody may see them
WHOLE = ("finished_season7", "finished_ladder", "lists", "for_two", "sealing", "ladder")


def make(home: Path, away: Path, games: dict[str, str]) -> None:
    """Everything that can be exported of a copy of the folder: who looks at what is secret leaves a trace."""
    (home / "exports").mkdir()
    (away / door.STORE_FILE).write_bytes(kept.unpack(home / "folder" / door.STORE_FILE))
    for name in (*FINISHED, *RUNNING):
        (home / f"exports/{name}.rtab").write_text(said(away, "export", games[name], "--title", name), "utf-8")
    for name in FINISHED:
        (home / f"exports/{name}.story").write_text(said(away, "export", games[name], "--story"), "utf-8")
        seats = said(away, "export", games[name], "--story", "--seats")
        (home / f"exports/{name}.seats.story").write_text(seats, "utf-8")
    for name in RUNNING:  # with its secrets, as only an operator may see it
        (home / f"exports/{name}.open.rtab").write_text(said(away, "why", games[name], "--secrets"), "utf-8")
    for name in WHOLE:
        kept.pack(home / f"exports/{name}.json", said(away, "export", games[name], "--json").encode())


def said(home: Path, *line: str) -> str:
    """What `rtab` prints about this folder."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out):
        patch.setenv("RTAB_HOME", str(home))
        assert door.rtab(line) == 0, line
    return out.getvalue()
