"""Sends calls, each under one Idempotency-Key until it has an outcome, so that no effect happens
twice; waiting for responses, or with asyncio."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import quote

import httpx

from .limits import RateLimit, RateLimits
from .problems import ApiProblem, NoResponse, StreamEnded
from .retries import RetryPolicy, is_outcome_unknown, wait_before_retry
from .streams import Follower, MarketMessage, event_of, market_message_of
from .values import Shapes, to_json

# What a value of another shape than the document says is read with.
_UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError)
_JSON = "application/json"
_CSV = "text/csv"
# The most that each list has on a page.
_TABLE_PAGE_ROWS = 500
_PASSING = (ApiProblem, NoResponse, StreamEnded, httpx.RequestError, *_UNREADABLE)


_Shape = TypeVar("_Shape")
_Item = TypeVar("_Item")
_Sync = TypeVar("_Sync", bound="SyncCalls")
_Async = TypeVar("_Async", bound="AsyncCalls")


class _Page(Protocol):
    @property
    def next_cursor(self) -> str | None: ...


_PageShape = TypeVar("_PageShape", bound=_Page)


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
        tier: str,
        options: CallOptions | None,
        settings: _Settings,
        accept: str = _JSON,
    ) -> None:
        own = options or CallOptions()
        self.method = method
        self.path, self.query = _place(template, given)
        self.content = None if body is None else json.dumps(to_json(body)).encode()
        is_keyed = method in ("POST", "PUT")
        # A DELETE can be sent again without one; where one was given, it has the same outcome.
        given_key = None if method == "GET" else own.idempotency_key
        self.key = given_key or (str(uuid.uuid4()) if is_keyed else None)
        self.timeout = settings.timeout if own.timeout is None else own.timeout
        self.tier = tier
        self.accept = accept
        policy = settings.retries
        self._policy = replace(policy, tries_max=own.tries_max or policy.tries_max)
        self._tries = 0
        self._may_be_done = False

    def arguments(self, headers: Mapping[str, str]) -> dict[str, Any]:
        self._tries += 1
        sent = {"accept": self.accept, **headers}
        if self.content is not None:
            sent["content-type"] = _JSON
        if self.key is not None:
            sent["idempotency-key"] = self.key
        return {
            "headers": sent,
            "params": self.query,
            "content": self.content,
            "timeout": self.timeout,
        }

    def value_of(self, shapes: Shapes[_Shape], body: Any) -> _Shape:
        try:
            return shapes.read(body)
        except _UNREADABLE as error:
            text = f"what arrived is no {shapes}: {error!r}"
            raise NoResponse(text, self.key) from error

    def wait_after(self, error: Exception) -> float | None:
        """Seconds until the next try; None: the call is over, and was done. Raises otherwise."""
        is_gone = isinstance(error, ApiProblem) and error.status == 404
        if self._may_be_done and self.method == "DELETE" and is_gone:
            return None
        wait = wait_before_retry(error, self._tries, self._policy)
        if wait is None:
            raise error
        self._may_be_done = self._may_be_done or is_outcome_unknown(error)
        return wait


def _present(value: _Shape | None) -> _Shape:
    """What a call that is no deletion returns: only a deletion may be done without a response."""
    if value is None:
        raise TypeError("a call that was done has a response")
    return value


class _TablePart(NamedTuple):
    text: str
    following: str | None


class _Table:
    """A list as comma-separated values, by pages: in one response the service ends a long list and
    says so behind its rows, where httpx does not look."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._is_page = given.get("limit") is not None
        self._texts: list[str] = []
        self.wanted = given if self._is_page else {**given, "limit": _TABLE_PAGE_ROWS}

    def ends_with(self, part: _TablePart) -> bool:
        # Each page has the names of the columns, of which none has a line end.
        text = part.text.partition("\n")[2] if self._texts else part.text
        self._texts.append(text)
        self.wanted = {**self.wanted, "cursor": part.following}
        return self._is_page or part.following is None

    def text(self) -> str:
        return "".join(self._texts)


