"""A table in DynamoDB: one on-demand table, one sparse index, transactions with conditions."""

from __future__ import annotations

import logging
import math
import os
import random
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeGuard

from botocore.exceptions import ClientError

from host.core.store import tails
from host.core.store.attributes import Attributes, action, decoded, keyed, moment, size, unreadable
from host.core.store.aws import NO_RESPONSE, error_code
from host.core.store.bases import BASE, SESSION, BaseState, BaseStates, is_base, laid
from host.core.store.items import HIGHEST, MOST_OPS, AddToCounts, Failed, Item, Key, Op, Overloaded, PutItem, TooLarge
from host.core.store.tails import Line

log = logging.getLogger(__name__)
Meter = Callable[[str, dict[str, Any]], None]
INDEX = "shelves"
MOST_KEYS = 100  # in one read of several
KB = 1024  # bytes: by so many a write is paid for
TAIL = "tail"  # of an item: the lines of its log that lie with a game
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

    def __init__(self, client: Any, name: str, meter: Meter | None = None) -> None:
        self._client, self._name, self._meter = client, name, meter
        self._bases, self._tails = BaseStates(), tails.LogTails()

    def get(self, pk: str, sk: str) -> Item | None:
        """One item, as the last transaction left it."""
        if len(self._bases.with_unknown([(pk, sk)])) > 1:
            return self.several([(pk, sk)])[0]
        found = self._read("get_item", TableName=self._name, Key=keyed(pk, sk), ConsistentRead=True).get("Item")
        return self._decoded(found) if found else self._lying_elsewhere(pk, sk)

    def several(self, keys: Sequence[Key], *, strong: bool = True) -> list[Item | None]:
        """Items by their keys, in one call; without `strong` for half the price."""
        asked, read = self._bases.with_unknown(keys), list[Attributes]()
        wanted = [keyed(*key) for key in asked]
        while wanted:
            now, wanted = wanted[:MOST_KEYS], wanted[MOST_KEYS:]
            answer = self._read("batch_get_item", RequestItems={self._name: {"Keys": now, "ConsistentRead": strong}})
            read += answer["Responses"].get(self._name, [])
            wanted += answer.get("UnprocessedKeys", {}).get(self._name, {}).get("Keys", [])
        found = {(each["pk"]["S"], each["sk"]["S"]): each for each in read}
        for pk, sk in asked:
            if sk == BASE and (pk, sk) not in found:
                self._bases.note(pk, None)
        self._note(read)
        return [self._decoded(found[key]) if key in found else self._lying_elsewhere(*key) for key in keys]

    def _lying_elsewhere(self, pk: str, sk: str) -> Item | None:
        """What has no item of its own may be a line that lies with others."""
        return next(iter(self.query(pk, sk, sk)), None) if tails.touched(pk, sk, sk) else None

    def _note(self, read: list[Attributes]) -> None:
        """Whatever bases were read are known from now on."""
        for each in read:
            if each["sk"]["S"] == BASE and (base := _base(each)):
                self._bases.note(each["pk"]["S"], base)

    def _decoded(self, found: Attributes) -> Item | None:
        """An item as it was kept; read again with its base, where another process has just laid that anew."""
        pk, sk = found["pk"]["S"], found["sk"]["S"]
        base = self._bases.of(pk, sk)  # others may know another one a moment later: this reading goes by its own
        for attempt in range(TRIES):
            if not unreadable(found, base):
                break
            time.sleep(random.uniform(0, FIRST_PAUSE) * attempt)  # noqa: S311 - only spreads the load
            asked = {"Keys": [keyed(pk, sk), keyed(pk, BASE)], "ConsistentRead": True}
            answer = self._read("batch_get_item", RequestItems={self._name: asked})
            read = {each["sk"]["S"]: each for each in answer["Responses"].get(self._name, [])}
            if sk not in read and not answer.get("UnprocessedKeys"):
                return None
            found, base = read.get(sk, found), _base(read[BASE]) if BASE in read else None
        else:
            base = None
        if base and "changes" in found:
            self._bases.was_packed(pk, int(found["version"]["N"]), base)
        item = decoded(found, base)
        if sk == SESSION and not item.damaged:
            try:
                lines = tails.unpacked_lines(found[TAIL]["B"], item.body) if TAIL in found else []
            except (ValueError, zlib.error):
                item.damaged = True
            else:
                lines, item.news = tails.sorted_out(lines)
                self._tails.note(pk, item.version, lines)
        return item

    def query(self, pk: str, first: str = "", last: str = HIGHEST, limit: int = 1000) -> list[Item]:
        """The items of one partition, in order."""
        if not tails.touched(pk, first, last):
            return self._queried(pk, first, last, limit)
        # The game first: what goes from it meanwhile is found where it has gone.
        game = self.get(pk, SESSION)
        lines = (self._tails.of(pk, game.version) if game else None) or []
        found = self._queried(pk, *tails.widened(first, last), limit + tails.MOST_LINES)
        return tails.merged(found, lines, pk, first, last)[:limit]

    def _queried(self, pk: str, first: str, last: str, limit: int) -> list[Item]:
        # A key is never empty here, so neither may be the one that we look from.
        values = {":pk": {"S": pk}, ":first": {"S": first or " "}, ":last": {"S": last}}
        condition = "pk = :pk and sk between :first and :last"
        return self._pages(
            limit, KeyConditionExpression=condition, ExpressionAttributeValues=values, ConsistentRead=True
        )

    def due_before(self, index: str, until: float, after: Item | None = None, limit: int = 100) -> list[Item]:
        """What is due in an index, earliest first, without bodies; the index is a moment behind."""
        values = {":shelf": {"S": index}, ":until": moment(until)}
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
            raise TooLarge(f"{len(ops)} changes do not fit in one transaction; DynamoDB takes {MOST_OPS}.")
        alone = len(ops) == 1 and _repeatable(ops[0])
        anew = {} if alone else self._bases.laid_anew(ops)
        lines = {op.item.pk: self._lines(n, op) for n, op in enumerate(ops) if _is_game(op)}
        used = [self._bases.used(op, anew) for op in ops]
        actions = {n: action(op, self._name, base) for n, (op, base) in enumerate(zip(ops, used, strict=True))}
        for n, op in enumerate(ops):
            if _is_game(op):
                lines[op.item.pk] = self._lay_lines(ops, op, lines[op.item.pk], actions, actions[n]["Put"]["Item"])
        for n, base in enumerate(anew.items(), len(ops)):
            actions[n] = action(laid(*base), self._name)
        self._do(actions, alone=alone or _one_game(ops, actions))
        self._bases.written(ops, used)
        for op in ops:
            if _is_game(op):
                self._tails.note(op.item.pk, op.item.version, lines[op.item.pk])

    def _lines(self, n: int, put: PutItem) -> list[Line]:
        """The lines that lie with the game that is to be replaced."""
        pk, known = put.item.pk, self._tails.of(put.item.pk, put.expect or 0)
        if put.expect == 0 or known is not None:
            return known or []
        game = self.get(pk, SESSION)
        if put.expect is not None and (game is None or game.version != put.expect or game.damaged):
            raise Failed({n: game})
        return (self._tails.of(pk, game.version) if game else None) or []

    def _lay_lines(
        self, ops: Sequence[Op], put: PutItem, before: list[Line], actions: dict[int, dict[str, Any]], kept: Attributes
    ) -> list[Line]:
        """Lay news and new lines of the log beside their game, or lines before in a sheaf; returns what lies there."""
        pk, body, taken = put.item.pk, put.item.body, size(kept) + len(TAIL)
        new, news = tails.newest(ops, pk), tails.as_lines(put.item.news)
        least = taken + (len(tails.packed_lines(news, body)) if news else 0)
        lines = tails.kept(before, new, news, body, KB * math.ceil(least / KB) - taken)  # what makes it no dearer
        if before and lines[: len(before)] != before:
            self._do({0: action(tails.sheaf(pk, before), self._name)}, alone=True)
        if lines or news:
            kept[TAIL] = {"B": tails.packed_lines(lines + news, body)}
        there = {sk for sk, _ in lines}
        for n, op in enumerate(ops):
            if isinstance(op, PutItem) and op.item.pk == pk and op.item.sk in there:
                del actions[n]
        return lines

    def _do(self, actions: dict[int, dict[str, Any]], *, alone: bool) -> None:
        for attempt in range(TRIES):
            if self._written(actions, alone=alone):
                return
            time.sleep(random.uniform(0.5, 1) * FIRST_PAUSE * 2**attempt)  # noqa: S311 - only spreads the load
        raise Overloaded

    def _written(self, actions: dict[int, dict[str, Any]], *, alone: bool) -> bool:
        """Did it happen? What may be done twice and stands alone takes half the price without a transaction."""
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
                if alone and _is_there(actions, reasons):  # it has happened, and only the answer was lost
                    return True
                raise Failed({i: _found(reason) for i, reason in failed.items()}) from None
            codes = {reason["Code"] for reason in reasons} - {"None"} or {error_code(error)}
            if not codes <= PASSING:
                raise
            log.info("a change has to wait: %s", ", ".join(sorted(codes)))
            return False
        return True

    def purge(self, now: float) -> None:
        """DynamoDB throws away by itself what has expired, by the attribute `until`."""

    def every(self) -> Iterator[Item]:
        """Everything there is."""
        start: dict[str, Any] = {}
        lines = set[Key]()
        while True:
            page = self._client.scan(TableName=self._name, ConsistentRead=True, **start)
            yield from self._each(page["Items"], lines)
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _each(self, page: list[Attributes], given: set[Key]) -> Iterator[Item]:
        """What is on a page, with the lines that lie with games, each once."""
        for item in filter(None, map(self._decoded, page)):
            beside = self._tails.of(item.pk, item.version) if item.sk == SESSION else None
            for each in [*tails.spread(item), *(Item(item.pk, *line) for line in beside or [])]:
                if tails.touched(each.pk, each.sk, each.sk):
                    if (each.pk, each.sk) in given:
                        continue
                    given.add((each.pk, each.sk))
                if not is_base(each):
                    yield each

    def _pages(self, limit: int, **query: Any) -> list[Item]:
        found: list[Item] = []
        while len(found) < limit:
            page = self._read("query", TableName=self._name, Limit=limit - len(found), **query)
            found += [item for item in map(self._decoded, page["Items"]) if item is not None]
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


