"""The image and the compose file: linted, held to the settings, and built step by step in a bare Debian."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from host import VERSION
from host.doors.local.settings import SETTING_NAMES, read_settings
from host.doors.registry import list_doors
from tests.behind_a_proxy import free
from tests.compose import Network, make_argv, read_compose
from tests.dockerfile import Builder, read_steps
from tests.waiting import LONGEST, until

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
STEPS = read_steps(DOCKERFILE)
IMAGE_WORKFLOW = (ROOT / ".github/workflows/image.yml").read_text("utf-8")
SWITCHED = re.compile(r"^( *)# (?=TELEGRAM_BOT_TOKEN_FILE|secrets:)", re.MULTILINE)


NEEDS = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap")
GAMES = "g.example"
VISITOR = """
import http.client, json, re, ssl, sys, urllib.parse

def ask(connection, method, path, **fields):
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
    connection.request(method, path, urllib.parse.urlencode(fields) if fields else None, kind)
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), {name.lower(): value for name, value in answer.getheaders()}

trusted = ssl.create_default_context(cafile=sys.argv[1])
tls = http.client.HTTPSConnection("localhost", context=trusted, timeout=60)
said = {path: ask(tls, "GET", path) for path in ("/healthz", "/")}
assert said["/healthz"][0] == 200
form = re.search(r"<form[^>]*action=./table.*?</form>", said["/"][1], re.DOTALL)[0]
fields = dict(re.findall(r'name="(\\w+)"[^>]* value="([^"]*)"', form))
said["/table"] = ask(tls, "POST", "/table", **fields, name="Ann")
said["plain"] = ask(http.client.HTTPConnection("localhost", timeout=60), "GET", "/")
print(json.dumps(said))
"""


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


def test_the_page_that_compares_says_what_the_image_is():
    page, said = (ROOT / "docs/compared.md").read_text("utf-8"), dict(STEPS)
    (row,) = re.findall(r"^\| A container with one volume \| (.*) \|$", page, re.MULTILINE)
    assert (
        f"volume `{json.loads(said['VOLUME'])[0]}`, port {said['EXPOSE']}, read-only root, user {said['USER']}." in row
    )
    (machines,) = re.findall(r"for (\w+) and (\w+)\.", row)
    assert f"platforms: {','.join(f'linux/{each}' for each in machines)}\n" in IMAGE_WORKFLOW
    (every,) = re.findall(r"The image asks it every (\d+) seconds", page)
    assert f"--interval={every}s " in said["HEALTHCHECK"]


def test_all_that_is_copied_is_sent_to_the_builder_and_is_there():
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    copied = {word for name, rest in STEPS if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]}
    assert sorted(copied) == sorted(sent)
    assert all((ROOT / name).exists() for name in sent)


def test_the_compose_file_says_what_must_be_set():
    with pytest.raises(ValueError, match="GAMES is not set: Set GAMES to your host's name"):
        read_compose(COMPOSE, {})
    assert read_compose(COMPOSE, {"GAMES": GAMES, "RTAB_IMAGE": "a/b:1"})["services"]["host"]["image"] == "a/b:1"


@pytest.mark.parametrize("text", [COMPOSE, SWITCHED.sub(r"\1", COMPOSE)], ids=["alone", "telegram"])
def test_the_compose_file_gives_the_host_what_it_needs(text):
    told = read_compose(text, {"GAMES": GAMES})
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


@pytest.fixture(scope="module")
def builder(tmp_path_factory):
    """A bare Debian; `debootstrap` takes minutes."""
    made = Builder(ROOT, tmp_path_factory.mktemp("image"))
    made.bootstrap()
    return made


@pytest.fixture(scope="module")
def image(builder):
    """The last stage of the Dockerfile, after every step."""
    return builder.build(DOCKERFILE)


@contextmanager
def running(argv):
    """A service that is stopped as compose stops it, and ends well."""
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as service:
        try:
            yield service
        finally:
            service.send_signal(signal.SIGTERM)
            assert service.wait(LONGEST) == 0


def well(argv):
    return subprocess.run(argv, check=False, capture_output=True).returncode == 0


@pytest.mark.slow
@NEEDS
def test_every_step_of_the_dockerfile_runs_in_a_bare_debian_and_the_image_plays(builder, image):
    assert image.labels["org.opencontainers.image.version"] == "unreleased"
    assert not (image.root / "opt/rtab/bin/pip").exists()
    assert image.port == int(image.environment["PORT"])
    token, secret = "a-secret-of-many-letters", image.root / "run/secrets/metrics"
    secret.parent.mkdir(parents=True)
    secret.write_text(token)
    settings = {"PORT": str(free()), "RTAB_METRICS_TOKEN_FILE": "/run/secrets/metrics"}
    stage = replace(image, environment=image.environment | settings)
    address, healthy = f"http://127.0.0.1:{stage.environment['PORT']}", stage.argv(stage.health, read_only=True)
    with running(stage.argv([*stage.entry, *stage.command], read_only=True)) as host:
        assert host.stdout
        assert "/data" in host.stdout.readline()
        link = re.search(r"/g/\w+", host.stdout.readline())
        assert link
        until(lambda: well(healthy))
        with urllib.request.urlopen(address + link[0], timeout=LONGEST) as answer:  # noqa: S310 - our own address
            assert VERSION in answer.read().decode()
        scraped = scrape_metrics(address, token)
        owner = (stage.root / "data/rtab.sqlite").stat()
        assert (owner.st_uid, owner.st_mode & 0o077) == (10001, 0)
        assert re.search(r"^Uid:\s+10001\s", status_of(host), re.MULTILINE)
        assert not well(stage.argv(["touch", "/opt/rtab/x"], read_only=True))
    assert not well(healthy)
    doctor = subprocess.run(stage.argv([*stage.entry, "doctor"]), capture_output=True, text=True, check=False).stdout
    assert "Chinese, Japanese and Korean on pictures: OK" in doctor  # the image brings the font
    check_with_prometheus(builder, scraped)


def scrape_metrics(address, token):
    wanted = urllib.request.Request(f"{address}/metrics", headers={"Authorization": f"Bearer {token}"})  # noqa: S310
    with urllib.request.urlopen(wanted, timeout=LONGEST) as answer:  # noqa: S310 - our own address
        text = answer.read().decode()
    assert {family.name for family in text_string_to_metric_families(text)} >= {
        "rtab_open_games",
        "rtab_deadline_age_seconds",
    }
    return text


def check_with_prometheus(builder, text):
    """Read them with the program of Prometheus itself, on a machine of its own."""
    stage = builder.copy_base("prometheus")
    builder.do_run(stage, "apt-get update && apt-get install --yes --no-install-recommends prometheus")
    promtool = stage.argv(["promtool", "check", "metrics"])
    for scraped, code in ((text, 0), (text + "no metric at all\n", 1)):
        done = subprocess.run(promtool, input=scraped, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr


def status_of(process):
    """What the kernel says of it: each command on the way to the service became the next."""
    return Path(f"/proc/{process.pid}/status").read_text("utf-8")


@pytest.mark.slow
@NEEDS
def test_the_services_of_the_compose_file_answer_over_tls(builder, image):
    """Caddy with the command of the file makes a certificate of its own, for `localhost` is no public name."""
    told = read_compose(COMPOSE, {"GAMES": "localhost"})
    host, caddy = told["services"]["host"], told["services"]["caddy"]
    assert (host["build"], image.port) == (".", 8080)
    proxy = builder.copy_base("caddy", {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"})  # as in Caddy's image
    builder.do_run(proxy, "apt-get update && apt-get install --yes --no-install-recommends caddy")
    (subnet,) = (each["subnet"] for each in told["networks"]["inside"]["ipam"]["config"])
    stage, root = (
        replace(image, environment={**image.environment}),
        proxy.root / "data/caddy/pki/authorities/local/root.crt",
    )
    with Network(subnet, [*told["services"]]) as network:
        network.write_names(proxy)
        host_argv = network.joined(make_argv(host, stage))
        with running(host_argv) as process:
            assert caddy["depends_on"] == {"host": {"condition": "service_healthy"}}
            until(lambda: well(network.joined(stage.argv(stage.health, read_only=True))))
            assert re.search(r"^NoNewPrivs:\s+1$", status_of(process), re.MULTILINE)
            assert re.search(r"^CapBnd:\s+0+$", status_of(process), re.MULTILINE)
            with running(network.joined(make_argv(caddy, proxy))):
                asked = network.joined([sys.executable, "-c", VISITOR, root])
                until(lambda: root.exists() and well(asked))
                said = json.loads(subprocess.check_output(asked))
    assert said["/healthz"][:2] == [200, "ok\n"]
    assert said["/"][0] == 200
    assert VERSION in said["/"][1]
    assert said["/table"][0] == 303
    assert said["/table"][2]["set-cookie"].endswith("; Secure")  # the host believes this proxy
    assert said["plain"] == [308, "", {"location": "https://localhost/", **said["plain"][2]}]