def _place(template: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    in_path = set(re.findall(r"\{(\w+)\}", template))
    path = template
    for name in in_path:
        value = given[name]
        if value in (None, ""):
            raise ValueError(f'"{name}" is missing')
        # Addresses are read as steps up there, however these are escaped.
        if str(value) in (".", ".."):
            raise ValueError(f'"{name}" is "{value}", which no path can have')
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


def _table_part(body: Any) -> _TablePart:
    if not isinstance(body, _TablePart):
        raise TypeError("what was asked for as a table is one")
    return body


def _outcome(status: int, headers: httpx.Headers, content: bytes, accept: str = _JSON) -> Any:
    """The body of a success. Raises a problem, or ValueError for a success of another type:
    something between here and the service may have responded."""
    kind = headers.get("content-type", "")
    is_json = "json" in kind
    if 200 <= status < 300 and accept == _CSV:
        if kind.partition(";")[0].strip().lower() != _CSV:
            raise ValueError(f"expected {_CSV}, found {content[:200]!r}")
        return _TablePart(content.decode(), headers.get("next-cursor"))
    if 200 <= status < 300:
        if content != b"" and not is_json:
            raise ValueError(f"expected JSON, found {content[:200]!r}")
        return json.loads(content) if content else None
    location = headers.get("location")
    problem = {
        "type": "about:blank",
        "title": "",
        "detail": f"expected JSON, found {content[:200]!r}"
        if location is None
        else f'the address is now "{location}", which is not followed',
        "code": "unknown",
        **(_problem_in(content) if is_json else {}),
        "status": status,
    }
    after = _retry_after(headers.get("retry-after", ""))
    raise ApiProblem(problem, headers.get("x-request-id"), after)


def _problem_in(content: bytes) -> dict[str, Any]:
    """Empty: it is no problem of the service."""
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) and isinstance(found.get("code"), str) else {}


def _retry_after(header: str) -> float | None:
    """Seconds, or a date."""
    if header.isdecimal():
        return float(header)
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    aware = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return max(0.0, (aware - datetime.now(timezone.utc)).total_seconds())


