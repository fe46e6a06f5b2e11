"""Look for known vulnerabilities in requirements.lock and constraints.txt: `make audit`, and part of CI."""

import http.client
import json
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
INDEX = "https://api.osv.dev/v1/querybatch"
PINNED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)", re.MULTILINE)
PATIENCE = 20.0


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(path: Path) -> dict[str, str]:
    """Each package of a file with its version."""
    return {normalized(name): version for name, version in PINNED.findall(path.read_text("utf-8"))}


def vulnerable(packages: dict[str, str], index: str = INDEX) -> dict[str, list[str]]:
    """The ids of what is known of each; raises OSError where the index cannot be reached, ValueError for no answer."""
    if not index.startswith(("https://", "http://127.0.0.1")):
        raise ValueError(index)
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages.items()
    ]
    body = json.dumps({"queries": queries}).encode()
    request = urllib.request.Request(index, body, {"Content-Type": "application/json"})  # noqa: S310 # looked at above
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
        results = json.load(answer)["results"]
    if len(results) != len(queries):
        raise ValueError("the index has not answered for each package")
    found = {
        name: [each["id"] for each in result.get("vulns", ())] for name, result in zip(packages, results, strict=True)
    }
    return {name: ids for name, ids in found.items() if ids}


def main(index: str = INDEX) -> int:
    packages = pinned(ROOT / "constraints.txt") | pinned(ROOT / "requirements.lock")
    try:
        found = vulnerable(packages, index)
    except (OSError, http.client.HTTPException) as error:
        why = error.reason if isinstance(error, urllib.error.URLError) else error
        sys.stderr.write(f"Known vulnerabilities were not looked for: {index} cannot be reached ({why}).\n")
        return 0
    for name, ids in found.items():
        sys.stderr.write(f"{name} {packages[name]}: {', '.join(ids)}\n")
    sys.stdout.write(f"{len(packages)} packages looked up, {len(found)} with known vulnerabilities.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
