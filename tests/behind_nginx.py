"""Tries the nginx example of docs/at-home.md as it stands: `python -m tests.behind_nginx` (needs nginx and openssl).

A host is started, nginx in front of it with a certificate of its own, and a visitor comes in over TLS. Each line says
what was looked at; the exit code is 0 only if all of it is so.
"""

import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from http.client import HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.host.doors.web.living import Living

PAGE = (Path(__file__).parent.parent / "docs/at-home.md").read_text("utf-8")
CONFIG = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
  access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/cert; ssl_certificate_key {folder}/key;
{location}
  }}
}}
"""
HOST = "games.example.org"


def location(host_port):
    """The block of the page, to this host's own port."""
    found = re.search(r"^ {4}location / \{\n(?: {4}.*\n)+? {4}\}", PAGE, re.MULTILINE)
    assert found, "docs/at-home.md has no nginx block"
    assert "127.0.0.1:8080" in found[0]
    return found[0].replace("127.0.0.1:8080", f"127.0.0.1:{host_port}")


def free():
    """A port that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def asked(port, method, path, cookie="", **fields):
    """What comes back over TLS: the status, the headers, the text."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    connection = HTTPSConnection("127.0.0.1", port, context=trusting, timeout=10)
    headers = {"Host": HOST, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(fields) if fields else None, headers)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")


def patiently(port):
    """Until nginx and the host are there."""
    for _ in range(100):
        try:
            if asked(port, "GET", "/healthz")[0] == 200:
                return
        except (OSError, HTTPException):
            pass
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


def main():
    """Start both, look, and stop both."""
    if not (nginx := shutil.which("nginx")) or not (openssl := shutil.which("openssl")):
        sys.stderr.write("This needs nginx and openssl: apt install nginx-light openssl\n")
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free()
        living = Living(folder / "home")
        key = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={HOST} -keyout {folder}/key -out {folder}/cert"
        subprocess.run([openssl, *key.split()], check=True, capture_output=True)
        config = CONFIG.format(folder=folder, port=port, location=location(living.url.rpartition(":")[2]))
        (folder / "nginx.conf").write_text(config)
        proxy = subprocess.Popen([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")])
        try:
            patiently(port)
            found = list(looks(port, living.game))
        finally:
            proxy.terminate()
            proxy.wait()
            living.stop()
    sys.stdout.writelines(f"{what}: {'OK' if well else 'NOT SO'}\n" for what, well in found)
    return 0 if all(well for _, well in found) else 1


if __name__ == "__main__":
    sys.exit(main())
