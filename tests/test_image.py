"""The image and the compose file: linted, held to the settings, and built step by step in a bare Debian."""

import os
import re
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
import yaml

from host import VERSION
from host.doors.local.settings import SETTING_NAMES, read_settings
from host.doors.registry import list_doors
from tests.behind_a_proxy import free
from tests.dockerfile import Builder, read_steps
from tests.waiting import until

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
STEPS = read_steps(DOCKERFILE)
SWITCHED = re.compile(r"^( *)# (?=TELEGRAM_BOT_TOKEN_FILE|secrets:)", re.MULTILINE)


FAULTS = {  # what hadolint would say of steps like ours
    "DL3000 the folder is relative": lambda name, rest: name == "WORKDIR" and not rest.startswith("/"),
    "DL3004 rights are raised in the build": lambda name, rest: name == "RUN" and "sudo " in rest,
    "DL3006 the base image has no version": lambda name, rest: name == "FROM" and not re.match(r"\S+:(?!latest)", rest),
    "DL3013 packages are not pinned": lambda _, rest: re.search(r"pip install (?!--require-hashes|--no-deps)", rest),
    "DL3020 COPY copies files": lambda name, _: name == "ADD",
    "DL3025 not in the form of a list": lambda name, rest: name in {"CMD", "ENTRYPOINT"} and not rest.startswith("["),
}


def lint(steps):
    """All faults of these steps."""
    found = [fault for fault, found in FAULTS.items() for name, rest in steps if found(name, rest)]
    starts = [n for n, (name, _) in enumerate(steps) if name == "FROM"]
    last = steps[starts[-1] :]
    if not re.fullmatch(r"[1-9]\d*", [rest for name, rest in last if name == "USER"][-1]):
        found.append("DL3002 the last user is root, or has a name that an orchestrator cannot check")
    once = ("CMD", "ENTRYPOINT", "HEALTHCHECK", "VOLUME")
    found += [f"DL4003 {each} must stand once" for each in once if [name for name, _ in last].count(each) != 1]
    return found if len(starts) > 1 else [*found, "what builds stays in the image"]


def test_the_dockerfile_is_clean():
    assert lint(STEPS) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("python:3.13-slim-bookworm AS", "python AS"),
        ("--require-hashes ", "--upgrade "),
        ("USER 10001", "USER root"),
        ('CMD ["play"]', "CMD play"),
        ("COPY engine", "ADD engine"),
        ("WORKDIR /source", "WORKDIR source"),
        ('VOLUME ["/data"]', ""),
    ],
)
def test_a_fault_in_it_is_found(old, new):
    assert old in DOCKERFILE
    assert lint(read_steps(DOCKERFILE.replace(old, new))) != []


def test_all_that_is_copied_is_sent_to_the_builder_and_is_there():
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    copied = {word for name, rest in STEPS if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]}
    assert sorted(copied) == sorted(sent)
    assert all((ROOT / name).exists() for name in sent)


def compose(text=COMPOSE):
    named = text.replace("${GAMES:?Set GAMES to your host's name, such as games.example.org}", "g.example")
    return yaml.safe_load(re.sub(r"\$\{RTAB_IMAGE:-(.*)\}", r"\1", named))


@pytest.mark.parametrize("text", [COMPOSE, SWITCHED.sub(r"\1", COMPOSE)], ids=["alone", "telegram"])
def test_the_compose_file_gives_the_host_what_it_needs(text):
    told = compose(text)
    host, caddy = told["services"]["host"], told["services"]["caddy"]
    known = {*SETTING_NAMES, *(f"{name}_FILE" for door in list_doors() for name in door.settings)}
    assert set(host["environment"]) <= known
    (subnet,) = (each["subnet"] for each in told["networks"]["inside"]["ipam"]["config"])
    settings = read_settings({name: value for name, value in host["environment"].items() if not name.endswith("_FILE")})
    assert [str(network) for network in settings.proxies] == [subnet]
    assert host["networks"] == caddy["networks"] == ["inside"]
    assert host["volumes"] == ["games:/data"]
    assert {volume.partition(":")[0] for each in (host, caddy) for volume in each["volumes"]} == set(told["volumes"])
    assert host["read_only"] is True
    assert "ports" not in host  # reached through Caddy alone
    assert f"host:{dict(STEPS)['EXPOSE']}" in caddy["command"]
    assert host["image"].partition("/")[2] == ""  # built here; RTAB_IMAGE names a published one
    assert host["image"].endswith(f":{'.'.join(VERSION.split('.')[:2])}")
    for name, value in host["environment"].items():
        if name.endswith("_FILE"):
            assert value.removeprefix("/run/secrets/") in told["secrets"]
    assert set(host.get("secrets", [])) == set(told.get("secrets", {}))
    assert ("telegram-token" in host.get("secrets", [])) == (text != COMPOSE)


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap")
def test_every_step_of_the_dockerfile_runs_in_a_bare_debian_and_the_image_plays(tmp_path):
    builder = Builder(ROOT, tmp_path)
    builder.bootstrap()
    stage = builder.build(DOCKERFILE)
    assert stage.labels["org.opencontainers.image.version"] == "unreleased"
    assert not (stage.root / "opt/rtab/bin/pip").exists()
    assert stage.port == int(stage.environment["PORT"])
    stage.environment["PORT"] = str(free())
    address = f"http://127.0.0.1:{stage.environment['PORT']}"
    with subprocess.Popen(
        stage.argv([*stage.entry, *stage.command], read_only=True), stdout=subprocess.PIPE, text=True
    ) as host:
        assert host.stdout
        try:
            assert "/data" in host.stdout.readline()
            link = re.search(r"/g/\w+", host.stdout.readline())
            assert link
            healthy = stage.argv(stage.health, read_only=True)
            until(lambda: subprocess.run(healthy, check=False, capture_output=True).returncode == 0)
            with urllib.request.urlopen(address + link[0], timeout=10) as answer:  # noqa: S310 - our own address
                assert VERSION in answer.read().decode()
            owner = (stage.root / "data/rtab.sqlite").stat()
            assert (owner.st_uid, owner.st_mode & 0o077) == (10001, 0)
            status = Path(f"/proc/{host.pid}/status").read_text("utf-8")  # each command on the way became the next
            assert re.search(r"^Uid:\s+10001\s", status, re.MULTILINE)
            written = subprocess.run(
                stage.argv(["touch", "/opt/rtab/x"], read_only=True), check=False, capture_output=True
            )
            assert written.returncode != 0
        finally:
            host.send_signal(signal.SIGTERM)
            assert host.wait(20) == 0
    assert subprocess.run(healthy, check=False, capture_output=True).returncode != 0
