"""The client against peers that hang, break off, and say what no service says."""

from __future__ import annotations

import asyncio
import math
import re
import socket
import sys
import threading
import time
import unittest
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx  # noqa: E402

from tidemill import (  # noqa: E402
    ApiProblem,
    AsyncTidemill,
    NoResponse,
    RetryPolicy,
    StreamEnded,
    Tidemill,
)
from tidemill.limits import RateLimits  # noqa: E402

FAST = RetryPolicy(tries_max=3, first_wait=0.001, wait_max=0.002)
JSON = "application/json"
ORDER = {
    "account_id": "acc_1",
    "market_tag": "SIM_BTC_USDT",
    "side": "buy",
    "type": "market",
    "amount": "0.1",
}
Part = Callable[[socket.socket], None]


def says(status: str, kind: str, body: str, *headers: str, length: int | None = None) -> Part:
    size = len(body.encode()) if length is None else length
    lines = [f"HTTP/1.1 {status}", f"content-type: {kind}", f"content-length: {size}"]
    head = "\r\n".join([*lines, "connection: close", *headers]) + "\r\n\r\n"
    return lambda connection: connection.sendall(head.encode() + body.encode())


def hangs(connection: socket.socket) -> None:
    connection.recv(1)


def trickles(connection: socket.socket) -> None:
    says("200 OK", JSON, "", length=100_000)(connection)
    while True:
        connection.sendall(b" ")
        time.sleep(0.01)


