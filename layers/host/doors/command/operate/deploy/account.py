"""The account in AWS: who we are there, what is deployed, the parameters with secrets, the timers, the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, PartialCredentialsError, WaiterError

from host.core.context import HostContext
from host.core.store import dynamo
from host.core.store.dynamo import make_aws_client
from host.core.store.store import Store
from host.doors.local.settings import UnfitSetting

WHO_ARE_YOU = "AWS does not know who you are. Run `aws configure`, or set AWS_PROFILE to an account of yours."
RESERVED, LEFT = 46, 100  # what our functions reserve together, and what AWS wants left for others
FAILED = (
    "The first deployment of {stack} failed ({status}). Mend what AWS said then, and begin anew: make destroy deploy"
)
HALF_GONE = "{stack} was to be taken away, and AWS did not finish ({status}). Its console says why. Go on: make destroy"
ROLLBACK_FAILED = (
    "A release of {stack} failed, and so did taking it back ({status}). Its console says why; mend that, and have AWS "
    "go on: aws cloudformation continue-update-rollback --stack-name {stack}"
)
STACK_IS_BUSY = "AWS is still at work on {stack} ({status}). Wait until it is done; its console shows how far it is."
UNFIT = {
    **dict.fromkeys(("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED"), FAILED),
    "DELETE_FAILED": HALF_GONE,
    "UPDATE_ROLLBACK_FAILED": ROLLBACK_FAILED,
    "REVIEW_IN_PROGRESS": "",  # nothing has been made yet
}


@contextmanager
def translate_aws_errors() -> Iterator[None]:
    """Turn each error of AWS that is raised within the `with` block into UnfitSetting with a text for the operator:
    which operation AWS refuses and what AWS says about it, or that it cannot be reached.
    """
    try:
        yield
    except (NoCredentialsError, PartialCredentialsError):
        raise UnfitSetting(WHO_ARE_YOU) from None
    except ClientError as error:
        said = error.response["Error"]
        raise UnfitSetting(f"AWS refuses {error.operation_name}: {said['Code']}. {said.get('Message', '')}") from None
    except WaiterError as error:
        raise UnfitSetting(f"AWS did not finish: {error}. Its console says more, under CloudFormation.") from None
    except BotoCoreError as error:
        raise UnfitSetting(f"AWS cannot be reached: {error}") from None


class AwsAccount:
    """One account and region, and what is deployed there under one name."""

    def __init__(self, region: str, stack: str) -> None:
        self.stack = stack
        self.client = cache(lambda service: boto3.client(service, region_name=region))

    def fetch_number(self) -> str:
        """Ask AWS for the number of the account and return it; if the credentials are not accepted, AWS's error is
        raised, which `translate_aws_errors` puts in words.
        """
        number: str = self.client("sts").get_caller_identity()["Account"]
        return number

    # -- what is deployed

    def describe_stack(self) -> dict[str, Any] | None:
        """Return CloudFormation's description of the deployed stack (all AWS resources of one host), or None if it does
        not exist or has been deleted.
        """
        try:
            (found,) = self.client("cloudformation").describe_stacks(StackName=self.stack)["Stacks"]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise
        return None if found["StackStatus"] == "DELETE_COMPLETE" else dict(found)

    def read_outputs(self) -> dict[str, str]:
        """Return the output values of the deployed CloudFormation stack by name; an empty dictionary if there is no
        stack yet.
        """
        found = (self.describe_stack() or {}).get("Outputs", [])
        return {each["OutputKey"]: each["OutputValue"] for each in found}

    def read_parameters(self) -> dict[str, str]:
        """Return the parameters, by name, with which the CloudFormation stack was deployed; an empty dictionary if
        there is no stack yet.
        """
        return {
            each["ParameterKey"]: each["ParameterValue"] for each in (self.describe_stack() or {}).get("Parameters", [])
        }

    def find_table(self) -> str:
        """Return the name of the stack's database table, also after a failed first deployment without outputs; an empty
        string if there is none, or if it has been deleted.
        """
        client, name = self.client("dynamodb"), self.read_outputs().get("Table", "") or self._find_stack_table()
        with suppress(client.exceptions.ResourceNotFoundException):
            return name and str(client.describe_table(TableName=name)["Table"]["TableName"])
        return ""

    def _find_stack_table(self) -> str:
        """Return the name of the database table that belongs to the CloudFormation stack, or an empty string."""
        asked = {"StackName": self.stack, "LogicalResourceId": "Table"}
        try:
            found = self.client("cloudformation").describe_stack_resource(**asked)["StackResourceDetail"]
        except ClientError as error:
            if "does not exist" in str(error):
                return ""
            raise
        return str(found.get("PhysicalResourceId", ""))

    def check_deployable(self) -> bool:
        """Return whether the CloudFormation stack exists already. Raise UnfitSetting if it cannot be deployed now,
        because AWS is still changing it or because an earlier deployment has failed badly.
        """
        found = self.describe_stack()
        status = "" if found is None else found["StackStatus"]
        if why := UNFIT.get(status, STACK_IS_BUSY if status.endswith("_IN_PROGRESS") else ""):
            raise UnfitSetting(why.format(stack=self.stack, status=status))
        return found is not None

    def can_reserve_concurrency(self) -> bool:
        """Return whether the account allows reserving concurrency for the host's functions; what this stack has
        reserved already counts as free. New accounts have too little in total, and other functions may have taken it.
        """
        free: int = self.client("lambda").get_account_settings()["AccountLimit"]["UnreservedConcurrentExecutions"]
        told = self.read_parameters()
        ours = RESERVED if (told.get("ReserveConcurrency"), told.get("Doors")) == ("yes", "open") else 0
        return free + ours >= RESERVED + LEFT

    @contextmanager
    def open_host(self, table: str) -> Iterator[HostContext]:
        """Open, for the duration of a `with` block, the host whose games are stored in this DynamoDB table, and close
        the connection afterwards.
        """
        client = make_aws_client("dynamodb", region_name=self.client("dynamodb").meta.region_name)
        try:
            yield HostContext(Store(dynamo.DynamoTable(client, table)))
        finally:
            client.close()

    # -- secrets

    def read_secret(self, name: str) -> str:
        """Return the secret `name` of this stack from the parameter store, or an empty string if it is not there."""
        return str(self._read_parameter(name).get("Value", ""))

    def read_version(self, name: str) -> int:
        """Return how often the secret `name` of this stack has been set; 0 if it is not there."""
        return int(self._read_parameter(name).get("Version", 0))

    def _read_parameter(self, name: str) -> dict[str, Any]:
        """Return AWS's description of the parameter `name` of this stack from the parameter store, with its value
        decrypted; an empty dict if there is none.
        """
        client = self.client("ssm")
        try:
            found: dict[str, Any] = client.get_parameter(Name=self._make_name(name), WithDecryption=True)["Parameter"]
        except client.exceptions.ParameterNotFound:
            return {}
        return found

    def store_secret(self, name: str, value: str) -> None:
        """Store `value` as the secret `name` of this stack in the parameter store, where the functions read it, in
        place of the one before, if any.
        """
        about = f"Race to a Billion ({self.stack}): {name}. Made by make deploy."
        self.client("ssm").put_parameter(
            Name=self._make_name(name), Value=value, Type="SecureString", Overwrite=True, Description=about
        )

    def delete_secret(self, name: str) -> None:
        """Delete a secret from the parameter store, if it is there."""
        client = self.client("ssm")
        with suppress(client.exceptions.ParameterNotFound):
            client.delete_parameter(Name=self._make_name(name))

    def _make_name(self, name: str) -> str:
        """Return the name that a secret of this stack has in the parameter store."""
        return f"/{self.stack}/{name}"

    # -- taking it away

    def delete_stack(self) -> None:
        """Delete the CloudFormation stack, and wait until it is gone. The database table stays."""
        client = self.client("cloudformation")
        client.delete_stack(StackName=self.stack)
        client.get_waiter("stack_delete_complete").wait(StackName=self.stack)

    def delete_timers(self) -> int:
        """Delete the timers of all games of this stack in AWS; return how many there were."""
        client, ours = self.client("scheduler"), f":function:{self.stack}-clock:live"
        pages = client.get_paginator("list_schedules").paginate(NamePrefix=f"{self.stack}-game-")
        found = [each for page in pages for each in page["Schedules"]]  # another stack's name may begin like this
        names = [each["Name"] for each in found if each["Target"]["Arn"].endswith(ours)]
        for name in names:
            with suppress(client.exceptions.ResourceNotFoundException):  # it has fired
                client.delete_schedule(Name=name)
        return len(names)

    def is_table_empty(self, table: str) -> bool:
        """Return whether a database table contains no items."""
        with self.open_host(table) as host:
            return not any(True for _ in host.store.table.every())

    def delete_table(self, table: str) -> None:
        """Begin to delete the table with everything in it, for good; its protection against deletion is lifted
        first.
        """
        client = self.client("dynamodb")
        client.update_table(TableName=table, DeletionProtectionEnabled=False)
        client.get_waiter("table_exists").wait(TableName=table)
        client.delete_table(TableName=table)
