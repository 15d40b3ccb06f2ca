"""Sends calls, each under one Idempotency-Key until it has an outcome, so that no effect happens
twice; waiting for responses, or with asyncio."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from .problems import ApiProblem, NoResponse, StreamEnded
from .retries import RetryPolicy, is_outcome_unknown, wait_before_retry
from .values import of_type, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions:
    """What one call sets for itself. A program that may be ended and repeats its calls when it is
    started again gives `idempotency_key`, from what it stores."""

    idempotency_key: str | None = None
    tries_max: int | None = None
    timeout: float | None = None


class _Call:
    """One call: what is sent, and what follows from each outcome. Sends nothing itself."""

    def __init__(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        options: CallOptions | None,
        policy: RetryPolicy,
    ) -> None:
        own = options or CallOptions()
        self.method = method
        self.path, self.query = _place(template, given)
        self.content = None if body is None else json.dumps(to_json(body)).encode()
        is_keyed = method in ("POST", "PUT")
        self.key = (own.idempotency_key or str(uuid.uuid4())) if is_keyed else None
        self.timeout = own.timeout
        self._policy = policy
        self._tries_max = own.tries_max or policy.tries_max
        self._tries = 0
        self._may_be_done = False

    def arguments(self, headers: Mapping[str, str]) -> dict[str, Any]:
        self._tries += 1
        sent = {"accept": "application/json", **headers}
        if self.content is not None:
            sent["content-type"] = "application/json"
        if self.key is not None:
            sent["idempotency-key"] = self.key
        arguments = {"headers": sent, "params": self.query, "content": self.content}
        return arguments if self.timeout is None else {**arguments, "timeout": self.timeout}

    def wait_after(self, error: Exception) -> float | None:
        """Seconds until the next try; None: the call is over, and was done. Raises otherwise."""
        is_gone = isinstance(error, ApiProblem) and error.status == 404
        if self._may_be_done and self.method == "DELETE" and is_gone:
            return None
        policy = RetryPolicy(
            self._tries_max,
            self._policy.first_wait,
            self._policy.wait_max,
            self._policy.retry_after_max,
        )
        wait = wait_before_retry(error, self._tries, policy)
        if wait is None:
            raise error
        self._may_be_done = self._may_be_done or is_outcome_unknown(error)
        return wait


def _place(template: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    in_path = set(re.findall(r"\{(\w+)\}", template))
    path = template
    for name in in_path:
        value = given[name]
        if value in (None, ""):
            raise ValueError(f'"{name}" is missing')
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    query = {
        name: to_json(value)
        for name, value in given.items()
        if name not in in_path and value is not None
    }
    return path, {name: _text(value) for name, value in query.items()}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(_text, value)) if isinstance(value, list) else str(value)


def _outcome(status: int, headers: httpx.Headers, content: bytes) -> Any:
    is_json = "json" in headers.get("content-type", "")
    if status < 300 and (content == b"" or is_json):
        return json.loads(content) if content else None
    known = json.loads(content) if is_json else {}
    problem = {
        "type": "about:blank",
        "title": "",
        "status": status,
        "detail": f"expected JSON, found {content[:200]!r}",
        "code": "unknown",
        **known,
    }
    after = headers.get("retry-after", "")
    seconds = float(after) if after.isdecimal() else None
    raise ApiProblem(problem, headers.get("x-request-id"), seconds)


class _Settings:
    def __init__(
        self, base_url: str, api_key: str, retries: RetryPolicy | None, timeout: float
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.headers = {"authorization": f"Bearer {api_key}"}
        self.retries = retries or RetryPolicy()
        self.timeout = timeout


# The service sends something each 15 seconds.
_SILENCE_MAX = 30.0
_PASSING_ENDS = frozenset({"too_slow", "stopping", "internal_error"})


class _Follower:
    """The place of a stream of events, and what its lines mean."""

    def __init__(self, types: tuple[str, ...] | list[str] | None, after: str | None) -> None:
        self.query = {} if types is None else {"types": ",".join(types)}
        self.after = after
        self.failures = 0
        self._name: str | None = None
        self._id: str | None = None
        self._data: list[str] = []

    def arguments(self, headers: Mapping[str, str]) -> dict[str, Any]:
        self._name, self._id, self._data = None, None, []
        place = {} if self.after is None else {"last-event-id": self.after}
        sent = {"accept": "text/event-stream", **place, **headers}
        return {"headers": sent, "params": self.query, "timeout": _SILENCE_MAX}

    def take(self, line: str) -> Any | None:
        """The event that is whole with this line. Older versions of httpx retain its end."""
        line = line.rstrip("\r\n")
        if line != "":
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "event":
                self._name = value
            elif name == "id":
                self._id = value
            elif name == "data":
                self._data.append(value)
            return None
        ended, place, data = self._name == "end", self._id, "\n".join(self._data)
        self._name, self._id, self._data = None, None, []
        self.failures = 0
        if ended:
            raise StreamEnded(json.loads(data).get("reason", "unknown"))
        if place is not None:
            self.after = place
        return None if data == "" else of_type("Event", json.loads(data))

    def wait_after(self, error: Exception, policy: RetryPolicy) -> float:
        if isinstance(error, StreamEnded) and error.reason not in _PASSING_ENDS:
            raise error
        self.failures += 1
        known = error if isinstance(error, ApiProblem) else NoResponse(str(error), None)
        endless = RetryPolicy(1_000, policy.first_wait, policy.wait_max, policy.retry_after_max)
        wait = wait_before_retry(known, min(self.failures, 10), endless)
        if wait is None:
            raise error
        return wait


class SyncCalls:
    """What the methods of `Tidemill` are made of."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(base_url, api_key, retries, timeout)
        self._http = httpx.Client(transport=transport, timeout=timeout)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def call(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        result: str | None,
        options: CallOptions | None,
    ) -> Any:
        call = _Call(method, template, given, body, options, self._settings.retries)
        while True:
            try:
                value = self._send(call)
                return None if result is None else of_type(result, value)
            except (ApiProblem, NoResponse) as error:
                wait = call.wait_after(error)
                if wait is None:
                    return None
                time.sleep(wait)

    def _send(self, call: _Call) -> Any:
        try:
            response = self._http.request(
                call.method,
                self._settings.base_url + call.path,
                **call.arguments(self._settings.headers),
            )
        except httpx.TransportError as error:
            raise NoResponse(str(error), call.key) from error
        return _outcome(response.status_code, response.headers, response.content)

    def each(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        result: str | None,
        options: CallOptions | None,
        items: str,
    ) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self.call(method, template, {**given, "cursor": cursor}, body, result, options)
            yield from getattr(page, items)
            cursor = page.next_cursor
            if cursor is None:
                return

    def events(
        self, *, types: tuple[str, ...] | list[str] | None = None, after: str | None = None
    ) -> Iterator[Any]:
        """Events as they happen; goes on behind the last one where a connection broke."""
        follower = _Follower(types, after)
        url = f"{self._settings.base_url}/v1/events/stream"
        while True:
            try:
                arguments = follower.arguments(self._settings.headers)
                with self._http.stream("GET", url, **arguments) as response:
                    if response.status_code != 200:
                        _outcome(response.status_code, response.headers, response.read())
                    for line in response.iter_lines():
                        event = follower.take(line)
                        if event is not None:
                            yield event
                raise NoResponse("the connection ended", None)
            except (ApiProblem, NoResponse, StreamEnded, httpx.TransportError) as error:
                time.sleep(follower.wait_after(error, self._settings.retries))


