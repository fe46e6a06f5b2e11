"""Read compose.yaml, and run its services in bare Debian roots where there is no container engine.

Services share one network namespace, in which each has its address of the subnet and finds the others by name, so ports
are those of the file. What a service says about its root, rights and environment holds as it does in a container.
"""

import ipaddress
import re
import shlex
import subprocess
from dataclasses import dataclass, field

import yaml

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
KNOWN = {  # a service may say nothing else, so that nothing is passed over in silence
    *("image", "build", "restart", "read_only", "tmpfs", "cap_drop", "security_opt", "environment", "volumes"),
    *("networks", "stop_grace_period", "command", "ports", "depends_on", "secrets"),
}


def read_compose(text, environment):
    """Return the file with the values of its variables; an unset one that must be set is an error, as in compose."""

    def expand(found):
        name, how, rest = found.groups()
        if not environment.get(name) and how == "?":
            raise ValueError(f"{name} is not set: {rest}")
        return environment.get(name) or rest or ""

    told = yaml.safe_load(VARIABLE.sub(expand, text))
    assert all(service.keys() <= KNOWN for service in told["services"].values())
    return told


def make_argv(service, stage):
    """Return the command line that runs a service in the root of its image."""
    stage.environment |= service.get("environment", {})
    words = [*stage.entry, *(shlex.split(service.get("command", "")) or stage.command)]
    confined = {"cap_drop": ["ALL"], "security_opt": ["no-new-privileges:true"]}
    said = {key: service[key] for key in confined if key in service}
    assert said in ({}, confined)
    return stage.argv(
        words, read_only=service.get("read_only", False), tmpfs=service.get("tmpfs", ()), confined=bool(said)
    )


@dataclass
class Network:
    """A network namespace in which services have addresses and names; nothing else can be reached from it."""

    subnet: str
    names: list
    addresses: dict = field(default_factory=dict)

    def __post_init__(self):
        _, *addresses = map(str, ipaddress.ip_network(self.subnet).hosts())  # the first is the gateway's
        self.addresses = dict(zip(self.names, addresses, strict=False))

    def __enter__(self):
        lines = ["ip link set lo up", *(f"ip address add {each} dev lo" for each in self.addresses.values())]
        script = "\n".join([*lines, "echo up", "exec sleep infinity"])
        self._keeper = subprocess.Popen(["unshare", "--net", "sh", "-ec", script], stdout=subprocess.PIPE, text=True)
        assert self._keeper.stdout
        assert self._keeper.stdout.readline() == "up\n"
        return self

    def __exit__(self, *_):
        with self._keeper:
            self._keeper.kill()

    def joined(self, argv):
        """Return the command line that runs another one in this network."""
        return ["nsenter", "--net", f"--target={self._keeper.pid}", *argv]

    def write_names(self, stage):
        """Let the others be found by name in a root."""
        with (stage.root / "etc/hosts").open("a") as file:
            file.writelines(f"{address} {name}\n" for name, address in self.addresses.items())
