"""A table in DynamoDB (one on-demand table, one sparse index, transactions with conditions), and clients of AWS."""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from host.core.store.attributes import (
    Attributes,
    build_key_attributes,
    build_write_action,
    decode_index_entry,
    decode_item,
    encode_moment,
)
from host.core.store.items import (
    CURRENT,
    HIGHEST,
    INDEX_ATTRIBUTE,
    INDEX_NAME,
    MOST_OPS,
    AddToCounts,
    Failed,
    Formats,
    Item,
    ItemKey,
    Op,
    Overloaded,
    TooLarge,
)

log = logging.getLogger(__name__)


DynamoMeter = Callable[[str, dict[str, Any]], None]


MOST_KEYS = 100  # in one read of several


TRIES = 8


FIRST_PAUSE = 0.02


CONDITION = "ConditionalCheckFailed"


PASSING_ERRORS = {
    "InternalServerError",
    "ProvisionedThroughputExceeded",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingError",
    "ThrottlingException",
    "TransactionConflict",
    "TransactionConflictException",
    "TransactionInProgressException",
}


ACCESS_ERROR_CODES = {
    "AccessDeniedException",
    "ExpiredTokenException",
    "ResourceNotFoundException",
    "UnrecognizedClientException",
}


def create_dynamo_table(client: Any, name: str) -> None:
    """Create a DynamoDB table of this name with the keys and the index that the deployment template describes, and wait
    until it exists; raise the ClientError if it exists already.
    """
    keys = {"pk": "S", "sk": "S", INDEX_ATTRIBUTE: "S", "when": "N"}
    index = {
        "IndexName": INDEX_NAME,
        "KeySchema": _build_key_schema(INDEX_ATTRIBUTE, "when"),
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }
    client.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": kind} for key, kind in keys.items()],
        KeySchema=_build_key_schema("pk", "sk"),
        GlobalSecondaryIndexes=[index],
    )
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 2})


def _build_key_schema(first: str, second: str) -> list[dict[str, str]]:
    """Return DynamoDB's description of a key of two attributes: that of the partition, and that of the order."""
    return [{"AttributeName": first, "KeyType": "HASH"}, {"AttributeName": second, "KeyType": "RANGE"}]