def _base(found: Attributes) -> BaseState | None:
    """A base as it was kept, if it can be read."""
    item = decoded(found)
    return None if item.damaged else BaseState(item.version, item.body)


def _index_key(item: Item) -> Attributes:
    return {**keyed(item.pk, item.sk), "shelf": {"S": item.index}, "when": moment(item.when)}


def _is_game(op: Op) -> TypeGuard[PutItem]:
    return isinstance(op, PutItem) and op.item.sk == SESSION


def _one_game(ops: Sequence[Op], actions: dict[int, dict[str, Any]]) -> bool:
    """Is it one game alone, with all that lies beside it? What is found there then tells whether it has happened."""
    return len(actions) == 1 and all(_is_game(ops[n]) for n in actions if n < len(ops))


def _is_there(actions: dict[int, dict[str, Any]], reasons: Sequence[dict[str, Any]]) -> bool:
    """Is what was to be put there just what was found? Numbers may be written otherwise there."""
    (values,), found = actions.values(), reasons[0].get("Item")
    return "Put" in values and found is not None and _plain(found) == _plain(values["Put"]["Item"])


def _plain(found: Attributes) -> dict[str, Any]:
    return {name: float(value["N"]) if "N" in value else value for name, value in found.items()}


def _repeatable(op: Op) -> bool:
    """Whatever was there before, it is the same afterwards, and so is an item that is put back under its version."""
    if isinstance(op, PutItem) and op.expect:
        return op.expect == op.item.version
    return not isinstance(op, AddToCounts) and op.expect is None


def _reasons(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Why each change of a transaction did not happen; or the one that stood alone."""
    if answer["Error"]["Code"] == f"{CONDITION}Exception":
        return [{"Code": CONDITION, "Item": answer.get("Item")}]
    found: list[dict[str, Any]] = answer.get("CancellationReasons", [])
    return found


def _found(reason: dict[str, Any]) -> Item | None:
    return decoded(reason["Item"]) if reason.get("Item") else None
