"""Read a Dockerfile, and run its steps in a bare Debian where there is no container engine.

It knows the instructions that ours has and refuses any other. The base image is made by debootstrap, with Debian's own
Python in place of the image's; commands run with chroot, in a mount namespace of their own where the root is read-only.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

SUITE = "bookworm"
PACKAGES = "python3,python3-venv,ca-certificates"
PATHS = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
REACH = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf", "/etc/xdg/pip")
KEPT = re.compile(r"pip_(cert|index|default|trusted).*|.*_proxy$|ssl_cert_file|requests_ca.*", re.IGNORECASE)


def read_steps(text):
    """Return (instruction, rest) for each step, with continued lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    return [tuple(line.split(None, 1)) for line in lines.splitlines() if line.strip()]


@dataclass
class Stage:
    """A root folder, and what the Dockerfile has said about it so far."""

    root: Path
    environment: dict = field(default_factory=lambda: {"PATH": PATHS})
    folder: str = "/"
    user: str = "0"
    port: int = 0
    entry: list = field(default_factory=list)
    command: list = field(default_factory=list)
    health: list = field(default_factory=list)
    volumes: list = field(default_factory=list)
    labels: dict = field(default_factory=dict)
    arguments: dict = field(default_factory=dict)

    def put(self, rest):
        """Expand $NAME as the builder does, and return NAME=value pairs."""
        known = self.arguments | self.environment
        expanded = re.sub(r"\$(\w+)", lambda found: known[found[1]], rest)
        return dict(word.split("=", 1) for word in shlex.split(expanded))

    def argv(self, words, *, read_only=False, tmpfs=(), confined=False):
        """The command line that runs these words in this root as its user, in its folder, `confined` with no rights."""
        root = shlex.quote(str(self.root))
        mounts = [f"mount --bind {root} {root}", f"mount -t proc proc {root}/proc", f"mount --bind /dev {root}/dev"]
        if read_only:
            keep = [f"{root}{volume}" for volume in self.volumes]
            mounts += [f"mount --bind {path} {path}" for path in keep] + [f"mount -o remount,ro,bind {root}"]
            mounts += [f"mount -o remount,rw,bind {path}" for path in keep]
        mounts += [f"mount -t tmpfs tmpfs {root}{path}" for path in tmpfs]
        names = " ".join(f"{name}={shlex.quote(value)}" for name, value in self.environment.items())
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(words)}"
        rights = f"--reuid={self.user} --regid={self.user} --clear-groups"
        rights += " --bounding-set=-all --inh-caps=-all --no-new-privs" if confined else ""
        run = f"exec chroot {root} /usr/bin/setpriv {rights} /usr/bin/env -i {names} sh -c {shlex.quote(inside)}"
        return ["unshare", "--mount", "sh", "-ec", "\n".join([*mounts, run])]


class Builder:
    """Builds the stages of one Dockerfile from the files of a folder."""

    def __init__(self, context, scratch):
        self.context, self.scratch = context, scratch
        self.stages = {}
        self.base = scratch / "base"

    def bootstrap(self):
        """Make the bare Debian."""
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, self.base],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        self.prepare()

    def prepare(self):
        """Add `python`, and what this machine needs for the network."""
        (self.base / "usr/local/bin/python").symlink_to("/usr/bin/python3")
        for name in REACH:
            there = self.base / name.lstrip("/")
            if Path(name).is_dir():
                shutil.copytree(name, there, dirs_exist_ok=True)
            elif Path(name).exists():
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(name, there)

    def copy_base(self, name, environment=None):
        """Return a stage that begins as the bare Debian."""
        stage = Stage(self.scratch / name)
        stage.environment |= environment or {}
        subprocess.run(["cp", "-a", self.base, stage.root], check=True)
        return stage

    def build(self, text):
        """Run every step; return the last stage."""
        stage = None
        for name, rest in read_steps(text):
            if name == "FROM":
                _, _, called = rest.partition(" AS ")
                stage = self.copy_base(f"stage-{len(self.stages)}")
                self.stages[called or "last"] = stage
            else:
                getattr(self, f"do_{name.lower()}")(stage, rest)
        return stage

    def do_arg(self, stage, rest):
        name, _, value = rest.partition("=")
        stage.arguments[name] = value

    def do_env(self, stage, rest):
        stage.environment |= stage.put(rest)

    def do_label(self, stage, rest):
        stage.labels |= stage.put(rest)

    def do_workdir(self, stage, rest):
        stage.folder = rest
        (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)

    def do_user(self, stage, rest):
        stage.user = rest

    def do_expose(self, stage, rest):
        stage.port = int(rest)

    def do_volume(self, stage, rest):
        stage.volumes = json.loads(rest)

    def do_entrypoint(self, stage, rest):
        stage.entry = json.loads(rest)

    def do_cmd(self, stage, rest):
        stage.command = json.loads(rest)

    def do_healthcheck(self, stage, rest):
        stage.health = json.loads(rest.partition("CMD ")[2])

    def do_copy(self, stage, rest):
        words = rest.split()
        source = self.context
        if words[0].startswith("--from="):
            source = self.stages[words.pop(0).removeprefix("--from=")].root
        *names, to = words
        target = stage.root / os.path.join(stage.folder, to).lstrip("/")  # noqa: PTH118 - an absolute one replaces it
        for name in names:
            path = source / name.lstrip("/")
            if path.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", "*.egg-info") if source is self.context else None
                shutil.copytree(path, target, symlinks=True, ignore=ignore, dirs_exist_ok=True)
            else:
                into = target / path.name if to.endswith("/") else target
                into.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, into)

    def do_run(self, stage, rest):
        kept = {name: value for name, value in os.environ.items() if KEPT.match(name)}
        before, stage.environment = stage.environment, kept | stage.environment
        done = subprocess.run(stage.argv(["sh", "-ec", rest]), capture_output=True, text=True, check=False)
        stage.environment = before
        assert done.returncode == 0, f"{rest}\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