class AsyncCalls:
    """What the methods of `AsyncTidemill` are made of."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(base_url, api_key, retries, timeout)
        self._http = httpx.AsyncClient(transport=transport, timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def call(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        result: str | None,
        options: CallOptions | None,
    ) -> Any:
        call = _Call(method, template, given, body, options, self._settings.retries)
        while True:
            try:
                value = await self._send(call)
                return None if result is None else of_type(result, value)
            except (ApiProblem, NoResponse) as error:
                wait = call.wait_after(error)
                if wait is None:
                    return None
                await asyncio.sleep(wait)

    async def _send(self, call: _Call) -> Any:
        try:
            response = await self._http.request(
                call.method,
                self._settings.base_url + call.path,
                **call.arguments(self._settings.headers),
            )
        except httpx.TransportError as error:
            raise NoResponse(str(error), call.key) from error
        return _outcome(response.status_code, response.headers, response.content)

    async def each(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        result: str | None,
        options: CallOptions | None,
        items: str,
    ) -> AsyncIterator[Any]:
        cursor: str | None = None
        while True:
            wanted = {**given, "cursor": cursor}
            page = await self.call(method, template, wanted, body, result, options)
            for item in getattr(page, items):
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

    async def events(
        self, *, types: tuple[str, ...] | list[str] | None = None, after: str | None = None
    ) -> AsyncIterator[Any]:
        """Events as they happen; goes on behind the last one where a connection broke."""
        follower = _Follower(types, after)
        url = f"{self._settings.base_url}/v1/events/stream"
        while True:
            try:
                arguments = follower.arguments(self._settings.headers)
                async with self._http.stream("GET", url, **arguments) as response:
                    if response.status_code != 200:
                        _outcome(response.status_code, response.headers, await response.aread())
                    async for line in response.aiter_lines():
                        event = follower.take(line)
                        if event is not None:
                            yield event
                raise NoResponse("the connection ended", None)
            except (ApiProblem, NoResponse, StreamEnded, httpx.TransportError) as error:
                await asyncio.sleep(follower.wait_after(error, self._settings.retries))
