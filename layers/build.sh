#!/usr/bin/env bash
# Makes the layers for one kind of machine: layers/build.sh aarch64|x86_64 FOLDER. Wheels only, compiled, nothing unused.
set -euo pipefail
machine=$1 out=$2 python=${PYTHON:-python3.13}
version=$("$python" -c 'import sys; print(*sys.version_info[:2], sep=".")')

fetch() { # FOLDER PACKAGE...: as they are pinned, by hash, for that machine
  "$python" -m pip install --quiet --disable-pip-version-check --target "$1/python" --upgrade --no-compile \
    --platform "manylinux2014_$machine" --platform "manylinux_2_28_$machine" --platform "manylinux_2_34_$machine" \
    --implementation cp --python-version "$version" --only-binary :all: -c requirements.lock "${@:2}"
}

rm -rf "$out"
fetch "$out/host" msgspec segno starlette python-multipart mangum boto3 "aws-lambda-powertools[tracer]" tzdata
fetch "$out/chat" python-telegram-bot
fetch "$out/draw" Pillow
fetch "$out/reddit" praw
fetch "$out/push" cryptography

# The services that are called, and what every client reads.
botocore=$out/host/python/botocore/data
for path in "$botocore"/*/; do
  case $(basename "$path") in dynamodb | scheduler | sesv2 | sqs | ssm | sts) ;; *) rm -r "$path" ;; esac
done
rm -rf "$out"/*/python/bin

# Every client reads where each service of AWS can be reached; only these are asked for.
"$python" - "$botocore" <<'EOF'
import json, sys
from pathlib import Path
folder = Path(sys.argv[1])
path, kept = folder / "endpoints.json", {"email", *(each.name for each in folder.iterdir())}  # sesv2 is found at email
found = json.loads(path.read_text())
for partition in found["partitions"]:
    partition["services"] = {name: each for name, each in partition["services"].items() if name in kept}
path.write_text(json.dumps(found))
EOF

# All of AWS stands on these five roots; the others only cost time whenever a connection is made.
"$python" - "$out/host/python" <<'EOF'
import re, sys
folder, names = sys.argv[1], "|".join([*(f"Amazon Root CA {n}" for n in range(1, 5)), "Starfield Services Root Certificate Authority - G2"])
text = open(f"{folder}/botocore/cacert.pem").read()
found = re.findall(rf'# Label: "(?:{names})"\n(?:#.*\n)*(-----BEGIN[^#]*)', text)
assert len(found) == 5, found
open(f"{folder}/amazon.pem", "w").write("".join(found))
EOF

cp -r engine layers/host "$out/host/python/"
rm -rf "$out/host/python/host/doors/command"
cp -r layers/cjk/race_to_a_billion_cjk "$out/draw/python/"

find "$out" -name __pycache__ -prune -exec rm -r {} +

# By content, not by time: what a layer is unpacked from does not keep times.
"$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$out/host/python" -p /opt/python "$out/host/python"
"$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$out/chat/python" -p /opt/python "$out/chat/python"
"$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$out/draw/python" -p /opt/python "$out/draw/python"
"$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$out/reddit/python" -p /opt/python "$out/reddit/python"
"$python" -m compileall -q -j 0 --invalidation-mode unchecked-hash -s "$out/push/python" -p /opt/python "$out/push/python"
du -sh "$out"/*
