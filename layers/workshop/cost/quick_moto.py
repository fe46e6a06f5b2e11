"""Moto's DynamoDB, but so that a transaction does not copy the whole table once for each of its parts.

Moto keeps a copy of every table that a transaction names, to go back to. Here whatever is kept is never changed but
replaced, so that a copy of a table may share all that is in it. Nor are the parts of a value that it has not looked
for under every name that they could have, nor is what moto can do read off it anew for each call.
"""

from __future__ import annotations

import copy
import functools
from typing import Any

from moto.core import responses
from moto.core.serialize import AttributePicker, AttributePickerContext
from moto.core.utils import method_names_from_class
from moto.dynamodb.models import DynamoDBBackend
from moto.dynamodb.models.dynamo_type import DynamoType
from moto.dynamodb.models.table import Table


@functools.cache
def quicken() -> None:
    """From now on, in this process."""
    put, delete, update = Table.put_item, Table.delete_item, DynamoDBBackend.update_item

    def put_item(table: Table, item_attrs: dict[str, Any], *args: Any, **named: Any) -> Any:
        if table.hash_key_attr in item_attrs:
            _own(table, DynamoType(item_attrs[table.hash_key_attr]))
        return put(table, item_attrs, *args, **named)

    def delete_item(table: Table, hash_key: DynamoType, range_key: DynamoType | None) -> Any:
        _own(table, hash_key)
        return delete(table, hash_key, range_key)

    def update_item(backend: DynamoDBBackend, table_name: str, key: dict[str, Any], *args: Any, **named: Any) -> Any:
        table = backend.get_table(table_name)
        at, beside = (DynamoType(key[name]) for name in table.table_key_attrs)  # our table has both
        if (item := table.get_item(at, beside)) is not None:
            _own(table, at)
            table.items[at][beside] = copy.deepcopy(item)
        return update(backend, table_name, key, *args, **named)

    for owner, changed in ((Table, put_item), (Table, delete_item), (DynamoDBBackend, update_item)):
        setattr(owner, changed.__name__, changed)
    Table.__deepcopy__ = _sharing  # type: ignore[attr-defined]
    _answering()


def _answering() -> None:
    """A good part of the time of an answer goes there: a value has one part, and there are ten that it could have."""
    looked_for = AttributePicker.__call__

    def picked(picker: AttributePicker, context: AttributePickerContext) -> Any:
        of = getattr(context.shape, "parent", None)
        if of is not None and of.name == "AttributeValue" and isinstance(context.obj, dict):
            return context.obj.get(context.key)
        return looked_for(picker, context)

    known = functools.cache(method_names_from_class)
    for owner, name, changed in (
        (AttributePicker, "__call__", picked),
        (responses, method_names_from_class.__name__, known),
    ):
        setattr(owner, name, changed)


def _own(table: Table, hash_key: DynamoType) -> None:
    """A partition that is about to change is this table's alone."""
    if table.has_range_key and hash_key in table.items:
        table.items[hash_key] = table.items[hash_key].copy()


def _sharing(table: Table, _memo: dict[int, Any]) -> Table:
    twin = copy.copy(table)
    twin.items = table.items.copy()
    return twin
