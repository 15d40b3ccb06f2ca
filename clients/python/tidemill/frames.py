"""Lists as data frames of pandas or polars, which are loaded when they are first used.

    trades = to_pandas(client.each_list_backtest_positions(backtest_id))

Amounts, prices and money stay exact: `decimal.Decimal` in pandas (columns of dtype object),
`Decimal(38, 18)` in polars. With `decimals="float"` they are the nearest floats, which is what
arithmetic over columns is fast on. Instants are in UTC. What the service does not know is missing
(`None`, `NaT`), never zero. Swept inputs of a lab are a column each: `parameters.Length`."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

Decimals = Literal["exact", "float"]
Columns = dict[str, list[Any]]


def to_pandas(items: Iterable[Any], *, decimals: Decimals = "exact") -> Any:
    """A `pandas.DataFrame` with a row for each item, of a page (`page.data`) or of all pages
    (`each_...`). Raises ImportError where pandas is not installed."""
    pandas = _library("pandas")
    columns = _columns(items)
    frame = pandas.DataFrame({name: _plain(values, decimals) for name, values in columns.items()})
    for name, values in columns.items():
        if _are(values, datetime):
            frame[name] = pandas.to_datetime(frame[name], utc=True)
        elif _are(values, bool) and None not in values:
            frame[name] = frame[name].astype(bool)
    return frame


def to_polars(items: Iterable[Any], *, decimals: Decimals = "exact") -> Any:
    """The same as a `polars.DataFrame`."""
    polars = _library("polars")
    columns = _columns(items)
    exact = polars.Decimal(38, 18)
    kinds = {
        name: exact
        for name, values in columns.items()
        if decimals == "exact" and _are(values, Decimal)
    }
    plain = {name: _plain(values, decimals) for name, values in columns.items()}
    return polars.DataFrame(plain, schema_overrides=kinds, strict=False)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        hint = f"{name} is not installed: pip install 'tidemill-client[{name}]'"
        raise ImportError(hint) from error


def _columns(items: Iterable[Any]) -> Columns:
    rows = [_row(item) for item in items]
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _row(item: Any) -> dict[str, Any]:
    """Fields of an item; those of what is inside of it are named by both."""
    row: dict[str, Any] = {}
    for field in dataclasses.fields(item):
        value = getattr(item, field.name)
        if isinstance(value, dict):
            row.update({f"{field.name}.{key}": inner for key, inner in value.items()})
        elif dataclasses.is_dataclass(value):
            row.update({f"{field.name}.{key}": inner for key, inner in _row(value).items()})
        else:
            row[field.name] = value
    return row


def _are(values: list[Any], kind: type) -> bool:
    known = [value for value in values if value is not None]
    return known != [] and all(isinstance(value, kind) for value in known)


def _plain(values: list[Any], decimals: Decimals) -> list[Any]:
    if decimals == "exact" or not _are(values, Decimal):
        return values
    return [None if value is None else float(value) for value in values]
