"""The client against responses that are scripted and, where TIDEMILL_TEST_URL names one, against a
service. Run with: python3 -m unittest discover clients/python/tests"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import httpx  # noqa: E402

from tidemill import (  # noqa: E402
    ApiProblem,
    AsyncTidemill,
    CallOptions,
    NoResponse,
    RetryPolicy,
    StreamEnded,
    Tidemill,
    models,
)

FAST = RetryPolicy(first_wait=0.001, wait_max=0.002)
ORDER = models.PlaceOrder(
    account_id="acc_1",
    market_tag="SIM_BTC_USDT",
    side="buy",
    type="market",
    amount=Decimal("0.10"),
)


class Script:
    """Responds from a list, and records what was sent."""

    def __init__(self, *outcomes: httpx.Response | Exception) -> None:
        self._outcomes = list(outcomes)
        self.sent: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def client(self) -> Tidemill:
        transport = httpx.MockTransport(self)
        return Tidemill("http://tidemill.invalid/", "x", retries=FAST, transport=transport)

    def async_client(self) -> AsyncTidemill:
        transport = httpx.MockTransport(self)
        return AsyncTidemill("http://tidemill.invalid", "x", retries=FAST, transport=transport)


def problem(code: str, status: int, **headers: str) -> httpx.Response:
    document = {"type": "about:blank", "title": code, "status": status, "detail": code, "code": code}
    kind = {"content-type": "application/problem+json"}
    return httpx.Response(status, json=document, headers={**kind, **headers})


def page(ids: list[str], following: str | None) -> httpx.Response:
    keys = [
        {
            "key_id": name,
            "name": name,
            "prefix": "tm_live_x",
            "is_enabled": True,
            "user_id": "usr_1",
            "scopes": ["read"],
            "created_at": "2026-11-21T10:00:00.000Z",
            "expires_at": None,
            "last_used_at": None,
            "allowed_addresses": [],
        }
        for name in ids
    ]
    return httpx.Response(200, json={"data": keys, "next_cursor": following})


class Retries(unittest.TestCase):
    def test_all_tries_of_a_call_have_one_key(self) -> None:
        script = Script(
            httpx.ConnectError("reset"),
            problem("idempotency_in_progress", 409),
            problem("temporarily_unavailable", 503, **{"retry-after": "0"}),
            httpx.Response(201, json={"order_id": "ord_1", "status": "open"}),
        )
        self.assertEqual(script.client().place_order(ORDER).order_id, "ord_1")
        keys = {request.headers["idempotency-key"] for request in script.sent}
        self.assertEqual((len(script.sent), len(keys)), (4, 1))
        self.assertEqual(json.loads(script.sent[0].content)["amount"], "0.10")

    def test_a_refusal_is_raised_at_once(self) -> None:
        script = Script(problem("insufficient_funds", 400))
        with self.assertRaises(ApiProblem) as raised:
            script.client().place_order(ORDER)
        self.assertEqual(raised.exception.code, "insufficient_funds")
        self.assertEqual(len(script.sent), 1)

    def test_without_a_response_the_error_names_the_key(self) -> None:
        script = Script(httpx.ReadTimeout("late"), httpx.ReadTimeout("late"))
        options = CallOptions(idempotency_key="mine", tries_max=2)
        with self.assertRaises(NoResponse) as raised:
            script.client().place_order(ORDER, options=options)
        self.assertEqual(raised.exception.idempotency_key, "mine")

    def test_a_delete_whose_response_was_lost_is_done(self) -> None:
        lost = Script(httpx.ReadError("reset"), problem("order_not_found", 404))
        lost.client().cancel_order("ord_1")
        self.assertEqual(len(lost.sent), 2)
        with self.assertRaises(ApiProblem):
            Script(problem("order_not_found", 404)).client().cancel_order("ord_1")


class Values(unittest.TestCase):
    def test_lists_are_read_page_by_page(self) -> None:
        script = Script(page(["a", "b"], "c1"), page(["c"], None))
        keys = list(script.client().each_partner_list_keys(limit=2))
        self.assertEqual([key.name for key in keys], ["a", "b", "c"])
        instant = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
        self.assertEqual(keys[0].created_at, instant)
        self.assertEqual(script.sent[1].url.params["cursor"], "c1")

    def test_a_choice_lacks_what_may_be_null_on_a_service_of_before(self) -> None:
        happened = {
            "event_id": "1",
            "type": "signal.received",
            "object_id": "bot_1",
            "occurred_at": "2026-11-21T10:00:00.000Z",
            "data": {"bot_id": "bot_1", "action": "long"},
        }
        document = {"data": [happened], "last_event_id": "1", "has_more": False}
        script = Script(httpx.Response(200, json=document))
        [event] = script.client().list_events().data
        wanted = models.SignalEventData(bot_id="bot_1", action="long", signal_id=None)
        self.assertEqual(event.data, wanted)
        self.assertIsNone(event.user_id)

    def test_parameters_are_escaped(self) -> None:
        script = Script(httpx.Response(204))
        script.client().cancel_order("ord/1")
        self.assertEqual(script.sent[0].url.raw_path, b"/v1/orders/ord%2F1")
        with self.assertRaises(ValueError):
            script.client().cancel_order("")


def table(
    text: str,
    kind: str = "text/csv; charset=utf-8; header=present",
    following: str | None = None,
) -> httpx.Response:
    headers = {"content-type": kind, **({"next-cursor": following} if following else {})}
    return httpx.Response(200, content=text.encode(), headers=headers)


class Tables(unittest.TestCase):
    rows = "order_id,note\r\nord_1,\"caf\u00e9, two\"\r\n"

    def test_a_list_as_a_table_is_text_also_after_a_retry(self) -> None:
        script = Script(problem("temporarily_unavailable", 503), table(self.rows))
        since = datetime(2026, 1, 1, tzinfo=timezone.utc)
        self.assertEqual(script.client().table_list_orders(from_=since), self.rows)
        self.assertEqual({one.headers["accept"] for one in script.sent}, {"text/csv"})
        self.assertEqual(script.sent[1].url.params["from"], "2026-01-01T00:00:00Z")

    def test_a_long_list_is_read_page_by_page(self) -> None:
        names = "order_id,note\r\n"
        rows = ['ord_1,"a\r\nb"\r\n', "ord_2,\r\n", "ord_3,\r\n"]

        def pages() -> Script:
            return Script(
                table(names + rows[0], following="c/1"),
                problem("temporarily_unavailable", 503),
                table(names + rows[1], following="c2"),
                table(names + rows[2]),
            )

        script = pages()
        self.assertEqual(script.client().table_list_orders(), names + "".join(rows))
        asked = [one.url.raw_path for one in script.sent]
        wanted = b"/v1/orders?limit=500"
        again = wanted + b"&cursor=c%2F1"
        self.assertEqual(asked, [wanted, again, again, wanted + b"&cursor=c2"])

        async def read(limit: int | None) -> str:
            async with pages().async_client() as client:
                return await client.table_list_orders(limit=limit)

        self.assertEqual(asyncio.run(read(None)), names + "".join(rows))
        # Whoever names a limit wants one page.
        self.assertEqual(asyncio.run(read(1)), names + rows[0])

    def test_and_so_it_is_with_asyncio(self) -> None:
        script = Script(table(self.rows))

        async def read() -> str:
            async with script.async_client() as client:
                return await client.table_list_account_ledger("acc_1", limit=1)

        self.assertEqual(asyncio.run(read()), self.rows)
        self.assertEqual(script.sent[0].url.raw_path, b"/v1/accounts/acc_1/ledger?limit=1")

    def test_nothing_else_is_taken_for_a_table(self) -> None:
        others = (
            table('{"data":[]}', "application/json"),
            table("<html>", "text/html"),
            httpx.Response(204),
            httpx.Response(200, content=b"a\r\n\xff", headers={"content-type": "text/csv"}),
        )
        options = CallOptions(tries_max=1)
        for other in others:
            with self.subTest(other=other), self.assertRaises(NoResponse):
                Script(other).client().table_list_fills(options=options)
        with self.assertRaises(ApiProblem) as raised:
            Script(problem("account_not_found", 404)).client().table_list_account_fills("acc_none")
        self.assertEqual(raised.exception.code, "account_not_found")


def stream(text: str) -> httpx.Response:
    return httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


def event(number: str) -> str:
    body = {
        "event_id": number,
        "type": "order.new_kind",
        "object_id": "ord_1",
        "occurred_at": "2026-11-21T10:00:00.000Z",
        "data": {"unknown": 1},
    }
    return f"id: {number}\ndata: {json.dumps(body)}\n\n"


def connections() -> Script:
    return Script(
        stream(f"retry: 1000\nid: 7\n\n{event('8')}"),
        httpx.ConnectError("reset"),
        stream(f"id: 8\n\n{event('9')}event: end\ndata: {{\"reason\":\"stopping\"}}\n\n"),
        stream('event: end\ndata: {"reason":"key_not_valid"}\n\n'),
    )


class Events(unittest.TestCase):
    def check(self, script: Script, seen: list[str]) -> None:
        self.assertEqual(seen, ["8", "9"])
        places = [request.headers.get("last-event-id") for request in script.sent]
        self.assertEqual(places, [None, "8", "8", "9"])

    def test_a_stream_goes_on_behind_the_last_place(self) -> None:
        script, seen = connections(), []
        with self.assertRaises(StreamEnded):
            for one in script.client().events(types=["order.*"]):
                seen.append(one.event_id)
        self.check(script, seen)

    def test_and_so_it_does_with_asyncio(self) -> None:
        script, seen = connections(), []

        async def follow() -> None:
            async for one in script.async_client().events():
                seen.append(one.event_id)

        with self.assertRaises(StreamEnded):
            asyncio.run(follow())
        self.check(script, seen)


@unittest.skipIf("TIDEMILL_TEST_URL" not in os.environ, "TIDEMILL_TEST_URL names no service")
class Service(unittest.TestCase):
    def test_orders_lists_and_events_of_a_service(self) -> None:
        url, key = os.environ["TIDEMILL_TEST_URL"], os.environ["TIDEMILL_TEST_KEY"]
        with Tidemill(url, key) as client:
            account = next(client.each_list_accounts(limit=1))
            body: dict[str, Any] = {
                "account_id": account.account_id,
                "market_tag": "SIM_BTC_USDT",
                "side": "buy",
                "type": "limit",
                "price": "20000",
                "amount": "0.001",
            }
            placed = client.place_order(body)
            client.cancel_order(placed.order_id)
            order = client.get_order(placed.order_id)
            self.assertEqual((order.status, order.amount), ("cancelled", Decimal("0.001")))
            rows = client.table_list_orders().split("\r\n")
            self.assertTrue(rows[0].startswith("order_id,"))
            self.assertTrue(any(row.startswith(f"{placed.order_id},") for row in rows))
            for one in client.events(types=["order.*"], after="0"):
                if one.type == "order.cancelled" and one.object_id == placed.order_id:
                    self.assertIsInstance(one.data, models.OrderEventData)
                    break
        asyncio.run(self.check_async(url, key))

    async def check_async(self, url: str, key: str) -> None:
        async with AsyncTidemill(url, key) as client:
            tags = [market.market_tag async for market in client.each_list_markets(limit=2)]
            self.assertIn("SIM_BTC_USDT", tags)
            account = (await client.list_accounts()).data[0]
            for rows in (
                await client.table_list_account_ledger(account.account_id),
                await client.table_list_fills(limit=1),
            ):
                self.assertIn("order_id", rows.split("\r\n")[0].split(","))
            with self.assertRaises(ApiProblem):
                await client.get_order("ord_none")


if __name__ == "__main__":
    unittest.main()
