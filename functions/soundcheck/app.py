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
HEALTH_REQUEST = {"method": "GET", "path": "/healthz", "sourceIp": "127.0.0.1"}
HEALTH = {"version": "2.0", "headers": {}, "requestContext": {"http": HEALTH_REQUEST}}
# By the last word of a function's name, which is its trigger's: of what it calls, it knows nothing else.
EVENTS: dict[str, dict[str, Any]] = {
    "telegram": {},
    "web": HEALTH,
    "clock": NOBODYS,
    "delivery": {"Records": [RECORD]},
    "reddit": {"look": False},
}


def handler(event: dict[str, str], _context: object) -> None:
    """Check, before a new release of a function gets any requests, that it works, and tell CodeDeploy whether to go on
    with the deployment that `event` names; if it does not work or the check itself fails, tell it not to. An error of
    the check is then raised.
    """
    codedeploy = boto3.client("codedeploy")
    deployment, verdict = event["DeploymentId"], "Failed"
    try:
        group = codedeploy.get_deployment(deploymentId=deployment)["deploymentInfo"]["deploymentGroupName"]
        if responds_well(json.loads(os.environ["RTAB_DEPLOYED"])[group]):
            verdict = "Succeeded"
    finally:
        codedeploy.put_lifecycle_event_hook_execution_status(
            deploymentId=deployment,
            lifecycleEventHookExecutionId=event["LifecycleEventHookExecutionId"],
            status=verdict,
        )


def responds_well(function: str) -> bool:
    """Call the new release of the function of this name with a test event that changes nothing, and return whether it
    answers without an error, also for each message of a batch; log the answer if not. Raise the error if the call
    cannot be made, KeyError if there is no test event for such a function.
    """
    payload = json.dumps(EVENTS[function.rpartition("-")[2]]).encode()
    answer = boto3.client("lambda", config=PATIENT).invoke(FunctionName=function, Payload=payload)
    said = answer["Payload"].read().decode()
    well = not (answer.get("FunctionError") or is_failed_response(json.loads(said) or {}))
    if not well:
        log.error("function not released function=%s response=%s", function, said)
    return well


def is_failed_response(answer: dict[str, Any]) -> bool:
    """Return whether a function's response is a server error (status 500 or more) or says that messages of a batch
    could not be handled.
    """
    return answer.get("statusCode", 0) >= 500 or bool(answer.get("batchItemFailures"))
