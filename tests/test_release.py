"""What a release consists of: reproducible files, the engine alone, notes and a bill of materials."""

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from host import VERSION
from host.doors.command import main
from workshop import release

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGE = (ROOT / PROJECT["readme"]).read_text("utf-8")
MAX_BYTES = 8_000_000
UV = ROOT / ".tools/python/bin/uv"


def test_both_names_start_the_command():
    assert PROJECT["scripts"] == dict.fromkeys(("rtab", PROJECT["name"]), f"{main.__module__}:main")


def test_the_authors_are_those_of_the_licence():
    (author,) = PROJECT["authors"]
    assert f"Copyright (c) 2026 {author['name']}\n" in (ROOT / "LICENSE").read_text("utf-8")


def test_the_page_of_the_package_has_no_link_that_an_index_could_not_follow():
    assert not [each for each in re.findall(r"\]\(([^)]+)\)", PAGE) if not each.startswith("https://")]


def test_the_engine_alone_plays_a_game_to_its_end_with_msgspec_and_nothing_else(tmp_path):
    """In a Python without any other package: the folder has msgspec and the engine, and the host cannot be found."""
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    import msgspec  # noqa: PLC0415 - to find where it is

    (tmp_path / "engine").symlink_to(ROOT / "engine")
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    begin = f"import sys; sys.path.append({str(tmp_path)!r})\n"
    end = "\nassert game.over\nassert not {'host', 'starlette'} & {name.partition('.')[0] for name in sys.modules}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", begin + example + end], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "wins the game" in done.stdout
    assert len(re.findall(r"^(?!from|import|\s*$)", example, re.MULTILINE)) <= 6


def archive(names, mtime, umask):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname, member.mode = len(name), mtime, f"u{mtime}", 0o777 & ~umask
            tar.addfile(member, io.BytesIO(name.encode()))
    return packed.getvalue()


def test_an_sdist_depends_on_its_files_alone():
    one, other = archive(["a", "b"], 1, 0o022), archive(["b", "a"], 2, 0o077)
    assert one != other
    assert release.normalize_sdist(one, 9) == release.normalize_sdist(other, 9)
    assert release.normalize_sdist(one, 9) != release.normalize_sdist(archive(["a", "c"], 1, 0o022), 9)


def test_checksums_are_those_of_the_files(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / ".gitignore").write_text("*")  # uv leaves one, and it is not released
    release.write_checksums(tmp_path)
    release.write_checksums(tmp_path)
    (line,) = (tmp_path / release.CHECKSUMS).read_text().splitlines()
    assert line == f"{hashlib.sha256(b'wheel').hexdigest()}  a.whl"


def test_notes_are_the_section_of_the_release_and_nothing_else(capsys):
    assert release.main(["notes", f"v{VERSION}"]) == 0
    notes = capsys.readouterr().out
    assert notes.strip() in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert len(notes.splitlines()) > 5
    assert "\n## " not in notes
    with pytest.raises(SystemExit):
        release.main(["notes", "v9.9.9"])


def test_the_bill_of_materials_names_every_locked_package_with_its_hashes():
    bill = release.build_sbom()
    locked = re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    assert [(each["name"], each["version"]) for each in bill["components"]] == locked
    assert all(each["properties"] for each in bill["components"])
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", VERSION)


@pytest.mark.slow
def test_the_same_commit_gives_the_same_wheel_and_sdist_and_the_wheel_plays(tmp_path):
    """Built twice, in other folders and with other rights; then run by uvx as a stranger would."""
    made = []
    for name, umask in (("one", 0o022), ("other", 0o077)):
        clone = tmp_path / f"clone-{name}"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        before = os.umask(umask)
        try:
            made.append(release.build_release(tmp_path / name, str(UV), clone))
        finally:
            os.umask(before)
    assert [path.read_bytes() for path in made[0]] == [path.read_bytes() for path in made[1]]
    assert all(path.stat().st_size < MAX_BYTES for path in made[0])
    (told,) = re.findall(r"The wheel has\s([\d.]+) MB", PAGE)
    assert abs(made[0][1].stat().st_size / 1e6 - float(told)) < 0.1
    assert json.loads((tmp_path / "one" / release.BILL).read_text("utf-8")) == release.build_sbom()
    assert len((tmp_path / "one" / release.CHECKSUMS).read_text("utf-8").splitlines()) == 3
    sdist, wheel = made[0]
    with zipfile.ZipFile(wheel) as packed, tarfile.open(sdist) as source:
        assert len(set(packed.namelist())) == len(packed.namelist())
        assert {f"{source.getnames()[0]}/{name}" for name in packed.namelist() if name.startswith("engine/")} <= set(
            source.getnames()
        )
    for command in ("rtab", PROJECT["name"]):
        run = [UV, "tool", "run", "--system-certs", "--python", sys.executable, "--from", wheel, command, "version"]
        said = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
        assert VERSION in said