class _Settings:
    def __init__(
        self,
        base_url: str,
        api_key: str,
        retries: RetryPolicy | None,
        timeout: float,
        is_pacing: bool,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.headers = {"authorization": f"Bearer {api_key}"}
        self.retries = retries or RetryPolicy()
        self.timeout = timeout
        self.limits = RateLimits()
        self.is_pacing = is_pacing

    def wait_for_window(self, tier: str) -> float:
        """Seconds; 0: the request may be sent, and was counted."""
        wait = self.limits.take(tier, time.monotonic()) if self.is_pacing else 0.0
        return wait if wait <= self.retries.retry_after_max else 0.0

    def note(self, headers: Mapping[str, str]) -> None:
        self.limits.note(headers, time.monotonic())


class SyncCalls:
    """What the methods of `Tidemill` are made of."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = 30.0,
        is_pacing: bool = True,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(base_url, api_key, retries, timeout, is_pacing)
        self._http = httpx.Client(transport=transport, timeout=timeout)

    def close(self) -> None:
        self._http.close()

    def __enter__(self: _Sync) -> _Sync:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def call(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_Shape],
        tier: str,
        options: CallOptions | None,
    ) -> _Shape:
        read = self.delete(method, template, given, body, shapes, tier, options)
        return _present(read)

    def delete(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_Shape],
        tier: str,
        options: CallOptions | None,
    ) -> _Shape | None:
        """None: it is gone, and the response that said so was lost."""
        call = _Call(method, template, given, body, tier, options, self._settings)
        return self._finish(call, lambda found: call.value_of(shapes, found))

    def act(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        tier: str,
        options: CallOptions | None,
    ) -> None:
        """A call whose response has no body."""
        call = _Call(method, template, given, body, tier, options, self._settings)
        self._finish(call, lambda _: None)

    def table(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        tier: str,
        options: CallOptions | None,
    ) -> str:
        """A whole list as comma-separated values, read page by page; starts with the names of its
        columns. With `limit` one page of it."""
        table = _Table(given)
        while True:
            wanted = table.wanted
            call = _Call(method, template, wanted, None, tier, options, self._settings, _CSV)
            if table.ends_with(_present(self._finish(call, _table_part))):
                return table.text()

    def _finish(self, call: _Call, read: Callable[[Any], _Shape]) -> _Shape | None:
        while True:
            try:
                return read(self._send(call))
            except (ApiProblem, NoResponse) as error:
                wait = call.wait_after(error)
                if wait is None:
                    return None
                time.sleep(wait)

    def _send(self, call: _Call) -> Any:
        while (wait := self._settings.wait_for_window(call.tier)) > 0:
            time.sleep(wait)
        until = time.monotonic() + call.timeout
        url = self._settings.base_url + call.path
        arguments = call.arguments(self._settings.headers)
        try:
            with self._http.stream(call.method, url, **arguments) as response:
                self._settings.note(response.headers)
                content = b""
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > until:
                        raise httpx.ReadTimeout("the response did not end in time")
            return _outcome(response.status_code, response.headers, content, call.accept)
        except (httpx.RequestError, ValueError) as error:
            raise NoResponse(str(error), call.key) from error

    def each(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_PageShape],
        tier: str,
        options: CallOptions | None,
        items: Callable[[_PageShape], Iterable[_Item]],
    ) -> Iterator[_Item]:
        cursor: str | None = None
        while True:
            wanted = {**given, "cursor": cursor}
            page = self.call(method, template, wanted, body, shapes, tier, options)
            yield from items(page)
            cursor = page.next_cursor
            if cursor is None:
                return

    def events(
        self,
        *,
        types: tuple[str, ...] | list[str] | None = None,
        after: str | None = None,
        on_place: Callable[[str], None] | None = None,
    ) -> Iterator[Any]:
        """Events as they happen; goes on behind the last one where a connection broke. `on_place`
        is called with each place from which it can go on, also where nothing happened."""
        query = {} if types is None else {"types": ",".join(types)}
        return self._follow(Follower("/v1/events/stream", event_of, query, after, on_place))

    def market(self, market_tag: str) -> Iterator[MarketMessage]:
        """What a market trades at, as it does; begins with what is now where a connection broke."""
        path, _ = _place("/v1/markets/{market_tag}/stream", {"market_tag": market_tag})
        return self._follow(Follower(path, market_message_of))

    def _follow(self, follower: Follower) -> Iterator[Any]:
        url = self._settings.base_url + follower.path
        while True:
            try:
                arguments = follower.arguments(self._settings.headers)
                with self._http.stream("GET", url, **arguments) as response:
                    if response.status_code != 200:
                        _outcome(response.status_code, response.headers, response.read())
                    follower.check(response.headers)
                    for content in response.iter_bytes():
                        for message in follower.take(content):
                            yield message
                raise NoResponse("the connection ended", None)
            except _PASSING as error:
                time.sleep(follower.wait_after(error, self._settings.retries))

    def rate_limit(self, tier: str) -> RateLimit | None:
        """What was last heard of a tier of limits, such as `trading`."""
        return self._settings.limits.get(tier)


class AsyncCalls:
    """What the methods of `AsyncTidemill` are made of."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: RetryPolicy | None = None,
        timeout: float = 30.0,
        is_pacing: bool = True,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = _Settings(base_url, api_key, retries, timeout, is_pacing)
        self._http = httpx.AsyncClient(transport=transport, timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self: _Async) -> _Async:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def call(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_Shape],
        tier: str,
        options: CallOptions | None,
    ) -> _Shape:
        read = await self.delete(method, template, given, body, shapes, tier, options)
        return _present(read)

    async def delete(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_Shape],
        tier: str,
        options: CallOptions | None,
    ) -> _Shape | None:
        """None: it is gone, and the response that said so was lost."""
        call = _Call(method, template, given, body, tier, options, self._settings)
        return await self._finish(call, lambda found: call.value_of(shapes, found))

    async def act(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        tier: str,
        options: CallOptions | None,
    ) -> None:
        """A call whose response has no body."""
        call = _Call(method, template, given, body, tier, options, self._settings)
        await self._finish(call, lambda _: None)

    async def table(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        tier: str,
        options: CallOptions | None,
    ) -> str:
        """A whole list as comma-separated values, read page by page; starts with the names of its
        columns. With `limit` one page of it."""
        table = _Table(given)
        while True:
            wanted = table.wanted
            call = _Call(method, template, wanted, None, tier, options, self._settings, _CSV)
            if table.ends_with(_present(await self._finish(call, _table_part))):
                return table.text()

    async def _finish(self, call: _Call, read: Callable[[Any], _Shape]) -> _Shape | None:
        while True:
            try:
                return read(await self._send(call))
            except (ApiProblem, NoResponse) as error:
                wait = call.wait_after(error)
                if wait is None:
                    return None
                await asyncio.sleep(wait)

    async def _send(self, call: _Call) -> Any:
        while (wait := self._settings.wait_for_window(call.tier)) > 0:
            await asyncio.sleep(wait)
        until = time.monotonic() + call.timeout
        url = self._settings.base_url + call.path
        arguments = call.arguments(self._settings.headers)
        try:
            async with self._http.stream(call.method, url, **arguments) as response:
                self._settings.note(response.headers)
                content = b""
                async for part in response.aiter_bytes():
                    content += part
                    if time.monotonic() > until:
                        raise httpx.ReadTimeout("the response did not end in time")
            return _outcome(response.status_code, response.headers, content, call.accept)
        except (httpx.RequestError, ValueError) as error:
            raise NoResponse(str(error), call.key) from error

    async def each(
        self,
        method: str,
        template: str,
        given: Mapping[str, Any],
        body: Any,
        shapes: Shapes[_PageShape],
        tier: str,
        options: CallOptions | None,
        items: Callable[[_PageShape], Iterable[_Item]],
    ) -> AsyncIterator[_Item]:
        cursor: str | None = None
        while True:
            wanted = {**given, "cursor": cursor}
            page = await self.call(method, template, wanted, body, shapes, tier, options)
            for item in items(page):
                yield item
            cursor = page.next_cursor
            if cursor is None:
                return

    def events(
        self,
        *,
        types: tuple[str, ...] | list[str] | None = None,
        after: str | None = None,
        on_place: Callable[[str], None] | None = None,
    ) -> AsyncIterator[Any]:
        """Events as they happen; goes on behind the last one where a connection broke. `on_place`
        is called with each place from which it can go on, also where nothing happened."""
        query = {} if types is None else {"types": ",".join(types)}
        return self._follow(Follower("/v1/events/stream", event_of, query, after, on_place))

    def market(self, market_tag: str) -> AsyncIterator[MarketMessage]:
        """What a market trades at, as it does; begins with what is now where a connection broke."""
        path, _ = _place("/v1/markets/{market_tag}/stream", {"market_tag": market_tag})
        return self._follow(Follower(path, market_message_of))

    async def _follow(self, follower: Follower) -> AsyncIterator[Any]:
        url = self._settings.base_url + follower.path
        while True:
            try:
                arguments = follower.arguments(self._settings.headers)
                async with self._http.stream("GET", url, **arguments) as response:
                    if response.status_code != 200:
                        _outcome(response.status_code, response.headers, await response.aread())
                    follower.check(response.headers)
                    async for content in response.aiter_bytes():
                        for message in follower.take(content):
                            yield message
                raise NoResponse("the connection ended", None)
            except _PASSING as error:
                await asyncio.sleep(follower.wait_after(error, self._settings.retries))

    def rate_limit(self, tier: str) -> RateLimit | None:
        """What was last heard of a tier of limits, such as `trading`."""
        return self._settings.limits.get(tier)
