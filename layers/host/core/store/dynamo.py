"""A table in DynamoDB: one on-demand table, one sparse index, transactions with conditions."""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from botocore.exceptions import ClientError

from host.core.store.attributes import Attributes, action, decoded, index_entry, keyed, moment
from host.core.store.aws import NO_RESPONSE, error_code, retry_count
from host.core.store.formats import CURRENT, Formats
from host.core.store.items import HIGHEST, MOST_OPS, AddToCounts, Failed, Item, Key, Op, Overloaded, TooLarge

log = logging.getLogger(__name__)
Meter = Callable[[str, dict[str, Any]], None]
INDEX = "shelves"
MOST_KEYS = 100  # in one read of several
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
CLOSED = {
    "AccessDeniedException",
    "ExpiredTokenException",
    "ResourceNotFoundException",
    "UnrecognizedClientException",
}


def create(client: Any, name: str) -> None:
    """Make a table as the template describes it."""
    keys = {"pk": "S", "sk": "S", "shelf": "S", "when": "N"}
    index = {"IndexName": INDEX, "KeySchema": _schema("shelf", "when"), "Projection": {"ProjectionType": "KEYS_ONLY"}}
    client.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": kind} for key, kind in keys.items()],
        KeySchema=_schema("pk", "sk"),
        GlobalSecondaryIndexes=[index],
    )
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 2})


def _schema(first: str, second: str) -> list[dict[str, str]]:
    return [{"AttributeName": first, "KeyType": "HASH"}, {"AttributeName": second, "KeyType": "RANGE"}]