class DynamoTable:
    """The items of one DynamoDB table. `meter` is told of each call and the capacity that it took."""

    def __init__(self, client: Any, name: str, meter: DynamoMeter | None = None, formats: Formats = CURRENT) -> None:
        self._client, self._name, self._meter, self._formats = client, name, meter, formats
        self._decoded = partial(decode_item, formats=formats)

    def get(self, pk: str, sk: str) -> Item | None:
        """Return the item with these two keys, as the last finished write has left it, or None if there is none."""
        found = self._call_for_read(
            "get_item", TableName=self._name, Key=build_key_attributes(pk, sk), ConsistentRead=True
        ).get("Item")
        return self._decoded(found) if found else None

    def several(self, keys: Sequence[ItemKey], *, strong: bool = True) -> list[Item | None]:
        """Return items by their keys, in the order of `keys`, None for a missing one; a hundred are read with each
        call. Without `strong` they may be a little stale, at half the price.
        """
        wanted, read = [build_key_attributes(*key) for key in dict.fromkeys(keys)], list[Attributes]()
        while wanted:
            now, wanted = wanted[:MOST_KEYS], wanted[MOST_KEYS:]
            answer = self._call_for_read(
                "batch_get_item", RequestItems={self._name: {"Keys": now, "ConsistentRead": strong}}
            )
            read += answer["Responses"].get(self._name, [])
            wanted += answer.get("UnprocessedKeys", {}).get(self._name, {}).get("Keys", [])
        found = {(each["pk"]["S"], each["sk"]["S"]): self._decoded(each) for each in read}
        return [found.get(key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """Return up to `limit` items of one partition with sort keys from `first` to `last`, in the order of these
        keys.
        """
        # A key is never empty here, so neither may be the one that we look from.
        values = {":pk": {"S": pk}, ":first": {"S": first or " "}, ":last": {"S": last}}
        condition = "pk = :pk and sk between :first and :last"
        asked = {"KeyConditionExpression": condition, "ExpressionAttributeValues": values, "ConsistentRead": True}
        return [self._decoded(each) for each in self._query_pages(limit, **asked)]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """Return up to `limit` entries of an index that are due by the time `until`, earliest first, or only those
        behind the item `after`. They come without bodies, and may lag behind the items.
        """
        values = {":index": {"S": index}, ":until": encode_moment(until)}
        start = {"ExclusiveStartKey": _build_index_key(after)} if after else {}
        found = self._query_pages(
            limit,
            IndexName=INDEX_NAME,
            KeyConditionExpression=f"{INDEX_ATTRIBUTE} = :index and #when <= :until",
            ExpressionAttributeNames={"#when": "when"},
            ExpressionAttributeValues=values,
            **start,
        )
        return [decode_index_entry(each) for each in found]

    def write(self, ops: Sequence[Op]) -> None:
        """Write all these changes or none. Retry while only another write at the same moment is in the way; raise
        Failed if a change's condition is not met, TooLarge for more than a hundred changes or an item too large,
        Overloaded if no retry helps, and the ClientError for other errors.
        """
        if len(ops) > MOST_OPS:
            raise TooLarge(f"{len(ops)} changes do not fit in one transaction; DynamoDB takes {MOST_OPS}.")
        actions = {n: build_write_action(op, self._name, self._formats) for n, op in enumerate(ops)}
        self._write_with_retries(actions, alone=len(ops) == 1 and not isinstance(ops[0], AddToCounts))

    def _write_with_retries(self, actions: dict[int, dict[str, Any]], *, alone: bool) -> None:
        """Send these changes (all in one transaction, or, if `alone`, the only one as a plain write), again after
        growing pauses while only a passing error is in the way; raise Overloaded after the last attempt or if there is
        no response, and Failed if a condition is not met.
        """
        for attempt in range(TRIES):
            if self._try_write(actions, alone=alone, again=attempt > 0):
                return
            time.sleep(random.uniform(0.5, 1) * FIRST_PAUSE * 2**attempt)  # noqa: S311 - only spreads the load
        raise Overloaded

    def _try_write(self, actions: dict[int, dict[str, Any]], *, alone: bool, again: bool) -> bool:
        """Send these changes to DynamoDB, as a transaction or alone (at half the price); return True if they are
        written, False if they shall be tried again. Raise Failed if a condition is not met, Overloaded if there is no
        response, and the ClientError for an error that will not pass. `again` says that they were tried before.
        """
        try:
            if alone:
                (((kind, values),),) = (each.items() for each in actions.values())
                self._call(f"{kind.lower()}_item", **values)
            else:  # a lost answer is asked for again under the same token, and so nothing happens twice
                self._call(
                    "transact_write_items",
                    TransactItems=list(actions.values()),
                    ClientRequestToken=os.urandom(16).hex(),
                )
        except ClientError as error:
            reasons = _list_failure_reasons(error.response)
            by_place = zip(actions, reasons, strict=False)
            if failed := {i: reason for i, reason in by_place if reason["Code"] == CONDITION}:
                again |= count_aws_retries(error) > 0
                if (
                    alone and again and _is_already_written(actions, reasons)
                ):  # it has happened, and only the answer was lost
                    return True
                raise Failed({i: self._decode_found(reason) for i, reason in failed.items()}) from None
            codes = {reason["Code"] for reason in reasons} - {"None"} or {read_aws_error_code(error)}
            if not codes <= PASSING_ERRORS:
                raise
            log.info("transaction conflict codes=%s", ", ".join(sorted(codes)))
            return False
        return True

    def purge(self, now: float) -> None:
        """Do nothing: DynamoDB deletes expired items by itself, by the attribute `until`."""

    def _decode_found(self, reason: dict[str, Any]) -> Item | None:
        """Return the item that a failed condition has found, or None if there was none."""
        return self._decoded(reason["Item"]) if reason.get("Item") else None

    def every(self) -> Iterator[Item]:
        """Iterate over all items of the table; raise UnreadableFormat at one in a format that this release does not
        read.
        """
        return map(self._decoded, self.scan())

    def scan(self) -> Iterator[Attributes]:
        """Iterate over all items as raw DynamoDB attributes, whatever their storage format."""
        start: dict[str, Any] = {}
        while True:
            page = self._call_for_read("scan", TableName=self._name, ConsistentRead=True, **start)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _query_pages(self, limit: int, **query: Any) -> list[Attributes]:
        """Return up to `limit` items of a query as raw DynamoDB attributes, over as many pages as DynamoDB needs."""
        found: list[Attributes] = []
        while len(found) < limit:
            page = self._call_for_read("query", TableName=self._name, Limit=limit - len(found), **query)
            found += page["Items"]
            if "LastEvaluatedKey" not in page:
                break
            query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
        return found

    def _call_for_read(self, operation: str, **values: Any) -> dict[str, Any]:
        """Make a read call to DynamoDB; raise Overloaded for errors that will pass, as `_call` does, and the
        ClientError for others.
        """
        try:
            return self._call(operation, **values)
        except ClientError as error:
            if read_aws_error_code(error) in PASSING_ERRORS:
                raise Overloaded from error
            raise

    def _call(self, operation: str, **values: Any) -> dict[str, Any]:
        """Make a call to DynamoDB and return its answer, measured if a meter is set; raise Overloaded if it gives no
        response or (logged as an ERROR) denies access or has no such table, and the ClientError for anything else.
        """
        call = getattr(self._client, operation)
        try:
            answer: dict[str, Any] = call(ReturnConsumedCapacity="INDEXES" if self._meter else "NONE", **values)
        except NO_RESPONSE as error:
            raise Overloaded from error
        except ClientError as error:
            if self._meter:
                self._meter(operation, error.response)
            if read_aws_error_code(error) in ACCESS_ERROR_CODES:
                log.error("DynamoDB access denied or table missing error=%s", error)  # noqa: TRY400 - the cause says it all
                raise Overloaded from error
            raise
        if self._meter:
            self._meter(operation, answer)
        return answer


def _build_index_key(item: Item) -> Attributes:
    """Return the attributes (its keys, index and time there) by which DynamoDB finds this item's entry in its index."""
    keys = build_key_attributes(item.pk, item.sk)
    return {**keys, INDEX_ATTRIBUTE: {"S": item.index}, "when": encode_moment(item.when)}


def _is_already_written(actions: dict[int, dict[str, Any]], reasons: Sequence[dict[str, Any]]) -> bool:
    """Return whether the table already holds the one item that this change was to write (or no longer holds what it
    deletes), so that its earlier attempt has succeeded; always False for counts. `reasons` has the item found.
    """
    (values,), found = actions.values(), reasons[0].get("Item")
    if "Delete" in values:
        return found is None
    return (
        "Put" in values
        and found is not None
        and _normalise_attributes(found) == _normalise_attributes(values["Put"]["Item"])
    )


def _normalise_attributes(found: Attributes) -> dict[str, Any]:
    """Return DynamoDB attributes with their numbers as floats, so that two items can be compared."""
    return {name: float(value["N"]) if "N" in value else value for name, value in found.items()}


def _list_failure_reasons(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Return DynamoDB's reasons for a refusal, each with a `Code` and perhaps the item found: one for each change of a
    transaction (`None` where nothing failed), or one for a single write; empty for other errors.
    """
    if answer["Error"]["Code"] == f"{CONDITION}Exception":
        return [{"Code": CONDITION, "Item": answer.get("Item")}]
    found: list[dict[str, Any]] = answer.get("CancellationReasons", [])
    return found


AWS_ERRORS = (BotoCoreError, ClientError)


NO_RESPONSE = (HTTPClientError, NoConnection)


# A webhook has to be answered in time, so a silent server is given up soon.
CONFIG = Config(
    connect_timeout=2,
    read_timeout=4,
    retries={"mode": "standard", "total_max_attempts": 4},
    max_pool_connections=50,
)


def make_aws_client(service: str, **where: Any) -> Any:
    """Make a boto3 client of this AWS service, for the region in `AWS_REGION`, which boto3 by itself does not read,
    with short timeouts and at most four attempts; `where` overrides any of this.
    """
    return boto3.client(service, **{"config": CONFIG, "region_name": read_aws_region(), **where})


def read_aws_region() -> str | None:
    """Return the region in the environment variable AWS_REGION, or None if boto3 shall use its own configuration."""
    return os.environ.get("AWS_REGION") or None


def read_aws_error_code(error: BaseException) -> str:
    """Return the error code that AWS gave, such as `ThrottlingException`; empty if AWS did not answer."""
    response = error.response if isinstance(error, ClientError) else {}
    return str(response.get("Error", {}).get("Code", ""))


def count_aws_retries(error: ClientError) -> int:
    """Return how often boto3 resent the request before this error."""
    return int(error.response.get("ResponseMetadata", {}).get("RetryAttempts", 0))
