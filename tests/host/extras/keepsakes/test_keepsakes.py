"""Everybody takes along a file, when they ask the operator and when the host closes for good."""

import pytest


@pytest.mark.whole
def test_everybody_takes_along_a_file_that_is_read_without_us(at_home, rtab, tmp_path):
    at_home.play()
    folder = tmp_path / "records"
    assert rtab("keepsakes", str(folder))[1] == f"3 files are in {folder}\n"
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(f"{name.title()}-{id_}.txt" for name, id_ in at_home.people.items())
    text = (folder / f"Ann-{at_home.people['ann']}.txt").read_text("utf-8")
    assert "1 season played" in text
    mine = next(line for line in at_home.standings() if line.who == "p1")
    assert f"{mine.place}. Ann {mine.total:,} *" in text
    assert "wins Race to a Billion with" in text or "win Race to a Billion" in text
    assert "Your bomb is hidden on square" not in text


@pytest.mark.usefixtures("at_home")
def test_a_host_that_closes_for_good_writes_everybody_s_file(rtab, tmp_path):
    folder = tmp_path / "all"
    assert rtab("goodbye", str(folder))[0] == 1
    assert not folder.exists()
    out = rtab("goodbye", str(folder), "--yes")[1]
    assert len(list(folder.iterdir())) == 3
    assert f"Everybody's records are in {folder}: 3 files." in out


@pytest.mark.usefixtures("at_home")
def test_a_host_without_keepsakes_closes_without_files(rtab, tmp_path, monkeypatch):
    monkeypatch.setenv("RTAB_WITHOUT", "keepsakes")
    folder = tmp_path / "all"
    code, out, _ = rtab("goodbye", str(folder), "--yes")
    assert (code, folder.exists(), "records" in out) == (0, False, False)
