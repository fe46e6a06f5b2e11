"""The function that CodeDeploy calls before a release, under AWS's runtime client, with its own boto3 and no layer."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import boto3
import pytest

from tests.fakes import cloud
from tests.fakes.runtime import function

pytestmark = pytest.mark.aws
EVENT = "soundcheck_hook"
HOOK = json.loads((cloud.ROOT / f"events/{EVENT}.json").read_text("utf-8"))
INVOKED = "/2015-03-31/functions/rtab-web/invocations"
LIBRARIES = ("boto3", "botocore", "dateutil", "jmespath", "s3transfer", "six.py", "urllib3")


class Aws(ThreadingHTTPServer):
    """CodeDeploy and Lambda, as far as they are asked. The new function answers with this status."""

    daemon_threads = True

    def __init__(self, status):
        super().__init__(("127.0.0.1", 0), Door)
        self.status, self.verdicts = status, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self, path, target, asked):
        match path, target.partition(".")[2]:
            case "/", "GetDeployment":
                assert asked == {"deploymentId": HOOK["DeploymentId"]}
                return {"deploymentInfo": {"deploymentGroupName": "group-of-the-web"}}
            case "/", "PutLifecycleEventHookExecutionStatus":
                self.verdicts.append(asked)
                return {}
            case invoked, "":
                assert invoked == INVOKED
                return {"statusCode": self.status}
        raise AssertionError(target)


class Door(BaseHTTPRequestHandler):
    server: Aws

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps(self.server.answer(self.path, self.headers.get("X-Amz-Target", ""), asked)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        return


@pytest.fixture
def libraries(tmp_path):
    """What Lambda's Python brings; our layers hold less of it, and this function has none of them."""
    site = Path(boto3.__file__).parents[1]
    for name in LIBRARIES:
        (tmp_path / "python").mkdir(exist_ok=True)
        (tmp_path / "python" / name).symlink_to(site / name)
    return tmp_path / "python"


@pytest.mark.parametrize(("status", "verdict"), [(200, "Succeeded"), (503, "Failed")])
def test_codedeploy_is_told_what_the_new_function_answers(tmp_path, libraries, status, verdict):
    with Aws(status) as aws:
        told = {"RTAB_DEPLOYED": json.dumps({"group-of-the-web": "rtab-web"}), "PYTHONPATH": str(libraries)}
        told["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{aws.server_port}"
        with function("soundcheck", tmp_path / "log", told) as run:
            assert run(HOOK) is None, run.log
        (said,) = aws.verdicts
        aws.shutdown()
    assert said == {
        "deploymentId": HOOK["DeploymentId"],
        "lifecycleEventHookExecutionId": HOOK["LifecycleEventHookExecutionId"],
        "status": verdict,
    }
