"""Build what a release consists of: `python -m workshop.release build|notes` (`make dist` calls it).

The same commit gives the same bytes on every machine: files come from git, in order, without owner, with the time of
the commit. It needs Python's own library alone, so that a workflow can run it before anything is installed.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE, FONT_PACKAGE, FONT_FOLDER = "race-to-a-billion", "race-to-a-billion-cjk", "layers/cjk"
CHECKSUMS, BILL = "SHA256SUMS", "sbom.cdx.json"
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)[^\n]*\n((?: +--hash=sha256:[0-9a-f]{64}[ \\]*\n?)+)", re.MULTILINE)


def build_release(folder: Path, uv: str, root: Path = ROOT) -> list[Path]:
    """Build the sdist of the last commit, the wheel from the sdist, and the wheel of the font; write bill of materials
    and checksums.
    """
    folder.mkdir(parents=True, exist_ok=True)
    time = int(run_tool("git", "log", "-1", "--format=%ct", cwd=root))
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(time)}
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        run_tool("git", "clone", "--quiet", "--shared", str(root.resolve()), str(source), cwd=name)
        build = (uv, "build", "--quiet", "--system-certs", "--out-dir")
        run_tool(*build, name, "--sdist", ".", cwd=source, env=environment)
        (made,) = Path(name).glob("*.tar.gz")
        sdist = folder / made.name
        sdist.write_bytes(normalize_sdist(made.read_bytes(), time))
        for each in (sdist.resolve(), source / FONT_FOLDER):
            run_tool(*build, str(folder.resolve()), "--wheel", str(each), cwd=name, env=environment)
    version = made.name.removesuffix(".tar.gz").rpartition("-")[2]
    wheel, font = (folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl" for name in (PACKAGE, FONT_PACKAGE))
    for each in (wheel, font):
        each.write_bytes(normalize_wheel(each.read_bytes()))
    (folder / BILL).write_text(json.dumps(build_sbom(root), indent=1) + "\n", "utf-8")
    write_checksums(folder)
    return [sdist, wheel, font]


def run_tool(*words: str, cwd: Path | str, env: dict[str, str] | None = None) -> bytes:
    """Run a tool and return what it writes to standard output."""
    return subprocess.run(words, cwd=cwd, env=env, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603 - our own words


def normalize_sdist(data: bytes, time: int) -> bytes:
    """Repack an archive so that it depends on the files alone: sorted, without owner, all of this time."""
    packed, plain = io.BytesIO(), io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(data)) as old,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda each: each.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.pax_headers = time, {}
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(member, old.extractfile(member))
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=time) as zipped:
        zipped.write(plain.getvalue())
    return packed.getvalue()


def normalize_wheel(data: bytes) -> bytes:
    """Repack a wheel so that it does not depend on the rights that this account gives to new files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            info = zipfile.ZipInfo(name, old.getinfo(name).date_time)
            info.external_attr, info.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            new.writestr(info, old.read(name))
    return packed.getvalue()


def write_checksums(folder: Path) -> None:
    """List the SHA-256 of every file in the folder, as `sha256sum --check` reads it."""
    files = sorted(path for path in folder.iterdir() if path.name != CHECKSUMS and not path.name.startswith("."))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (folder / CHECKSUMS).write_text("".join(lines), "utf-8")


def read_notes(version: str, root: Path = ROOT) -> str:
    """Return the section of CHANGELOG.md about this version, without its heading."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)
    if not found:
        raise SystemExit(f"CHANGELOG.md has no section for {version} with a date.")
    return found[1].strip() + "\n"


def read_version(root: Path = ROOT) -> str:
    """Return the version number in the code."""
    found = re.search(r'^VERSION = "([^"]+)"', (root / "layers/host/__init__.py").read_text("utf-8"), re.MULTILINE)
    if not found:
        raise SystemExit("layers/host/__init__.py names no VERSION.")
    return found[1]


def read_lock(root: Path = ROOT) -> Iterator[tuple[str, str, list[str]]]:
    """Yield name, version and hashes of each package in requirements.lock."""
    for name, version, hashes in LOCKED.findall((root / "requirements.lock").read_text("utf-8")):
        yield name, version, re.findall(r"[0-9a-f]{64}", hashes)


def build_sbom(root: Path = ROOT) -> dict[str, Any]:
    """Return a CycloneDX bill of materials: this release, and all packages that it may be installed with."""
    version = read_version(root)
    ours, font = (f"pkg:pypi/{name}@{version}" for name in (PACKAGE, FONT_PACKAGE))
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{pinned}",
            "name": name,
            "version": pinned,
            "purl": f"pkg:pypi/{name}@{pinned}",
            # One hash for each file of the package; a bill has one for each algorithm, so they stand as properties.
            "properties": [{"name": "race-to-a-billion:file-sha256", "value": each} for each in hashes],
        }
        for name, pinned, hashes in read_lock(root)
    ]
    root_component = {
        "type": "application", "bom-ref": ours, "name": PACKAGE, "version": version, "purl": ours,
        "components": [{"type": "data", "bom-ref": font, "name": FONT_PACKAGE, "version": version, "purl": font}],
    }  # fmt: skip
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": root_component},
        "components": components,
    }


def main(argv: list[str]) -> int:
    """Run `build` or `notes`."""
    parser = argparse.ArgumentParser(prog="python -m workshop.release")
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser(
        "build", help=("build the sdist, both wheels, bill of materials and checksums from the last commit")
    )
    build.add_argument("folder", type=Path)
    build.add_argument("--uv", default="uv")
    notes = commands.add_parser(
        "notes", help=("print the notes of a release; fail if the tag does not fit the version in the code")
    )
    notes.add_argument("tag")
    told = parser.parse_args(argv)
    if told.command == "build":
        found = shutil.which(told.uv)
        if not found:
            raise SystemExit(f"There is no {told.uv} here.")
        for path in build_release(told.folder, str(Path(found).absolute())):
            sys.stdout.write(f"{path}  {path.stat().st_size} bytes\n")
    else:
        version = told.tag.removeprefix("v")
        if version != read_version():
            raise SystemExit(f"The tag says {version}, the code {read_version()}.")
        sys.stdout.write(read_notes(version))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
