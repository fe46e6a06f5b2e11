"""Before a release reaches anybody, each function's new code is called once, with an event that changes nothing."""

import json
import logging
import os
from typing import Any

import boto3
from botocore.config import Config

log = logging.getLogger(__name__)
PATIENT = Config(retries={"mode": "standard", "total_max_attempts": 10})  # one may be at work, and no second allowed
NOBODYS = {"game": "soundcheck"}
RECORD = {
    "messageId": "1",
    "receiptHandle": "none",
    "body": json.dumps(NOBODYS),
    "attributes": {"ApproximateReceiveCount": "1", "MessageGroupId": "soundcheck"},
}
ASKED = {"method": "GET", "path": "/healthz", "sourceIp": "127.0.0.1"}
HEALTH = {"version": "2.0", "headers": {}, "requestContext": {"http": ASKED}}
# By the last word of a function's name, which is its trigger's: of what it calls, it knows nothing else.
EVENTS: dict[str, dict[str, Any]] = {
    "telegram": {},
    "web": HEALTH,
    "clock": NOBODYS,
    "delivery": {"Records": [RECORD]},
    "reddit": {"look": False},
}


def handler(event: dict[str, str], _context: object) -> None:
    """One deployment of one function: tells whether it may go on."""
    codedeploy = boto3.client("codedeploy")
    deployment, verdict = event["DeploymentId"], "Failed"
    try:
        group = codedeploy.get_deployment(deploymentId=deployment)["deploymentInfo"]["deploymentGroupName"]
        if sounds_well(json.loads(os.environ["RTAB_DEPLOYED"])[group]):
            verdict = "Succeeded"
    finally:
        codedeploy.put_lifecycle_event_hook_execution_status(
            deploymentId=deployment,
            lifecycleEventHookExecutionId=event["LifecycleEventHookExecutionId"],
            status=verdict,
        )


def sounds_well(function: str) -> bool:
    """Does what has just been put there start, and answer without trouble? The log says what is wrong."""
    payload = json.dumps(EVENTS[function.rpartition("-")[2]]).encode()
    answer = boto3.client("lambda", config=PATIENT).invoke(FunctionName=function, Payload=payload)
    said = answer["Payload"].read().decode()
    well = not (answer.get("FunctionError") or in_trouble(json.loads(said) or {}))
    if not well:
        log.error("%s is not released: it answered %s", function, said)
    return well


def in_trouble(answer: dict[str, Any]) -> bool:
    """A page that broke, or an errand that comes back."""
    return answer.get("statusCode", 0) >= 500 or bool(answer.get("batchItemFailures"))
