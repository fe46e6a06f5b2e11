"""A table in DynamoDB: one on-demand table, one sparse index, transactions with conditions.

A name is short of nothing but bytes: long bodies are packed, and what an item does not have is not written.
"""

from __future__ import annotations

import logging
import math
import random
import time
import uuid
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionError, HTTPClientError  # noqa: A004 - that is its name

from host.store.items import HIGHEST, MOST_OPS, Drop, Failed, Item, Op, Overloaded, Put

log = logging.getLogger(__name__)
Attributes = dict[str, dict[str, Any]]
Meter = Callable[[str, dict[str, Any]], None]
INDEX = "shelves"
COUNT = "n."
PACK_FROM = 300  # bytes; smaller bodies do not shrink
LATEST = "9" * 15  # a moment after all others
TRIES = 8
FIRST_PAUSE = 0.02
CONDITION = "ConditionalCheckFailed"
PASSING = {
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


def connect(**where: Any) -> Any:
    """A client that gives up on a silent server soon enough for a webhook to be answered in time."""
    retries = {"mode": "standard", "total_max_attempts": 4}
    config = Config(connect_timeout=2, read_timeout=4, retries=retries, max_pool_connections=50)
    return boto3.client("dynamodb", config=config, **where)


class DynamoTable:
    """Items in a table of that name. `meter` is told of each call and the capacity that it took."""

    def __init__(self, client: Any, name: str, meter: Meter | None = None) -> None:
        self._client, self._name, self._meter = client, name, meter

    def get(self, pk: str, sk: str) -> Item | None:
        """One item, as the last transaction left it."""
        found = self._read("get_item", Key=_key(pk, sk), ConsistentRead=True).get("Item")
        return decoded(found) if found else None

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition, in order."""
        # A key is never empty here, so neither may be the one that we look from.
        values = {":pk": {"S": pk}, ":first": {"S": first or " "}, ":last": {"S": last}}
        condition = "pk = :pk and sk between :first and :last"
        return self._pages(
            limit, KeyConditionExpression=condition, ExpressionAttributeValues=values, ConsistentRead=True
        )

    def on_shelf(self, shelf: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due on a shelf, earliest first, without bodies; the index is a moment behind."""
        values = {":shelf": {"S": shelf}, ":until": _moment(until)}
        start = {"ExclusiveStartKey": _index_key(after)} if after else {}
        return self._pages(
            limit,
            IndexName=INDEX,
            KeyConditionExpression="shelf = :shelf and #when <= :until",
            ExpressionAttributeNames={"#when": "when"},
            ExpressionAttributeValues=values,
            **start,
        )

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing; tries again what failed only because others were writing."""
        if len(ops) > MOST_OPS:
            raise ValueError(f"{len(ops)} changes do not fit in one transaction; DynamoDB takes {MOST_OPS}.")
        items = [_action(op, self._name) for op in ops]
        for attempt in range(TRIES):
            if self._written(items):
                return
            time.sleep(random.uniform(0.5, 1) * FIRST_PAUSE * 2**attempt)  # noqa: S311 - only spreads the load
        raise Overloaded

    def _written(self, items: list[dict[str, Any]]) -> bool:
        """Did it happen? A lost answer is asked for again under the same token, and so nothing happens twice."""
        try:
            self._call("transact_write_items", TransactItems=items, ClientRequestToken=uuid.uuid4().hex)
        except ClientError as error:
            reasons = error.response.get("CancellationReasons", [])
            if failed := {i: reason for i, reason in enumerate(reasons) if reason["Code"] == CONDITION}:
                raise Failed({i: _found(reason) for i, reason in failed.items()}) from None
            codes = {reason["Code"] for reason in reasons} - {"None"} or {error.response["Error"]["Code"]}
            if not codes <= PASSING:
                raise
            log.info("a transaction has to wait: %s", ", ".join(sorted(codes)))
            return False
        return True

    def purge(self, now: float) -> None:
        """DynamoDB throws away by itself what has expired, by the attribute `until`."""

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        pages = self._client.get_paginator("scan").paginate(TableName=self._name, ConsistentRead=True)
        for page in pages:
            yield from map(decoded, page["Items"])

    def _pages(self, limit: int, **query: Any) -> list[Item]:
        found: list[Item] = []
        while len(found) < limit:
            page = self._read("query", Limit=limit - len(found), **query)
            found += map(decoded, page["Items"])
            if "LastEvaluatedKey" not in page:
                break
            query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
        return found

    def _read(self, operation: str, **values: Any) -> dict[str, Any]:
        try:
            return self._call(operation, TableName=self._name, **values)
        except ClientError as error:
            if error.response["Error"]["Code"] in PASSING:
                raise Overloaded from error
            raise

    def _call(self, operation: str, **values: Any) -> dict[str, Any]:
        call = getattr(self._client, operation)
        try:
            answer: dict[str, Any] = call(ReturnConsumedCapacity="INDEXES" if self._meter else "NONE", **values)
        except (HTTPClientError, ConnectionError) as error:
            raise Overloaded from error
        if self._meter:
            self._meter(operation, answer)
        return answer


def encoded(item: Item) -> Attributes:
    """An item as DynamoDB keeps it."""
    found: Attributes = {**_key(item.pk, item.sk), **_body(item.body)}
    if item.version:
        found["version"] = {"N": str(item.version)}
    if item.shelf:
        found |= {"shelf": {"S": item.shelf}, "when": _moment(item.when)}
    if item.until:
        found["until"] = {"N": str(math.ceil(item.until))}  # DynamoDB expires by whole seconds
    return found | {COUNT + name: {"N": str(count)} for name, count in item.counts.items()}


def decoded(found: Attributes) -> Item:
    """An item as it was kept."""
    number = {name: value["N"] for name, value in found.items() if "N" in value}
    counts = {name.removeprefix(COUNT): int(value) for name, value in number.items() if name.startswith(COUNT)}
    body = zlib.decompress(found["packed"]["B"]) if "packed" in found else found.get("body", {"B": b""})["B"]
    return Item(
        found["pk"]["S"],
        found["sk"]["S"],
        body,
        int(number.get("version", 0)),
        counts,
        found.get("shelf", {"S": ""})["S"],
        float(number.get("when", 0)),
        float(number.get("until", 0)),
    )


def _body(body: bytes) -> Attributes:
    packed = zlib.compress(body) if len(body) >= PACK_FROM else body
    if len(packed) < len(body):
        return {"packed": {"B": packed}}
    return {"body": {"B": body}} if body else {}


def _key(pk: str, sk: str) -> Attributes:
    return {"pk": {"S": pk}, "sk": {"S": sk}}


def _index_key(item: Item) -> Attributes:
    return {**_key(item.pk, item.sk), "shelf": {"S": item.shelf}, "when": _moment(item.when)}


def _moment(moment: float) -> dict[str, str]:
    return {"N": repr(moment) if math.isfinite(moment) else LATEST}


def _action(op: Op, table: str) -> dict[str, Any]:
    if isinstance(op, Put):
        return {"Put": {"TableName": table, "Item": encoded(op.item), **_condition(op.expect)}}
    if isinstance(op, Drop):
        return {"Delete": {"TableName": table, "Key": _key(op.pk, op.sk), **_condition(op.expect)}}
    names = {f"#{i}": COUNT + name for i, name in enumerate(op.counts)}
    values = {f":{i}": {"N": str(amount)} for i, amount in enumerate(op.counts.values())}
    sums = ", ".join(f"#{i} :{i}" for i in range(len(op.counts)))
    key = _key(op.pk, op.sk)
    update = {"TableName": table, "Key": key, "UpdateExpression": f"ADD {sums}"}
    return {"Update": {**update, "ExpressionAttributeNames": names, "ExpressionAttributeValues": values}}


def _condition(expect: int | None) -> dict[str, Any]:
    """The version to be replaced; none is written for 0, which also is what an item has that is not there."""
    if expect is None:
        return {}
    back = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    if not expect:
        return {"ConditionExpression": "attribute_not_exists(version)", **back}
    values = {":version": {"N": str(expect)}}
    return {"ConditionExpression": "version = :version", "ExpressionAttributeValues": values, **back}


def _found(reason: dict[str, Any]) -> Item | None:
    return decoded(reason["Item"]) if reason.get("Item") else None
