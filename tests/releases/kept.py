"""The files of a kept release: what is large lies there packed, byte for byte as it was."""

import base64
import json
import lzma
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def releases() -> list[Path]:
    """The folders of all releases of which something is kept."""
    return sorted(path for path in HERE.iterdir() if (path / "made.json").exists())


def played() -> list[Path]:
    """Files of hosts on which games were played under a release, without how they are packed."""
    return sorted(path.with_suffix("") for path in (HERE / "played").glob("*.sqlite.xz"))


def write(path: Path, value: object) -> None:
    """Plain data, so that people can read it."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def read(path: Path) -> Any:
    """Plain data back."""
    return json.loads(path.read_text("utf-8"))


def pack(path: Path, data: bytes) -> None:
    """Bytes, packed."""
    path.with_name(f"{path.name}.xz").write_bytes(lzma.compress(data, preset=9))


def unpack(path: Path) -> bytes:
    """The bytes as they were."""
    return lzma.decompress(path.with_name(f"{path.name}.xz").read_bytes())


def items_written(items: list[dict[str, Any]]) -> bytes:
    """The items of a table of DynamoDB, a line each, in their order."""
    plain = [json.dumps(item, default=lambda raw: base64.b64encode(raw).decode(), sort_keys=True) for item in items]
    return "".join(f"{line}\n" for line in sorted(plain)).encode()


def items_read(lines: bytes) -> list[dict[str, Any]]:
    """The same items, as they are put into a table."""
    return [{name: _value(value) for name, value in json.loads(line).items()} for line in lines.splitlines()]


def _value(value: dict[str, Any]) -> dict[str, Any]:
    return {"B": base64.b64decode(value["B"])} if "B" in value else value
