"""Tries the Caddy and nginx examples of docs/at-home.md as they stand: `python -m tests.behind_a_proxy`.

It tries whichever of the two is installed, or those that are named; nginx needs openssl, too. A host is started, the
proxy in front of it with a certificate of its own, and a visitor comes in over TLS. Each line says what was looked at;
the exit code is 0 only if all of it is so. CADDY in the environment names a Caddy that is elsewhere.
"""

import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from tests.host.doors.web.living import Living

PAGE = (Path(__file__).parent.parent / "docs/at-home.md").read_text("utf-8")
HOST = "games.example.org"
BEHIND = "127.0.0.1:8080"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
  access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/cert; ssl_certificate_key {folder}/key;
{block}
  }}
}}
"""
CADDY = """{{
  admin off
  http_port {plain}
  https_port {port}
  default_bind 127.0.0.1
  local_certs
  skip_install_trust
  storage file_system {folder}/kept
}}
{block}
"""  # what a machine that nobody can reach needs; a real one has the block alone


def block(begins, host_port):
    """A block of the page, with this host's own port."""
    found = re.search(rf"^ {{4}}{begins} \{{\n(?: {{4}}.*\n)+? {{4}}\}}", PAGE, re.MULTILINE)
    assert found, f"docs/at-home.md has no block that begins with {begins}"
    assert BEHIND in found[0]
    return found[0].replace(BEHIND, f"127.0.0.1:{host_port}")


def nginx(folder, port, host_port):
    """How it is started, with a certificate that nobody knows."""
    key = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST} -keyout {folder}/key -out {folder}/cert"
    subprocess.run(["openssl", *key.split()], check=True, capture_output=True)
    text = NGINX.format(folder=folder, port=port, block=block("location /", host_port))
    (folder / "nginx.conf").write_text(text)
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder, port, host_port):
    """How it is started; it makes its own certificate."""
    text = CADDY.format(folder=folder, port=port, plain=free(), block=block(re.escape(HOST), host_port))
    (folder / "Caddyfile").write_text(text)
    return [os.environ.get("CADDY", "caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


def there():
    """Those that can be tried here."""
    return [name for name in PROXIES if shutil.which(os.environ.get(name.upper(), name))]


def free():
    """A port that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def asked(port, method, path, cookie="", **fields):
    """What comes back over TLS: the status, the headers, the text."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    connection = HTTPConnection(HOST)
    wire = socket.create_connection(("127.0.0.1", port), 10)
    connection.sock = trusting.wrap_socket(wire, server_hostname=HOST)  # as if the name led here
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(fields) if fields else None, headers)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")


def patiently(port):
    """Until the proxy and the host are there."""
    for _ in range(100):
        with contextlib.suppress(OSError, HTTPException):
            if asked(port, "GET", "/healthz")[0] == 200:
                return
        time.sleep(0.1)


def looks(port, game):
    """Each thing with whether it is so."""
    yield "the host is well", asked(port, "GET", "/healthz")[2].startswith("ok\n")
    status, _, text = asked(port, "GET", f"/g/{game}")
    yield "a game is shown", status == 200 and "<footer>" in text
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))
    status, headers, _ = asked(port, "POST", f"/g/{game}/join", name="Ann", **fields)
    cookie = headers.get("Set-Cookie", "")
    yield "whoever sits down gets a cookie that goes over TLS alone", status == 303 and cookie.endswith("; Secure")
    token = cookie.partition(";")[0]
    text = asked(port, "GET", "/me", token)[2]
    yield "their page knows them", "Ann" in text
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))
    links = re.findall(r"https?://[^\s\"<]+", asked(port, "POST", "/me/link", token, **fields)[2])
    yield (
        f"links begin with https://{HOST}",
        bool(links) and all(link.startswith(f"https://{HOST}/p/") for link in links),
    )
    status, headers, _ = asked(port, "GET", "/static/table.css")
    yield "style is packed and kept", status == 200 and "max-age" in headers.get("Cache-Control", "")


def tried(name):
    """What was looked at behind this proxy, and whether it is so."""
    with tempfile.TemporaryDirectory() as kept, contextlib.ExitStack() as running:
        folder, port = Path(kept), free()
        living = Living(folder / "home")
        running.callback(living.stop)
        command = PROXIES[name](folder, port, living.url.rpartition(":")[2])
        proxy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        running.callback(proxy.wait)
        running.callback(proxy.terminate)
        patiently(port)
        return list(looks(port, living.game))


def main():
    """Try those that are named, or all that are here."""
    if not (names := sys.argv[1:] or there()):
        sys.stderr.write("This needs a proxy: apt install caddy, or apt install nginx-light openssl\n")
        return 2
    found = [(name, what, well) for name in names for what, well in tried(name)]
    sys.stdout.writelines(f"{name}: {what}: {'OK' if well else 'NOT SO'}\n" for name, what, well in found)
    return 0 if all(well for _, _, well in found) else 1


if __name__ == "__main__":
    sys.exit(main())