class DynamoTable:
    """Items in a table of that name. `meter` is told of each call and the capacity that it took."""

    def __init__(self, client: Any, name: str, meter: Meter | None = None, formats: Formats = CURRENT) -> None:
        self._client, self._name, self._meter, self._formats = client, name, meter, formats
        self._decoded = partial(decoded, formats=formats)

    def get(self, pk: str, sk: str) -> Item | None:
        """One item, as the last transaction left it."""
        found = self._read("get_item", TableName=self._name, Key=keyed(pk, sk), ConsistentRead=True).get("Item")
        return self._decoded(found) if found else None

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys, in one call; without `strong` for half the price."""
        wanted, read = [keyed(*key) for key in dict.fromkeys(keys)], list[Attributes]()
        while wanted:
            now, wanted = wanted[:MOST_KEYS], wanted[MOST_KEYS:]
            answer = self._read("batch_get_item", RequestItems={self._name: {"Keys": now, "ConsistentRead": strong}})
            read += answer["Responses"].get(self._name, [])
            wanted += answer.get("UnprocessedKeys", {}).get(self._name, {}).get("Keys", [])
        found = {(each["pk"]["S"], each["sk"]["S"]): self._decoded(each) for each in read}
        return [found.get(key) for key in keys]

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition, in order."""
        # A key is never empty here, so neither may be the one that we look from.
        values = {":pk": {"S": pk}, ":first": {"S": first or " "}, ":last": {"S": last}}
        condition = "pk = :pk and sk between :first and :last"
        asked = {"KeyConditionExpression": condition, "ExpressionAttributeValues": values, "ConsistentRead": True}
        return [self._decoded(each) for each in self._pages(limit, **asked)]

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due in an index, earliest first, without bodies; the index is a moment behind."""
        values = {":shelf": {"S": index}, ":until": moment(until)}
        start = {"ExclusiveStartKey": _index_key(after)} if after else {}
        found = self._pages(
            limit,
            IndexName=INDEX,
            KeyConditionExpression="shelf = :shelf and #when <= :until",
            ExpressionAttributeNames={"#when": "when"},
            ExpressionAttributeValues=values,
            **start,
        )
        return [index_entry(each) for each in found]

    def write(self, ops: Sequence[Op]) -> None:
        """All of it or nothing; tries again what failed only because others were writing."""
        if len(ops) > MOST_OPS:
            raise TooLarge(f"{len(ops)} changes do not fit in one transaction; DynamoDB takes {MOST_OPS}.")
        actions = {n: action(op, self._name, self._formats) for n, op in enumerate(ops)}
        self._do(actions, alone=len(ops) == 1 and not isinstance(ops[0], AddToCounts))

    def _do(self, actions: dict[int, dict[str, Any]], *, alone: bool) -> None:
        for attempt in range(TRIES):
            if self._written(actions, alone=alone, again=attempt > 0):
                return
            time.sleep(random.uniform(0.5, 1) * FIRST_PAUSE * 2**attempt)  # noqa: S311 - only spreads the load
        raise Overloaded

    def _written(self, actions: dict[int, dict[str, Any]], *, alone: bool, again: bool) -> bool:
        """Did it happen? What stands alone takes half the price without a transaction."""
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
            reasons = _reasons(error.response)
            by_place = zip(actions, reasons, strict=False)
            if failed := {i: reason for i, reason in by_place if reason["Code"] == CONDITION}:
                again |= retry_count(error) > 0
                if alone and again and _is_there(actions, reasons):  # it has happened, and only the answer was lost
                    return True
                raise Failed({i: self._found(reason) for i, reason in failed.items()}) from None
            codes = {reason["Code"] for reason in reasons} - {"None"} or {error_code(error)}
            if not codes <= PASSING:
                raise
            log.info("a change has to wait: %s", ", ".join(sorted(codes)))
            return False
        return True

    def purge(self, now: float) -> None:
        """DynamoDB throws away by itself what has expired, by the attribute `until`."""

    def _found(self, reason: dict[str, Any]) -> Item | None:
        return self._decoded(reason["Item"]) if reason.get("Item") else None

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        return map(self._decoded, self.scan())

    def scan(self) -> Iterator[Attributes]:
        """Everything there is, as DynamoDB keeps it, whatever its format."""
        start: dict[str, Any] = {}
        while True:
            page = self._read("scan", TableName=self._name, ConsistentRead=True, **start)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _pages(self, limit: int, **query: Any) -> list[Attributes]:
        found: list[Attributes] = []
        while len(found) < limit:
            page = self._read("query", TableName=self._name, Limit=limit - len(found), **query)
            found += page["Items"]
            if "LastEvaluatedKey" not in page:
                break
            query["ExclusiveStartKey"] = page["LastEvaluatedKey"]
        return found

    def _read(self, operation: str, **values: Any) -> dict[str, Any]:
        try:
            return self._call(operation, **values)
        except ClientError as error:
            if error_code(error) in PASSING:
                raise Overloaded from error
            raise

    def _call(self, operation: str, **values: Any) -> dict[str, Any]:
        call = getattr(self._client, operation)
        try:
            answer: dict[str, Any] = call(ReturnConsumedCapacity="INDEXES" if self._meter else "NONE", **values)
        except NO_RESPONSE as error:
            raise Overloaded from error
        except ClientError as error:
            if self._meter:
                self._meter(operation, error.response)
            if error_code(error) in CLOSED:
                log.error("the table is closed to us; is it there, and may this role use it? %s", error)  # noqa: TRY400 - the cause says it all
                raise Overloaded from error
            raise
        if self._meter:
            self._meter(operation, answer)
        return answer


def _index_key(item: Item) -> Attributes:
    return {**keyed(item.pk, item.sk), "shelf": {"S": item.index}, "when": moment(item.when)}


def _is_there(actions: dict[int, dict[str, Any]], reasons: Sequence[dict[str, Any]]) -> bool:
    """Is what was to be put there just what was found (numbers may be written otherwise), or what was to go gone?"""
    (values,), found = actions.values(), reasons[0].get("Item")
    if "Delete" in values:
        return found is None
    return "Put" in values and found is not None and _plain(found) == _plain(values["Put"]["Item"])


def _plain(found: Attributes) -> dict[str, Any]:
    return {name: float(value["N"]) if "N" in value else value for name, value in found.items()}


def _reasons(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Why each change of a transaction did not happen; or the one that stood alone."""
    if answer["Error"]["Code"] == f"{CONDITION}Exception":
        return [{"Code": CONDITION, "Item": answer.get("Item")}]
    found: list[dict[str, Any]] = answer.get("CancellationReasons", [])
    return found
