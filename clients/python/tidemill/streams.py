"""Server-sent events: what the bytes of a stream mean, and where it goes on; without any waiting or
sending."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import models
from .problems import ApiProblem, NoResponse, StreamEnded
from .retries import RetryPolicy, wait_before_retry
from .values import of_type

# The service sends something each 15 seconds.
SILENCE_MAX = 30.0
# Bytes of one message; the service sends far fewer.
_MESSAGE_MAX = 4_000_000
_PASSING_ENDS = frozenset({"too_slow", "stopping", "internal_error"})


@dataclass(frozen=True, slots=True)
class MarketMessage:
    """What a market trades at: a ticker, a minute that has closed, or in words why none comes."""

    type: Literal["ticker", "minute", "interrupted"]
    data: models.MarketTicker | models.Candle | str


def event_of(message: Any) -> Any:
    return of_type("Event", message)


def market_message_of(message: Any) -> MarketMessage | None:
    kind, data = message["type"], message["data"]
    if kind == "interrupted":
        return MarketMessage(kind, data["detail"])
    shape = {"ticker": "MarketTicker", "minute": "Candle"}.get(kind)
    return None if shape is None else MarketMessage(kind, of_type(shape, data))


class Follower:
    """The place of a stream, and what its bytes mean."""

    def __init__(
        self,
        path: str,
        read: Callable[[Any], Any],
        query: Mapping[str, str] | None = None,
        after: str | None = None,
        on_place: Callable[[str], None] | None = None,
    ) -> None:
        self.path = path
        self._read = read
        self._query = query or {}
        self._after = after
        self._on_place = on_place
        self._failures = 0
        self._rest = b""

    def arguments(self, headers: Mapping[str, str]) -> dict[str, Any]:
        self._rest = b""
        place = {} if self._after is None else {"last-event-id": self._after}
        sent = {"accept": "text/event-stream", **place, **headers}
        return {"headers": sent, "params": self._query, "timeout": SILENCE_MAX}

    def check(self, headers: Mapping[str, str]) -> None:
        kind = headers.get("content-type", "")
        if not kind.startswith("text/event-stream"):
            raise NoResponse(f'"{kind}" in place of a stream', None)

    def take(self, content: bytes) -> Iterator[Any]:
        """What is whole with these bytes, one after the other: the place moves with them."""
        self._rest += content.replace(b"\r", b"")
        if len(self._rest) > _MESSAGE_MAX:
            raise NoResponse("a message without an end", None)
        *blocks, self._rest = self._rest.split(b"\n\n")
        for block in blocks:
            read = self._message(block.decode())
            if read is not None:
                yield read

    def _message(self, block: str) -> Any | None:
        name, place, data = None, None, []
        for line in block.split("\n"):
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                name = value
            elif field == "id":
                place = value
            elif field == "data":
                data.append(value)
        # One that cannot be read is not behind us: it is requested again.
        content = json.loads("\n".join(data)) if data else None
        if name == "end":
            raise StreamEnded(str((content or {}).get("reason", "unknown")))
        self._failures = 0
        if place is not None:
            self._after = place
            if self._on_place is not None:
                self._on_place(place)
        return None if content is None else self._read(content)

    def wait_after(self, error: Exception, policy: RetryPolicy) -> float:
        if isinstance(error, StreamEnded) and error.reason not in _PASSING_ENDS:
            raise error
        self._failures += 1
        known = error if isinstance(error, ApiProblem) else NoResponse(str(error), None)
        endless = RetryPolicy(1_000, policy.first_wait, policy.wait_max, policy.retry_after_max)
        wait = wait_before_retry(known, min(self._failures, 10), endless)
        if wait is None:
            raise error
        return wait
