"""Between JSON and dataclasses. Decimals and instants are exact in both directions; fields that
are not known are left out, so that the service may add some."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime, timezone
from decimal import Decimal
from functools import cache
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from . import models

_Shape = TypeVar("_Shape")
_Other = TypeVar("_Other")


def to_json(value: Any) -> Any:
    """Fields that are None and may be left out are left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            one.metadata.get("name", one.name): to_json(getattr(value, one.name))
            for one in fields(value)
            if getattr(value, one.name) is not None or one.default is MISSING
        }
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        instant = value if value.tzinfo is not None else value.replace(tzinfo=timezone.utc)
        return instant.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(item) for item in value]
    return value


def of_type(name: str, value: Any) -> Any:
    """A value of the type with this name, such as `Bot` or `Bot | None`."""
    return _read(_named(name), value)


class Shapes(Generic[_Shape]):
    """The shapes of which a response is one."""

    def __init__(self, *shapes: type[_Shape]) -> None:
        self._shapes = shapes

    def __or__(self, others: Shapes[_Other]) -> Shapes[_Shape | _Other]:
        return Shapes(*self._shapes, *others._shapes)

    def __str__(self) -> str:
        return " | ".join(shape.__name__ for shape in self._shapes)

    def read(self, value: Any) -> _Shape:
        """Raises TypeError for a value that fits none."""
        read = _read_choice(self._shapes, value)
        for shape in self._shapes:
            if isinstance(read, shape):
                return read
        raise TypeError(f"expected {self}, found {type(value).__name__}")


@cache
def _named(name: str) -> Any:
    return eval(name, vars(models))  # noqa: S307 -- names are written by the generator


@cache
def _hints(shape: type) -> dict[str, Any]:
    return get_type_hints(shape, vars(models))


def _read(kind: Any, value: Any) -> Any:
    if isinstance(kind, str):
        kind = _named(kind)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _read_choice(get_args(kind), value)
    if origin is tuple:
        return tuple(_read(get_args(kind)[0], item) for item in value)
    if origin is dict:
        return {key: _read(get_args(kind)[1], item) for key, item in value.items()}
    if origin is Literal or value is None:
        return value
    if is_dataclass(kind):
        return _read_shape(kind, value)
    if kind is Decimal:
        return Decimal(value)
    if kind is datetime:
        return datetime.fromisoformat(value)
    return value


def _read_shape(shape: Any, value: Mapping[str, Any]) -> Any:
    hints = _hints(shape)
    read: dict[str, Any] = {}
    for one in fields(shape):
        name = one.metadata.get("name", one.name)
        if name in value:
            read[one.name] = _read(hints[one.name], value[name])
        elif one.default is MISSING and _may_be_null(hints[one.name]):
            # A service of before this field sends none.
            read[one.name] = None
    return shape(**read)


def _read_choice(kinds: tuple[Any, ...], value: Any) -> Any:
    """Of several shapes, the one that has the most of the value's fields and lacks none."""
    if value is None:
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    shapes = [kind for kind in others if is_dataclass(kind)]
    if isinstance(value, Mapping) and shapes:
        fitting = [shape for shape in shapes if _required(shape) <= value.keys()]
        if not fitting:
            return value
        return _read_shape(max(fitting, key=lambda shape: _overlap(shape, value)), value)
    if len(others) == 1:
        return _read(others[0], value)
    return value


@cache
def _required(shape: Any) -> frozenset[str]:
    hints = _hints(shape)
    return frozenset(
        one.metadata.get("name", one.name)
        for one in fields(shape)
        if one.default is MISSING and not _may_be_null(hints[one.name])
    )


def _may_be_null(kind: Any) -> bool:
    return type(None) in get_args(kind)


def _overlap(shape: Any, value: Mapping[str, Any]) -> int:
    names = {one.metadata.get("name", one.name) for one in fields(shape)}
    return len(names & value.keys()) - len(names - value.keys())
