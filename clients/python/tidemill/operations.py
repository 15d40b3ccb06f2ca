"""A method for each operation.

Written by sdk/generate/write-client.ts from openapi.json."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from . import models
from .calls import AsyncCalls, CallOptions, SyncCalls
from .values import Shapes
from datetime import datetime


class Operations(SyncCalls):
    """Methods that wait for the response."""

    def list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Every exchange that accounts can be connected to, sorted by code."""
        return self.call(
            "GET", "/v1/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    def get_exchange(
        self,
        code: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeRecord:
        """What the exchange can do and promises, and how it is now. It is there while the
        exchange is down."""
        return self.call(
            "GET", "/v1/exchanges/{code}", {"code": code}, None, Shapes(models.ExchangeRecord), "reads", options
        )

    def list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """With `exchange`, one request returns the whole exchange. Without it, the universe
        pages by cursor."""
        return self.call(
            "GET", "/v1/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Market]:
        """Each item of all pages of `list_markets`."""
        return self.each(
            "GET", "/v1/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    def get_market_price(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketPrice:
        """The last price of a market, as its exchange says now."""
        return self.call(
            "GET", "/v1/markets/{market_tag}/price", {"market_tag": market_tag}, None, Shapes(models.MarketPrice), "reads", options
        )

    def get_market_ticker(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketTicker:
        """The last price of a market as its exchange says now, and what it did over the
        last 24 hours as far as its minutes are known here."""
        return self.call(
            "GET", "/v1/markets/{market_tag}/ticker", {"market_tag": market_tag}, None, Shapes(models.MarketTicker), "reads", options
        )

    def list_market_candles(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.CandlePage:
        """Candles of a market, oldest first: those that have ended, as far as its history
        is known. Intervals in which nothing was traded are left out. A page is made of
        at most 50000 minutes, so long intervals have fewer candles on one."""
        return self.call(
            "GET", "/v1/markets/{market_tag}/candles", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.CandlePage), "reads", options
        )

    def each_list_market_candles(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Candle]:
        """Each item of all pages of `list_market_candles`."""
        return self.each(
            "GET", "/v1/markets/{market_tag}/candles", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.CandlePage), "reads", options, lambda page: page.data
        )

    def list_candle_columns(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        forming: bool | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.CandleColumns:
        """The candles that `/candles` lists, as lists of whole numbers: for charts, which
        need many of them at once. A page is made of at most 250000 minutes; request the
        next one with `next_from` as `from`."""
        return self.call(
            "GET", "/v1/markets/{market_tag}/candle-columns", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "forming": forming, "limit": limit}, None, Shapes(models.CandleColumns), "reads", options
        )

    def get_market_history(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketHistory:
        """From when to when the minutes of a market are known here, by which charts are
        drawn and scripts are run."""
        return self.call(
            "GET", "/v1/markets/{market_tag}/history", {"market_tag": market_tag}, None, Shapes(models.MarketHistory), "reads", options
        )

    def fetch_market_history(
        self,
        market_tag: str,
        body: models.FetchHistory | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.MarketHistory:
        """Fetches up to 3 days of the minutes that are missing from its exchange; backwards
        where older ones are missing. Repeat it until `from` is early enough or does not
        change."""
        return self.call(
            "POST", "/v1/markets/{market_tag}/history", {"market_tag": market_tag}, body, Shapes(models.MarketHistory), "writes", options
        )

    def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AccountPage:
        """Your exchange accounts, sorted by id. Credentials are never shown."""
        return self.call(
            "GET", "/v1/accounts", {"limit": limit, "cursor": cursor}, None, Shapes(models.AccountPage), "reads", options
        )

    def each_list_accounts(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Account]:
        """Each item of all pages of `list_accounts`."""
        return self.each(
            "GET", "/v1/accounts", {"limit": limit, "cursor": None}, None, Shapes(models.AccountPage), "reads", options, lambda page: page.data
        )

    def connect_account(
        self,
        body: models.ConnectAccount | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """With `is_paper` makes a paper account: play money on the markets and prices of
        the exchange, without credentials. Otherwise checks the credentials at the
        exchange and stores them sealed: only the process that talks to exchanges can
        open them. A key that may withdraw is refused, and so is an account of the
        exchange that is connected already. Bots may be created on the account once the
        operator allows it."""
        return self.call(
            "POST", "/v1/accounts", {}, body, Shapes(models.Account), "writes", options
        )

    def get_account(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """The account, with what is known of its key. Credentials are never shown."""
        return self.call(
            "GET", "/v1/accounts/{account_id}", {"account_id": account_id}, None, Shapes(models.Account), "reads", options
        )

    def get_account_balance(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountBalance:
        """What the account holds, as its exchange says."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/balance", {"account_id": account_id}, None, Shapes(models.AccountBalance), "reads", options
        )

    def list_account_positions(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionList:
        """Open futures positions, newest first; always empty on spot accounts."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/positions", {"account_id": account_id}, None, Shapes(models.PositionList), "reads", options
        )

    def list_account_orders(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderList:
        """Orders that still work, manual and placed by bots, newest first, returned whole.
        An order leaves the list the moment it stops working."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/orders", {"account_id": account_id}, None, Shapes(models.OrderList), "reads", options
        )

    def cancel_account_orders(
        self,
        account_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the account, manual and placed by bots, or those
        on one market. Running bots may place new ones: stop them first."""
        return self.delete(
            "DELETE", "/v1/accounts/{account_id}/orders", {"account_id": account_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    def place_account_order(
        self,
        account_id: str,
        body: models.PlaceAccountOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderPlaced:
        """As `POST /v1/orders`, with stops, targets and trailing stops, if the exchange
        knows them (`order_support` of the exchange says which). Send an
        `Idempotency-Key`, so that a repeated request cannot place a second order."""
        return self.call(
            "POST", "/v1/accounts/{account_id}/orders", {"account_id": account_id}, body, Shapes(models.OrderPlaced), "trading", options
        )

    def list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndedOrderPage:
        """Orders that work no longer, manual and placed by bots, by their placing newest
        first, with how each ended. What they filled at is in the fills of the account,
        and in the order."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.EndedOrderPage), "reads", options
        )

    def each_list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EndedOrder]:
        """Each item of all pages of `list_ended_account_orders`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.EndedOrderPage), "reads", options, lambda page: page.data
        )

    def table_list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_ended_account_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    def list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.FillPage:
        """The trade history of the account: what its orders filled, manual and placed by
        bots, oldest first. A page that is not full is the last one for now."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.FillPage), "reads", options
        )

    def each_list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Fill]:
        """Each item of all pages of `list_account_fills`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.FillPage), "reads", options, lambda page: page.data
        )

    def table_list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_fills` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return self.table(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    def allow_account_bots(
        self,
        account_id: str,
        body: models.AllowBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Whether bots may be created on the account; those that exist stay. Of an account
        with real money an owner of the installation decides."""
        return self.call(
            "PUT", "/v1/accounts/{account_id}/bots", {"account_id": account_id}, body, Shapes(models.Account), "writes", options
        )

    def check_account(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Asks the exchange whether it accepts the stored credentials, and what they may
        do. An account that it refuses becomes `invalid_credentials` and its bots are
        stopped with the reason; one that it accepts again becomes `connected`."""
        return self.call(
            "POST", "/v1/accounts/{account_id}/check", {"account_id": account_id}, None, Shapes(models.Account), "writes", options
        )

    def rotate_account_credentials(
        self,
        account_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """The new ones are checked first, must be of the same account of the exchange, and
        then replace the old ones, which are retained sealed for a day. Also connects an
        account again whose credentials were removed or refused."""
        return self.call(
            "PUT", "/v1/accounts/{account_id}/credentials", {"account_id": account_id}, body, Shapes(models.Account), "writes", options
        )

    def remove_account_credentials(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Stops its bots and deletes its credentials. Open orders and positions stay at the
        exchange, where nobody here can follow them; cancel and close them before."""
        self.act(
            "DELETE", "/v1/accounts/{account_id}/credentials", {"account_id": account_id}, None, "writes", options
        )

    def restore_account_credentials(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Within a day after a replacement. The former ones are checked first; those in use
        are retained for a day in their place, so that this can be undone in the same
        way."""
        return self.call(
            "POST", "/v1/accounts/{account_id}/credentials/restore", {"account_id": account_id}, None, Shapes(models.Account), "writes", options
        )

    def list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of the account over time, oldest first: noted each hour and, at most every
        five minutes, after something was traded; each minute while it is requested. In
        the currency that most markets of its exchange settle in, at the last prices
        there (docs/equity.md)."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EquityPoint]:
        """Each item of all pages of `list_account_equity`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    def table_list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_equity` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return self.table(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def sum_equity(
        self,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        options: CallOptions | None = None,
    ) -> models.EquitySumList:
        """Value of all your accounts together over time, for each currency that they are
        valued in, real money and play money apart. Of each account its newest value
        before the end of an interval counts. At most 1500 intervals (docs/equity.md)."""
        return self.call(
            "GET", "/v1/equity", {"interval": interval, "from": from_, "to": to}, None, Shapes(models.EquitySumList), "reads", options
        )

    def list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LedgerPage:
        """The books of a simulated or paper account in double entry, oldest first:
        deposits, trades, fees, funding, and what orders and positions lock and free. The
        sum of `change` in a currency is what the account holds of it. Real exchanges
        keep their books themselves."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.LedgerPage), "reads", options
        )

    def each_list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.LedgerEntry]:
        """Each item of all pages of `list_account_ledger`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.LedgerPage), "reads", options, lambda page: page.data
        )

    def table_list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_ledger` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return self.table(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    def place_order(
        self,
        body: models.PlaceOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderPlaced:
        """Places a manual order on the account's exchange: real money on a real account.
        Send an `Idempotency-Key`, so that a repeated request cannot place a second
        order."""
        return self.call(
            "POST", "/v1/orders", {}, body, Shapes(models.OrderPlaced), "trading", options
        )

    def list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.KnownOrderPage:
        """Orders of all accounts and states, manual and placed by bots, by their placing
        newest first, as they are known here. Narrow the list by account, market, bot,
        state and window."""
        return self.call(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.KnownOrderPage), "reads", options
        )

    def each_list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.KnownOrder]:
        """Each item of all pages of `list_orders`."""
        return self.each(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.KnownOrderPage), "reads", options, lambda page: page.data
        )

    def table_list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_orders` returns as comma-separated values, for spreadsheets; starts
        with the names of its columns."""
        return self.table(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def get_order(
        self,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderOutcome:
        """An order of any age, manual or placed by a bot, with its status, the mean price
        of its fills and what they cost. One that still works is brought up to date with
        its exchange first."""
        return self.call(
            "GET", "/v1/orders/{order_id}", {"order_id": order_id}, None, Shapes(models.OrderOutcome), "reads", options
        )

    def cancel_order(
        self,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        self.act(
            "DELETE", "/v1/orders/{order_id}", {"order_id": order_id}, None, "writes", options
        )

    def estimate_account_order(
        self,
        account_id: str,
        body: models.PlaceAccountOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderEstimate:
        """What an order of any type would cost by the prices of now, its fee, what it needs
        of what is available, and why it would be refused. Nothing is placed."""
        return self.call(
            "POST", "/v1/accounts/{account_id}/orders/estimate", {"account_id": account_id}, body, Shapes(models.OrderEstimate), "reads", options
        )

    def list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AccountFillPage:
        """What the orders of your accounts filled, by account, oldest first in each, as
        their exchanges tell it. A page may be short, or empty: read on until
        `next_cursor` is null. Accounts whose exchange does not respond are named in
        `unread`."""
        return self.call(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.AccountFillPage), "reads", options
        )

    def each_list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.AccountFill]:
        """Each item of all pages of `list_fills`."""
        return self.each(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.AccountFillPage), "reads", options, lambda page: page.data
        )

    def table_list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_fills` returns as comma-separated values, for spreadsheets; starts
        with the names of its columns."""
        return self.table(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        wait: Literal["0"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.EventPage:
        """What happened, oldest first. Events are retained for a week. Read on with
        `after`: nothing is left out and nothing comes twice. Send `wait=0`: without it
        the address sends events as they happen, as `GET /v1/events/stream` does, unless
        `limit` is given or `Accept` names `application/json` and not `text/event-stream`
        (docs/events.md)."""
        return self.call(
            "GET", "/v1/events", {"after": after, "types": types, "wait": wait, "limit": limit}, None, Shapes(models.EventPage), "reads", options
        )

    def list_webhooks(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookList:
        """All of them, oldest first, without their secrets."""
        return self.call(
            "GET", "/v1/webhooks", {}, None, Shapes(models.WebhookList), "reads", options
        )

    def create_webhook(
        self,
        body: models.CreateWebhook | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Events from now on are sent to the address, signed by the Standard Webhooks
        convention (docs/webhooks.md). The secret is in this response and never again."""
        return self.call(
            "POST", "/v1/webhooks", {}, body, Shapes(models.WebhookWithSecret), "writes", options
        )

    def delete_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its deliveries; what waits is not sent."""
        self.act(
            "DELETE", "/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, None, "writes", options
        )

    def rotate_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Makes a new secret. For 24 hours messages are signed by both."""
        return self.call(
            "POST", "/v1/webhooks/{webhook_id}/rotate", {"webhook_id": webhook_id}, None, Shapes(models.WebhookWithSecret), "writes", options
        )

    def enable_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """One that was disabled is sent what waited then, and what happens from now on."""
        return self.call(
            "POST", "/v1/webhooks/{webhook_id}/enable", {"webhook_id": webhook_id}, None, Shapes(models.Webhook), "writes", options
        )

    def test_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDelivery:
        """A signed message of type `webhook.tested`, sent once and at once, whatever types
        the webhook is for and also while its deliveries fail. The delivery in the
        response is listed with what became of it."""
        return self.call(
            "POST", "/v1/webhooks/{webhook_id}/test", {"webhook_id": webhook_id}, None, Shapes(models.WebhookDelivery), "writes", options
        )

    def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What was sent and responded, and what waits; newest first, for a week."""
        return self.call(
            "GET", "/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Each item of all pages of `list_webhook_deliveries`."""
        return self.each(
            "GET", "/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    def resend_webhook_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Also one that succeeded; its message has the same id. Works while the event is
        retained."""
        self.act(
            "POST", "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", {"webhook_id": webhook_id, "delivery_id": delivery_id}, None, "writes", options
        )

    def list_hooks(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HookList:
        """Secret addresses for signals, oldest first, without the addresses."""
        return self.call(
            "GET", "/v1/hooks", {}, None, Shapes(models.HookList), "reads", options
        )

    def create_hook(
        self,
        body: models.CreateHook | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.HookWithPath:
        """An address at which messages from outside, such as alerts of TradingView, become
        signals for a bot (docs/hooks.md). Its path is a secret, in this response and
        never again. A name that the bot does not listen to is refused; `GET
        /v1/hooks/listeners` has those it does."""
        return self.call(
            "POST", "/v1/hooks", {}, body, Shapes(models.HookWithPath), "writes", options
        )

    def list_hook_listeners(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HookListenerList:
        """What a hook can be made for: bots, each with the names that it listens to."""
        return self.call(
            "GET", "/v1/hooks/listeners", {}, None, Shapes(models.HookListenerList), "reads", options
        )

    def rotate_hook(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.HookWithPath:
        """The former address ends at once."""
        return self.call(
            "POST", "/v1/hooks/{hook_id}/rotate", {"hook_id": hook_id}, None, Shapes(models.HookWithPath), "writes", options
        )

    def delete_hook(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its trace; its address ends at once."""
        self.act(
            "DELETE", "/v1/hooks/{hook_id}", {"hook_id": hook_id}, None, "writes", options
        )

    def list_hook_calls(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.HookCallList:
        """The newest 100 messages, newest first, with what became of each."""
        return self.call(
            "GET", "/v1/hooks/{hook_id}/calls", {"hook_id": hook_id}, None, Shapes(models.HookCallList), "reads", options
        )

    def list_notification_channels(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannelList:
        """All of them, sorted by id, without their secrets."""
        return self.call(
            "GET", "/v1/notifications/channels", {}, None, Shapes(models.NotificationChannelList), "reads", options
        )

    def create_notification_channel(
        self,
        body: models.CreateNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """A code is sent to it; nothing else is sent before the code was entered
        (`verifyNotificationChannel`). See docs/notifications.md."""
        return self.call(
            "POST", "/v1/notifications/channels", {}, body, Shapes(models.NotificationChannel), "writes", options
        )

    def get_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """Where it leads, and whether messages arrive."""
        return self.call(
            "GET", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, None, Shapes(models.NotificationChannel), "reads", options
        )

    def change_notification_channel(
        self,
        channel_id: str,
        body: models.ChangeNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """To change where it leads, make another one: that has to be proven anew."""
        return self.call(
            "PUT", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, body, Shapes(models.NotificationChannel), "writes", options
        )

    def delete_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its deliveries; what waits is not sent."""
        self.act(
            "DELETE", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, None, "writes", options
        )

    def send_notification_code(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """The code before it is of no use any more."""
        self.act(
            "POST", "/v1/notifications/channels/{channel_id}/code", {"channel_id": channel_id}, None, "writes", options
        )

    def verify_notification_channel(
        self,
        channel_id: str,
        body: models.VerifyNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """Events from now on are sent. A code is valid for 15 minutes and five tries."""
        return self.call(
            "POST", "/v1/notifications/channels/{channel_id}/verify", {"channel_id": channel_id}, body, Shapes(models.NotificationChannel), "writes", options
        )

    def test_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationDelivery:
        """The delivery in the response says, when it is read again, what became of it."""
        return self.call(
            "POST", "/v1/notifications/channels/{channel_id}/test", {"channel_id": channel_id}, None, Shapes(models.NotificationDelivery), "writes", options
        )

    def enable_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """One that was disabled is sent what waited then, and what happens from now on."""
        return self.call(
            "POST", "/v1/notifications/channels/{channel_id}/enable", {"channel_id": channel_id}, None, Shapes(models.NotificationChannel), "writes", options
        )

    def list_notification_rules(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRuleList:
        """All of them, sorted by id. Everybody begins with two: problems, and messages of
        scripts."""
        return self.call(
            "GET", "/v1/notifications/rules", {}, None, Shapes(models.NotificationRuleList), "reads", options
        )

    def create_notification_rule(
        self,
        body: models.SaveNotificationRule | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRule:
        """It is about events from now on."""
        return self.call(
            "POST", "/v1/notifications/rules", {}, body, Shapes(models.NotificationRule), "writes", options
        )

    def replace_notification_rule(
        self,
        rule_id: str,
        body: models.SaveNotificationRule | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRule:
        """The whole of it; what waits by it is sent as it was."""
        return self.call(
            "PUT", "/v1/notifications/rules/{rule_id}", {"rule_id": rule_id}, body, Shapes(models.NotificationRule), "writes", options
        )

    def delete_notification_rule(
        self,
        rule_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """What waits by it is not sent."""
        self.act(
            "DELETE", "/v1/notifications/rules/{rule_id}", {"rule_id": rule_id}, None, "writes", options
        )

    def list_notification_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        channel_id: str | None = None,
        options: CallOptions | None = None,
    ) -> models.NotificationDeliveryPage:
        """What was sent and what waits; newest first, for a week."""
        return self.call(
            "GET", "/v1/notifications/deliveries", {"limit": limit, "cursor": cursor, "channel_id": channel_id}, None, Shapes(models.NotificationDeliveryPage), "reads", options
        )

    def each_list_notification_deliveries(
        self,
        *,
        limit: int | None = None,
        channel_id: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.NotificationDelivery]:
        """Each item of all pages of `list_notification_deliveries`."""
        return self.each(
            "GET", "/v1/notifications/deliveries", {"limit": limit, "cursor": None, "channel_id": channel_id}, None, Shapes(models.NotificationDeliveryPage), "reads", options, lambda page: page.data
        )

    def resend_notification_delivery(
        self,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Also one that arrived. Codes are not sent again: ask for another one."""
        self.act(
            "POST", "/v1/notifications/deliveries/{delivery_id}/resend", {"delivery_id": delivery_id}, None, "writes", options
        )

    def list_audit(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AuditPage:
        """Who did what from where, newest first: what you did and what was done to you. An
        owner sees all users, or one."""
        return self.call(
            "GET", "/v1/audit", {"limit": limit, "cursor": cursor, "user_id": user_id}, None, Shapes(models.AuditPage), "reads", options
        )

    def each_list_audit(
        self,
        *,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.AuditEntry]:
        """Each item of all pages of `list_audit`."""
        return self.each(
            "GET", "/v1/audit", {"limit": limit, "cursor": None, "user_id": user_id}, None, Shapes(models.AuditPage), "reads", options, lambda page: page.data
        )

    def list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Yours, sorted by id, without secrets; a key sees those that may do no more."""
        return self.call(
            "GET", "/v1/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ApiKey]:
        """Each item of all pages of `list_keys`."""
        return self.each(
            "GET", "/v1/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    def create_key(
        self,
        body: models.CreateKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. A key makes none that may do
        more: what is left out of expiry and networks is inherited. A session has to be
        confirmed."""
        return self.call(
            "POST", "/v1/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    def switch_key(
        self,
        key_id: str,
        body: models.SwitchKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ApiKey:
        """At once and everywhere. A disabled key responds like an unknown one until it is
        enabled again. A session has to be confirmed to enable one."""
        return self.call(
            "PUT", "/v1/keys/{key_id}/enabled", {"key_id": key_id}, body, Shapes(models.ApiKey), "writes", options
        )

    def delete_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        self.act(
            "DELETE", "/v1/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    def list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.UserPage:
        """Those of the installation, oldest first, without end users of partners."""
        return self.call(
            "GET", "/v1/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.UserPage), "reads", options
        )

    def each_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.User]:
        """Each item of all pages of `list_users`."""
        return self.each(
            "GET", "/v1/users", {"limit": limit, "cursor": None}, None, Shapes(models.UserPage), "reads", options, lambda page: page.data
        )

    def create_user(
        self,
        body: models.CreateUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """A trader on the plan `unlimited` unless stated otherwise. It signs in by a link
        that an owner makes in the console, or the operator by `tidemill users
        sign-in-link`."""
        return self.call(
            "POST", "/v1/users", {}, body, Shapes(models.User), "writes", options
        )

    def get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """With what it signs in with."""
        return self.call(
            "GET", "/v1/users/{user_id}", {"user_id": user_id}, None, Shapes(models.User), "reads", options
        )

    def delete_user(
        self,
        user_id: str,
        name: str,
        *,
        cancel_orders: bool | None = None,
        close_positions: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.UserDeletion | None:
        """For good, and with its end users where it is a partner. Nothing signs in as the
        user any more, its hooks, webhooks and channels of notifications are deleted, its
        bots are stopped and its orders cancelled, then its bots, scripts, labs,
        backtests and credentials are deleted. Orders, fills, books, equity and the audit
        log stay, under a name that says nothing. Until `is_deleted` is true something is
        left: the service resumes the deletion every minute, with what was requested
        last, and the request may be repeated. The last owner stays."""
        return self.delete(
            "DELETE", "/v1/users/{user_id}", {"user_id": user_id, "name": name, "cancel_orders": cancel_orders, "close_positions": close_positions}, None, Shapes(models.UserDeletion), "writes", options
        )

    def change_role(
        self,
        user_id: str,
        body: models.ChangeRole | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """Takes effect at once, also for who is signed in. The last owner stays one."""
        return self.call(
            "PUT", "/v1/users/{user_id}/role", {"user_id": user_id}, body, Shapes(models.User), "writes", options
        )

    def change_plan(
        self,
        user_id: str,
        body: models.ChangePlan | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """Takes effect at once, for its end users too."""
        return self.call(
            "PUT", "/v1/users/{user_id}/plan", {"user_id": user_id}, body, Shapes(models.User), "writes", options
        )

    def end_sessions(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndedSessions:
        """At once, and links that were not used yet are void. Keys stay."""
        return self.call(
            "POST", "/v1/users/{user_id}/end-sessions", {"user_id": user_id}, None, Shapes(models.EndedSessions), "writes", options
        )

    def get_installation(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Installation:
        """Its processes with their figures, queues, database and slow requests. Processes
        say every ten seconds that they live. `/metrics` has the figures for programs
        that watch them."""
        return self.call(
            "GET", "/v1/operator", {}, None, Shapes(models.Installation), "reads", options
        )

    def list_partners(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.OperatorPartnerList:
        """All partners, sorted by name, with what their end users used since the month
        began and what is due for it so far."""
        return self.call(
            "GET", "/v1/operator/partners", {}, None, Shapes(models.OperatorPartnerList), "reads", options
        )

    def stop_everything(
        self,
        body: models.StopEverything | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all of your running bots; acts within five seconds, also while the service
        is overloaded and while bots hang. Stopped bots send nothing more and stay
        stopped until they are started again. Orders and positions are left alone unless
        the request says otherwise. It may be repeated at any time."""
        return self.call(
            "POST", "/v1/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    def whitelabel_stop_everything(
        self,
        body: models.StopEverythingOfEndUsers | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all running bots of your end users, or of one; acts within five seconds,
        also while the service is overloaded and while bots hang. Stopped bots send
        nothing more and stay stopped until they are started again. Orders and positions
        are left alone unless the request says otherwise. It may be repeated at any time."""
        return self.call(
            "POST", "/v1/whitelabel/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    def partner_stop_everything(
        self,
        body: models.StopEverythingOfEndUsers | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all running bots of your end users, or of one; acts within five seconds,
        also while the service is overloaded and while bots hang. Stopped bots send
        nothing more and stay stopped until they are started again. Orders and positions
        are left alone unless the request says otherwise. It may be repeated at any time."""
        return self.call(
            "POST", "/v1/partner/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    def get_account_limits(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the account may do at most; a new account has no limits."""
        return self.call(
            "GET", "/v1/accounts/{account_id}/limits", {"account_id": account_id}, None, Shapes(models.AccountLimits), "reads", options
        )

    def set_account_limits(
        self,
        account_id: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all; an empty object takes them away. Every order is judged by them
        before the exchange hears of it: a manual one is refused with `order_rejected`, a
        bot is stopped with the reason. The scope `trading` may tighten them. What lifts
        one, and `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return self.call(
            "PUT", "/v1/accounts/{account_id}/limits", {"account_id": account_id}, body, Shapes(models.AccountLimits), "writes", options
        )

    def list_scripts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ScriptPage:
        """Scripts of the caller, sorted by id, without their source."""
        return self.call(
            "GET", "/v1/scripts", {"limit": limit, "cursor": cursor}, None, Shapes(models.ScriptPage), "reads", options
        )

    def each_list_scripts(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Script]:
        """Each item of all pages of `list_scripts`."""
        return self.each(
            "GET", "/v1/scripts", {"limit": limit, "cursor": None}, None, Shapes(models.ScriptPage), "reads", options, lambda page: page.data
        )

    def create_script(
        self,
        body: models.CreateScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """The source is compiled and stored. One that does not compile is stored too, and
        `compile` says what is wrong with it."""
        return self.call(
            "POST", "/v1/scripts", {}, body, Shapes(models.ScriptDetail), "writes", options
        )

    def get_script(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """A script with its source and what compiling it found."""
        return self.call(
            "GET", "/v1/scripts/{script_id}", {"script_id": script_id}, None, Shapes(models.ScriptDetail), "reads", options
        )

    def rename_script(
        self,
        script_id: str,
        body: models.RenameScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """Changes its name and, if it is given, its description. The source stays, and so
        does what runs it."""
        return self.call(
            "PUT", "/v1/scripts/{script_id}", {"script_id": script_id}, body, Shapes(models.ScriptDetail), "writes", options
        )

    def delete_script(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """A script that a running bot holds cannot be deleted."""
        self.act(
            "DELETE", "/v1/scripts/{script_id}", {"script_id": script_id}, None, "writes", options
        )

    def replace_script_source(
        self,
        script_id: str,
        body: models.ReplaceSource | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptSourceUpdated:
        """The new source takes the place of the old one entirely and is compiled. One that
        does not compile is stored too. Bots keep running what they loaded until they are
        restarted."""
        return self.call(
            "PUT", "/v1/scripts/{script_id}/source", {"script_id": script_id}, body, Shapes(models.ScriptSourceUpdated), "writes", options
        )

    def list_script_inputs(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptInputs:
        """What the script lets its user choose, in the order in which it asks."""
        return self.call(
            "GET", "/v1/scripts/{script_id}/inputs", {"script_id": script_id}, None, Shapes(models.ScriptInputs), "reads", options
        )

    def check_script(
        self,
        body: models.CheckScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptChecked:
        """Compiles the source and runs it once over flat prices, as saving it would: errors
        with line and column, warnings, and its inputs. Nothing is stored."""
        return self.call(
            "POST", "/v1/scripts/check", {}, body, Shapes(models.ScriptChecked), "reads", options
        )

    def list_script_versions(
        self,
        script_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ScriptVersionPage:
        """Each source that was saved and differs from the one before, newest first; the
        newest 200 are retained."""
        return self.call(
            "GET", "/v1/scripts/{script_id}/versions", {"script_id": script_id, "limit": limit, "cursor": cursor}, None, Shapes(models.ScriptVersionPage), "reads", options
        )

    def each_list_script_versions(
        self,
        script_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ScriptVersion]:
        """Each item of all pages of `list_script_versions`."""
        return self.each(
            "GET", "/v1/scripts/{script_id}/versions", {"script_id": script_id, "limit": limit, "cursor": None}, None, Shapes(models.ScriptVersionPage), "reads", options, lambda page: page.data
        )

    def get_script_version(
        self,
        script_id: str,
        version: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptVersionDetail:
        """A source as it was saved."""
        return self.call(
            "GET", "/v1/scripts/{script_id}/versions/{version}", {"script_id": script_id, "version": version}, None, Shapes(models.ScriptVersionDetail), "reads", options
        )

    def list_script_commands(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptVocabulary:
        """Everything that a script may call or name, as `/docs/commands` explains it."""
        return self.call(
            "GET", "/v1/script-commands", {}, None, Shapes(models.ScriptVocabulary), "reads", options
        )

    def create_backtest(
        self,
        body: models.CreateBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Queues a run of a script over past prices. Whether the script exists and the
        market has history is found out by the run, which waits a minute for history that
        is being synced; when it fails, the backtest is discarded, and its 404 says why
        for a day. `parameters` chooses inputs of the script, `settings` the rules."""
        return self.call(
            "POST", "/v1/backtests", {}, body, Shapes(models.BacktestJob), "expensive", options
        )

    def list_backtests(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPage:
        """Your backtests, newest first; those that failed are not among them."""
        return self.call(
            "GET", "/v1/backtests", {"limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPage), "reads", options
        )

    def each_list_backtests(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestJob]:
        """Each item of all pages of `list_backtests`."""
        return self.each(
            "GET", "/v1/backtests", {"limit": limit, "cursor": None}, None, Shapes(models.BacktestPage), "reads", options, lambda page: page.data
        )

    def get_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Poll until `status` is `finished`. A 404 while polling means that the run did not
        survive; `detail` says why, with the line of the script where there is one. The
        id of a lab's result is served too: requested the first time, or after it was
        deleted, it is queued with what the lab ran with, and counts among your waiting
        backtests."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, Shapes(models.BacktestJob), "reads", options
        )

    def delete_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels it when it waits or runs, and discards it with its result."""
        self.act(
            "DELETE", "/v1/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    def get_backtest_statistics(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestStatistics:
        """Returns, drawdowns, trades, months, distributions and resampled runs of a
        finished backtest, computed on request; `docs/backtests.md` defines each."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/statistics", {"backtest_id": backtest_id}, None, Shapes(models.BacktestStatistics), "reads", options
        )

    def list_backtest_positions(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPositionPage:
        """Every closed position, and those that were still open at the end."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/positions", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPositionPage), "reads", options
        )

    def each_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestPosition]:
        """Each item of all pages of `list_backtest_positions`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/positions", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPositionPage), "reads", options, lambda page: page.data
        )

    def list_backtest_orders(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestOrderPage:
        """Every order that the run placed, in the order of placing."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/orders", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestOrderPage), "reads", options
        )

    def each_list_backtest_orders(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestOrder]:
        """Each item of all pages of `list_backtest_orders`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/orders", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestOrderPage), "reads", options, lambda page: page.data
        )

    def list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestLogPage:
        """What the script and the engine wrote, oldest first, at most 10,000 lines."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestLogPage), "reads", options
        )

    def each_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestLogLine]:
        """Each item of all pages of `list_backtest_logs`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestLogPage), "reads", options, lambda page: page.data
        )

    def list_backtest_equity(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestEquityPage:
        """Wallet and open profit over time, at most 2,000 points."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/equity", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestEquityPage), "reads", options
        )

    def each_list_backtest_equity(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestEquityPoint]:
        """Each item of all pages of `list_backtest_equity`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/equity", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestEquityPage), "reads", options, lambda page: page.data
        )

    def list_backtest_plots(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPlotPage:
        """The lines that `Plot` and the commands built on it drew, at most 100."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/plots", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPlotPage), "reads", options
        )

    def each_list_backtest_plots(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestPlot]:
        """Each item of all pages of `list_backtest_plots`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/plots", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPlotPage), "reads", options, lambda page: page.data
        )

    def list_backtest_drawings(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestDrawingPage:
        """What is at candles (`PlotShape`, `MarkCandle`, `PlotSignalBar`, `PlotSignalEnum`;
        the newest 2,000 calls), then levels, zones, bands between lines, vertical lines
        and zones, candles of markets, volume, pivots, and what was set of charts and
        axes."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/drawings", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestDrawingPage), "reads", options
        )

    def each_list_backtest_drawings(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestDrawing]:
        """Each item of all pages of `list_backtest_drawings`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/drawings", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestDrawingPage), "reads", options, lambda page: page.data
        )

    def list_backtest_bars(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestBarPage:
        """Candles of the trade market over the window as the run had them, at most 3,000;
        `report.bar_minutes` says of how many minutes each is."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/bars", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestBarPage), "reads", options
        )

    def each_list_backtest_bars(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestBar]:
        """Each item of all pages of `list_backtest_bars`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/bars", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestBarPage), "reads", options, lambda page: page.data
        )

    def list_backtest_exports(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestExportPage:
        """The tables that `WriteExportData` wrote, in parts of at most 50 rows: the parts
        of one table follow each other."""
        return self.call(
            "GET", "/v1/backtests/{backtest_id}/exports", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestExportPage), "reads", options
        )

    def each_list_backtest_exports(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestExportPart]:
        """Each item of all pages of `list_backtest_exports`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/exports", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestExportPage), "reads", options, lambda page: page.data
        )

    def list_labs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LabPage:
        """Labs of the caller, sorted by id."""
        return self.call(
            "GET", "/v1/labs", {"limit": limit, "cursor": cursor}, None, Shapes(models.LabPage), "reads", options
        )

    def each_list_labs(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.LabDetail]:
        """Each item of all pages of `list_labs`."""
        return self.each(
            "GET", "/v1/labs", {"limit": limit, "cursor": None}, None, Shapes(models.LabPage), "reads", options, lambda page: page.data
        )

    def create_lab(
        self,
        body: models.CreateLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Its parameters are the script's inputs, none of them swept yet: configure it,
        then start it."""
        return self.call(
            "POST", "/v1/labs", {}, body, Shapes(models.LabDetail), "writes", options
        )

    def get_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Poll until `status` is `completed`, `cancelled` or `failed`."""
        return self.call(
            "GET", "/v1/labs/{lab_id}", {"lab_id": lab_id}, None, Shapes(models.LabDetail), "reads", options
        )

    def configure_lab(
        self,
        lab_id: str,
        body: models.ConfigureLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Replaces what it searches: where it trades, how large the search is, and which
        inputs are swept over which values. A lab at work cannot be configured."""
        return self.call(
            "PUT", "/v1/labs/{lab_id}", {"lab_id": lab_id}, body, Shapes(models.LabDetail), "writes", options
        )

    def delete_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels its execution and discards it with its results."""
        self.act(
            "DELETE", "/v1/labs/{lab_id}", {"lab_id": lab_id}, None, "writes", options
        )

    def start_lab(
        self,
        lab_id: str,
        body: models.StartLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Begins an execution over a window; the results of the one before are forgotten.
        Each combination is a backtest."""
        return self.call(
            "POST", "/v1/labs/{lab_id}/start", {"lab_id": lab_id}, body, Shapes(models.LabDetail), "expensive", options
        )

    def cancel_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Stops it within a second; what is done stays. A lab that is not at work stays as
        it is."""
        return self.call(
            "POST", "/v1/labs/{lab_id}/cancel", {"lab_id": lab_id}, None, Shapes(models.LabDetail), "writes", options
        )

    def list_lab_parameters(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabParameters:
        """Inputs of its script, with the values that are swept."""
        return self.call(
            "GET", "/v1/labs/{lab_id}/parameters", {"lab_id": lab_id}, None, Shapes(models.LabParameters), "reads", options
        )

    def list_lab_results(
        self,
        lab_id: str,
        *,
        sort: Literal["-roi", "roi", "-profit", "profit", "-drawdown", "drawdown", "-sharpe", "sharpe", "-stability", "stability"] | None = None,
        min_positions: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LabResultPage:
        """Results of the current or last execution. Those that closed no position, or
        failed, have no figure to sort by and rank below all losses."""
        return self.call(
            "GET", "/v1/labs/{lab_id}/results", {"lab_id": lab_id, "sort": sort, "min_positions": min_positions, "limit": limit, "cursor": cursor}, None, Shapes(models.LabResultPage), "reads", options
        )

    def each_list_lab_results(
        self,
        lab_id: str,
        *,
        sort: Literal["-roi", "roi", "-profit", "profit", "-drawdown", "drawdown", "-sharpe", "sharpe", "-stability", "stability"] | None = None,
        min_positions: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.LabResult]:
        """Each item of all pages of `list_lab_results`."""
        return self.each(
            "GET", "/v1/labs/{lab_id}/results", {"lab_id": lab_id, "sort": sort, "min_positions": min_positions, "limit": limit, "cursor": None}, None, Shapes(models.LabResultPage), "reads", options, lambda page: page.data
        )

    def get_lab_overfitting(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabOverfitting:
        """How likely it is that the best result is luck, and what choosing by the past
        would have brought; null until the lab is completed. `docs/labs.md` defines the
        figures."""
        return self.call(
            "GET", "/v1/labs/{lab_id}/overfitting", {"lab_id": lab_id}, None, Shapes(models.LabOverfitting), "reads", options
        )

    def make_bot_of_lab_result(
        self,
        lab_id: str,
        backtest_id: str,
        body: models.BotOfResult | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """The bot has the inputs, interval, market, leverage, margin mode and trade amount
        of the result. It does not run yet. Refused when the run failed, and when the
        script or a command that it calls was changed since the lab ran it."""
        return self.call(
            "POST", "/v1/labs/{lab_id}/results/{backtest_id}/bot", {"lab_id": lab_id, "backtest_id": backtest_id}, body, Shapes(models.Bot), "writes", options
        )

    def list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotPage:
        """Bots of the caller, sorted by id."""
        return self.call(
            "GET", "/v1/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.BotPage), "reads", options
        )

    def each_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Bot]:
        """Each item of all pages of `list_bots`."""
        return self.each(
            "GET", "/v1/bots", {"limit": limit, "cursor": None}, None, Shapes(models.BotPage), "reads", options, lambda page: page.data
        )

    def create_bot(
        self,
        body: models.CreateBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """Binds a script to an account and a market. The bot does not run yet. Parameters
        that a valid script does not have or cannot take, and settings that the market
        does not know, are refused, each at its place."""
        return self.call(
            "POST", "/v1/bots", {}, body, Shapes(models.Bot), "writes", options
        )

    def get_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """A bot with its state since its activation."""
        return self.call(
            "GET", "/v1/bots/{bot_id}", {"bot_id": bot_id}, None, Shapes(models.Bot), "reads", options
        )

    def delete_bot(
        self,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first. Its open orders stay on the exchange, and so does
        what it holds, unless the query says otherwise."""
        self.act(
            "DELETE", "/v1/bots/{bot_id}", {"bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    def start_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotAction:
        """Loads the script as it is now and runs it. Starting a running bot succeeds and
        changes nothing. A refused activation is 403, and so is an unknown bot.
        Parameters that the script, as it is now, does not have or cannot take refuse it,
        with their names. A bot of a strategy needs what its settings ask for, and goes
        on with what it left behind."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/start", {"bot_id": bot_id}, None, Shapes(models.BotAction), "writes", options
        )

    def stop_bot(
        self,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.BotAction:
        """Its open orders stay on the exchange, and so does what it holds, unless the
        query, or the settings of its strategy, say otherwise. Stopping a stopped bot
        succeeds, and may still ask for that."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/stop", {"bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.BotAction), "writes", options
        )

    def start_bots(
        self,
        body: models.StartBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SwitchedBotList:
        """Starts up to 100 bots, as `POST /v1/bots/{bot_id}/start` does each. One that
        cannot be started holds up no other; its `problem` says why."""
        return self.call(
            "POST", "/v1/start-bots", {}, body, Shapes(models.SwitchedBotList), "writes", options
        )

    def stop_bots(
        self,
        body: models.StopBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SwitchedBotList:
        """Stops up to 100 bots, as `POST /v1/bots/{bot_id}/stop` does each. Their orders
        and positions stay unless the request says otherwise."""
        return self.call(
            "POST", "/v1/stop-bots", {}, body, Shapes(models.SwitchedBotList), "writes", options
        )

    def list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The strategies that bots can run instead of a script, with their settings: the
        keys are those that `config` of a bot takes."""
        return self.call(
            "GET", "/v1/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    def create_strategy_bot(
        self,
        body: models.CreateStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """Binds a strategy with settings to an account; `market_tag` of the settings is the
        market. The bot does not run yet: it is listed, started, stopped and deleted as
        any bot. All problems of the settings are returned at once, each with its key,
        the rule and the nearest valid value; so is money that is missing now, unless the
        settings tell the bot to wait."""
        return self.call(
            "POST", "/v1/strategy-bots", {}, body, Shapes(models.StrategyBot), "writes", options
        )

    def preview_strategy_bot(
        self,
        body: models.PreviewStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return self.call(
            "POST", "/v1/strategy-bots/preview", {}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    def backtest_strategy_bot(
        self,
        body: models.BacktestStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Queues a run of a grid or averaging bot with these settings over past prices,
        with the account's fees and wallet. It is the engine that then trades; the result
        is read like that of any backtest."""
        return self.call(
            "POST", "/v1/strategy-bots/backtests", {}, body, Shapes(models.BacktestJob), "expensive", options
        )

    def get_strategy_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """The bot with its settings and what its grid has brought."""
        return self.call(
            "GET", "/v1/strategy-bots/{bot_id}", {"bot_id": bot_id}, None, Shapes(models.StrategyBot), "reads", options
        )

    def edit_strategy_bot(
        self,
        bot_id: str,
        body: models.EditStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name."""
        return self.call(
            "PUT", "/v1/strategy-bots/{bot_id}", {"bot_id": bot_id}, body, Shapes(models.StrategyBot), "writes", options
        )

    def list_bot_logs(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotLogPage:
        """Newest first: what its script wrote, its trades, and why it was stopped."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/logs", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BotLogPage), "reads", options
        )

    def each_list_bot_logs(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BotLogEntry]:
        """Each item of all pages of `list_bot_logs`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/logs", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.BotLogPage), "reads", options, lambda page: page.data
        )

    def list_bot_deliveries(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/deliveries", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_list_bot_deliveries(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Each item of all pages of `list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/deliveries", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    def list_bot_orders(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/orders", {"bot_id": bot_id}, None, Shapes(models.OrderList), "reads", options
        )

    def list_bot_positions(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPositionList:
        """What it holds since its activation, as of its newest update; spot too."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/positions", {"bot_id": bot_id}, None, Shapes(models.BotPositionList), "reads", options
        )

    def get_bot_statistics(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        options: CallOptions | None = None,
    ) -> models.BotStatistics:
        """Returns, drawdowns, trades, months, distributions and resampled runs, as of a
        backtest over the same minutes; `docs/backtests.md` defines each. A run begins
        when the bot is started."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/statistics", {"bot_id": bot_id, "run": run}, None, Shapes(models.BotStatistics), "reads", options
        )

    def list_bot_equity(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotEquityPage:
        """Oldest first: its start, ends of hours in which it changed, after trades at most
        one point in five minutes, ends of days (UTC), and where it stands now. After 30
        days those of days are left."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/equity", {"bot_id": bot_id, "run": run, "limit": limit, "cursor": cursor}, None, Shapes(models.BotEquityPage), "reads", options
        )

    def each_list_bot_equity(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BotEquityPoint]:
        """Each item of all pages of `list_bot_equity`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/equity", {"bot_id": bot_id, "run": run, "limit": limit, "cursor": None}, None, Shapes(models.BotEquityPage), "reads", options, lambda page: page.data
        )

    def list_bot_trades(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPositionPage:
        """Positions that it opened and closed, in all of its runs, newest first."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/trades", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPositionPage), "reads", options
        )

    def each_list_bot_trades(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.BacktestPosition]:
        """Each item of all pages of `list_bot_trades`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/trades", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPositionPage), "reads", options, lambda page: page.data
        )

    def send_bot_signal(
        self,
        bot_id: str,
        body: models.SendBotSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BotSignalAccepted:
        """An action is one of seven; any other is refused. Its script is updated once for
        each signal, at once and in their order, and reads it with `GetRemoteSignal` or
        `GetWebHookSignal`. A signal to a bot that does not run is refused with 400; one
        to a bot that has a hundred signals waiting with 503, to be sent again."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/signals", {"bot_id": bot_id}, body, Shapes(models.BotSignalAccepted), "writes", options
        )

    def pause_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPauseAccepted:
        """Within a second it skips the minutes that close, until it is resumed or stopped,
        or wakes itself on a signal; `is_paused` is then true, and the event
        `bot.updated` says so. Its open orders stay, and fills are noted. Pausing a
        paused bot changes nothing. A bot that does not run is refused with 400."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/pause", {"bot_id": bot_id}, None, Shapes(models.BotPauseAccepted), "writes", options
        )

    def resume_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPauseAccepted:
        """A paused bot goes on with the next minute that closes; those that it skipped are
        not run. Resuming one that is not paused changes nothing. A bot that does not run
        is refused with 400."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/resume", {"bot_id": bot_id}, None, Shapes(models.BotPauseAccepted), "writes", options
        )

    def request_bot_comparison(
        self,
        bot_id: str,
        body: models.RequestComparison | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.RequestedComparison:
        """Queues a backtest of what the bot ran with, from its start to its stop or the end
        of the day, and compares what filled on that day. A bot that was started anew
        during the day has a backtest of each run. A day that was requested before is not
        run again."""
        return self.call(
            "POST", "/v1/bots/{bot_id}/comparisons", {"bot_id": bot_id}, body, Shapes(models.RequestedComparison), "expensive", options
        )

    def get_bot_comparison(
        self,
        bot_id: str,
        *,
        day: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotComparison:
        """Poll until `status` is `finished`."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/comparisons", {"bot_id": bot_id, "day": day}, None, Shapes(models.BotComparison), "reads", options
        )

    def list_compared_days(
        self,
        bot_id: str,
        *,
        to: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.ComparedDayList:
        """Days that have ended, from the one on which the bot was created; newest first.
        Those that are `queued` or `finished` have a comparison that can be read."""
        return self.call(
            "GET", "/v1/bots/{bot_id}/compared-days", {"bot_id": bot_id, "to": to, "limit": limit}, None, Shapes(models.ComparedDayList), "reads", options
        )

    def whitelabel_list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Exchanges that your end users may be at, sorted by code."""
        return self.call(
            "GET", "/v1/whitelabel/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    def partner_list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Exchanges that your end users may be at, sorted by code."""
        return self.call(
            "GET", "/v1/partner/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    def whitelabel_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """Markets that bots of your end users may trade, sorted by tag."""
        return self.call(
            "GET", "/v1/whitelabel/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_whitelabel_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Market]:
        """Each item of all pages of `whitelabel_list_markets`."""
        return self.each(
            "GET", "/v1/whitelabel/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    def partner_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """Markets that bots of your end users may trade, sorted by tag."""
        return self.call(
            "GET", "/v1/partner/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_partner_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.Market]:
        """Each item of all pages of `partner_list_markets`."""
        return self.each(
            "GET", "/v1/partner/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    def whitelabel_list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The kinds of bots that there are, with their settings: the keys are those that
        `config` of a bot takes."""
        return self.call(
            "GET", "/v1/whitelabel/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    def partner_list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The kinds of bots that there are, with their settings: the keys are those that
        `config` of a bot takes."""
        return self.call(
            "GET", "/v1/partner/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    def whitelabel_list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Keys that may do no more than the one that asks, sorted by id, without secrets."""
        return self.call(
            "GET", "/v1/whitelabel/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_whitelabel_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ApiKey]:
        """Each item of all pages of `whitelabel_list_keys`."""
        return self.each(
            "GET", "/v1/whitelabel/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    def whitelabel_create_key(
        self,
        body: models.CreateApiKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. It may do no more than the key
        that makes it: what is left out of expiry, networks and end user is inherited. A
        session has to be confirmed."""
        return self.call(
            "POST", "/v1/whitelabel/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    def partner_list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Keys that may do no more than the one that asks, sorted by id, without secrets."""
        return self.call(
            "GET", "/v1/partner/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_partner_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ApiKey]:
        """Each item of all pages of `partner_list_keys`."""
        return self.each(
            "GET", "/v1/partner/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    def partner_create_key(
        self,
        body: models.CreateApiKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. It may do no more than the key
        that makes it: what is left out of expiry, networks and end user is inherited. A
        session has to be confirmed."""
        return self.call(
            "POST", "/v1/partner/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    def whitelabel_revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        self.act(
            "DELETE", "/v1/whitelabel/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    def partner_revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        self.act(
            "DELETE", "/v1/partner/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    def whitelabel_list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndUserPage:
        """Your end users, sorted by id."""
        return self.call(
            "GET", "/v1/whitelabel/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.EndUserPage), "reads", options
        )

    def each_whitelabel_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EndUser]:
        """Each item of all pages of `whitelabel_list_users`."""
        return self.each(
            "GET", "/v1/whitelabel/users", {"limit": limit, "cursor": None}, None, Shapes(models.EndUserPage), "reads", options, lambda page: page.data
        )

    def whitelabel_create_user(
        self,
        body: models.CreateEndUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """Makes a customer of yours, at one exchange. On a simulated exchange it begins
        with play money; elsewhere its credentials are retained sealed and never
        returned."""
        return self.call(
            "POST", "/v1/whitelabel/users", {}, body, Shapes(models.EndUser), "writes", options
        )

    def partner_list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndUserPage:
        """Your end users, sorted by id."""
        return self.call(
            "GET", "/v1/partner/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.EndUserPage), "reads", options
        )

    def each_partner_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EndUser]:
        """Each item of all pages of `partner_list_users`."""
        return self.each(
            "GET", "/v1/partner/users", {"limit": limit, "cursor": None}, None, Shapes(models.EndUserPage), "reads", options, lambda page: page.data
        )

    def partner_create_user(
        self,
        body: models.CreateEndUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """Makes a customer of yours, at one exchange. On a simulated exchange it begins
        with play money; elsewhere its credentials are retained sealed and never
        returned."""
        return self.call(
            "POST", "/v1/partner/users", {}, body, Shapes(models.EndUser), "writes", options
        )

    def whitelabel_get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """An end user with how many bots it has. A foreign one is treated like none."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}", {"user_id": user_id}, None, Shapes(models.EndUser), "reads", options
        )

    def whitelabel_delete_user(
        self,
        user_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Stops and deletes its bots, forgets its credentials and revokes the keys that
        reach it alone. The open orders of its bots are cancelled first, unless the query
        says that they stay. Where the exchange does not respond, the end user is
        retained and its bots are stopped."""
        self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}", {"user_id": user_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    def partner_get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """An end user with how many bots it has. A foreign one is treated like none."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}", {"user_id": user_id}, None, Shapes(models.EndUser), "reads", options
        )

    def partner_delete_user(
        self,
        user_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Stops and deletes its bots, forgets its credentials and revokes the keys that
        reach it alone. The open orders of its bots are cancelled first, unless the query
        says that they stay. Where the exchange does not respond, the end user is
        retained and its bots are stopped."""
        self.act(
            "DELETE", "/v1/partner/users/{user_id}", {"user_id": user_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    def whitelabel_get_user_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """Whether the exchange accepts the key, and what it may do; the key itself is never
        shown."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/credentials", {"user_id": user_id}, None, Shapes(models.EndUserCredentialsList), "reads", options
        )

    def whitelabel_rotate_user_credentials(
        self,
        user_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """The new ones are checked first and must be of the same account of the exchange;
        the old ones are retained sealed for a day. Also connects an end user again whose
        key was refused."""
        return self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/credentials", {"user_id": user_id}, body, Shapes(models.EndUserCredentialsList), "writes", options
        )

    def partner_get_user_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """Whether the exchange accepts the key, and what it may do; the key itself is never
        shown."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/credentials", {"user_id": user_id}, None, Shapes(models.EndUserCredentialsList), "reads", options
        )

    def partner_rotate_user_credentials(
        self,
        user_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """The new ones are checked first and must be of the same account of the exchange;
        the old ones are retained sealed for a day. Also connects an end user again whose
        key was refused."""
        return self.call(
            "PUT", "/v1/partner/users/{user_id}/credentials", {"user_id": user_id}, body, Shapes(models.EndUserCredentialsList), "writes", options
        )

    def whitelabel_get_user_limits(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the end user may do at most on markets of this kind; a new one has no
        limits."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.AccountLimits), "reads", options
        )

    def whitelabel_set_user_limits(
        self,
        user_id: str,
        market_type: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all on markets of this kind; an empty object takes them away. Every
        order is judged by them before the exchange hears of it: a bot is stopped with
        the reason. A key that reaches one end user cannot set them. What lifts one, and
        `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, body, Shapes(models.AccountLimits), "writes", options
        )

    def partner_get_user_limits(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the end user may do at most on markets of this kind; a new one has no
        limits."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.AccountLimits), "reads", options
        )

    def partner_set_user_limits(
        self,
        user_id: str,
        market_type: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all on markets of this kind; an empty object takes them away. Every
        order is judged by them before the exchange hears of it: a bot is stopped with
        the reason. A key that reaches one end user cannot set them. What lifts one, and
        `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return self.call(
            "PUT", "/v1/partner/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, body, Shapes(models.AccountLimits), "writes", options
        )

    def whitelabel_get_user_balance(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBalance:
        """What the end user holds for markets of this kind, as the exchange says."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/balance/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.PartnerBalance), "reads", options
        )

    def partner_get_user_balance(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBalance:
        """What the end user holds for markets of this kind, as the exchange says."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/balance/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.PartnerBalance), "reads", options
        )

    def whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of what the end user holds for markets of this kind over time, oldest first
        (docs/equity.md)."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EquityPoint]:
        """Each item of all pages of `whitelabel_list_user_equity`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    def table_whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_equity` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of what the end user holds for markets of this kind over time, oldest first
        (docs/equity.md)."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.EquityPoint]:
        """Each item of all pages of `partner_list_user_equity`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    def table_partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_equity` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerKnownOrderPage:
        """Orders of all states, by their placing newest first, as they are known here.
        Narrow the list by market, bot, state and window."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerKnownOrderPage), "reads", options
        )

    def each_whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerKnownOrder]:
        """Each item of all pages of `whitelabel_list_user_orders`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.PartnerKnownOrderPage), "reads", options, lambda page: page.data
        )

    def table_whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def whitelabel_cancel_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the end user, or those on one market. Running bots
        may place new ones: stop them first."""
        return self.delete(
            "DELETE", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    def partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerKnownOrderPage:
        """Orders of all states, by their placing newest first, as they are known here.
        Narrow the list by market, bot, state and window."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerKnownOrderPage), "reads", options
        )

    def each_partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerKnownOrder]:
        """Each item of all pages of `partner_list_user_orders`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.PartnerKnownOrderPage), "reads", options, lambda page: page.data
        )

    def table_partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    def partner_cancel_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the end user, or those on one market. Running bots
        may place new ones: stop them first."""
        return self.delete(
            "DELETE", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    def whitelabel_get_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderOutcome:
        """An order of any age with its status, the mean price of its fills and what they
        cost. One that still works is brought up to date with its exchange first."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, Shapes(models.PartnerOrderOutcome), "reads", options
        )

    def whitelabel_cancel_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, "writes", options
        )

    def partner_get_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderOutcome:
        """An order of any age with its status, the mean price of its fills and what they
        cost. One that still works is brought up to date with its exchange first."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, Shapes(models.PartnerOrderOutcome), "reads", options
        )

    def partner_cancel_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        self.act(
            "DELETE", "/v1/partner/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, "writes", options
        )

    def whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerFillPage:
        """What the orders of the end user filled, oldest first for each kind of markets, as
        the exchange tells it. A page may be short, or empty: read on until `next_cursor`
        is null."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerFillPage), "reads", options
        )

    def each_whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerFill]:
        """Each item of all pages of `whitelabel_list_user_fills`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.PartnerFillPage), "reads", options, lambda page: page.data
        )

    def table_whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_fills` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    def partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerFillPage:
        """What the orders of the end user filled, oldest first for each kind of markets, as
        the exchange tells it. A page may be short, or empty: read on until `next_cursor`
        is null."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerFillPage), "reads", options
        )

    def each_partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerFill]:
        """Each item of all pages of `partner_list_user_fills`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.PartnerFillPage), "reads", options, lambda page: page.data
        )

    def table_partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_fills` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return self.table(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    def whitelabel_list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Every bot across all of your end users, sorted by id."""
        return self.call(
            "GET", "/v1/whitelabel/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_whitelabel_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBot]:
        """Each item of all pages of `whitelabel_list_bots`."""
        return self.each(
            "GET", "/v1/whitelabel/bots", {"limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    def partner_list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Every bot across all of your end users, sorted by id."""
        return self.call(
            "GET", "/v1/partner/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_partner_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBot]:
        """Each item of all pages of `partner_list_bots`."""
        return self.each(
            "GET", "/v1/partner/bots", {"limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    def whitelabel_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Its bots, sorted by id; an empty list where it has none."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_whitelabel_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBot]:
        """Each item of all pages of `whitelabel_list_user_bots`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    def whitelabel_create_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped bot of a strategy with settings. All problems of the settings are
        returned at once, each with its key, the rule and the nearest valid value."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def partner_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Its bots, sorted by id; an empty list where it has none."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_partner_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBot]:
        """Each item of all pages of `partner_list_user_bots`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    def partner_create_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped bot of a strategy with settings. All problems of the settings are
        returned at once, each with its key, the rule and the nearest valid value."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/bots", {"user_id": user_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def whitelabel_preview_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/preview", {"user_id": user_id}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    def partner_preview_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/bots/preview", {"user_id": user_id}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    def whitelabel_get_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """The bot with its settings. Read them to pre-fill an edit."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "reads", options
        )

    def whitelabel_edit_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.EditPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name. Copies
        that follow take the same changes."""
        return self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def whitelabel_delete_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first; its open orders stay on the exchange, and so does
        what it holds, unless the query or its settings say otherwise. Copies that follow
        it go on, and follow none."""
        self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    def partner_get_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """The bot with its settings. Read them to pre-fill an edit."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "reads", options
        )

    def partner_edit_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.EditPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name. Copies
        that follow take the same changes."""
        return self.call(
            "PUT", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def partner_delete_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first; its open orders stay on the exchange, and so does
        what it holds, unless the query or its settings say otherwise. Copies that follow
        it go on, and follow none."""
        self.act(
            "DELETE", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    def whitelabel_start_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Starting a running bot succeeds and changes nothing. A stopped bot that left
        orders or a position behind goes on with them, under the settings that it has
        now."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/start", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "writes", options
        )

    def partner_start_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Starting a running bot succeeds and changes nothing. A stopped bot that left
        orders or a position behind goes on with them, under the settings that it has
        now."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/start", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "writes", options
        )

    def whitelabel_stop_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Its open orders stay on the exchange, and so does what it holds, unless the query
        or its settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise.
        Stopping a stopped bot succeeds, and may still ask for that."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/stop", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.PartnerBot), "writes", options
        )

    def partner_stop_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Its open orders stay on the exchange, and so does what it holds, unless the query
        or its settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise.
        Stopping a stopped bot succeeds, and may still ask for that."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/stop", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.PartnerBot), "writes", options
        )

    def whitelabel_copy_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.CopyPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped copy, for the same end user or another one of yours, with some
        settings changed. With `follow` it takes later edits of the bot that it copies."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/copy", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def partner_copy_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.CopyPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped copy, for the same end user or another one of yours, with some
        settings changed. With `follow` it takes later edits of the bot that it copies."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/copy", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    def whitelabel_list_bot_orders(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/orders", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerOrderList), "reads", options
        )

    def partner_list_bot_orders(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/orders", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerOrderList), "reads", options
        )

    def whitelabel_cancel_bot_order(
        self,
        user_id: str,
        bot_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order of the bot. Cancelling it once more returns 404."""
        self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/orders/{order_id}", {"user_id": user_id, "bot_id": bot_id, "order_id": order_id}, None, "writes", options
        )

    def partner_cancel_bot_order(
        self,
        user_id: str,
        bot_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order of the bot. Cancelling it once more returns 404."""
        self.act(
            "DELETE", "/v1/partner/users/{user_id}/bots/{bot_id}/orders/{order_id}", {"user_id": user_id, "bot_id": bot_id, "order_id": order_id}, None, "writes", options
        )

    def whitelabel_list_bot_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionList:
        """What it holds, as of its newest update, at the price of now; on spot too."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerPositionList), "reads", options
        )

    def partner_list_bot_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionList:
        """What it holds, as of its newest update, at the price of now; on spot too."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerPositionList), "reads", options
        )

    def whitelabel_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionPage:
        """What it held since it was made, newest first."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerPositionPage), "reads", options
        )

    def each_whitelabel_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerPosition]:
        """Each item of all pages of `whitelabel_list_bot_closed_positions`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerPositionPage), "reads", options, lambda page: page.data
        )

    def partner_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionPage:
        """What it held since it was made, newest first."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerPositionPage), "reads", options
        )

    def each_partner_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerPosition]:
        """Each item of all pages of `partner_list_bot_closed_positions`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerPositionPage), "reads", options, lambda page: page.data
        )

    def whitelabel_list_position_orders(
        self,
        user_id: str,
        bot_id: str,
        position_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionOrderList:
        """Orders that ended with a fill of it, oldest first; behind them, of an open
        position, those of the bot that still work."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/{position_id}/orders", {"user_id": user_id, "bot_id": bot_id, "position_id": position_id}, None, Shapes(models.PositionOrderList), "reads", options
        )

    def partner_list_position_orders(
        self,
        user_id: str,
        bot_id: str,
        position_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionOrderList:
        """Orders that ended with a fill of it, oldest first; behind them, of an open
        position, those of the bot that still work."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/{position_id}/orders", {"user_id": user_id, "bot_id": bot_id, "position_id": position_id}, None, Shapes(models.PositionOrderList), "reads", options
        )

    def whitelabel_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotLogPage:
        """Newest first: what it did and why, and why it was stopped."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotLogPage), "reads", options
        )

    def each_whitelabel_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBotLogEntry]:
        """Each item of all pages of `whitelabel_list_bot_logs`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotLogPage), "reads", options, lambda page: page.data
        )

    def partner_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotLogPage:
        """Newest first: what it did and why, and why it was stopped."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotLogPage), "reads", options
        )

    def each_partner_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBotLogEntry]:
        """Each item of all pages of `partner_list_bot_logs`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotLogPage), "reads", options, lambda page: page.data
        )

    def whitelabel_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week. A key for one end user is shown none."""
        return self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_whitelabel_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Each item of all pages of `whitelabel_list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    def partner_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week. A key for one end user is shown none."""
        return self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_partner_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.WebhookDelivery]:
        """Each item of all pages of `partner_list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    def whitelabel_send_signal(
        self,
        body: models.SendSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SignalAccepted:
        """Sends an action to your running bots that listen to the token; size and market
        are the bot's own settings. A token that no bot listens to is accepted as well."""
        return self.call(
            "POST", "/v1/whitelabel/signals", {}, body, Shapes(models.SignalAccepted), "writes", options
        )

    def whitelabel_list_signals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of the last day of all tokens, newest first, each with what the bots did
        that got it. One that no bot listened to has none."""
        return self.call(
            "GET", "/v1/whitelabel/signals", {"limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_whitelabel_list_signals(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.SignalTrace]:
        """Each item of all pages of `whitelabel_list_signals`."""
        return self.each(
            "GET", "/v1/whitelabel/signals", {"limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    def partner_send_signal(
        self,
        body: models.SendSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SignalAccepted:
        """Sends an action to your running bots that listen to the token; size and market
        are the bot's own settings. A token that no bot listens to is accepted as well."""
        return self.call(
            "POST", "/v1/partner/signals", {}, body, Shapes(models.SignalAccepted), "writes", options
        )

    def partner_list_signals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of the last day of all tokens, newest first, each with what the bots did
        that got it. One that no bot listened to has none."""
        return self.call(
            "GET", "/v1/partner/signals", {"limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_partner_list_signals(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.SignalTrace]:
        """Each item of all pages of `partner_list_signals`."""
        return self.each(
            "GET", "/v1/partner/signals", {"limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    def whitelabel_get_last_signal(
        self,
        signal_token: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LastSignal:
        """The last signal of a token, retained for a day."""
        return self.call(
            "GET", "/v1/whitelabel/signals/{signal_token}", {"signal_token": signal_token}, None, Shapes(models.LastSignal), "reads", options
        )

    def partner_get_last_signal(
        self,
        signal_token: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LastSignal:
        """The last signal of a token, retained for a day."""
        return self.call(
            "GET", "/v1/partner/signals/{signal_token}", {"signal_token": signal_token}, None, Shapes(models.LastSignal), "reads", options
        )

    def whitelabel_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of a token of the last day, newest first, each with the bots that got it,
        the orders that they then requested, and what they wrote into their logs."""
        return self.call(
            "GET", "/v1/whitelabel/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_whitelabel_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.SignalTrace]:
        """Each item of all pages of `whitelabel_trace_signals`."""
        return self.each(
            "GET", "/v1/whitelabel/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    def partner_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of a token of the last day, newest first, each with the bots that got it,
        the orders that they then requested, and what they wrote into their logs."""
        return self.call(
            "GET", "/v1/partner/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_partner_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.SignalTrace]:
        """Each item of all pages of `partner_trace_signals`."""
        return self.each(
            "GET", "/v1/partner/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    def whitelabel_run_backtest(
        self,
        user_id: str,
        body: models.RunPartnerBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """Queues a run of a strategy over past prices, with the end user's wallet. It is
        the same engine that then trades."""
        return self.call(
            "POST", "/v1/whitelabel/users/{user_id}/backtests", {"user_id": user_id}, body, Shapes(models.PartnerBacktestStatus), "expensive", options
        )

    def partner_run_backtest(
        self,
        user_id: str,
        body: models.RunPartnerBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """Queues a run of a strategy over past prices, with the end user's wallet. It is
        the same engine that then trades."""
        return self.call(
            "POST", "/v1/partner/users/{user_id}/backtests", {"user_id": user_id}, body, Shapes(models.PartnerBacktestStatus), "expensive", options
        )

    def whitelabel_get_backtest_status(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """How far it is. One that was cancelled is treated like none."""
        return self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/status", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestStatus), "reads", options
        )

    def partner_get_backtest_status(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """How far it is. One that was cancelled is treated like none."""
        return self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/status", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestStatus), "reads", options
        )

    def whitelabel_get_backtest_results(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestResults:
        """Available once it is completed."""
        return self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/results", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestResults), "reads", options
        )

    def partner_get_backtest_results(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestResults:
        """Available once it is completed."""
        return self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/results", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestResults), "reads", options
        )

    def whitelabel_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestPositionList:
        """Every closed position and those open at the end, returned whole."""
        return self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/positions", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestPositionList), "reads", options
        )

    def partner_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestPositionList:
        """Every closed position and those open at the end, returned whole."""
        return self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/positions", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestPositionList), "reads", options
        )

    def whitelabel_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestLogPage:
        """Oldest first, in pages."""
        return self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBacktestLogPage), "reads", options
        )

    def each_whitelabel_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBacktestLogLine]:
        """Each item of all pages of `whitelabel_list_backtest_logs`."""
        return self.each(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBacktestLogPage), "reads", options, lambda page: page.data
        )

    def partner_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestLogPage:
        """Oldest first, in pages."""
        return self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBacktestLogPage), "reads", options
        )

    def each_partner_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.PartnerBacktestLogLine]:
        """Each item of all pages of `partner_list_backtest_logs`."""
        return self.each(
            "GET", "/v1/partner/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBacktestLogPage), "reads", options, lambda page: page.data
        )

    def whitelabel_cancel_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """One that waits or runs is cancelled; one that is over is forgotten."""
        self.act(
            "DELETE", "/v1/whitelabel/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    def partner_cancel_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """One that waits or runs is cancelled; one that is over is forgotten."""
        self.act(
            "DELETE", "/v1/partner/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    def whitelabel_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Report:
        """What your end users used in a period of at most 366 days, cut to whole minutes,
        and what it costs by the tariff that held when the period began. A past period
        has the same report whenever it is requested. `users` comes in pages, the rest is
        the same on each; name `to`, or the next page is of a later period."""
        return self.call(
            "GET", "/v1/whitelabel/report", {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.Report), "reads", options
        )

    def each_whitelabel_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ReportUser]:
        """Each item of all pages of `whitelabel_get_report`."""
        return self.each(
            "GET", "/v1/whitelabel/report", {"from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.Report), "reads", options, lambda page: page.users
        )

    def partner_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Report:
        """What your end users used in a period of at most 366 days, cut to whole minutes,
        and what it costs by the tariff that held when the period began. A past period
        has the same report whenever it is requested. `users` comes in pages, the rest is
        the same on each; name `to`, or the next page is of a later period."""
        return self.call(
            "GET", "/v1/partner/report", {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.Report), "reads", options
        )

    def each_partner_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[models.ReportUser]:
        """Each item of all pages of `partner_get_report`."""
        return self.each(
            "GET", "/v1/partner/report", {"from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.Report), "reads", options, lambda page: page.users
        )


class AsyncOperations(AsyncCalls):
    """Methods to be awaited."""

    async def list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Every exchange that accounts can be connected to, sorted by code."""
        return await self.call(
            "GET", "/v1/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    async def get_exchange(
        self,
        code: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeRecord:
        """What the exchange can do and promises, and how it is now. It is there while the
        exchange is down."""
        return await self.call(
            "GET", "/v1/exchanges/{code}", {"code": code}, None, Shapes(models.ExchangeRecord), "reads", options
        )

    async def list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """With `exchange`, one request returns the whole exchange. Without it, the universe
        pages by cursor."""
        return await self.call(
            "GET", "/v1/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Market]:
        """Each item of all pages of `list_markets`."""
        return self.each(
            "GET", "/v1/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    async def get_market_price(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketPrice:
        """The last price of a market, as its exchange says now."""
        return await self.call(
            "GET", "/v1/markets/{market_tag}/price", {"market_tag": market_tag}, None, Shapes(models.MarketPrice), "reads", options
        )

    async def get_market_ticker(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketTicker:
        """The last price of a market as its exchange says now, and what it did over the
        last 24 hours as far as its minutes are known here."""
        return await self.call(
            "GET", "/v1/markets/{market_tag}/ticker", {"market_tag": market_tag}, None, Shapes(models.MarketTicker), "reads", options
        )

    async def list_market_candles(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.CandlePage:
        """Candles of a market, oldest first: those that have ended, as far as its history
        is known. Intervals in which nothing was traded are left out. A page is made of
        at most 50000 minutes, so long intervals have fewer candles on one."""
        return await self.call(
            "GET", "/v1/markets/{market_tag}/candles", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.CandlePage), "reads", options
        )

    def each_list_market_candles(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Candle]:
        """Each item of all pages of `list_market_candles`."""
        return self.each(
            "GET", "/v1/markets/{market_tag}/candles", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.CandlePage), "reads", options, lambda page: page.data
        )

    async def list_candle_columns(
        self,
        market_tag: str,
        *,
        interval: Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        forming: bool | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.CandleColumns:
        """The candles that `/candles` lists, as lists of whole numbers: for charts, which
        need many of them at once. A page is made of at most 250000 minutes; request the
        next one with `next_from` as `from`."""
        return await self.call(
            "GET", "/v1/markets/{market_tag}/candle-columns", {"market_tag": market_tag, "interval": interval, "from": from_, "to": to, "forming": forming, "limit": limit}, None, Shapes(models.CandleColumns), "reads", options
        )

    async def get_market_history(
        self,
        market_tag: str,
        *,
        options: CallOptions | None = None,
    ) -> models.MarketHistory:
        """From when to when the minutes of a market are known here, by which charts are
        drawn and scripts are run."""
        return await self.call(
            "GET", "/v1/markets/{market_tag}/history", {"market_tag": market_tag}, None, Shapes(models.MarketHistory), "reads", options
        )

    async def fetch_market_history(
        self,
        market_tag: str,
        body: models.FetchHistory | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.MarketHistory:
        """Fetches up to 3 days of the minutes that are missing from its exchange; backwards
        where older ones are missing. Repeat it until `from` is early enough or does not
        change."""
        return await self.call(
            "POST", "/v1/markets/{market_tag}/history", {"market_tag": market_tag}, body, Shapes(models.MarketHistory), "writes", options
        )

    async def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AccountPage:
        """Your exchange accounts, sorted by id. Credentials are never shown."""
        return await self.call(
            "GET", "/v1/accounts", {"limit": limit, "cursor": cursor}, None, Shapes(models.AccountPage), "reads", options
        )

    def each_list_accounts(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Account]:
        """Each item of all pages of `list_accounts`."""
        return self.each(
            "GET", "/v1/accounts", {"limit": limit, "cursor": None}, None, Shapes(models.AccountPage), "reads", options, lambda page: page.data
        )

    async def connect_account(
        self,
        body: models.ConnectAccount | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """With `is_paper` makes a paper account: play money on the markets and prices of
        the exchange, without credentials. Otherwise checks the credentials at the
        exchange and stores them sealed: only the process that talks to exchanges can
        open them. A key that may withdraw is refused, and so is an account of the
        exchange that is connected already. Bots may be created on the account once the
        operator allows it."""
        return await self.call(
            "POST", "/v1/accounts", {}, body, Shapes(models.Account), "writes", options
        )

    async def get_account(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """The account, with what is known of its key. Credentials are never shown."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}", {"account_id": account_id}, None, Shapes(models.Account), "reads", options
        )

    async def get_account_balance(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountBalance:
        """What the account holds, as its exchange says."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/balance", {"account_id": account_id}, None, Shapes(models.AccountBalance), "reads", options
        )

    async def list_account_positions(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionList:
        """Open futures positions, newest first; always empty on spot accounts."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/positions", {"account_id": account_id}, None, Shapes(models.PositionList), "reads", options
        )

    async def list_account_orders(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderList:
        """Orders that still work, manual and placed by bots, newest first, returned whole.
        An order leaves the list the moment it stops working."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/orders", {"account_id": account_id}, None, Shapes(models.OrderList), "reads", options
        )

    async def cancel_account_orders(
        self,
        account_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the account, manual and placed by bots, or those
        on one market. Running bots may place new ones: stop them first."""
        return await self.delete(
            "DELETE", "/v1/accounts/{account_id}/orders", {"account_id": account_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    async def place_account_order(
        self,
        account_id: str,
        body: models.PlaceAccountOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderPlaced:
        """As `POST /v1/orders`, with stops, targets and trailing stops, if the exchange
        knows them (`order_support` of the exchange says which). Send an
        `Idempotency-Key`, so that a repeated request cannot place a second order."""
        return await self.call(
            "POST", "/v1/accounts/{account_id}/orders", {"account_id": account_id}, body, Shapes(models.OrderPlaced), "trading", options
        )

    async def list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndedOrderPage:
        """Orders that work no longer, manual and placed by bots, by their placing newest
        first, with how each ended. What they filled at is in the fills of the account,
        and in the order."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.EndedOrderPage), "reads", options
        )

    def each_list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EndedOrder]:
        """Each item of all pages of `list_ended_account_orders`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.EndedOrderPage), "reads", options, lambda page: page.data
        )

    async def table_list_ended_account_orders(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_ended_account_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/accounts/{account_id}/orders/history", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.FillPage:
        """The trade history of the account: what its orders filled, manual and placed by
        bots, oldest first. A page that is not full is the last one for now."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.FillPage), "reads", options
        )

    def each_list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Fill]:
        """Each item of all pages of `list_account_fills`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.FillPage), "reads", options, lambda page: page.data
        )

    async def table_list_account_fills(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_fills` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/accounts/{account_id}/fills", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def allow_account_bots(
        self,
        account_id: str,
        body: models.AllowBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Whether bots may be created on the account; those that exist stay. Of an account
        with real money an owner of the installation decides."""
        return await self.call(
            "PUT", "/v1/accounts/{account_id}/bots", {"account_id": account_id}, body, Shapes(models.Account), "writes", options
        )

    async def check_account(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Asks the exchange whether it accepts the stored credentials, and what they may
        do. An account that it refuses becomes `invalid_credentials` and its bots are
        stopped with the reason; one that it accepts again becomes `connected`."""
        return await self.call(
            "POST", "/v1/accounts/{account_id}/check", {"account_id": account_id}, None, Shapes(models.Account), "writes", options
        )

    async def rotate_account_credentials(
        self,
        account_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """The new ones are checked first, must be of the same account of the exchange, and
        then replace the old ones, which are retained sealed for a day. Also connects an
        account again whose credentials were removed or refused."""
        return await self.call(
            "PUT", "/v1/accounts/{account_id}/credentials", {"account_id": account_id}, body, Shapes(models.Account), "writes", options
        )

    async def remove_account_credentials(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Stops its bots and deletes its credentials. Open orders and positions stay at the
        exchange, where nobody here can follow them; cancel and close them before."""
        await self.act(
            "DELETE", "/v1/accounts/{account_id}/credentials", {"account_id": account_id}, None, "writes", options
        )

    async def restore_account_credentials(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Account:
        """Within a day after a replacement. The former ones are checked first; those in use
        are retained for a day in their place, so that this can be undone in the same
        way."""
        return await self.call(
            "POST", "/v1/accounts/{account_id}/credentials/restore", {"account_id": account_id}, None, Shapes(models.Account), "writes", options
        )

    async def list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of the account over time, oldest first: noted each hour and, at most every
        five minutes, after something was traded; each minute while it is requested. In
        the currency that most markets of its exchange settle in, at the last prices
        there (docs/equity.md)."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EquityPoint]:
        """Each item of all pages of `list_account_equity`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    async def table_list_account_equity(
        self,
        account_id: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_equity` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/accounts/{account_id}/equity", {"account_id": account_id, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def sum_equity(
        self,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        options: CallOptions | None = None,
    ) -> models.EquitySumList:
        """Value of all your accounts together over time, for each currency that they are
        valued in, real money and play money apart. Of each account its newest value
        before the end of an interval counts. At most 1500 intervals (docs/equity.md)."""
        return await self.call(
            "GET", "/v1/equity", {"interval": interval, "from": from_, "to": to}, None, Shapes(models.EquitySumList), "reads", options
        )

    async def list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LedgerPage:
        """The books of a simulated or paper account in double entry, oldest first:
        deposits, trades, fees, funding, and what orders and positions lock and free. The
        sum of `change` in a currency is what the account holds of it. Real exchanges
        keep their books themselves."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": cursor}, None, Shapes(models.LedgerPage), "reads", options
        )

    def each_list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.LedgerEntry]:
        """Each item of all pages of `list_account_ledger`."""
        return self.each(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": None}, None, Shapes(models.LedgerPage), "reads", options, lambda page: page.data
        )

    async def table_list_account_ledger(
        self,
        account_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_account_ledger` returns as comma-separated values, for spreadsheets;
        starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/accounts/{account_id}/ledger", {"account_id": account_id, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def place_order(
        self,
        body: models.PlaceOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderPlaced:
        """Places a manual order on the account's exchange: real money on a real account.
        Send an `Idempotency-Key`, so that a repeated request cannot place a second
        order."""
        return await self.call(
            "POST", "/v1/orders", {}, body, Shapes(models.OrderPlaced), "trading", options
        )

    async def list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.KnownOrderPage:
        """Orders of all accounts and states, manual and placed by bots, by their placing
        newest first, as they are known here. Narrow the list by account, market, bot,
        state and window."""
        return await self.call(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.KnownOrderPage), "reads", options
        )

    def each_list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.KnownOrder]:
        """Each item of all pages of `list_orders`."""
        return self.each(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.KnownOrderPage), "reads", options, lambda page: page.data
        )

    async def table_list_orders(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_orders` returns as comma-separated values, for spreadsheets; starts
        with the names of its columns."""
        return await self.table(
            "GET", "/v1/orders", {"account_id": account_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def get_order(
        self,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderOutcome:
        """An order of any age, manual or placed by a bot, with its status, the mean price
        of its fills and what they cost. One that still works is brought up to date with
        its exchange first."""
        return await self.call(
            "GET", "/v1/orders/{order_id}", {"order_id": order_id}, None, Shapes(models.OrderOutcome), "reads", options
        )

    async def cancel_order(
        self,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        await self.act(
            "DELETE", "/v1/orders/{order_id}", {"order_id": order_id}, None, "writes", options
        )

    async def estimate_account_order(
        self,
        account_id: str,
        body: models.PlaceAccountOrder | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.OrderEstimate:
        """What an order of any type would cost by the prices of now, its fee, what it needs
        of what is available, and why it would be refused. Nothing is placed."""
        return await self.call(
            "POST", "/v1/accounts/{account_id}/orders/estimate", {"account_id": account_id}, body, Shapes(models.OrderEstimate), "reads", options
        )

    async def list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AccountFillPage:
        """What the orders of your accounts filled, by account, oldest first in each, as
        their exchanges tell it. A page may be short, or empty: read on until
        `next_cursor` is null. Accounts whose exchange does not respond are named in
        `unread`."""
        return await self.call(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.AccountFillPage), "reads", options
        )

    def each_list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.AccountFill]:
        """Each item of all pages of `list_fills`."""
        return self.each(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.AccountFillPage), "reads", options, lambda page: page.data
        )

    async def table_list_fills(
        self,
        *,
        account_id: str | None = None,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `list_fills` returns as comma-separated values, for spreadsheets; starts
        with the names of its columns."""
        return await self.table(
            "GET", "/v1/fills", {"account_id": account_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        wait: Literal["0"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.EventPage:
        """What happened, oldest first. Events are retained for a week. Read on with
        `after`: nothing is left out and nothing comes twice. Send `wait=0`: without it
        the address sends events as they happen, as `GET /v1/events/stream` does, unless
        `limit` is given or `Accept` names `application/json` and not `text/event-stream`
        (docs/events.md)."""
        return await self.call(
            "GET", "/v1/events", {"after": after, "types": types, "wait": wait, "limit": limit}, None, Shapes(models.EventPage), "reads", options
        )

    async def list_webhooks(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookList:
        """All of them, oldest first, without their secrets."""
        return await self.call(
            "GET", "/v1/webhooks", {}, None, Shapes(models.WebhookList), "reads", options
        )

    async def create_webhook(
        self,
        body: models.CreateWebhook | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Events from now on are sent to the address, signed by the Standard Webhooks
        convention (docs/webhooks.md). The secret is in this response and never again."""
        return await self.call(
            "POST", "/v1/webhooks", {}, body, Shapes(models.WebhookWithSecret), "writes", options
        )

    async def delete_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its deliveries; what waits is not sent."""
        await self.act(
            "DELETE", "/v1/webhooks/{webhook_id}", {"webhook_id": webhook_id}, None, "writes", options
        )

    async def rotate_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookWithSecret:
        """Makes a new secret. For 24 hours messages are signed by both."""
        return await self.call(
            "POST", "/v1/webhooks/{webhook_id}/rotate", {"webhook_id": webhook_id}, None, Shapes(models.WebhookWithSecret), "writes", options
        )

    async def enable_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Webhook:
        """One that was disabled is sent what waited then, and what happens from now on."""
        return await self.call(
            "POST", "/v1/webhooks/{webhook_id}/enable", {"webhook_id": webhook_id}, None, Shapes(models.Webhook), "writes", options
        )

    async def test_webhook(
        self,
        webhook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.WebhookDelivery:
        """A signed message of type `webhook.tested`, sent once and at once, whatever types
        the webhook is for and also while its deliveries fail. The delivery in the
        response is listed with what became of it."""
        return await self.call(
            "POST", "/v1/webhooks/{webhook_id}/test", {"webhook_id": webhook_id}, None, Shapes(models.WebhookDelivery), "writes", options
        )

    async def list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What was sent and responded, and what waits; newest first, for a week."""
        return await self.call(
            "GET", "/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_list_webhook_deliveries(
        self,
        webhook_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """Each item of all pages of `list_webhook_deliveries`."""
        return self.each(
            "GET", "/v1/webhooks/{webhook_id}/deliveries", {"webhook_id": webhook_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    async def resend_webhook_delivery(
        self,
        webhook_id: str,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Also one that succeeded; its message has the same id. Works while the event is
        retained."""
        await self.act(
            "POST", "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", {"webhook_id": webhook_id, "delivery_id": delivery_id}, None, "writes", options
        )

    async def list_hooks(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HookList:
        """Secret addresses for signals, oldest first, without the addresses."""
        return await self.call(
            "GET", "/v1/hooks", {}, None, Shapes(models.HookList), "reads", options
        )

    async def create_hook(
        self,
        body: models.CreateHook | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.HookWithPath:
        """An address at which messages from outside, such as alerts of TradingView, become
        signals for a bot (docs/hooks.md). Its path is a secret, in this response and
        never again. A name that the bot does not listen to is refused; `GET
        /v1/hooks/listeners` has those it does."""
        return await self.call(
            "POST", "/v1/hooks", {}, body, Shapes(models.HookWithPath), "writes", options
        )

    async def list_hook_listeners(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.HookListenerList:
        """What a hook can be made for: bots, each with the names that it listens to."""
        return await self.call(
            "GET", "/v1/hooks/listeners", {}, None, Shapes(models.HookListenerList), "reads", options
        )

    async def rotate_hook(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.HookWithPath:
        """The former address ends at once."""
        return await self.call(
            "POST", "/v1/hooks/{hook_id}/rotate", {"hook_id": hook_id}, None, Shapes(models.HookWithPath), "writes", options
        )

    async def delete_hook(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its trace; its address ends at once."""
        await self.act(
            "DELETE", "/v1/hooks/{hook_id}", {"hook_id": hook_id}, None, "writes", options
        )

    async def list_hook_calls(
        self,
        hook_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.HookCallList:
        """The newest 100 messages, newest first, with what became of each."""
        return await self.call(
            "GET", "/v1/hooks/{hook_id}/calls", {"hook_id": hook_id}, None, Shapes(models.HookCallList), "reads", options
        )

    async def list_notification_channels(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannelList:
        """All of them, sorted by id, without their secrets."""
        return await self.call(
            "GET", "/v1/notifications/channels", {}, None, Shapes(models.NotificationChannelList), "reads", options
        )

    async def create_notification_channel(
        self,
        body: models.CreateNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """A code is sent to it; nothing else is sent before the code was entered
        (`verifyNotificationChannel`). See docs/notifications.md."""
        return await self.call(
            "POST", "/v1/notifications/channels", {}, body, Shapes(models.NotificationChannel), "writes", options
        )

    async def get_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """Where it leads, and whether messages arrive."""
        return await self.call(
            "GET", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, None, Shapes(models.NotificationChannel), "reads", options
        )

    async def change_notification_channel(
        self,
        channel_id: str,
        body: models.ChangeNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """To change where it leads, make another one: that has to be proven anew."""
        return await self.call(
            "PUT", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, body, Shapes(models.NotificationChannel), "writes", options
        )

    async def delete_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """With its deliveries; what waits is not sent."""
        await self.act(
            "DELETE", "/v1/notifications/channels/{channel_id}", {"channel_id": channel_id}, None, "writes", options
        )

    async def send_notification_code(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """The code before it is of no use any more."""
        await self.act(
            "POST", "/v1/notifications/channels/{channel_id}/code", {"channel_id": channel_id}, None, "writes", options
        )

    async def verify_notification_channel(
        self,
        channel_id: str,
        body: models.VerifyNotificationChannel | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """Events from now on are sent. A code is valid for 15 minutes and five tries."""
        return await self.call(
            "POST", "/v1/notifications/channels/{channel_id}/verify", {"channel_id": channel_id}, body, Shapes(models.NotificationChannel), "writes", options
        )

    async def test_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationDelivery:
        """The delivery in the response says, when it is read again, what became of it."""
        return await self.call(
            "POST", "/v1/notifications/channels/{channel_id}/test", {"channel_id": channel_id}, None, Shapes(models.NotificationDelivery), "writes", options
        )

    async def enable_notification_channel(
        self,
        channel_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationChannel:
        """One that was disabled is sent what waited then, and what happens from now on."""
        return await self.call(
            "POST", "/v1/notifications/channels/{channel_id}/enable", {"channel_id": channel_id}, None, Shapes(models.NotificationChannel), "writes", options
        )

    async def list_notification_rules(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRuleList:
        """All of them, sorted by id. Everybody begins with two: problems, and messages of
        scripts."""
        return await self.call(
            "GET", "/v1/notifications/rules", {}, None, Shapes(models.NotificationRuleList), "reads", options
        )

    async def create_notification_rule(
        self,
        body: models.SaveNotificationRule | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRule:
        """It is about events from now on."""
        return await self.call(
            "POST", "/v1/notifications/rules", {}, body, Shapes(models.NotificationRule), "writes", options
        )

    async def replace_notification_rule(
        self,
        rule_id: str,
        body: models.SaveNotificationRule | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NotificationRule:
        """The whole of it; what waits by it is sent as it was."""
        return await self.call(
            "PUT", "/v1/notifications/rules/{rule_id}", {"rule_id": rule_id}, body, Shapes(models.NotificationRule), "writes", options
        )

    async def delete_notification_rule(
        self,
        rule_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """What waits by it is not sent."""
        await self.act(
            "DELETE", "/v1/notifications/rules/{rule_id}", {"rule_id": rule_id}, None, "writes", options
        )

    async def list_notification_deliveries(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        channel_id: str | None = None,
        options: CallOptions | None = None,
    ) -> models.NotificationDeliveryPage:
        """What was sent and what waits; newest first, for a week."""
        return await self.call(
            "GET", "/v1/notifications/deliveries", {"limit": limit, "cursor": cursor, "channel_id": channel_id}, None, Shapes(models.NotificationDeliveryPage), "reads", options
        )

    def each_list_notification_deliveries(
        self,
        *,
        limit: int | None = None,
        channel_id: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.NotificationDelivery]:
        """Each item of all pages of `list_notification_deliveries`."""
        return self.each(
            "GET", "/v1/notifications/deliveries", {"limit": limit, "cursor": None, "channel_id": channel_id}, None, Shapes(models.NotificationDeliveryPage), "reads", options, lambda page: page.data
        )

    async def resend_notification_delivery(
        self,
        delivery_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Also one that arrived. Codes are not sent again: ask for another one."""
        await self.act(
            "POST", "/v1/notifications/deliveries/{delivery_id}/resend", {"delivery_id": delivery_id}, None, "writes", options
        )

    async def list_audit(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> models.AuditPage:
        """Who did what from where, newest first: what you did and what was done to you. An
        owner sees all users, or one."""
        return await self.call(
            "GET", "/v1/audit", {"limit": limit, "cursor": cursor, "user_id": user_id}, None, Shapes(models.AuditPage), "reads", options
        )

    def each_list_audit(
        self,
        *,
        limit: int | None = None,
        user_id: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.AuditEntry]:
        """Each item of all pages of `list_audit`."""
        return self.each(
            "GET", "/v1/audit", {"limit": limit, "cursor": None, "user_id": user_id}, None, Shapes(models.AuditPage), "reads", options, lambda page: page.data
        )

    async def list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Yours, sorted by id, without secrets; a key sees those that may do no more."""
        return await self.call(
            "GET", "/v1/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ApiKey]:
        """Each item of all pages of `list_keys`."""
        return self.each(
            "GET", "/v1/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    async def create_key(
        self,
        body: models.CreateKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. A key makes none that may do
        more: what is left out of expiry and networks is inherited. A session has to be
        confirmed."""
        return await self.call(
            "POST", "/v1/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    async def switch_key(
        self,
        key_id: str,
        body: models.SwitchKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ApiKey:
        """At once and everywhere. A disabled key responds like an unknown one until it is
        enabled again. A session has to be confirmed to enable one."""
        return await self.call(
            "PUT", "/v1/keys/{key_id}/enabled", {"key_id": key_id}, body, Shapes(models.ApiKey), "writes", options
        )

    async def delete_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        await self.act(
            "DELETE", "/v1/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    async def list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.UserPage:
        """Those of the installation, oldest first, without end users of partners."""
        return await self.call(
            "GET", "/v1/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.UserPage), "reads", options
        )

    def each_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.User]:
        """Each item of all pages of `list_users`."""
        return self.each(
            "GET", "/v1/users", {"limit": limit, "cursor": None}, None, Shapes(models.UserPage), "reads", options, lambda page: page.data
        )

    async def create_user(
        self,
        body: models.CreateUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """A trader on the plan `unlimited` unless stated otherwise. It signs in by a link
        that an owner makes in the console, or the operator by `tidemill users
        sign-in-link`."""
        return await self.call(
            "POST", "/v1/users", {}, body, Shapes(models.User), "writes", options
        )

    async def get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """With what it signs in with."""
        return await self.call(
            "GET", "/v1/users/{user_id}", {"user_id": user_id}, None, Shapes(models.User), "reads", options
        )

    async def delete_user(
        self,
        user_id: str,
        name: str,
        *,
        cancel_orders: bool | None = None,
        close_positions: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.UserDeletion | None:
        """For good, and with its end users where it is a partner. Nothing signs in as the
        user any more, its hooks, webhooks and channels of notifications are deleted, its
        bots are stopped and its orders cancelled, then its bots, scripts, labs,
        backtests and credentials are deleted. Orders, fills, books, equity and the audit
        log stay, under a name that says nothing. Until `is_deleted` is true something is
        left: the service resumes the deletion every minute, with what was requested
        last, and the request may be repeated. The last owner stays."""
        return await self.delete(
            "DELETE", "/v1/users/{user_id}", {"user_id": user_id, "name": name, "cancel_orders": cancel_orders, "close_positions": close_positions}, None, Shapes(models.UserDeletion), "writes", options
        )

    async def change_role(
        self,
        user_id: str,
        body: models.ChangeRole | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """Takes effect at once, also for who is signed in. The last owner stays one."""
        return await self.call(
            "PUT", "/v1/users/{user_id}/role", {"user_id": user_id}, body, Shapes(models.User), "writes", options
        )

    async def change_plan(
        self,
        user_id: str,
        body: models.ChangePlan | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.User:
        """Takes effect at once, for its end users too."""
        return await self.call(
            "PUT", "/v1/users/{user_id}/plan", {"user_id": user_id}, body, Shapes(models.User), "writes", options
        )

    async def end_sessions(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndedSessions:
        """At once, and links that were not used yet are void. Keys stay."""
        return await self.call(
            "POST", "/v1/users/{user_id}/end-sessions", {"user_id": user_id}, None, Shapes(models.EndedSessions), "writes", options
        )

    async def get_installation(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Installation:
        """Its processes with their figures, queues, database and slow requests. Processes
        say every ten seconds that they live. `/metrics` has the figures for programs
        that watch them."""
        return await self.call(
            "GET", "/v1/operator", {}, None, Shapes(models.Installation), "reads", options
        )

    async def list_partners(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.OperatorPartnerList:
        """All partners, sorted by name, with what their end users used since the month
        began and what is due for it so far."""
        return await self.call(
            "GET", "/v1/operator/partners", {}, None, Shapes(models.OperatorPartnerList), "reads", options
        )

    async def stop_everything(
        self,
        body: models.StopEverything | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all of your running bots; acts within five seconds, also while the service
        is overloaded and while bots hang. Stopped bots send nothing more and stay
        stopped until they are started again. Orders and positions are left alone unless
        the request says otherwise. It may be repeated at any time."""
        return await self.call(
            "POST", "/v1/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    async def whitelabel_stop_everything(
        self,
        body: models.StopEverythingOfEndUsers | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all running bots of your end users, or of one; acts within five seconds,
        also while the service is overloaded and while bots hang. Stopped bots send
        nothing more and stay stopped until they are started again. Orders and positions
        are left alone unless the request says otherwise. It may be repeated at any time."""
        return await self.call(
            "POST", "/v1/whitelabel/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    async def partner_stop_everything(
        self,
        body: models.StopEverythingOfEndUsers | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EverythingStopped:
        """Stops all running bots of your end users, or of one; acts within five seconds,
        also while the service is overloaded and while bots hang. Stopped bots send
        nothing more and stay stopped until they are started again. Orders and positions
        are left alone unless the request says otherwise. It may be repeated at any time."""
        return await self.call(
            "POST", "/v1/partner/stop-everything", {}, body, Shapes(models.EverythingStopped), "trading", options
        )

    async def get_account_limits(
        self,
        account_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the account may do at most; a new account has no limits."""
        return await self.call(
            "GET", "/v1/accounts/{account_id}/limits", {"account_id": account_id}, None, Shapes(models.AccountLimits), "reads", options
        )

    async def set_account_limits(
        self,
        account_id: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all; an empty object takes them away. Every order is judged by them
        before the exchange hears of it: a manual one is refused with `order_rejected`, a
        bot is stopped with the reason. The scope `trading` may tighten them. What lifts
        one, and `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return await self.call(
            "PUT", "/v1/accounts/{account_id}/limits", {"account_id": account_id}, body, Shapes(models.AccountLimits), "writes", options
        )

    async def list_scripts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ScriptPage:
        """Scripts of the caller, sorted by id, without their source."""
        return await self.call(
            "GET", "/v1/scripts", {"limit": limit, "cursor": cursor}, None, Shapes(models.ScriptPage), "reads", options
        )

    def each_list_scripts(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Script]:
        """Each item of all pages of `list_scripts`."""
        return self.each(
            "GET", "/v1/scripts", {"limit": limit, "cursor": None}, None, Shapes(models.ScriptPage), "reads", options, lambda page: page.data
        )

    async def create_script(
        self,
        body: models.CreateScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """The source is compiled and stored. One that does not compile is stored too, and
        `compile` says what is wrong with it."""
        return await self.call(
            "POST", "/v1/scripts", {}, body, Shapes(models.ScriptDetail), "writes", options
        )

    async def get_script(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """A script with its source and what compiling it found."""
        return await self.call(
            "GET", "/v1/scripts/{script_id}", {"script_id": script_id}, None, Shapes(models.ScriptDetail), "reads", options
        )

    async def rename_script(
        self,
        script_id: str,
        body: models.RenameScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptDetail:
        """Changes its name and, if it is given, its description. The source stays, and so
        does what runs it."""
        return await self.call(
            "PUT", "/v1/scripts/{script_id}", {"script_id": script_id}, body, Shapes(models.ScriptDetail), "writes", options
        )

    async def delete_script(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """A script that a running bot holds cannot be deleted."""
        await self.act(
            "DELETE", "/v1/scripts/{script_id}", {"script_id": script_id}, None, "writes", options
        )

    async def replace_script_source(
        self,
        script_id: str,
        body: models.ReplaceSource | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptSourceUpdated:
        """The new source takes the place of the old one entirely and is compiled. One that
        does not compile is stored too. Bots keep running what they loaded until they are
        restarted."""
        return await self.call(
            "PUT", "/v1/scripts/{script_id}/source", {"script_id": script_id}, body, Shapes(models.ScriptSourceUpdated), "writes", options
        )

    async def list_script_inputs(
        self,
        script_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptInputs:
        """What the script lets its user choose, in the order in which it asks."""
        return await self.call(
            "GET", "/v1/scripts/{script_id}/inputs", {"script_id": script_id}, None, Shapes(models.ScriptInputs), "reads", options
        )

    async def check_script(
        self,
        body: models.CheckScript | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptChecked:
        """Compiles the source and runs it once over flat prices, as saving it would: errors
        with line and column, warnings, and its inputs. Nothing is stored."""
        return await self.call(
            "POST", "/v1/scripts/check", {}, body, Shapes(models.ScriptChecked), "reads", options
        )

    async def list_script_versions(
        self,
        script_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ScriptVersionPage:
        """Each source that was saved and differs from the one before, newest first; the
        newest 200 are retained."""
        return await self.call(
            "GET", "/v1/scripts/{script_id}/versions", {"script_id": script_id, "limit": limit, "cursor": cursor}, None, Shapes(models.ScriptVersionPage), "reads", options
        )

    def each_list_script_versions(
        self,
        script_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ScriptVersion]:
        """Each item of all pages of `list_script_versions`."""
        return self.each(
            "GET", "/v1/scripts/{script_id}/versions", {"script_id": script_id, "limit": limit, "cursor": None}, None, Shapes(models.ScriptVersionPage), "reads", options, lambda page: page.data
        )

    async def get_script_version(
        self,
        script_id: str,
        version: str,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptVersionDetail:
        """A source as it was saved."""
        return await self.call(
            "GET", "/v1/scripts/{script_id}/versions/{version}", {"script_id": script_id, "version": version}, None, Shapes(models.ScriptVersionDetail), "reads", options
        )

    async def list_script_commands(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ScriptVocabulary:
        """Everything that a script may call or name, as `/docs/commands` explains it."""
        return await self.call(
            "GET", "/v1/script-commands", {}, None, Shapes(models.ScriptVocabulary), "reads", options
        )

    async def create_backtest(
        self,
        body: models.CreateBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Queues a run of a script over past prices. Whether the script exists and the
        market has history is found out by the run, which waits a minute for history that
        is being synced; when it fails, the backtest is discarded, and its 404 says why
        for a day. `parameters` chooses inputs of the script, `settings` the rules."""
        return await self.call(
            "POST", "/v1/backtests", {}, body, Shapes(models.BacktestJob), "expensive", options
        )

    async def list_backtests(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPage:
        """Your backtests, newest first; those that failed are not among them."""
        return await self.call(
            "GET", "/v1/backtests", {"limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPage), "reads", options
        )

    def each_list_backtests(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestJob]:
        """Each item of all pages of `list_backtests`."""
        return self.each(
            "GET", "/v1/backtests", {"limit": limit, "cursor": None}, None, Shapes(models.BacktestPage), "reads", options, lambda page: page.data
        )

    async def get_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Poll until `status` is `finished`. A 404 while polling means that the run did not
        survive; `detail` says why, with the line of the script where there is one. The
        id of a lab's result is served too: requested the first time, or after it was
        deleted, it is queued with what the lab ran with, and counts among your waiting
        backtests."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, Shapes(models.BacktestJob), "reads", options
        )

    async def delete_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels it when it waits or runs, and discards it with its result."""
        await self.act(
            "DELETE", "/v1/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    async def get_backtest_statistics(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestStatistics:
        """Returns, drawdowns, trades, months, distributions and resampled runs of a
        finished backtest, computed on request; `docs/backtests.md` defines each."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/statistics", {"backtest_id": backtest_id}, None, Shapes(models.BacktestStatistics), "reads", options
        )

    async def list_backtest_positions(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPositionPage:
        """Every closed position, and those that were still open at the end."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/positions", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPositionPage), "reads", options
        )

    def each_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestPosition]:
        """Each item of all pages of `list_backtest_positions`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/positions", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPositionPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_orders(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestOrderPage:
        """Every order that the run placed, in the order of placing."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/orders", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestOrderPage), "reads", options
        )

    def each_list_backtest_orders(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestOrder]:
        """Each item of all pages of `list_backtest_orders`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/orders", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestOrderPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestLogPage:
        """What the script and the engine wrote, oldest first, at most 10,000 lines."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestLogPage), "reads", options
        )

    def each_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestLogLine]:
        """Each item of all pages of `list_backtest_logs`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestLogPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_equity(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestEquityPage:
        """Wallet and open profit over time, at most 2,000 points."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/equity", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestEquityPage), "reads", options
        )

    def each_list_backtest_equity(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestEquityPoint]:
        """Each item of all pages of `list_backtest_equity`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/equity", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestEquityPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_plots(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPlotPage:
        """The lines that `Plot` and the commands built on it drew, at most 100."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/plots", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPlotPage), "reads", options
        )

    def each_list_backtest_plots(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestPlot]:
        """Each item of all pages of `list_backtest_plots`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/plots", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPlotPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_drawings(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestDrawingPage:
        """What is at candles (`PlotShape`, `MarkCandle`, `PlotSignalBar`, `PlotSignalEnum`;
        the newest 2,000 calls), then levels, zones, bands between lines, vertical lines
        and zones, candles of markets, volume, pivots, and what was set of charts and
        axes."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/drawings", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestDrawingPage), "reads", options
        )

    def each_list_backtest_drawings(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestDrawing]:
        """Each item of all pages of `list_backtest_drawings`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/drawings", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestDrawingPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_bars(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestBarPage:
        """Candles of the trade market over the window as the run had them, at most 3,000;
        `report.bar_minutes` says of how many minutes each is."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/bars", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestBarPage), "reads", options
        )

    def each_list_backtest_bars(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestBar]:
        """Each item of all pages of `list_backtest_bars`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/bars", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestBarPage), "reads", options, lambda page: page.data
        )

    async def list_backtest_exports(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestExportPage:
        """The tables that `WriteExportData` wrote, in parts of at most 50 rows: the parts
        of one table follow each other."""
        return await self.call(
            "GET", "/v1/backtests/{backtest_id}/exports", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestExportPage), "reads", options
        )

    def each_list_backtest_exports(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestExportPart]:
        """Each item of all pages of `list_backtest_exports`."""
        return self.each(
            "GET", "/v1/backtests/{backtest_id}/exports", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestExportPage), "reads", options, lambda page: page.data
        )

    async def list_labs(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LabPage:
        """Labs of the caller, sorted by id."""
        return await self.call(
            "GET", "/v1/labs", {"limit": limit, "cursor": cursor}, None, Shapes(models.LabPage), "reads", options
        )

    def each_list_labs(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.LabDetail]:
        """Each item of all pages of `list_labs`."""
        return self.each(
            "GET", "/v1/labs", {"limit": limit, "cursor": None}, None, Shapes(models.LabPage), "reads", options, lambda page: page.data
        )

    async def create_lab(
        self,
        body: models.CreateLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Its parameters are the script's inputs, none of them swept yet: configure it,
        then start it."""
        return await self.call(
            "POST", "/v1/labs", {}, body, Shapes(models.LabDetail), "writes", options
        )

    async def get_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Poll until `status` is `completed`, `cancelled` or `failed`."""
        return await self.call(
            "GET", "/v1/labs/{lab_id}", {"lab_id": lab_id}, None, Shapes(models.LabDetail), "reads", options
        )

    async def configure_lab(
        self,
        lab_id: str,
        body: models.ConfigureLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Replaces what it searches: where it trades, how large the search is, and which
        inputs are swept over which values. A lab at work cannot be configured."""
        return await self.call(
            "PUT", "/v1/labs/{lab_id}", {"lab_id": lab_id}, body, Shapes(models.LabDetail), "writes", options
        )

    async def delete_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels its execution and discards it with its results."""
        await self.act(
            "DELETE", "/v1/labs/{lab_id}", {"lab_id": lab_id}, None, "writes", options
        )

    async def start_lab(
        self,
        lab_id: str,
        body: models.StartLab | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Begins an execution over a window; the results of the one before are forgotten.
        Each combination is a backtest."""
        return await self.call(
            "POST", "/v1/labs/{lab_id}/start", {"lab_id": lab_id}, body, Shapes(models.LabDetail), "expensive", options
        )

    async def cancel_lab(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabDetail:
        """Stops it within a second; what is done stays. A lab that is not at work stays as
        it is."""
        return await self.call(
            "POST", "/v1/labs/{lab_id}/cancel", {"lab_id": lab_id}, None, Shapes(models.LabDetail), "writes", options
        )

    async def list_lab_parameters(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabParameters:
        """Inputs of its script, with the values that are swept."""
        return await self.call(
            "GET", "/v1/labs/{lab_id}/parameters", {"lab_id": lab_id}, None, Shapes(models.LabParameters), "reads", options
        )

    async def list_lab_results(
        self,
        lab_id: str,
        *,
        sort: Literal["-roi", "roi", "-profit", "profit", "-drawdown", "drawdown", "-sharpe", "sharpe", "-stability", "stability"] | None = None,
        min_positions: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.LabResultPage:
        """Results of the current or last execution. Those that closed no position, or
        failed, have no figure to sort by and rank below all losses."""
        return await self.call(
            "GET", "/v1/labs/{lab_id}/results", {"lab_id": lab_id, "sort": sort, "min_positions": min_positions, "limit": limit, "cursor": cursor}, None, Shapes(models.LabResultPage), "reads", options
        )

    def each_list_lab_results(
        self,
        lab_id: str,
        *,
        sort: Literal["-roi", "roi", "-profit", "profit", "-drawdown", "drawdown", "-sharpe", "sharpe", "-stability", "stability"] | None = None,
        min_positions: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.LabResult]:
        """Each item of all pages of `list_lab_results`."""
        return self.each(
            "GET", "/v1/labs/{lab_id}/results", {"lab_id": lab_id, "sort": sort, "min_positions": min_positions, "limit": limit, "cursor": None}, None, Shapes(models.LabResultPage), "reads", options, lambda page: page.data
        )

    async def get_lab_overfitting(
        self,
        lab_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LabOverfitting:
        """How likely it is that the best result is luck, and what choosing by the past
        would have brought; null until the lab is completed. `docs/labs.md` defines the
        figures."""
        return await self.call(
            "GET", "/v1/labs/{lab_id}/overfitting", {"lab_id": lab_id}, None, Shapes(models.LabOverfitting), "reads", options
        )

    async def make_bot_of_lab_result(
        self,
        lab_id: str,
        backtest_id: str,
        body: models.BotOfResult | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """The bot has the inputs, interval, market, leverage, margin mode and trade amount
        of the result. It does not run yet. Refused when the run failed, and when the
        script or a command that it calls was changed since the lab ran it."""
        return await self.call(
            "POST", "/v1/labs/{lab_id}/results/{backtest_id}/bot", {"lab_id": lab_id, "backtest_id": backtest_id}, body, Shapes(models.Bot), "writes", options
        )

    async def list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotPage:
        """Bots of the caller, sorted by id."""
        return await self.call(
            "GET", "/v1/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.BotPage), "reads", options
        )

    def each_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Bot]:
        """Each item of all pages of `list_bots`."""
        return self.each(
            "GET", "/v1/bots", {"limit": limit, "cursor": None}, None, Shapes(models.BotPage), "reads", options, lambda page: page.data
        )

    async def create_bot(
        self,
        body: models.CreateBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """Binds a script to an account and a market. The bot does not run yet. Parameters
        that a valid script does not have or cannot take, and settings that the market
        does not know, are refused, each at its place."""
        return await self.call(
            "POST", "/v1/bots", {}, body, Shapes(models.Bot), "writes", options
        )

    async def get_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.Bot:
        """A bot with its state since its activation."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}", {"bot_id": bot_id}, None, Shapes(models.Bot), "reads", options
        )

    async def delete_bot(
        self,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first. Its open orders stay on the exchange, and so does
        what it holds, unless the query says otherwise."""
        await self.act(
            "DELETE", "/v1/bots/{bot_id}", {"bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    async def start_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotAction:
        """Loads the script as it is now and runs it. Starting a running bot succeeds and
        changes nothing. A refused activation is 403, and so is an unknown bot.
        Parameters that the script, as it is now, does not have or cannot take refuse it,
        with their names. A bot of a strategy needs what its settings ask for, and goes
        on with what it left behind."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/start", {"bot_id": bot_id}, None, Shapes(models.BotAction), "writes", options
        )

    async def stop_bot(
        self,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.BotAction:
        """Its open orders stay on the exchange, and so does what it holds, unless the
        query, or the settings of its strategy, say otherwise. Stopping a stopped bot
        succeeds, and may still ask for that."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/stop", {"bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.BotAction), "writes", options
        )

    async def start_bots(
        self,
        body: models.StartBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SwitchedBotList:
        """Starts up to 100 bots, as `POST /v1/bots/{bot_id}/start` does each. One that
        cannot be started holds up no other; its `problem` says why."""
        return await self.call(
            "POST", "/v1/start-bots", {}, body, Shapes(models.SwitchedBotList), "writes", options
        )

    async def stop_bots(
        self,
        body: models.StopBots | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SwitchedBotList:
        """Stops up to 100 bots, as `POST /v1/bots/{bot_id}/stop` does each. Their orders
        and positions stay unless the request says otherwise."""
        return await self.call(
            "POST", "/v1/stop-bots", {}, body, Shapes(models.SwitchedBotList), "writes", options
        )

    async def list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The strategies that bots can run instead of a script, with their settings: the
        keys are those that `config` of a bot takes."""
        return await self.call(
            "GET", "/v1/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    async def create_strategy_bot(
        self,
        body: models.CreateStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """Binds a strategy with settings to an account; `market_tag` of the settings is the
        market. The bot does not run yet: it is listed, started, stopped and deleted as
        any bot. All problems of the settings are returned at once, each with its key,
        the rule and the nearest valid value; so is money that is missing now, unless the
        settings tell the bot to wait."""
        return await self.call(
            "POST", "/v1/strategy-bots", {}, body, Shapes(models.StrategyBot), "writes", options
        )

    async def preview_strategy_bot(
        self,
        body: models.PreviewStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return await self.call(
            "POST", "/v1/strategy-bots/preview", {}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    async def backtest_strategy_bot(
        self,
        body: models.BacktestStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BacktestJob:
        """Queues a run of a grid or averaging bot with these settings over past prices,
        with the account's fees and wallet. It is the engine that then trades; the result
        is read like that of any backtest."""
        return await self.call(
            "POST", "/v1/strategy-bots/backtests", {}, body, Shapes(models.BacktestJob), "expensive", options
        )

    async def get_strategy_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """The bot with its settings and what its grid has brought."""
        return await self.call(
            "GET", "/v1/strategy-bots/{bot_id}", {"bot_id": bot_id}, None, Shapes(models.StrategyBot), "reads", options
        )

    async def edit_strategy_bot(
        self,
        bot_id: str,
        body: models.EditStrategyBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.StrategyBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name."""
        return await self.call(
            "PUT", "/v1/strategy-bots/{bot_id}", {"bot_id": bot_id}, body, Shapes(models.StrategyBot), "writes", options
        )

    async def list_bot_logs(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotLogPage:
        """Newest first: what its script wrote, its trades, and why it was stopped."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/logs", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BotLogPage), "reads", options
        )

    def each_list_bot_logs(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BotLogEntry]:
        """Each item of all pages of `list_bot_logs`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/logs", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.BotLogPage), "reads", options, lambda page: page.data
        )

    async def list_bot_deliveries(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/deliveries", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_list_bot_deliveries(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """Each item of all pages of `list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/deliveries", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    async def list_bot_orders(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.OrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/orders", {"bot_id": bot_id}, None, Shapes(models.OrderList), "reads", options
        )

    async def list_bot_positions(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPositionList:
        """What it holds since its activation, as of its newest update; spot too."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/positions", {"bot_id": bot_id}, None, Shapes(models.BotPositionList), "reads", options
        )

    async def get_bot_statistics(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        options: CallOptions | None = None,
    ) -> models.BotStatistics:
        """Returns, drawdowns, trades, months, distributions and resampled runs, as of a
        backtest over the same minutes; `docs/backtests.md` defines each. A run begins
        when the bot is started."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/statistics", {"bot_id": bot_id, "run": run}, None, Shapes(models.BotStatistics), "reads", options
        )

    async def list_bot_equity(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotEquityPage:
        """Oldest first: its start, ends of hours in which it changed, after trades at most
        one point in five minutes, ends of days (UTC), and where it stands now. After 30
        days those of days are left."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/equity", {"bot_id": bot_id, "run": run, "limit": limit, "cursor": cursor}, None, Shapes(models.BotEquityPage), "reads", options
        )

    def each_list_bot_equity(
        self,
        bot_id: str,
        *,
        run: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BotEquityPoint]:
        """Each item of all pages of `list_bot_equity`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/equity", {"bot_id": bot_id, "run": run, "limit": limit, "cursor": None}, None, Shapes(models.BotEquityPage), "reads", options, lambda page: page.data
        )

    async def list_bot_trades(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BacktestPositionPage:
        """Positions that it opened and closed, in all of its runs, newest first."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/trades", {"bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.BacktestPositionPage), "reads", options
        )

    def each_list_bot_trades(
        self,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.BacktestPosition]:
        """Each item of all pages of `list_bot_trades`."""
        return self.each(
            "GET", "/v1/bots/{bot_id}/trades", {"bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.BacktestPositionPage), "reads", options, lambda page: page.data
        )

    async def send_bot_signal(
        self,
        bot_id: str,
        body: models.SendBotSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.BotSignalAccepted:
        """An action is one of seven; any other is refused. Its script is updated once for
        each signal, at once and in their order, and reads it with `GetRemoteSignal` or
        `GetWebHookSignal`. A signal to a bot that does not run is refused with 400; one
        to a bot that has a hundred signals waiting with 503, to be sent again."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/signals", {"bot_id": bot_id}, body, Shapes(models.BotSignalAccepted), "writes", options
        )

    async def pause_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPauseAccepted:
        """Within a second it skips the minutes that close, until it is resumed or stopped,
        or wakes itself on a signal; `is_paused` is then true, and the event
        `bot.updated` says so. Its open orders stay, and fills are noted. Pausing a
        paused bot changes nothing. A bot that does not run is refused with 400."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/pause", {"bot_id": bot_id}, None, Shapes(models.BotPauseAccepted), "writes", options
        )

    async def resume_bot(
        self,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.BotPauseAccepted:
        """A paused bot goes on with the next minute that closes; those that it skipped are
        not run. Resuming one that is not paused changes nothing. A bot that does not run
        is refused with 400."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/resume", {"bot_id": bot_id}, None, Shapes(models.BotPauseAccepted), "writes", options
        )

    async def request_bot_comparison(
        self,
        bot_id: str,
        body: models.RequestComparison | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.RequestedComparison:
        """Queues a backtest of what the bot ran with, from its start to its stop or the end
        of the day, and compares what filled on that day. A bot that was started anew
        during the day has a backtest of each run. A day that was requested before is not
        run again."""
        return await self.call(
            "POST", "/v1/bots/{bot_id}/comparisons", {"bot_id": bot_id}, body, Shapes(models.RequestedComparison), "expensive", options
        )

    async def get_bot_comparison(
        self,
        bot_id: str,
        *,
        day: str | None = None,
        options: CallOptions | None = None,
    ) -> models.BotComparison:
        """Poll until `status` is `finished`."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/comparisons", {"bot_id": bot_id, "day": day}, None, Shapes(models.BotComparison), "reads", options
        )

    async def list_compared_days(
        self,
        bot_id: str,
        *,
        to: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> models.ComparedDayList:
        """Days that have ended, from the one on which the bot was created; newest first.
        Those that are `queued` or `finished` have a comparison that can be read."""
        return await self.call(
            "GET", "/v1/bots/{bot_id}/compared-days", {"bot_id": bot_id, "to": to, "limit": limit}, None, Shapes(models.ComparedDayList), "reads", options
        )

    async def whitelabel_list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Exchanges that your end users may be at, sorted by code."""
        return await self.call(
            "GET", "/v1/whitelabel/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    async def partner_list_exchanges(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.ExchangeList:
        """Exchanges that your end users may be at, sorted by code."""
        return await self.call(
            "GET", "/v1/partner/exchanges", {}, None, Shapes(models.ExchangeList), "reads", options
        )

    async def whitelabel_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """Markets that bots of your end users may trade, sorted by tag."""
        return await self.call(
            "GET", "/v1/whitelabel/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_whitelabel_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Market]:
        """Each item of all pages of `whitelabel_list_markets`."""
        return self.each(
            "GET", "/v1/whitelabel/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    async def partner_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.MarketPage:
        """Markets that bots of your end users may trade, sorted by tag."""
        return await self.call(
            "GET", "/v1/partner/markets", {"exchange": exchange, "limit": limit, "cursor": cursor}, None, Shapes(models.MarketPage), "reads", options
        )

    def each_partner_list_markets(
        self,
        *,
        exchange: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.Market]:
        """Each item of all pages of `partner_list_markets`."""
        return self.each(
            "GET", "/v1/partner/markets", {"exchange": exchange, "limit": limit, "cursor": None}, None, Shapes(models.MarketPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The kinds of bots that there are, with their settings: the keys are those that
        `config` of a bot takes."""
        return await self.call(
            "GET", "/v1/whitelabel/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    async def partner_list_strategies(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerStrategyList:
        """The kinds of bots that there are, with their settings: the keys are those that
        `config` of a bot takes."""
        return await self.call(
            "GET", "/v1/partner/strategies", {}, None, Shapes(models.PartnerStrategyList), "reads", options
        )

    async def whitelabel_list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Keys that may do no more than the one that asks, sorted by id, without secrets."""
        return await self.call(
            "GET", "/v1/whitelabel/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_whitelabel_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ApiKey]:
        """Each item of all pages of `whitelabel_list_keys`."""
        return self.each(
            "GET", "/v1/whitelabel/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_create_key(
        self,
        body: models.CreateApiKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. It may do no more than the key
        that makes it: what is left out of expiry, networks and end user is inherited. A
        session has to be confirmed."""
        return await self.call(
            "POST", "/v1/whitelabel/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    async def partner_list_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.ApiKeyPage:
        """Keys that may do no more than the one that asks, sorted by id, without secrets."""
        return await self.call(
            "GET", "/v1/partner/keys", {"limit": limit, "cursor": cursor}, None, Shapes(models.ApiKeyPage), "reads", options
        )

    def each_partner_list_keys(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ApiKey]:
        """Each item of all pages of `partner_list_keys`."""
        return self.each(
            "GET", "/v1/partner/keys", {"limit": limit, "cursor": None}, None, Shapes(models.ApiKeyPage), "reads", options, lambda page: page.data
        )

    async def partner_create_key(
        self,
        body: models.CreateApiKey | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.NewApiKey:
        """The full key is in this response and never again. It may do no more than the key
        that makes it: what is left out of expiry, networks and end user is inherited. A
        session has to be confirmed."""
        return await self.call(
            "POST", "/v1/partner/keys", {}, body, Shapes(models.NewApiKey), "writes", options
        )

    async def whitelabel_revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        await self.act(
            "DELETE", "/v1/whitelabel/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    async def partner_revoke_key(
        self,
        key_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """For good, at once and everywhere. A key that may do more is treated like none."""
        await self.act(
            "DELETE", "/v1/partner/keys/{key_id}", {"key_id": key_id}, None, "writes", options
        )

    async def whitelabel_list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndUserPage:
        """Your end users, sorted by id."""
        return await self.call(
            "GET", "/v1/whitelabel/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.EndUserPage), "reads", options
        )

    def each_whitelabel_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EndUser]:
        """Each item of all pages of `whitelabel_list_users`."""
        return self.each(
            "GET", "/v1/whitelabel/users", {"limit": limit, "cursor": None}, None, Shapes(models.EndUserPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_create_user(
        self,
        body: models.CreateEndUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """Makes a customer of yours, at one exchange. On a simulated exchange it begins
        with play money; elsewhere its credentials are retained sealed and never
        returned."""
        return await self.call(
            "POST", "/v1/whitelabel/users", {}, body, Shapes(models.EndUser), "writes", options
        )

    async def partner_list_users(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EndUserPage:
        """Your end users, sorted by id."""
        return await self.call(
            "GET", "/v1/partner/users", {"limit": limit, "cursor": cursor}, None, Shapes(models.EndUserPage), "reads", options
        )

    def each_partner_list_users(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EndUser]:
        """Each item of all pages of `partner_list_users`."""
        return self.each(
            "GET", "/v1/partner/users", {"limit": limit, "cursor": None}, None, Shapes(models.EndUserPage), "reads", options, lambda page: page.data
        )

    async def partner_create_user(
        self,
        body: models.CreateEndUser | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """Makes a customer of yours, at one exchange. On a simulated exchange it begins
        with play money; elsewhere its credentials are retained sealed and never
        returned."""
        return await self.call(
            "POST", "/v1/partner/users", {}, body, Shapes(models.EndUser), "writes", options
        )

    async def whitelabel_get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """An end user with how many bots it has. A foreign one is treated like none."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}", {"user_id": user_id}, None, Shapes(models.EndUser), "reads", options
        )

    async def whitelabel_delete_user(
        self,
        user_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Stops and deletes its bots, forgets its credentials and revokes the keys that
        reach it alone. The open orders of its bots are cancelled first, unless the query
        says that they stay. Where the exchange does not respond, the end user is
        retained and its bots are stopped."""
        await self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}", {"user_id": user_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    async def partner_get_user(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUser:
        """An end user with how many bots it has. A foreign one is treated like none."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}", {"user_id": user_id}, None, Shapes(models.EndUser), "reads", options
        )

    async def partner_delete_user(
        self,
        user_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """Stops and deletes its bots, forgets its credentials and revokes the keys that
        reach it alone. The open orders of its bots are cancelled first, unless the query
        says that they stay. Where the exchange does not respond, the end user is
        retained and its bots are stopped."""
        await self.act(
            "DELETE", "/v1/partner/users/{user_id}", {"user_id": user_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    async def whitelabel_get_user_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """Whether the exchange accepts the key, and what it may do; the key itself is never
        shown."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/credentials", {"user_id": user_id}, None, Shapes(models.EndUserCredentialsList), "reads", options
        )

    async def whitelabel_rotate_user_credentials(
        self,
        user_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """The new ones are checked first and must be of the same account of the exchange;
        the old ones are retained sealed for a day. Also connects an end user again whose
        key was refused."""
        return await self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/credentials", {"user_id": user_id}, body, Shapes(models.EndUserCredentialsList), "writes", options
        )

    async def partner_get_user_credentials(
        self,
        user_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """Whether the exchange accepts the key, and what it may do; the key itself is never
        shown."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/credentials", {"user_id": user_id}, None, Shapes(models.EndUserCredentialsList), "reads", options
        )

    async def partner_rotate_user_credentials(
        self,
        user_id: str,
        body: models.Credentials | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.EndUserCredentialsList:
        """The new ones are checked first and must be of the same account of the exchange;
        the old ones are retained sealed for a day. Also connects an end user again whose
        key was refused."""
        return await self.call(
            "PUT", "/v1/partner/users/{user_id}/credentials", {"user_id": user_id}, body, Shapes(models.EndUserCredentialsList), "writes", options
        )

    async def whitelabel_get_user_limits(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the end user may do at most on markets of this kind; a new one has no
        limits."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.AccountLimits), "reads", options
        )

    async def whitelabel_set_user_limits(
        self,
        user_id: str,
        market_type: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all on markets of this kind; an empty object takes them away. Every
        order is judged by them before the exchange hears of it: a bot is stopped with
        the reason. A key that reaches one end user cannot set them. What lifts one, and
        `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return await self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, body, Shapes(models.AccountLimits), "writes", options
        )

    async def partner_get_user_limits(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """What the end user may do at most on markets of this kind; a new one has no
        limits."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.AccountLimits), "reads", options
        )

    async def partner_set_user_limits(
        self,
        user_id: str,
        market_type: str,
        body: models.SetAccountLimits | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.AccountLimits:
        """Replaces all on markets of this kind; an empty object takes them away. Every
        order is judged by them before the exchange hears of it: a bot is stopped with
        the reason. A key that reaches one end user cannot set them. What lifts one, and
        `reset_losses`, needs `accounts` or `admin` as well, and of a session a
        confirmation."""
        return await self.call(
            "PUT", "/v1/partner/users/{user_id}/limits/{market_type}", {"user_id": user_id, "market_type": market_type}, body, Shapes(models.AccountLimits), "writes", options
        )

    async def whitelabel_get_user_balance(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBalance:
        """What the end user holds for markets of this kind, as the exchange says."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/balance/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.PartnerBalance), "reads", options
        )

    async def partner_get_user_balance(
        self,
        user_id: str,
        market_type: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBalance:
        """What the end user holds for markets of this kind, as the exchange says."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/balance/{market_type}", {"user_id": user_id, "market_type": market_type}, None, Shapes(models.PartnerBalance), "reads", options
        )

    async def whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of what the end user holds for markets of this kind over time, oldest first
        (docs/equity.md)."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EquityPoint]:
        """Each item of all pages of `whitelabel_list_user_equity`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    async def table_whitelabel_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_equity` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/whitelabel/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.EquityPage:
        """Value of what the end user holds for markets of this kind over time, oldest first
        (docs/equity.md)."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.EquityPage), "reads", options
        )

    def each_partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.EquityPoint]:
        """Each item of all pages of `partner_list_user_equity`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.EquityPage), "reads", options, lambda page: page.data
        )

    async def table_partner_list_user_equity(
        self,
        user_id: str,
        market_type: str,
        *,
        interval: Literal[5, 15, 30, 60, 120, 240, 480, 720, 1440] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_equity` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/partner/users/{user_id}/equity/{market_type}", {"user_id": user_id, "market_type": market_type, "interval": interval, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerKnownOrderPage:
        """Orders of all states, by their placing newest first, as they are known here.
        Narrow the list by market, bot, state and window."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerKnownOrderPage), "reads", options
        )

    def each_whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerKnownOrder]:
        """Each item of all pages of `whitelabel_list_user_orders`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.PartnerKnownOrderPage), "reads", options, lambda page: page.data
        )

    async def table_whitelabel_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def whitelabel_cancel_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the end user, or those on one market. Running bots
        may place new ones: stop them first."""
        return await self.delete(
            "DELETE", "/v1/whitelabel/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    async def partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerKnownOrderPage:
        """Orders of all states, by their placing newest first, as they are known here.
        Narrow the list by market, bot, state and window."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerKnownOrderPage), "reads", options
        )

    def each_partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerKnownOrder]:
        """Each item of all pages of `partner_list_user_orders`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.PartnerKnownOrderPage), "reads", options, lambda page: page.data
        )

    async def table_partner_list_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        bot_id: str | None = None,
        status: Literal["working", "ended", "pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"] | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_orders` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag, "bot_id": bot_id, "status": status, "from": from_, "to": to, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def partner_cancel_user_orders(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        options: CallOptions | None = None,
    ) -> models.OrdersCancelled | None:
        """Cancels every working order of the end user, or those on one market. Running bots
        may place new ones: stop them first."""
        return await self.delete(
            "DELETE", "/v1/partner/users/{user_id}/orders", {"user_id": user_id, "market_tag": market_tag}, None, Shapes(models.OrdersCancelled), "writes", options
        )

    async def whitelabel_get_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderOutcome:
        """An order of any age with its status, the mean price of its fills and what they
        cost. One that still works is brought up to date with its exchange first."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, Shapes(models.PartnerOrderOutcome), "reads", options
        )

    async def whitelabel_cancel_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        await self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, "writes", options
        )

    async def partner_get_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderOutcome:
        """An order of any age with its status, the mean price of its fills and what they
        cost. One that still works is brought up to date with its exchange first."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, Shapes(models.PartnerOrderOutcome), "reads", options
        )

    async def partner_cancel_user_order(
        self,
        user_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order. Cancelling it once more returns 404."""
        await self.act(
            "DELETE", "/v1/partner/users/{user_id}/orders/{order_id}", {"user_id": user_id, "order_id": order_id}, None, "writes", options
        )

    async def whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerFillPage:
        """What the orders of the end user filled, oldest first for each kind of markets, as
        the exchange tells it. A page may be short, or empty: read on until `next_cursor`
        is null."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerFillPage), "reads", options
        )

    def each_whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerFill]:
        """Each item of all pages of `whitelabel_list_user_fills`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.PartnerFillPage), "reads", options, lambda page: page.data
        )

    async def table_whitelabel_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `whitelabel_list_user_fills` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/whitelabel/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerFillPage:
        """What the orders of the end user filled, oldest first for each kind of markets, as
        the exchange tells it. A page may be short, or empty: read on until `next_cursor`
        is null."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerFillPage), "reads", options
        )

    def each_partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerFill]:
        """Each item of all pages of `partner_list_user_fills`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": None}, None, Shapes(models.PartnerFillPage), "reads", options, lambda page: page.data
        )

    async def table_partner_list_user_fills(
        self,
        user_id: str,
        *,
        market_tag: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> str:
        """What `partner_list_user_fills` returns as comma-separated values, for
        spreadsheets; starts with the names of its columns."""
        return await self.table(
            "GET", "/v1/partner/users/{user_id}/fills", {"user_id": user_id, "market_tag": market_tag, "limit": limit, "cursor": cursor}, "reads", options
        )

    async def whitelabel_list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Every bot across all of your end users, sorted by id."""
        return await self.call(
            "GET", "/v1/whitelabel/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_whitelabel_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBot]:
        """Each item of all pages of `whitelabel_list_bots`."""
        return self.each(
            "GET", "/v1/whitelabel/bots", {"limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    async def partner_list_bots(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Every bot across all of your end users, sorted by id."""
        return await self.call(
            "GET", "/v1/partner/bots", {"limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_partner_list_bots(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBot]:
        """Each item of all pages of `partner_list_bots`."""
        return self.each(
            "GET", "/v1/partner/bots", {"limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Its bots, sorted by id; an empty list where it has none."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_whitelabel_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBot]:
        """Each item of all pages of `whitelabel_list_user_bots`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_create_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped bot of a strategy with settings. All problems of the settings are
        returned at once, each with its key, the rule and the nearest valid value."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots", {"user_id": user_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def partner_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotPage:
        """Its bots, sorted by id; an empty list where it has none."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotPage), "reads", options
        )

    def each_partner_list_user_bots(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBot]:
        """Each item of all pages of `partner_list_user_bots`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots", {"user_id": user_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotPage), "reads", options, lambda page: page.data
        )

    async def partner_create_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped bot of a strategy with settings. All problems of the settings are
        returned at once, each with its key, the rule and the nearest valid value."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/bots", {"user_id": user_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def whitelabel_preview_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/preview", {"user_id": user_id}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    async def partner_preview_bot(
        self,
        user_id: str,
        body: models.CreatePartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.GridPreview | models.DealPreview | models.SignalBotPreview:
        """What a bot with these settings would begin with: its lines, its orders, what it
        needs. Nothing is retained. What cannot be carried out is returned with its
        problems; settings that cannot be read are refused."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/bots/preview", {"user_id": user_id}, body, Shapes(models.GridPreview) | Shapes(models.DealPreview) | Shapes(models.SignalBotPreview), "writes", options
        )

    async def whitelabel_get_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """The bot with its settings. Read them to pre-fill an edit."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "reads", options
        )

    async def whitelabel_edit_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.EditPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name. Copies
        that follow take the same changes."""
        return await self.call(
            "PUT", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def whitelabel_delete_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first; its open orders stay on the exchange, and so does
        what it holds, unless the query or its settings say otherwise. Copies that follow
        it go on, and follow none."""
        await self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    async def partner_get_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """The bot with its settings. Read them to pre-fill an edit."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "reads", options
        )

    async def partner_edit_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.EditPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Changes the settings that are sent and leaves the others. A running bot keeps its
        orders and its profit, and refuses keys that are not editable by name. Copies
        that follow take the same changes."""
        return await self.call(
            "PUT", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def partner_delete_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> None:
        """A running bot is stopped first; its open orders stay on the exchange, and so does
        what it holds, unless the query or its settings say otherwise. Copies that follow
        it go on, and follow none."""
        await self.act(
            "DELETE", "/v1/partner/users/{user_id}/bots/{bot_id}", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, "writes", options
        )

    async def whitelabel_start_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Starting a running bot succeeds and changes nothing. A stopped bot that left
        orders or a position behind goes on with them, under the settings that it has
        now."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/start", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "writes", options
        )

    async def partner_start_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Starting a running bot succeeds and changes nothing. A stopped bot that left
        orders or a position behind goes on with them, under the settings that it has
        now."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/start", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerBot), "writes", options
        )

    async def whitelabel_stop_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Its open orders stay on the exchange, and so does what it holds, unless the query
        or its settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise.
        Stopping a stopped bot succeeds, and may still ask for that."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/stop", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.PartnerBot), "writes", options
        )

    async def partner_stop_bot(
        self,
        user_id: str,
        bot_id: str,
        *,
        cancel_orders: bool | None = None,
        close_position: bool | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Its open orders stay on the exchange, and so does what it holds, unless the query
        or its settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise.
        Stopping a stopped bot succeeds, and may still ask for that."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/stop", {"user_id": user_id, "bot_id": bot_id, "cancel_orders": cancel_orders, "close_position": close_position}, None, Shapes(models.PartnerBot), "writes", options
        )

    async def whitelabel_copy_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.CopyPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped copy, for the same end user or another one of yours, with some
        settings changed. With `follow` it takes later edits of the bot that it copies."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/copy", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def partner_copy_bot(
        self,
        user_id: str,
        bot_id: str,
        body: models.CopyPartnerBot | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBot:
        """Makes a stopped copy, for the same end user or another one of yours, with some
        settings changed. With `follow` it takes later edits of the bot that it copies."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/bots/{bot_id}/copy", {"user_id": user_id, "bot_id": bot_id}, body, Shapes(models.PartnerBot), "writes", options
        )

    async def whitelabel_list_bot_orders(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/orders", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerOrderList), "reads", options
        )

    async def partner_list_bot_orders(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerOrderList:
        """Orders of the bot that still work, newest first, returned whole."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/orders", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerOrderList), "reads", options
        )

    async def whitelabel_cancel_bot_order(
        self,
        user_id: str,
        bot_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order of the bot. Cancelling it once more returns 404."""
        await self.act(
            "DELETE", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/orders/{order_id}", {"user_id": user_id, "bot_id": bot_id, "order_id": order_id}, None, "writes", options
        )

    async def partner_cancel_bot_order(
        self,
        user_id: str,
        bot_id: str,
        order_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Cancels a working order of the bot. Cancelling it once more returns 404."""
        await self.act(
            "DELETE", "/v1/partner/users/{user_id}/bots/{bot_id}/orders/{order_id}", {"user_id": user_id, "bot_id": bot_id, "order_id": order_id}, None, "writes", options
        )

    async def whitelabel_list_bot_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionList:
        """What it holds, as of its newest update, at the price of now; on spot too."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerPositionList), "reads", options
        )

    async def partner_list_bot_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionList:
        """What it holds, as of its newest update, at the price of now; on spot too."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions", {"user_id": user_id, "bot_id": bot_id}, None, Shapes(models.PartnerPositionList), "reads", options
        )

    async def whitelabel_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionPage:
        """What it held since it was made, newest first."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerPositionPage), "reads", options
        )

    def each_whitelabel_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerPosition]:
        """Each item of all pages of `whitelabel_list_bot_closed_positions`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerPositionPage), "reads", options, lambda page: page.data
        )

    async def partner_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerPositionPage:
        """What it held since it was made, newest first."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerPositionPage), "reads", options
        )

    def each_partner_list_bot_closed_positions(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerPosition]:
        """Each item of all pages of `partner_list_bot_closed_positions`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/closed", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerPositionPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_list_position_orders(
        self,
        user_id: str,
        bot_id: str,
        position_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionOrderList:
        """Orders that ended with a fill of it, oldest first; behind them, of an open
        position, those of the bot that still work."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/positions/{position_id}/orders", {"user_id": user_id, "bot_id": bot_id, "position_id": position_id}, None, Shapes(models.PositionOrderList), "reads", options
        )

    async def partner_list_position_orders(
        self,
        user_id: str,
        bot_id: str,
        position_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PositionOrderList:
        """Orders that ended with a fill of it, oldest first; behind them, of an open
        position, those of the bot that still work."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/positions/{position_id}/orders", {"user_id": user_id, "bot_id": bot_id, "position_id": position_id}, None, Shapes(models.PositionOrderList), "reads", options
        )

    async def whitelabel_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotLogPage:
        """Newest first: what it did and why, and why it was stopped."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotLogPage), "reads", options
        )

    def each_whitelabel_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBotLogEntry]:
        """Each item of all pages of `whitelabel_list_bot_logs`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotLogPage), "reads", options, lambda page: page.data
        )

    async def partner_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBotLogPage:
        """Newest first: what it did and why, and why it was stopped."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBotLogPage), "reads", options
        )

    def each_partner_list_bot_logs(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBotLogEntry]:
        """Each item of all pages of `partner_list_bot_logs`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/logs", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBotLogPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week. A key for one end user is shown none."""
        return await self.call(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_whitelabel_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """Each item of all pages of `whitelabel_list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/whitelabel/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    async def partner_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.WebhookDeliveryPage:
        """What your webhooks were sent about the bot, its orders and its signals, and what
        became of it; newest first, for a week. A key for one end user is shown none."""
        return await self.call(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": cursor}, None, Shapes(models.WebhookDeliveryPage), "reads", options
        )

    def each_partner_list_bot_deliveries(
        self,
        user_id: str,
        bot_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.WebhookDelivery]:
        """Each item of all pages of `partner_list_bot_deliveries`."""
        return self.each(
            "GET", "/v1/partner/users/{user_id}/bots/{bot_id}/deliveries", {"user_id": user_id, "bot_id": bot_id, "limit": limit, "cursor": None}, None, Shapes(models.WebhookDeliveryPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_send_signal(
        self,
        body: models.SendSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SignalAccepted:
        """Sends an action to your running bots that listen to the token; size and market
        are the bot's own settings. A token that no bot listens to is accepted as well."""
        return await self.call(
            "POST", "/v1/whitelabel/signals", {}, body, Shapes(models.SignalAccepted), "writes", options
        )

    async def whitelabel_list_signals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of the last day of all tokens, newest first, each with what the bots did
        that got it. One that no bot listened to has none."""
        return await self.call(
            "GET", "/v1/whitelabel/signals", {"limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_whitelabel_list_signals(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.SignalTrace]:
        """Each item of all pages of `whitelabel_list_signals`."""
        return self.each(
            "GET", "/v1/whitelabel/signals", {"limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    async def partner_send_signal(
        self,
        body: models.SendSignal | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.SignalAccepted:
        """Sends an action to your running bots that listen to the token; size and market
        are the bot's own settings. A token that no bot listens to is accepted as well."""
        return await self.call(
            "POST", "/v1/partner/signals", {}, body, Shapes(models.SignalAccepted), "writes", options
        )

    async def partner_list_signals(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of the last day of all tokens, newest first, each with what the bots did
        that got it. One that no bot listened to has none."""
        return await self.call(
            "GET", "/v1/partner/signals", {"limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_partner_list_signals(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.SignalTrace]:
        """Each item of all pages of `partner_list_signals`."""
        return self.each(
            "GET", "/v1/partner/signals", {"limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    async def whitelabel_get_last_signal(
        self,
        signal_token: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LastSignal:
        """The last signal of a token, retained for a day."""
        return await self.call(
            "GET", "/v1/whitelabel/signals/{signal_token}", {"signal_token": signal_token}, None, Shapes(models.LastSignal), "reads", options
        )

    async def partner_get_last_signal(
        self,
        signal_token: str,
        *,
        options: CallOptions | None = None,
    ) -> models.LastSignal:
        """The last signal of a token, retained for a day."""
        return await self.call(
            "GET", "/v1/partner/signals/{signal_token}", {"signal_token": signal_token}, None, Shapes(models.LastSignal), "reads", options
        )

    async def whitelabel_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of a token of the last day, newest first, each with the bots that got it,
        the orders that they then requested, and what they wrote into their logs."""
        return await self.call(
            "GET", "/v1/whitelabel/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_whitelabel_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.SignalTrace]:
        """Each item of all pages of `whitelabel_trace_signals`."""
        return self.each(
            "GET", "/v1/whitelabel/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    async def partner_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.SignalTracePage:
        """Signals of a token of the last day, newest first, each with the bots that got it,
        the orders that they then requested, and what they wrote into their logs."""
        return await self.call(
            "GET", "/v1/partner/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": cursor}, None, Shapes(models.SignalTracePage), "reads", options
        )

    def each_partner_trace_signals(
        self,
        signal_token: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.SignalTrace]:
        """Each item of all pages of `partner_trace_signals`."""
        return self.each(
            "GET", "/v1/partner/signals/{signal_token}/trace", {"signal_token": signal_token, "limit": limit, "cursor": None}, None, Shapes(models.SignalTracePage), "reads", options, lambda page: page.data
        )

    async def whitelabel_run_backtest(
        self,
        user_id: str,
        body: models.RunPartnerBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """Queues a run of a strategy over past prices, with the end user's wallet. It is
        the same engine that then trades."""
        return await self.call(
            "POST", "/v1/whitelabel/users/{user_id}/backtests", {"user_id": user_id}, body, Shapes(models.PartnerBacktestStatus), "expensive", options
        )

    async def partner_run_backtest(
        self,
        user_id: str,
        body: models.RunPartnerBacktest | Mapping[str, Any],
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """Queues a run of a strategy over past prices, with the end user's wallet. It is
        the same engine that then trades."""
        return await self.call(
            "POST", "/v1/partner/users/{user_id}/backtests", {"user_id": user_id}, body, Shapes(models.PartnerBacktestStatus), "expensive", options
        )

    async def whitelabel_get_backtest_status(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """How far it is. One that was cancelled is treated like none."""
        return await self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/status", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestStatus), "reads", options
        )

    async def partner_get_backtest_status(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestStatus:
        """How far it is. One that was cancelled is treated like none."""
        return await self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/status", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestStatus), "reads", options
        )

    async def whitelabel_get_backtest_results(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestResults:
        """Available once it is completed."""
        return await self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/results", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestResults), "reads", options
        )

    async def partner_get_backtest_results(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestResults:
        """Available once it is completed."""
        return await self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/results", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestResults), "reads", options
        )

    async def whitelabel_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestPositionList:
        """Every closed position and those open at the end, returned whole."""
        return await self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/positions", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestPositionList), "reads", options
        )

    async def partner_list_backtest_positions(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestPositionList:
        """Every closed position and those open at the end, returned whole."""
        return await self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/positions", {"backtest_id": backtest_id}, None, Shapes(models.PartnerBacktestPositionList), "reads", options
        )

    async def whitelabel_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestLogPage:
        """Oldest first, in pages."""
        return await self.call(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBacktestLogPage), "reads", options
        )

    def each_whitelabel_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBacktestLogLine]:
        """Each item of all pages of `whitelabel_list_backtest_logs`."""
        return self.each(
            "GET", "/v1/whitelabel/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBacktestLogPage), "reads", options, lambda page: page.data
        )

    async def partner_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.PartnerBacktestLogPage:
        """Oldest first, in pages."""
        return await self.call(
            "GET", "/v1/partner/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": cursor}, None, Shapes(models.PartnerBacktestLogPage), "reads", options
        )

    def each_partner_list_backtest_logs(
        self,
        backtest_id: str,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.PartnerBacktestLogLine]:
        """Each item of all pages of `partner_list_backtest_logs`."""
        return self.each(
            "GET", "/v1/partner/backtests/{backtest_id}/logs", {"backtest_id": backtest_id, "limit": limit, "cursor": None}, None, Shapes(models.PartnerBacktestLogPage), "reads", options, lambda page: page.data
        )

    async def whitelabel_cancel_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """One that waits or runs is cancelled; one that is over is forgotten."""
        await self.act(
            "DELETE", "/v1/whitelabel/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    async def partner_cancel_backtest(
        self,
        backtest_id: str,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """One that waits or runs is cancelled; one that is over is forgotten."""
        await self.act(
            "DELETE", "/v1/partner/backtests/{backtest_id}", {"backtest_id": backtest_id}, None, "writes", options
        )

    async def whitelabel_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Report:
        """What your end users used in a period of at most 366 days, cut to whole minutes,
        and what it costs by the tariff that held when the period began. A past period
        has the same report whenever it is requested. `users` comes in pages, the rest is
        the same on each; name `to`, or the next page is of a later period."""
        return await self.call(
            "GET", "/v1/whitelabel/report", {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.Report), "reads", options
        )

    def each_whitelabel_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ReportUser]:
        """Each item of all pages of `whitelabel_get_report`."""
        return self.each(
            "GET", "/v1/whitelabel/report", {"from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.Report), "reads", options, lambda page: page.users
        )

    async def partner_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> models.Report:
        """What your end users used in a period of at most 366 days, cut to whole minutes,
        and what it costs by the tariff that held when the period began. A past period
        has the same report whenever it is requested. `users` comes in pages, the rest is
        the same on each; name `to`, or the next page is of a later period."""
        return await self.call(
            "GET", "/v1/partner/report", {"from": from_, "to": to, "limit": limit, "cursor": cursor}, None, Shapes(models.Report), "reads", options
        )

    def each_partner_get_report(
        self,
        *,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[models.ReportUser]:
        """Each item of all pages of `partner_get_report`."""
        return self.each(
            "GET", "/v1/partner/report", {"from": from_, "to": to, "limit": limit, "cursor": None}, None, Shapes(models.Report), "reads", options, lambda page: page.users
        )
