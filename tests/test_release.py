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
from host.shown.picture import fonts
from workshop import release

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGE = (ROOT / PROJECT["readme"]).read_text("utf-8")
(EXAMPLE,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
MAX_BYTES = 8_000_000
UV = ROOT / ".tools/python/bin/uv"


def test_both_names_start_the_command():
    assert PROJECT["scripts"] == dict.fromkeys(("rtab", PROJECT["name"]), f"{main.__module__}:main")


def test_the_steps_of_a_release_name_its_tag_and_each_place_of_its_version():
    """As CONTRIBUTING.md has them; `test_wheel.py` compares the font, `test_image.py` the image."""
    _, _, section = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## Release\n")
    assert f"git tag -a v{VERSION} -m v{VERSION}\n" in section
    assert {*re.findall(r"\bv?(\d+\.\d+\.\d+)\b", section)} == {VERSION}
    for name in re.findall(r"`([\w./-]+/[\w./-]+\.\w+|[\w-]+\.(?:md|yaml))`", section):
        assert ".".join(VERSION.split(".")[:2]) in (ROOT / name).read_text("utf-8"), name
    assert (ROOT / "CHANGELOG.md").read_text("utf-8").partition("\n## ")[2].startswith(f"[{VERSION}] - ")


def test_no_address_is_given_where_there_is_none():
    """The package has no public home yet; a made-up one would lead strangers somewhere else."""
    assert "urls" not in PROJECT


def test_the_authors_are_those_of_the_licence():
    (author,) = PROJECT["authors"]
    assert f"Copyright (c) 2026 {author['name']}\n" in (ROOT / "LICENSE").read_text("utf-8")


def test_the_page_of_the_package_has_no_link_that_an_index_could_not_follow():
    assert not [each for each in re.findall(r"\]\(([^)]+)\)", PAGE) if not each.startswith("https://")]


def test_the_engine_alone_plays_a_game_to_its_end_with_msgspec_and_nothing_else(tmp_path):
    """In a Python without any other package: the folder has msgspec and the engine, and the host cannot be found."""
    import msgspec  # noqa: PLC0415 - to find where it is

    (tmp_path / "engine").symlink_to(ROOT / "engine")
    (tmp_path / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    begin = f"import sys; sys.path.append({str(tmp_path)!r})\n"
    end = "\nassert game.over\nassert not {'host', 'starlette'} & {name.partition('.')[0] for name in sys.modules}"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", begin + EXAMPLE + end], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "wins the game" in done.stdout
    assert len(re.findall(r"^(?!from|import|\s*$)", EXAMPLE, re.MULTILINE)) <= 6


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
    (font,) = bill["metadata"]["component"]["components"]
    assert (font["name"], font["version"]) == (release.FONT_PACKAGE, VERSION)
    assert all(each["properties"] for each in bill["components"])
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", VERSION)


def test_a_section_without_a_date_is_no_release(tmp_path):
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text("## [1.0.0] - Unreleased\n\n- Soon.\n\n## [0.9.0] - 2026-11-22\n\n- Now.\n")
    assert release.read_notes("0.9.0", tmp_path) == "- Now.\n"
    with pytest.raises(SystemExit):
        release.read_notes("1.0.0", tmp_path)


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """What `make dist` builds from the last commit: sdist, wheel, and the wheel of the font."""
    folder = tmp_path_factory.mktemp("dist")
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    return release.build_release(folder / "made", str(UV), clone)


def run_uv(*words):
    """Run uv in a home without anything of ours."""
    done = subprocess.run([UV, "--system-certs", *words], capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def python(tmp_path):
    """A Python with nothing in it."""
    run_uv("venv", "--python", sys.executable, tmp_path / "bare")
    return tmp_path / "bare/bin/python"


@pytest.mark.slow
def test_the_same_commit_gives_the_same_files_in_another_folder_and_with_other_rights(dist, tmp_path):
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    before = os.umask(0o077)
    try:
        again = release.build_release(tmp_path / "again", str(UV), clone)
    finally:
        os.umask(before)
    assert [path.name for path in again] == [path.name for path in dist]
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in dist]


@pytest.mark.slow
def test_the_files_are_small_whole_and_what_the_page_says(dist):
    sdist, wheel, font = dist
    assert wheel.stat().st_size < MAX_BYTES
    assert sdist.stat().st_size < MAX_BYTES
    for path, told in zip((wheel, font), re.findall(r"([\d.]+) MB", PAGE), strict=True):
        assert abs(path.stat().st_size / 1e6 - float(told)) < 0.1
    assert json.loads((wheel.parent / release.BILL).read_text("utf-8")) == release.build_sbom()
    assert len((wheel.parent / release.CHECKSUMS).read_text("utf-8").splitlines()) == 4
    with zipfile.ZipFile(wheel) as packed, tarfile.open(sdist) as source:
        names, top = packed.namelist(), source.getnames()[0]
        assert len({*names}) == len(names)
        assert {f"{top}/{name}" for name in names if name.startswith("engine/")} <= {*source.getnames()}
        assert not [name for name in (*names, *source.getnames()) if name.endswith(fonts.CJK_FONT)]
    with zipfile.ZipFile(font) as packed:
        assert f"{fonts.CJK_MODULE}/{fonts.CJK_FONT}" in packed.namelist()


@pytest.mark.slow
def test_an_index_takes_them_and_shows_their_page(dist):
    assert run_uv("tool", "run", "twine", "check", "--strict", *dist).count("PASSED") == len(dist)


VALIDATE = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

text = open(sys.argv[1]).read()
validator = JsonStrictValidator(SchemaVersion.V1_6)
assert validator.validate_str(text.replace("CycloneDX", "Cyclone"))
assert not validator.validate_str(text), validator.validate_str(text)
"""


@pytest.mark.slow
def test_the_bill_of_materials_is_one_by_the_schema_of_cyclonedx(dist):
    library = ("run", "--no-project", "--with", "cyclonedx-python-lib[json-validation]")
    run_uv(*library, "python", "-c", VALIDATE, dist[0].parent / release.BILL)


@pytest.mark.slow
@pytest.mark.parametrize("command", PROJECT["scripts"])
def test_uvx_runs_it_by_both_names(dist, command):
    assert VERSION in run_uv("tool", "run", "--python", sys.executable, "--from", dist[1], command, "version")


@pytest.mark.slow
@pytest.mark.parametrize("extra", ["", "[cjk]"])
def test_the_extra_brings_the_font(dist, python, extra, tmp_path):
    install = ("pip", "install", "--python", python, "--find-links", dist[1].parent, "-c", ROOT / "constraints.txt")
    run_uv(*install, f"{PROJECT['name']}{extra}=={VERSION}")
    doctor = [python.with_name("rtab"), "doctor"]
    said = subprocess.run(doctor, env={"RTAB_HOME": tmp_path}, capture_output=True, text=True, check=True).stdout
    assert (f"pip install {fonts.CJK_PACKAGE}" in said) == (extra == "")


@pytest.mark.slow
def test_the_engine_of_the_wheel_plays_its_example_with_msgspec_alone(dist, python):
    run_uv("pip", "install", "--python", python, "-c", ROOT / "constraints.txt", "msgspec")
    run_uv("pip", "install", "--python", python, "--no-deps", dist[1])
    listed = json.loads(run_uv("pip", "list", "--quiet", "--python", python, "--format", "json"))
    assert {each["name"] for each in listed} == {"msgspec", PROJECT["name"]}
    said = subprocess.run([python, "-I", "-c", EXAMPLE], capture_output=True, text=True, check=True, cwd="/").stdout
    assert "wins the game" in said