def floods(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
    while True:
        connection.sendall(b"x" * 65_536)


PLACED = says("201 Created", JSON, '{"order_id":"ord_1","status":"open"}')
END = says("200 OK", "text/event-stream", 'event: end\ndata: {"reason":"key_not_valid"}\n\n')
PAGE = says("200 OK", "text/html", "<html>\n\nSign in</html>\n\n")


class Peer:
    """Each request takes the next part; the last one is for all further requests too."""

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self.requests: list[str] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with closing(connection), connection.makefile("rb") as reader:
                lines = iter(reader.readline, b"\r\n")
                head = b"".join(lines).decode()
                if head == "":
                    return
                length = re.search(r"^content-length: (\d+)", head, re.IGNORECASE | re.MULTILINE)
                reader.read(0 if length is None else int(length[1]))
                self.requests.append(head)
                self._parts[min(len(self.requests), len(self._parts)) - 1](connection)
        except OSError:
            pass

    def close(self) -> None:
        self._server.close()
        for connection in self._open:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def keys(self) -> set[str]:
        lines = [line for head in self.requests for line in head.splitlines()]
        return {line for line in lines if line.lower().startswith("idempotency-key")}

    def client(self, timeout: float = 5.0) -> Tidemill:
        return Tidemill(self.url, "x", retries=FAST, timeout=timeout)

    def async_client(self, timeout: float = 5.0) -> AsyncTidemill:
        return AsyncTidemill(self.url, "x", retries=FAST, timeout=timeout)


async def awaited(peer: Peer, timeout: float, call: Callable[[AsyncTidemill], Any]) -> Any:
    async with peer.async_client(timeout) as client:
        return await call(client)


class HostilePeer(unittest.TestCase):
    def peer(self, *parts: Part) -> Peer:
        peer = Peer(*parts)
        self.addCleanup(peer.close)
        return peer

    def test_a_response_that_cannot_be_read_is_tried_again_under_the_same_key(self) -> None:
        for part in (
            PAGE,
            says("201 Created", JSON, '{"order_id":"ord'),
            says("201 Created", JSON, '{"order_id":', length=1_000),
            says("200 OK", JSON, '{"of":"another shape"}'),
        ):
            peer = self.peer(part, part, PLACED)
            self.assertEqual(peer.client().place_order(ORDER).order_id, "ord_1")
            self.assertEqual((len(peer.requests), len(peer.keys())), (3, 1))
            peer = self.peer(part, part, PLACED)
            placed = asyncio.run(awaited(peer, 5.0, lambda client: client.place_order(ORDER)))
            self.assertEqual(placed.order_id, "ord_1")
            peer = self.peer(part)
            with self.assertRaises(NoResponse) as raised:
                peer.client().place_order(ORDER)
            self.assertIsNotNone(raised.exception.idempotency_key)

    def test_a_peer_that_does_not_end_is_left(self) -> None:
        for part in (hangs, trickles):
            with self.assertRaises(NoResponse):
                self.peer(part).client(timeout=0.1).list_bots()
            with self.assertRaises(NoResponse):
                asyncio.run(awaited(self.peer(part), 0.1, lambda client: client.list_bots()))

    def test_retry_after_may_be_a_date(self) -> None:
        date = format_datetime(datetime.now(timezone.utc) + timedelta(hours=1), usegmt=True)
        peer = self.peer(says("503 Away", "text/plain", "away", f"retry-after: {date}"))
        with self.assertRaises(ApiProblem) as raised:
            peer.client().list_bots()
        self.assertGreater(raised.exception.retry_after or 0, 3_500)
        self.assertEqual(len(peer.requests), 1)

    def test_a_redirection_is_not_followed(self) -> None:
        moved = says("301 Moved Permanently", "text/html", "moved", "location: /elsewhere")
        peer = self.peer(moved, PLACED)
        with self.assertRaises(ApiProblem) as raised:
            peer.client().place_order(ORDER)
        self.assertEqual((raised.exception.status, len(peer.requests)), (301, 1))

    def test_json_that_is_no_problem_is_one_by_its_status(self) -> None:
        for body in ('{"status":"error","code":503}', "null", '["no"]', '"no"', '{"code"'):
            peer = self.peer(says("503 Unavailable", JSON, body))
            with self.assertRaises(ApiProblem) as raised:
                peer.client().list_bots()
            error = raised.exception
            self.assertEqual((error.status, error.code, len(peer.requests)), (503, "unknown", 3))

    def test_a_parameter_cannot_lead_out_of_its_place(self) -> None:
        peer = self.peer(PLACED)
        for name in (".", ".."):
            with self.assertRaises(ValueError):
                peer.client().cancel_account_orders(name)
        self.assertEqual(peer.requests, [])

    def test_an_event_that_cannot_be_read_is_requested_again(self) -> None:
        def whole(place: str) -> str:
            happened = '"object_id":"acc_1","occurred_at":"2026-11-27T01:00:00Z"'
            data = f'{{"event_id":"{place}","type":"balance.changed",{happened},"data":{{}}}}'
            return f"id: {place}\ndata: {data}\n\n"

        broken = whole("1") + "id: 2\ndata: {\n\n" + whole("3")
        rest = whole("2") + whole("3") + 'event: end\ndata: {"reason":"key_not_valid"}\n\n'
        parts = (says("200 OK", "text/event-stream", body) for body in (broken, rest))
        peer = self.peer(*parts)
        places: list[str] = []
        with self.assertRaises(StreamEnded):
            for event in peer.client().events():
                places.append(event.event_id)
        self.assertEqual((places, len(peer.requests)), (["1", "2", "3"], 2))

    def test_what_is_no_stream_of_events_is_left(self) -> None:
        for part in (PAGE, floods):
            peer = self.peer(part, END)
            with self.assertRaises(StreamEnded):
                next(iter(peer.client().events()))
            self.assertEqual(len(peer.requests), 2)


class CountingService:
    """Has a window that begins with its first request."""

    def __init__(self, limit: int, window: int) -> None:
        self._limit, self._window = limit, window
        self._start, self._used = float("-inf"), 0
        self.refused = 0

    def take(self, now: float) -> tuple[int, dict[str, str]]:
        if now >= self._start + self._window:
            self._start, self._used = now, 0
        self._used += 1
        seconds = math.ceil(self._start + self._window - now)
        headers = {
            "ratelimit-policy": f'"reads";q={self._limit};w={self._window}',
            "ratelimit": f'"reads";r={max(0, self._limit - self._used)};t={seconds}',
        }
        is_refused = self._used > self._limit
        self.refused += int(is_refused)
        return (429 if is_refused else 200), headers


class Limits(unittest.TestCase):
    def test_calls_at_the_same_time_share_what_is_left(self) -> None:
        service, limits, now = CountingService(10, 60), RateLimits(), 0.0
        limits.note(service.take(now)[1], now)
        waiting = 45
        while waiting > 0:
            together: list[float] = []
            while waiting > len(together) and limits.take("reads", now) == 0:
                together.append(now)
            for sent in together:
                limits.note(service.take(sent)[1], now)
            waiting -= len(together)
            now += 0.5
        self.assertEqual(service.refused, 0)
        self.assertGreater(now, 200)

    def test_a_call_waits_for_the_next_window(self) -> None:
        service = CountingService(1, 1)

        def respond(_request: httpx.Request) -> httpx.Response:
            status, headers = service.take(time.monotonic())
            return httpx.Response(status, json={"data": []}, headers=headers)

        transport = httpx.MockTransport(respond)
        with Tidemill("http://tidemill.invalid", "x", transport=transport) as client:
            client.list_exchanges()
            client.list_exchanges()
            known = client.rate_limit("reads")
        self.assertEqual((service.refused, known and known.limit), (0, 1))


QUIET = '{"type":"interrupted","data":{"detail":"no price"}}'


class Markets(unittest.TestCase):
    def test_a_market_is_followed(self) -> None:
        end = 'event: end\ndata: {"reason":"key_not_valid"}\n\n'
        text = f"retry: 1000\n\ndata: {QUIET}\n\n{end}"
        peer = Peer(says("200 OK", "text/event-stream", text))
        self.addCleanup(peer.close)
        seen: list[Any] = []
        with self.assertRaises(StreamEnded):
            for message in peer.client().market("SIM_BTC/USDT"):
                seen.append((message.type, message.data))
        self.assertEqual(seen, [("interrupted", "no price")])
        self.assertIn("GET /v1/markets/SIM_BTC%2FUSDT/stream ", peer.requests[0])


if __name__ == "__main__":
    unittest.main()
