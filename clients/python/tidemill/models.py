"""The shapes of the API. Written by sdk/generate/write-client.ts from openapi.json."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A wallet at an exchange, simulated or real."""

    account_id: str
    """Identifier of the account."""
    name: str
    """Name for people."""
    exchange: str
    """Exchange code."""
    market_type: MarketType
    """Kind of markets it trades."""
    is_simulated: bool
    """Whether it trades without real money."""
    is_paper: bool
    """Whether it trades play money on the markets of a real exchange."""
    is_test_net: bool
    """Whether its exchange is a test environment."""
    status: Literal["connected", "read_only", "invalid_credentials", "disabled", "unknown"]
    """Whether the exchange accepts it; `read_only`: its key may not trade."""
    position_mode: PositionMode | None
    """Null on spot."""
    margin_mode: MarginMode | None
    """Null on spot."""
    allows_bots: bool
    """Whether bots may be created on it."""
    created_at: datetime
    """When it was connected."""
    updated_at: datetime | None
    """When it was changed last."""
    credentials: AccountCredentials | None
    """What is known of the key of an account; the key itself is never returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountBalance:
    """What an account holds."""

    account_id: str
    """The account."""
    updated_at: datetime
    """When the exchange said so."""
    data: tuple[Balance, ...]
    """Sorted by currency; currencies of which there is none are left out."""
    unreadable: str | None
    """Why the balance of a currency is missing, which is then unknown; null: none is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountCredentials:
    """What is known of the key of an account; the key itself is never returned."""

    version: int
    """Counts the credentials that the account has had."""
    hint: str
    """The last four characters of the API key; empty for a short one."""
    permissions: tuple[str, ...]
    """What the key may do."""
    can_trade: bool
    """Whether it may trade."""
    can_withdraw: bool
    """Whether it may withdraw; such a key is refused here."""
    is_address_bound: bool
    """Whether it works only from listed addresses."""
    expires_at: datetime | None
    """When it expires; null: never."""
    checked_at: datetime
    """When the exchange last said so."""
    refusal: str | None
    """Why the exchange refuses it; null: it does not."""
    warnings: tuple[Literal["refused", "can_withdraw", "expired", "expires_soon", "cannot_trade", "not_bound_to_addresses"], ...]
    """The weightiest first; `expires_soon` is said for the last fourteen days."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFill:
    """One execution on one of the accounts."""

    account_id: str
    """Account that it was on."""
    fill_id: str
    """Identifier of the fill, as its exchange calls it."""
    order_id: str | None
    """Order that it filled; null for one that was not placed here."""
    market_tag: str
    """Market of the order."""
    side: OrderSide
    """What it executed as."""
    price: Decimal
    """Price of the fill."""
    amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    fee: Decimal
    """What it cost; below zero where it was paid back."""
    fee_currency: str
    """Currency of the fee."""
    is_maker: bool
    """Whether the order rested before."""
    filled_at: datetime
    """When it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFillPage:
    """One page of a list."""

    data: tuple[AccountFill, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""
    unread: tuple[UnreadAccount, ...]
    """Accounts that are left out because their exchange did not respond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLimits:
    """Null is no limit."""

    max_orders_per_minute: int | None
    """Orders of people and bots together."""
    currencies: tuple[CurrencyLimits, ...]
    """Where there are any, nothing is traded that settles in another currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage:
    """One page of a list."""

    data: tuple[Account, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowBots:
    """Whether bots may be created."""

    allows_bots: bool
    """Whether bots may be created on the account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key, without its secret."""

    key_id: str
    """Identifier of the key."""
    name: str
    """What it is called."""
    prefix: str
    """How the key begins."""
    scopes: tuple[Scope, ...]
    """Rights of the key; empty: all."""
    is_enabled: bool
    """Whether it is accepted."""
    created_at: datetime
    """When it was made."""
    last_used_at: datetime | None
    """When it was last used."""
    expires_at: datetime | None
    """When it ends; null: never."""
    allowed_addresses: tuple[str, ...]
    """Networks from which it may be used; empty: from anywhere."""
    user_id: str | None
    """The only end user that it reaches; null: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKeyPage:
    """One page of a list."""

    data: tuple[ApiKey, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """Who did what from where."""

    entry_id: str
    """The entry."""
    at: datetime
    """When it happened."""
    user_id: str
    """Whose it is."""
    user_name: str | None
    """Its name; null: it is no more."""
    act: Literal["sign_in", "sign_in_failed", "sign_in_link_made", "sign_out", "session_ended", "confirmed", "confirm_failed", "password_set", "second_factor_set", "second_factor_removed", "recovery_codes_made", "recovery_code_used", "passkey_made", "passkey_removed", "passkey_copied", "role_set", "user_created", "user_deletion_begun", "user_deleted", "plan_set", "key_created", "key_enabled", "key_disabled", "key_deleted", "request"]
    """What was done."""
    subject: str | None
    """What it was done with: of a request its operation."""
    actor_id: str | None
    """The session or key; null: the operator, at the machine."""
    actor_name: str | None
    """Who acted on another user; null: the user itself."""
    address: str | None
    """From where; null: unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """One page of a list."""

    data: tuple[AuditEntry, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableFunds:
    """What is free."""

    base: Decimal
    """In base currency."""
    quote: Decimal
    """In `currency`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestAssumptions:
    """What the rules had to assume or refuse."""

    ambiguous_fills: int
    """A stop and a target inside one candle; the stop was taken."""
    gap_fills: int
    """Filled at an open beyond the price that was requested."""
    partial_fills: int
    """Bounded by a minute's volume."""
    rejected_orders: int
    """Orders that were refused."""
    missing_minutes: int
    """Minutes without a candle, in which nothing filled."""
    liquidations: int
    """Positions that were liquidated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestBar:
    """A candle of the market as the run had it, of the report's `bar_minutes`."""

    start_at: datetime
    """When it begins."""
    open: Decimal
    """First price."""
    high: Decimal
    """Highest price."""
    low: Decimal
    """Lowest price."""
    close: Decimal
    """Last price."""
    volume: Decimal
    """Traded amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestBarPage:
    """One page of a list."""

    data: tuple[BacktestBar, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestCounts:
    """How many of what."""

    updates: int
    """Times that the script ran."""
    orders: int
    """Orders that were placed."""
    orders_partially_filled: int
    """Orders that filled in part."""
    average_open_time: Decimal
    """Of an order, in seconds."""
    positions_winning: int
    """Closed with a profit."""
    positions_losing: int
    """Closed with a loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestCustomFigure:
    """A figure that the script reported."""

    key: str
    """What it is called."""
    value: str
    """Its value."""
    group: str
    """Where it belongs; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestDataGap:
    """A stretch of the window that the data leaves out."""

    kind: Literal["funding", "minutes"]
    """`funding`: no rates are listed, so none was paid; `minutes`: at least an hour without
    candles, in which nothing filled."""
    market_tag: str
    """Market."""
    start_at: datetime
    """Its begin; of funding that is the rate before it, if there is one."""
    end_at: datetime
    """The first instant after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestDrawdownTimes:
    """Falls of the equity below its highest, on closes of minutes."""

    peak_at: datetime
    """Of the largest: when equity was highest."""
    trough_at: datetime
    """When it was lowest."""
    recovered_at: datetime | None
    """When it was as high again; null where it never was."""
    longest_from: datetime
    """Beginning of the longest time below a highest equity."""
    longest_to: datetime
    """Its end, or that of the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestDrawing:
    """What a script drew beside its lines: at a candle (`shape`, `marked_candle`,
    `signal`), across a chart (`level`, `zone`), between two lines (`band`), at an
    instant (`vertical_line`) or between two (`vertical_zone`), candles of a market
    (`prices`), its `volume`, candles that stand out (`pivot`); and what it set: an
    `axis`, an `axis_label`, a `chart`."""

    kind: Literal["shape", "level", "zone", "band", "vertical_line", "vertical_zone", "marked_candle", "signal", "prices", "volume", "pivot", "axis", "axis_label", "chart"]
    """What it is."""
    chart: int
    """Its chart, as of lines."""
    name: str
    """Its name, or the text beside a shape; may be empty."""
    color: str | None
    """`#RRGGBB` or `#RRGGBBAA`; null when the script chose none."""
    timestamp: datetime | None
    """Of what is at a candle: when it was drawn, within the candle or at its end. Of a
    vertical line or zone: where it stands or begins."""
    end_at: datetime | None
    """Where a vertical zone ends."""
    lines: tuple[str, ...] | None
    """The lines of a band, on its chart."""
    opacity: Decimal | None
    """Of a band without a color, which has that of the line that is above: percent."""
    shape: Literal["plus", "circle", "cross", "dash", "diamond", "square", "text", "triangle_down", "triangle_up"] | None
    """Of a shape."""
    is_above: bool
    """Of a shape: above its candle, or below."""
    value: Decimal | None
    """Of a level or a label; where a zone or an axis begins; candles before a pivot."""
    end: Decimal | None
    """Where a zone or an axis ends; candles after a pivot."""
    dash: Literal["solid", "dashed", "dotted"] | None
    """Of a level or a vertical line."""
    second_color: str | None
    """`#RRGGBB` or `#RRGGBBAA`; null when the script chose none."""
    mark_color: str | None
    """`#RRGGBB` or `#RRGGBBAA`, of marked candles, of prices; null: any."""
    is_rise_filled: bool | None
    """Of prices and volume: rising ones; otherwise they are outlines."""
    is_fall_filled: bool | None
    """Of prices and volume: falling ones."""
    is_mark_filled: bool | None
    """Of prices: marked candles."""
    side: Literal["left", "right"] | None
    """Of an axis, a label or volume."""
    size: Decimal | None
    """Of a shape in pixels; of a chart its height in pixels, below 1 as a share; of prices
    the minutes of a candle."""
    style: Literal["candles", "bars", "line", "area", "heikin_ashi"] | None
    """Of prices, and of those of a chart."""
    is_shown: bool | None
    """Of an axis."""
    scale: Literal["linear", "percentage"] | None
    """Of an axis."""
    bars: tuple[BacktestBar, ...]
    """Candles of prices; none where they are those of the chart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestDrawingPage:
    """One page of a list."""

    data: tuple[BacktestDrawing, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestEquityPage:
    """One page of a list."""

    data: tuple[BacktestEquityPoint, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestEquityPoint:
    """Wallet and open profit at an instant."""

    timestamp: datetime
    """Simulated time."""
    equity: Decimal
    """In the profit currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestEventData:
    """A backtest and how far it is: data of `backtest.…`."""

    backtest_id: str
    """The backtest."""
    market_tag: str
    """Its market."""
    phase: str
    """What it did last."""
    progress_percent: int
    """How far it was."""
    reason: str | None
    """Why it failed; null otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestExportPage:
    """One page of a list."""

    data: tuple[BacktestExportPart, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestExportPart:
    """Rows of a table that the script exported. A long table is several parts, in order."""

    name: str
    """Name of the table."""
    headers: tuple[str, ...]
    """Headers of the table in its first part, none in those that follow."""
    rows: tuple[tuple[str, ...], ...]
    """Rows of the part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestJob:
    """A backtest and what became of it."""

    backtest_id: str
    """Identifier of the backtest."""
    status: Literal["queued", "finished"]
    """`queued` while it waits and runs."""
    script_id: str | None
    """Script that it runs."""
    account_id: str | None
    """Null while it waits and runs."""
    market_tag: str | None
    """Null while it waits and runs."""
    interval: int | None
    """Minutes; in the response to its creation, null later."""
    start_at: datetime | None
    """Start of the window; null while it waits and runs."""
    end_at: datetime | None
    """End of the window; null while it waits and runs."""
    result: BacktestResult | None
    """What came out."""
    report: BacktestReport | None
    """More than the result says; null until it finished."""
    request: BacktestRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestLogLine:
    """A line of the log."""

    timestamp: datetime | None
    """Simulated time."""
    severity: Literal["info", "trade", "warning", "error", "custom"]
    """Kind of line."""
    message: str
    """What it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestLogPage:
    """One page of a list."""

    data: tuple[BacktestLogLine, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestOrder:
    """An order that the run placed."""

    order_id: str
    """Unique within the backtest."""
    position_id: str | None
    """Position that it filled for; null when nothing filled."""
    market_tag: str
    """Market."""
    side: OrderSide
    """Buy or sell."""
    type: str
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Of a stop; null otherwise."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    average_price: Decimal
    """Average price of what filled; `0` when nothing did."""
    fees: Decimal
    """In profit currency."""
    status: Literal["open", "filled", "cancelled", "failed"]
    """What became of it."""
    placed_at: datetime
    """When it was placed."""
    ended_at: datetime | None
    """When it ended; null while it was still open."""
    note: str
    """The script's own note; may be empty."""
    message: str
    """Why it failed; empty otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestOrderPage:
    """One page of a list."""

    data: tuple[BacktestOrder, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPage:
    """One page of a list."""

    data: tuple[BacktestJob, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPerformance:
    """How the profit came about."""

    start_equity: Decimal | None
    """What the run began with; null on results of before."""
    net_profit_percent: Decimal | None
    """Realised profit of it, percent."""
    gross_profit: Decimal
    """Before fees and funding."""
    unrealized_profit: Decimal
    """Of positions still open at the end."""
    funding: Decimal
    """Funding paid (below zero) or received."""
    price_change: Decimal
    """The market's own change over the window, percent."""
    profit_factor: Decimal
    """What was won for each unit lost."""
    sharpe_ratio: Decimal
    """Return for its variation."""
    sortino_ratio: Decimal
    """Return for its downward variation."""
    max_drawdown: Decimal
    """Deepest fall of the equity."""
    max_drawdown_percent: Decimal
    """The same in percent."""
    biggest_win: Decimal
    """Of one position."""
    biggest_loss: Decimal
    """Of one position."""
    highest_profit: Decimal
    """Of the running total."""
    lowest_profit: Decimal
    """Of the running total."""
    average_profit: Decimal
    """Of a closed position."""
    average_margin: Decimal
    """Put into a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPlot:
    """A line that the script drew."""

    chart: int
    """Its chart: 0 has the prices, positive ones are below it."""
    name: str
    """Unique on its chart."""
    color: str | None
    """`#RRGGBB` or `#RRGGBBAA`; null when the script chose none."""
    look: Literal["line", "steps", "area", "histogram", "bars", "circles", "shapes", "two_colors"]
    """How its values are drawn."""
    dash: Literal["solid", "dashed", "dotted"]
    """Of a line."""
    width: int | None
    """Of a line, in pixels; null when the script chose none."""
    second_color: str | None
    """`#RRGGBB` or `#RRGGBBAA`; null when the script chose none."""
    base: Decimal | None
    """Where bars begin; values below it have the second color."""
    fill_color: str | None
    """`#RRGGBB` or `#RRGGBBAA`: inside bars, circles and shapes, and between a line of two
    colors and its base; null: there are outlines only."""
    is_rise_filled: bool | None
    """Of a histogram: whether bars above the one before are filled, as the others are."""
    shape: Literal["plus", "circle", "cross", "dash", "diamond", "square", "text", "triangle_down", "triangle_up"] | None
    """Of a line that is drawn as shapes."""
    stack: int | None
    """Lines of one stack stand on one another, in their order."""
    opacity: Decimal | None
    """Of a stack, percent; null when the script chose none."""
    side: Literal["left", "right"]
    """Axis on which its values are read."""
    offset: int
    """Candles by which it is drawn later, or earlier when negative."""
    is_behind: bool
    """Drawn behind the prices."""
    is_off_axis: bool
    """The range of the axis is chosen without it."""
    trails: bool
    """A dotted line goes from its last value to the axis."""
    points: tuple[BacktestPlotPoint, ...]
    """Oldest first, at most 2,000, at times of the equity curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPlotPage:
    """One page of a list."""

    data: tuple[BacktestPlot, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPlotPoint:
    """The value of a line at an instant."""

    timestamp: datetime
    """Simulated time."""
    value: Decimal
    """The value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPosition:
    """A position that the run held."""

    position_id: str
    """Unique within the backtest."""
    direction: Direction
    """What it gains from."""
    market_tag: str | None
    """Market."""
    is_closed: bool
    """False when it was still open at the end."""
    opened_at: datetime | None
    """When it was opened."""
    closed_at: datetime | None
    """When it was closed; null while it is open."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    average_price: Decimal
    """Average entry."""
    realized_profit: Decimal
    """Fees deducted, in profit_currency."""
    fees: Decimal
    """In profit_currency."""
    roi: Decimal
    """Percent."""
    profit_currency: str | None
    """Currency of the figures."""
    exit_price: Decimal | None
    """Average exit; null while it is open."""
    favorable_excursion: Decimal | None
    """How far the price certainly went for it while it was open, percent of the entry."""
    adverse_excursion: Decimal | None
    """How far the price certainly went against it, percent of the entry."""
    left_reason: str | None
    """Why what is left of it cannot be sold or bought back; null: it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestPositionPage:
    """One page of a list."""

    data: tuple[BacktestPosition, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestRejection:
    """Why orders were refused."""

    reason: str
    """Reason, with the figures of the first such order."""
    count: int
    """How often; orders that differ in figures alone are counted together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestReport:
    """More than the result says; null until it finished."""

    engine_version: str
    """Version of the engine."""
    data_hash: str
    """Hash of the minutes and rates of funding that were used."""
    seed: int
    """What determined chance; `settings.seed` takes it."""
    rules: Literal["realistic", "tradingview", "touch"]
    """Rules by which orders filled."""
    trade_amount: Decimal | None
    """Value of a trade whose size was not scripted, in quote; null on results of before it
    was retained."""
    settings: tuple[BacktestSettingUsed, ...]
    """Settings of how orders fill that were chosen."""
    bar_minutes: int | None
    """Minutes of a candle of `/bars`; null on results of before."""
    warm_up: BacktestWarmUp | None
    """History before the first update."""
    assumptions: BacktestAssumptions
    resolution: BacktestResolution | None
    """What longer candles leave open."""
    data_gaps: tuple[BacktestDataGap, ...]
    """What the data leaves out, by time; of many, the 20 longest."""
    rejections: tuple[BacktestRejection, ...]
    """Why orders were refused."""
    unused_parameters: tuple[str, ...]
    """Keys of `parameters` that the script never requested."""
    performance: BacktestPerformance
    counts: BacktestCounts
    wallet: tuple[CurrencyAmount, ...]
    """Balances at the end."""
    top_ups: tuple[CurrencyAmount, ...]
    """Play money that was added because the wallet could not pay for one trade."""
    custom: tuple[BacktestCustomFigure, ...]
    """Figures that the script reported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestRequest:
    """What was requested beside script, account, market and window, in every state."""

    interval: int
    """Chart interval in minutes."""
    parameters: dict[str, float | str | bool]
    """Inputs of the script that were chosen, by key; the others have their defaults."""
    settings: ChosenSettings
    strategy: BacktestStrategy | None
    """Of a backtest of a grid or averaging bot; null of a script."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestResolution:
    """What longer candles leave open."""

    candle_minutes: int
    """Minutes of a candle of the market's history."""
    unwalked_fills: int
    """Fills inside a candle, at a minute that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestResult:
    """What came out."""

    realized_profit: Decimal
    """Net of fees, in profit_currency."""
    fees: Decimal
    """In profit_currency."""
    roi: Decimal
    """Percent."""
    profit_currency: str
    """Currency of the figures."""
    orders_filled: int
    """Orders that filled."""
    positions_closed: int
    """Positions that were closed."""
    win_rate: Decimal
    """Percent of closed positions that won, 0 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestReturns:
    """Of daily returns (UTC)."""

    days: int
    """Daily returns."""
    cagr: Decimal | None
    """Growth per year, percent; null for less than 30 days."""
    volatility: Decimal | None
    """Per year, percent."""
    sharpe_ratio: Decimal | None
    """Per year."""
    sortino_ratio: Decimal | None
    """Per year."""
    calmar_ratio: Decimal | None
    """`cagr` over the drawdown."""
    skewness: Decimal | None
    """Of daily returns."""
    excess_kurtosis: Decimal | None
    """Of daily returns."""
    best_day: Decimal | None
    """Percent."""
    worst_day: Decimal | None
    """Percent."""
    positive_days: Decimal | None
    """Percent of days."""
    value_at_risk: Decimal | None
    """The return that 95 of 100 days exceed, percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestSettingUsed:
    """A chosen setting of how orders fill."""

    name: str
    """As in the request."""
    value: str
    """Its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestSettings:
    """How the simulation works; all optional."""

    rules: Literal["realistic", "tradingview", "touch"] | None = field(default=None)
    """Rules by which orders fill; `realistic` by default."""
    slippage_percent: Decimal | None = field(default=None)
    """Percent of the price that a taker loses; as the rules say by default."""
    participation_percent: Decimal | None = field(default=None)
    """Most of a minute's volume that one order takes, in percent."""
    slippage_ticks: int | None = field(default=None)
    """Price steps that market orders and stops lose; replaces the slippage of the rules,
    and is added to "slippage_percent" where both are given."""
    commission_percent: Decimal | None = field(default=None)
    """Percent of an order's value, in place of the account's fees."""
    commission_per_order: Decimal | None = field(default=None)
    """Paid once an order, with its first fill; in the profit currency."""
    commission_per_contract: Decimal | None = field(default=None)
    """Paid for each unit of the amount: a contract, or one of the base currency."""
    fill_at_close: bool | None = field(default=None)
    """Whether what an update asks for is tried at the close of its own candle, as
    `process_orders_on_close` of TradingView, rather than at the next open."""
    bar_magnifier: bool | None = field(default=None)
    """Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier;
    the other rules always do."""
    margin_long_percent: Decimal | None = field(default=None)
    """Percent of a long contract position's value that the equity must cover under
    `tradingview`; less is a margin call, as `margin_long` of TradingView."""
    margin_short_percent: Decimal | None = field(default=None)
    """The same of a short position, as `margin_short` of TradingView."""
    leverage: Decimal | None = field(default=None)
    """Leverage of futures positions; 1 by default."""
    margin_mode: MarginMode | None = field(default=None)
    """The account's own by default."""
    position_mode: PositionMode | None = field(default=None)
    """The account's own by default."""
    trade_amount: Decimal | None = field(default=None)
    """Value of a trade whose size is not scripted, in quote. By default 100 or three of the
    market's smallest orders, whichever is more."""
    trade_amount_percent: Decimal | None = field(default=None)
    """The same as a share of the bot's equity in percent; not both."""
    pyramiding: int | None = field(default=None)
    """Entries that a script may have open in one direction of a market, as `pyramiding` of
    TradingView: 0 and 1 allow one. Any number by default."""
    seed: int | None = field(default=None)
    """Determines chance; derived from the request by default. `report.seed` is taken."""
    warm_up: bool | None = field(default=None)
    """Whether the run begins only when every series that its script reads has a value, with
    more history or, where there is none, later than "start_at"."""
    audit: bool | None = field(default=None)
    """Whether to repeat the run on cut histories, to prove that it never looks ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestStatistics:
    """What a finished backtest, or a run of a bot, comes to. Money is in profit_currency."""

    profit_currency: str
    """Currency."""
    start_equity: Decimal
    """At the start."""
    end_equity: Decimal
    """At the end, with open profit."""
    net_profit: Decimal
    """Realised, costs deducted."""
    net_profit_percent: Decimal | None
    """Of the starting equity."""
    total_return: Decimal | None
    """With open profit, percent."""
    returns: BacktestReturns
    buy_and_hold: BuyAndHold
    correlation: Decimal | None
    """Of daily returns with the market's, -1 to 1."""
    max_drawdown: Decimal
    """On closes of minutes."""
    max_drawdown_percent: Decimal
    """Of the highest equity before."""
    drawdown_times: BacktestDrawdownTimes | None
    """Falls of the equity below its highest, on closes of minutes."""
    exposure: Decimal
    """Share of the time with a position, percent."""
    all: TradeStatistics
    long: TradeStatistics
    short: TradeStatistics
    months: tuple[PeriodReturn, ...]
    """Oldest first."""
    years: tuple[PeriodReturn, ...]
    """Oldest first."""
    daily_returns: tuple[ReturnBin, ...]
    """Of daily returns."""
    trade_returns: tuple[ReturnBin, ...]
    """Of closed trades, of the margin that they used."""
    rolling_sharpe: tuple[RollingPoint, ...]
    """Of 30 days; at most 500 points."""
    monte_carlo: MonteCarlo | None
    """Runs of as many trades, drawn from those of this run with replacement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestStrategy:
    """What ran instead of a script."""

    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """All settings, by the keys of the strategy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestStrategyBot:
    """A bot, and the window in which it would have traded."""

    account_id: str
    """Account to trade on."""
    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """Settings of the strategy; what is left out has its default."""
    start_at: datetime
    """Start of the window."""
    end_at: datetime
    """End of the window, after its start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestWarmUp:
    """History before the first update."""

    needed_bars: int
    """Bars until every series of the script had a value."""
    given_bars: int
    """Bars before the first update."""
    first_update_at: datetime
    """When the run began; later than asked where history is short."""
    is_sufficient: bool
    """Whether every series had a value when it was first read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """What an account holds of one currency."""

    currency: str
    """Currency."""
    available: Decimal
    """Free to use."""
    locked: Decimal
    """Held by open orders and as margin."""
    total: Decimal
    """Available and locked together."""
    margin_used: Decimal | None
    """Margin of open positions; null on spot."""
    unrealized_profit: Decimal | None
    """Of open positions; null on spot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceEventData:
    """An account whose balance changed: data of `balance.changed`."""

    account_id: str
    """The account."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """A script bound to an account and a market."""

    bot_id: str
    """Identifier of the bot."""
    name: str
    """What its owner calls it."""
    account_id: str
    """Account that it trades on."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market that it trades."""
    script_id: str
    """Script that it runs; empty where it runs a strategy."""
    strategy: StrategyType | None
    """Strategy that it runs; null where it runs a script."""
    is_activated: bool
    """Whether it is running."""
    is_paused: bool
    """Whether it is activated, but not processing ticks."""
    realized_profit: Decimal
    """Since its activation, in its market's profit currency."""
    unrealized_profit: Decimal
    """Of open positions, in the same currency."""
    roi: Decimal
    """Since its activation, in percent."""
    profit_currency: str | None
    """Currency of the profits; null before the first figures."""
    total_profit: Decimal
    """Realized in all activations, as far as it was in the same currency."""
    stop_reason: str | None
    """Why it ended by itself; null while it runs and when it was stopped by hand."""
    stopped_by: Literal["user", "risk", "script", "exchange", "service"] | None
    """Who stopped it last; null while it runs and before its first start. `user`: by hand,
    or its key was removed. `risk`: the risk switch or a limit. `script`: its script or
    strategy ended or failed. `exchange`: its market, its key or what it held is gone.
    `service`: it could not be taken up or carried on, as when a plan has ended."""
    parameters: dict[str, float | str | bool]
    """Inputs of the script that were chosen, by key; the others have their defaults."""
    settings: ShownBotSettings
    last_update_at: datetime | None
    """Close of the minute that it was updated for last; null before an activation's first."""
    next_update_at: datetime | None
    """Close of the minute that it is updated for next; null unless it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotAction:
    """What starting or stopping made of a bot."""

    bot_id: str
    """Identifier of the bot."""
    is_activated: bool
    """True after a start, false after a stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotComparison:
    """A bot's day beside the same minutes in a backtest."""

    bot_id: str
    """Bot."""
    is_paper: bool
    """Whether the bot trades play money on a paper account."""
    day: str
    """Day in UTC."""
    status: Literal["queued", "finished"]
    """Whether its backtests have finished."""
    backtest_id: str
    """The backtest that it is compared with; of several the last."""
    runs: tuple[ComparedRun, ...]
    """One, or several where the bot was started anew; oldest first."""
    market_tag: str
    """Market."""
    currency: str
    """Of the figures."""
    notes: tuple[str, ...]
    """What the backtest cannot repeat."""
    report: ComparisonReport | None
    """Fills of the day, valued at its last price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotEquityPage:
    """One page of a list."""

    data: tuple[BotEquityPoint, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotEquityPoint:
    """What a run was worth at the close of a minute."""

    timestamp: datetime
    """The close."""
    equity: Decimal
    """All that it began with, and its profit since, also what is open; in the profit
    currency."""
    realized_profit: Decimal
    """Realised since the start of the run."""
    price: Decimal | None
    """Of its market; null where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotEventData:
    """A bot: data of `bot.started`, `bot.stopped` and `bot.updated`."""

    bot_id: str
    """The bot."""
    name: str
    """Its name."""
    account_id: str
    """Account that it trades on."""
    market_tag: str | None
    """Market that it trades."""
    reason: str | None
    """Why it stopped; null when that was by hand."""
    stopped_by: Literal["user", "risk", "script", "exchange", "service"] | None
    """Who stopped it last; null while it runs and before its first start. `user`: by hand,
    or its key was removed. `risk`: the risk switch or a limit. `script`: its script or
    strategy ended or failed. `exchange`: its market, its key or what it held is gone.
    `service`: it could not be taken up or carried on, as when a plan has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLineEventData:
    """The newest of the lines that a bot wrote at once: data of `bot.logged`."""

    bot_id: str
    """The bot."""
    severity: str
    """`info`, `trade`, `warning`, `error` or `custom`."""
    message: str
    """What was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLogEntry:
    """A line of a bot log."""

    timestamp: datetime
    """When it was written."""
    severity: str
    """`info`, `trade`, `warning`, `error` or `custom`."""
    message: str
    """What was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLogPage:
    """One page of a list."""

    data: tuple[BotLogEntry, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotNoticeEventData:
    """A text that a bot's script sends to its owner: data of `bot.notified`."""

    bot_id: str
    """The bot."""
    service: Literal["telegram", "discord", "slack"] | None
    """Channels that it is sent to; null: those that rules name."""
    title: str | None
    """Its title."""
    message: str
    """What it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOfResult:
    """A bot to make of a result."""

    name: str
    """What to call it."""
    account_id: str | None = field(default=None)
    """Account to trade on, at the lab's exchange; the lab's by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPage:
    """One page of a list."""

    data: tuple[Bot, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPauseAccepted:
    """What the bot is about to be."""

    bot_id: str
    """Bot that it is for."""
    is_paused: bool
    """True after a pause, false after a resume."""
    accepted: Literal[True]
    """Always true; the bot takes it in within a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPosition:
    """What a bot holds because of its own orders."""

    position_id: str
    """Unique since the activation."""
    market_tag: str
    """Market."""
    direction: Direction
    """What it gains from."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    average_price: Decimal
    """Average entry."""
    realized_profit: Decimal
    """Fees deducted, in profit_currency."""
    fees: Decimal
    """In profit_currency."""
    profit_currency: str
    """Currency of the figures."""
    opened_at: datetime
    """When it was opened."""
    left_reason: str | None
    """Why what is left of it cannot be sold or bought back; null: it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPositionList:
    """A list, returned whole."""

    data: tuple[BotPosition, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings:
    """How the bot trades where its script does not say."""

    interval: ChartInterval | None = field(default=None)
    """Chart interval in minutes; 1 by default."""
    leverage: Decimal | None = field(default=None)
    """Leverage on futures."""
    margin_mode: MarginMode | None = field(default=None)
    """Margin mode on futures."""
    trade_amount: Decimal | None = field(default=None)
    """Value of a trade whose size is not scripted, in quote. By default 100 or three of the
    market's smallest orders, whichever is more."""
    trade_amount_percent: Decimal | None = field(default=None)
    """The same as a share of the bot's equity in percent; not both."""
    pyramiding: int | None = field(default=None)
    """Entries that a script may have open in one direction of a market, as `pyramiding` of
    TradingView: 0 and 1 allow one. Any number by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSignalAccepted:
    """The signal was taken."""

    bot_id: str
    """Bot that it is for."""
    name: str
    """As it was sent."""
    action: str
    """As it was sent."""
    accepted: Literal[True]
    """Always true; it does not mean that the bot acted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BotStatistics:
    """What a run of a bot comes to."""

    run: int
    """Which run; 0 for a bot that was never started."""
    from_: datetime | None = field(metadata={"name": "from"})
    """When its first minute began."""
    to: datetime | None
    """Up to where it has run."""
    is_cut: bool
    """Whether it has closed more positions than are counted, which are the newest."""
    statistics: BacktestStatistics | None
    """What a finished backtest, or a run of a bot, comes to. Money is in profit_currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyAndHold:
    """The same money in the market from the first open to the last close."""

    return_: Decimal = field(metadata={"name": "return"})
    """Percent."""
    profit: Decimal
    """In profit_currency, without fees."""
    max_drawdown: Decimal | None
    """On closes of days, percent."""
    days: int
    """Daily returns."""
    cagr: Decimal | None
    """Growth per year, percent; null for less than 30 days."""
    volatility: Decimal | None
    """Per year, percent."""
    sharpe_ratio: Decimal | None
    """Per year."""
    sortino_ratio: Decimal | None
    """Per year."""
    calmar_ratio: Decimal | None
    """`cagr` over the drawdown."""
    skewness: Decimal | None
    """Of daily returns."""
    excess_kurtosis: Decimal | None
    """Of daily returns."""
    best_day: Decimal | None
    """Percent."""
    worst_day: Decimal | None
    """Percent."""
    positive_days: Decimal | None
    """Percent of days."""
    value_at_risk: Decimal | None
    """The return that 95 of 100 days exceed, percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candle:
    """What a market traded at over an interval."""

    start_at: datetime
    """When the interval begins."""
    open: Decimal
    """First price."""
    high: Decimal
    """Highest price."""
    low: Decimal
    """Lowest price."""
    close: Decimal
    """Last price."""
    volume: Decimal
    """Traded amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandleColumns:
    """Candles as lists of whole numbers, one number of each list for each candle. Of each
    list of prices the first number is a price, and each other one the difference to the
    price before it."""

    market_tag: str
    """Market."""
    interval: int
    """Chart interval in minutes."""
    price_step: Decimal
    """What one of a price is."""
    amount_step: Decimal
    """What one of a volume is, in base currency, or in contracts where the
    `amount_currency` of the market is null."""
    start_at: datetime | None
    """When the first candle begins; null without candles."""
    minutes: tuple[int, ...]
    """Minutes from the beginning of the candle before; 0 of the first."""
    open: tuple[int, ...]
    """First prices."""
    high: tuple[int, ...]
    """Highest prices."""
    low: tuple[int, ...]
    """Lowest prices."""
    close: tuple[int, ...]
    """Last prices."""
    volume: tuple[int, ...]
    """Traded amounts."""
    next_from: datetime | None
    """When the first candle begins that was requested and is not on the page; null: all
    are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CandlePage:
    """One page of a list."""

    data: tuple[Candle, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeNotificationChannel:
    """What a channel becomes."""

    name: str
    """Its name."""
    is_muted: bool
    """Whether nothing is sent for now. What happens meanwhile is not sent later."""
    muted_until: datetime | None = field(default=None)
    """Until when it is muted; null or left out: until it is unmuted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePlan:
    """A plan to move to."""

    plan: Literal["starter", "standard", "professional", "tradeserver", "unlimited"]
    """Its plan."""
    plan_until: datetime | None = field(default=None)
    """When it ends; null or left out: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRole:
    """A role to give."""

    role: Literal["owner", "trader", "read_only"]
    """What it may do who signs in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelEventData:
    """A channel of notifications that failed for long, or is gone: data of
    `channel.disabled`."""

    channel_id: str
    """The channel."""
    kind: str
    """`telegram`, `discord`, `slack` or `email`."""
    name: str
    """Its name."""
    reason: str
    """Why it was disabled."""


ChartInterval: TypeAlias = Literal[1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440, 2880, 4320, 10080, 20160, 43200]
"""Interval of a chart in minutes; 43200 is a calendar month."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckScript:
    """A source to check."""

    source: str
    """The Lua text, whole."""
    script_id: str | None = field(default=None)
    """Script that it is to replace: its own custom command is none of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenQuietHours:
    """Hours of the day in which nothing is sent; what happens waits."""

    from_: str = field(metadata={"name": "from"})
    """When they begin."""
    to: str
    """When they end; over midnight when that is earlier."""
    time_zone: str
    """The place whose clock counts, by its name in the IANA database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenSettings:
    """Settings that were chosen; those left out were not. Can be sent again as they are."""

    rules: Literal["realistic", "tradingview", "touch"] | None = field(default=None)
    """Rules by which orders fill; `realistic` by default."""
    slippage_percent: Decimal | None = field(default=None)
    """Percent of the price that a taker loses; as the rules say by default."""
    participation_percent: Decimal | None = field(default=None)
    """Most of a minute's volume that one order takes, in percent."""
    slippage_ticks: int | None = field(default=None)
    """Price steps that market orders and stops lose; replaces the slippage of the rules,
    and is added to "slippage_percent" where both are given."""
    commission_percent: Decimal | None = field(default=None)
    """Percent of an order's value, in place of the account's fees."""
    commission_per_order: Decimal | None = field(default=None)
    """Paid once an order, with its first fill; in the profit currency."""
    commission_per_contract: Decimal | None = field(default=None)
    """Paid for each unit of the amount: a contract, or one of the base currency."""
    fill_at_close: bool | None = field(default=None)
    """Whether what an update asks for is tried at the close of its own candle, as
    `process_orders_on_close` of TradingView, rather than at the next open."""
    bar_magnifier: bool | None = field(default=None)
    """Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier;
    the other rules always do."""
    margin_long_percent: Decimal | None = field(default=None)
    """Percent of a long contract position's value that the equity must cover under
    `tradingview`; less is a margin call, as `margin_long` of TradingView."""
    margin_short_percent: Decimal | None = field(default=None)
    """The same of a short position, as `margin_short` of TradingView."""
    leverage: Decimal | None = field(default=None)
    """Leverage of futures positions; 1 by default."""
    margin_mode: MarginMode | None = field(default=None)
    """The account's own by default."""
    position_mode: PositionMode | None = field(default=None)
    """The account's own by default."""
    trade_amount: Decimal | None = field(default=None)
    """Value of a trade whose size is not scripted, in quote. By default 100 or three of the
    market's smallest orders, whichever is more."""
    trade_amount_percent: Decimal | None = field(default=None)
    """The same as a share of the bot's equity in percent; not both."""
    pyramiding: int | None = field(default=None)
    """Entries that a script may have open in one direction of a market, as `pyramiding` of
    TradingView: 0 and 1 allow one. Any number by default."""
    seed: int | None = field(default=None)
    """Determines chance; derived from the request by default. `report.seed` is taken."""
    warm_up: bool | None = field(default=None)
    """Whether the run begins only when every series that its script reads has a value, with
    more history or, where there is none, later than "start_at"."""
    audit: bool | None = field(default=None)
    """Whether to repeat the run on cut histories, to prove that it never looks ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDay:
    """A day of a bot."""

    day: str
    """Day in UTC."""
    status: Literal["not_run", "not_requested", "queued", "finished", "failed"]
    """`not_run`: the bot did not run on it. `not_requested`: it can be compared."""
    reason: str | None
    """Why its backtest failed; null otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDayList:
    """A list, returned whole."""

    data: tuple[ComparedDay, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedOrder:
    """An order and what became of it."""

    order_id: str
    """Its number in the run."""
    side: OrderSide
    """Side."""
    type: str
    """As of an order."""
    placed_at: datetime
    """When it was placed."""
    filled_at: datetime | None
    """When it filled last; null: never."""
    price: Decimal
    """Limit price; 0 on market orders."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    filled_amount: Decimal
    """How much of it filled."""
    average_price: Decimal
    """Of its fills; 0: none."""
    fees: Decimal
    """In the currency of the figures."""
    reason: str | None
    """Why it ended; null after a plain fill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedOrders:
    """The orders of one decision."""

    live: ComparedOrder | None
    """An order and what became of it."""
    backtest: ComparedOrder | None
    """An order and what became of it."""
    delay_ms: int | None
    """By how much the bot filled later; null unless both filled."""
    effects: ComparisonEffects


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRun:
    """A part of the day in which the bot ran, and what it is compared with."""

    from_: datetime = field(metadata={"name": "from"})
    """Its first minute on the day."""
    to: datetime
    """Up to when it ran: its stop, or the day's end."""
    backtest_id: str
    """The backtest that it is compared with; of several the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonEffects:
    """What the bot made by each cause more than the backtest; together they are the whole
    difference."""

    missed: Decimal
    """Only the order of the backtest filled."""
    extra: Decimal
    """Only the order of the bot filled."""
    size: Decimal
    """Another amount filled."""
    delay: Decimal
    """It filled in another minute, and the market had moved."""
    price: Decimal
    """It filled at another price of its minute: spread, slippage."""
    fee: Decimal
    """Another share of what was traded was paid as a fee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonReport:
    """Fills of the day, valued at its last price."""

    live_profit: Decimal
    """Of the bot, fees deducted."""
    backtest_profit: Decimal
    """Of the backtest."""
    effects: ComparisonEffects
    equal_count: int
    """Pairs without a difference."""
    pairs: tuple[ComparedOrders, ...]
    """In the order of their placing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigureLab:
    """What a lab searches, and how."""

    name: str | None = field(default=None)
    """What to call it."""
    algorithm: Literal["brute_force", "intelligent", "random", "cluster"]
    """`brute_force` runs every combination, `intelligent` searches genetically, `random`
    samples, `cluster` samples and then looks around the best."""
    account_id: str
    """Account whose fees and wallet it uses."""
    market_tag: str
    """A market of the account's exchange."""
    interval: ChartInterval
    """Chart interval in minutes."""
    config: ConfigureLabConfig | None = field(default=None)
    settings: BacktestSettings | None = field(default=None)
    out_of_sample_percent: int | None = field(default=None)
    """Last part of the window that the search does not see; 30."""
    walk_forward_folds: int | None = field(default=None)
    """Parts in which to judge what the parts before chose; 0: none."""
    parameters: tuple[LabParameterWish, ...]
    """Inputs of the script; those left out keep their defaults and stay listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigureLabConfig:
    """How large the search is."""

    max_population: int
    """Combinations per generation."""
    max_generations: int
    """Generations."""
    max_elites: int
    """Top results carried to the next generation."""
    mix_rate: int | None = field(default=None)
    """Percent of genes of the second parent; 40."""
    adjust_rate: int | None = field(default=None)
    """Percent of genes that change; 25."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectAccount:
    """An account at a real exchange to connect, or play money on its markets."""

    name: str
    """Name for people."""
    exchange: str
    """Exchange code; not a simulated one."""
    market_type: MarketType
    """Kind of markets it trades."""
    credentials: Credentials | None = field(default=None)
    """What signs in at the exchange; never returned."""
    is_paper: bool | None = field(default=None)
    """Whether it is a paper account: play money and no credentials."""
    balances: tuple[StartingBalance, ...] | None = field(default=None)
    """Of a paper account: what it begins with."""
    fees_in: Literal["quote", "received"] | None = field(default=None)
    """Of a paper account: what it pays the fees of spot trades in; `quote` by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """Terms of a futures contract."""

    name: str
    """Contract name; empty on some venues. Never parse it from the tag."""
    type: Literal["vanilla", "inverse", "quanto"]
    """`vanilla`: margin and profit in quote; `inverse`: in base; `quanto`: margined in a
    third asset."""
    margin_currency: str
    """Asset that margin is posted in."""
    display_name: str
    """Name for people."""
    contract_value: Decimal
    """What one of an amount is: of base on vanilla contracts, of quote on inverse ones; on
    quanto ones what is gained when the price rises by one."""
    contract_value_currency: str
    """Currency of the contract value."""
    lowest_leverage: Decimal
    """Lowest leverage."""
    highest_leverage: Decimal
    """Highest leverage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPartnerBot:
    """A copy to make."""

    user_id: str | None = field(default=None)
    """End user that owns the copy; the same by default."""
    name: str | None = field(default=None)
    """What to call it; named after its market by default."""
    config: dict[str, float | str | bool | None] | None = field(default=None)
    """Settings that the copy has instead."""
    follow: bool | None = field(default=None)
    """Whether it takes later edits of the bot that is copied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateApiKey:
    """A key to make."""

    name: str
    """What to call it."""
    scopes: tuple[Scope, ...]
    """What it may do: some of what this key may."""
    expires_at: datetime | None = field(default=None)
    """When it ends."""
    allowed_addresses: tuple[str, ...] | None = field(default=None)
    """IP addresses and ranges from which it may be used."""
    user_id: str | None = field(default=None)
    """The only end user that it reaches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateBacktest:
    """A backtest to run."""

    script_id: str
    """Script to run."""
    account_id: str
    """Account whose fees and wallet the simulation uses."""
    market_tag: str
    """A market of the account's exchange."""
    interval: ChartInterval
    """Chart interval in minutes."""
    start_at: datetime
    """Start of the window."""
    end_at: datetime
    """End of the window, after its start."""
    parameters: dict[str, float | str | bool] | None = field(default=None)
    """Chosen inputs of the script by their key; the others have their defaults."""
    settings: BacktestSettings | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateBot:
    """A bot to make."""

    name: str
    """What to call it."""
    script_id: str
    """Script to run."""
    account_id: str
    """Account to trade on."""
    market_tag: str
    """A market of the account's exchange."""
    parameters: dict[str, float | str | bool] | None = field(default=None)
    """Chosen inputs of the script by their key; the others have their defaults."""
    settings: BotSettings | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateEndUser:
    """An end user to make."""

    external_id: str
    """Your own name of the customer; no two end users have the same."""
    exchange: str
    """An exchange that is enabled for you."""
    is_simulated: bool | None = field(default=None)
    """Whether it trades play money."""
    credentials: Credentials | None = field(default=None)
    """What signs in at the exchange; never returned."""
    balances: tuple[StartingBalance, ...] | None = field(default=None)
    """Play money to begin with; 10,000 of the usual currency by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateHook:
    """A hook to make."""

    bot_id: str
    """The bot that gets the signals."""
    signal: str
    """What the bot listens to: its token, or what its script asks for."""
    template: str | None = field(default=None)
    """The form of texts, with `{{action}}` and other names in it; left out: none."""
    from_tradingview: bool | None = field(default=None)
    """Whether only the addresses that TradingView publishes may call it; left out: no."""
    sells_enter_short: bool | None = field(default=None)
    """Whether a text that says `sell`, and nothing of the position after it, may open a
    short. Left out: no."""
    repeat_window_seconds: int | None = field(default=None)
    """So long an equal message without an id counts as a repetition, in seconds; 0: none
    does. Left out: 0."""
    is_signed: bool | None = field(default=None)
    """Whether its messages have to be signed; left out: no."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateKey:
    """A key to make."""

    name: str
    """What it is for."""
    scopes: tuple[Scope, ...] | None = field(default=None)
    """What it may do; empty or left out: everything."""
    expires_at: datetime | None = field(default=None)
    """When it ends; null or left out: never."""
    allowed_addresses: tuple[str, ...] | None = field(default=None)
    """Addresses and networks from which it may be used; left out: from anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateLab:
    """A lab to make."""

    name: str
    """What to call it."""
    script_id: str
    """Script to explore."""
    algorithm: Literal["brute_force", "intelligent", "random", "cluster"] | None = field(default=None)
    """`brute_force` runs every combination, `intelligent` searches genetically, `random`
    samples, `cluster` samples and then looks around the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateNotificationChannel:
    """A channel to make: a name, and exactly one address."""

    name: str
    """Its name."""
    telegram: TelegramAddress | None = field(default=None)
    discord: DiscordAddress | None = field(default=None)
    slack: SlackAddress | None = field(default=None)
    email: EmailAddress | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatePartnerBot:
    """A bot to make."""

    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """Settings of the strategy; what is left out has its default."""
    name: str | None = field(default=None)
    """What to call it; named after its market by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateScript:
    """A script to make."""

    name: str
    """What to call it."""
    description: str | None = field(default=None)
    """What it does."""
    source: str
    """The Lua text, whole; at most 262,144 bytes in UTF-8 compile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateStrategyBot:
    """A bot to make."""

    name: str
    """What to call it."""
    account_id: str
    """Account to trade on."""
    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """Settings of the strategy; what is left out has its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateUser:
    """A user to make."""

    name: str
    """Letters, digits and `._@+-`, of which the first is a letter or a digit."""
    role: Literal["owner", "trader", "read_only"] | None = field(default=None)
    """What it may do who signs in."""
    plan: Literal["starter", "standard", "professional", "tradeserver", "unlimited"] | None = field(default=None)
    """Its plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateWebhook:
    """A webhook to make."""

    url: str
    """Where to send events: an address that begins with `https://`."""
    types: tuple[str, ...] | None = field(default=None)
    """Types of events, or groups such as `order.*`; left out: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialField:
    """A part of the credentials of an exchange."""

    field: Literal["api_key", "api_secret", "passphrase"]
    """The field of `credentials` that it is given in."""
    name: str
    """What the exchange calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """What signs in at the exchange; never returned."""

    api_key: str
    """Key at the exchange."""
    api_secret: str
    """Its secret."""
    passphrase: str | None = field(default=None)
    """Where the exchange has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialsEventData:
    """An account whose exchange refuses its credentials: data of
    `account.invalid_credentials`."""

    account_id: str
    """The account."""
    exchange: str
    """The exchange."""
    reason: str
    """What it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyAmount:
    """Money."""

    currency: str
    """Currency."""
    amount: Decimal
    """Amount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyLimits:
    """Limits of what settles in one currency."""

    currency: str
    """Quote on spot and vanilla markets, base on inverse, margin currency on quanto."""
    max_order_value: Decimal | None
    """Largest value of an order, at its price or at the market."""
    max_exposure: Decimal | None
    """Largest value of what is held and what working orders may add."""
    max_daily_loss: Decimal | None
    """Largest loss since 00:00 UTC, realised and unrealised, with fees; bots are stopped
    then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseState:
    """The database."""

    version: str
    """Of PostgreSQL."""
    size_bytes: int
    """Its size."""
    connections: int
    """Open connections."""
    connections_max: int
    """As many as may be."""
    tables: tuple[TableSize, ...]
    """The largest ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPreview:
    """What a deal would be if it were opened now."""

    type: Literal["spot_dollar_cost_averaging", "futures_dollar_cost_averaging"]
    """Kind of bot."""
    market_tag: str
    """Market."""
    is_valid: bool
    """Whether such a bot can be made now."""
    problems: tuple[SettingProblem, ...]
    """Why such a bot cannot be made; empty when it can."""
    current_price: Decimal
    """Price now."""
    currency: str
    """Currency of what is called quote, and of funds, fees and margin: the quote of the
    market, or the margin currency of its contract."""
    available: AvailableFunds
    max_funds: Decimal
    """Value of all orders, before fees and leverage, in `currency`."""
    required: Decimal
    """What the orders at the start need."""
    required_currency: str
    """Currency of it."""
    orders: tuple[DealStep, ...]
    """Orders of the deal, the first one first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStep:
    """An order of a deal."""

    index: int
    """0 is the first order."""
    deviation_percent: Decimal
    """From the first order."""
    price: Decimal
    """Where it rests."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    average_price: Decimal
    """Once it is filled, fees included."""
    take_profit_price: Decimal
    """Where the deal is then closed."""


Direction: TypeAlias = Literal["long", "short"]
"""Which way a position gains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordAddress:
    """A webhook of a channel of Discord."""

    url: str
    """Its address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPartnerBot:
    """Settings to change."""

    config: dict[str, float | str | bool | None]
    """Changed keys only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditStrategyBot:
    """Settings to change."""

    config: dict[str, float | str | bool | None]
    """Changed keys only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailAddress:
    """A mailbox."""

    to: str
    """Its address."""
    smtp: MailServer | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndUser:
    """A customer of a partner."""

    user_id: str
    """Identifier of the end user."""
    external_id: str
    """The partner's own name of its customer."""
    exchange: str
    """Exchange that the end user is at."""
    status: Literal["active"]
    """An end user that is deleted is not returned any more."""
    is_simulated: bool
    """Whether it trades play money."""
    bots_count: int
    """How many bots it has."""
    running_bots_count: int
    """How many of them run."""
    created_at: datetime
    """When it was made."""
    last_activity_at: datetime | None
    """When one of its bots was last made or started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndUserCredentials:
    """What is known of the key of an end user for one kind of market."""

    market_type: MarketType
    """Kind of markets."""
    status: Literal["connected", "read_only", "invalid_credentials", "disabled", "unknown"]
    """Whether the exchange accepts it; `read_only`: it may not trade."""
    credentials: AccountCredentials | None
    """What is known of the key of an account; the key itself is never returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndUserCredentialsList:
    """A list, returned whole."""

    data: tuple[EndUserCredentials, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndUserPage:
    """One page of a list."""

    data: tuple[EndUser, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedOrder:
    """An order that works no longer."""

    order_id: str
    """Accepted by DELETE /v1/orders/{order_id}."""
    account_id: str
    """Account holding the order."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: Literal["filled", "cancelled", "rejected", "expired", "unplaced"]
    """How it ended. `unplaced`: it certainly never reached the exchange."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""
    reason: str | None
    """Why it ended, or what was assumed where play money met real prices; null after a
    plain fill."""
    updated_at: datetime
    """When what is known of it changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedOrderPage:
    """One page of a list."""

    data: tuple[EndedOrder, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedSessions:
    """How many ended."""

    ended_count: int
    """Browsers that were signed out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquityPage:
    """One page of a list."""

    data: tuple[EquityPoint, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquityPoint:
    """What an account was worth at an instant."""

    at: datetime
    """When that was."""
    currency: str
    """Currency of the value."""
    value: Decimal
    """What it was worth, at the last prices of its exchange; below zero: a debt."""
    unpriced: tuple[str, ...]
    """Currencies that it held and that have no price there; not in the value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquitySum:
    """Accounts that can be added up."""

    currency: str
    """Currency of the values."""
    is_play_money: bool
    """Whether they trade without real money: simulated, on paper, or at a test net."""
    values: tuple[EquityValue, ...]
    """Oldest first, one for each interval from the first known one on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquitySumList:
    """A list, returned whole."""

    data: tuple[EquitySum, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EquityValue:
    """What accounts were worth together."""

    at: datetime
    """When the interval ends, or the window."""
    value: Decimal
    """Sum of the newest values before."""
    accounts_count: int
    """Accounts that are in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened."""

    event_id: str
    """Its number: events of a user are numbered from 1 without gaps."""
    type: str
    """What happened; more types may be added."""
    object_id: str
    """Of what it happened to."""
    occurred_at: datetime
    """When it happened."""
    user_id: str | None
    """Of a partner: the end user to whom it happened; null: it happened to you."""
    data: OrderEventData | FillEventData | PositionEventData | BalanceEventData | BotEventData | BotLineEventData | BotNoticeEventData | SignalEventData | UnheardSignalEventData | BacktestEventData | LabEventData | CredentialsEventData | ExchangeEventData | WebhookEventData | ChannelEventData | StreamEventData
    """What happened, by the type of the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    """A part of the log, oldest first."""

    data: tuple[Event, ...]
    """The events."""
    last_event_id: str
    """Send it as `after` to read on, also after a page without events."""
    has_more: bool
    """Whether more events are there now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EverythingStopped:
    """What the risk switch did."""

    bots_stopped: int
    """Bots that ran and were stopped."""
    orders_cancelled: int
    """Orders that were cancelled."""
    orders_working: int
    """Orders that still work on the accounts that were reached; repeat the request for
    them."""
    closing_orders: int
    """Market orders that were accepted to close what was held."""
    accounts_left: int
    """Accounts that were not done in time, or whose exchange did not respond; repeat the
    request for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A venue that accounts can be connected to."""

    exchange: str
    """Exchange code."""
    name: str
    """Name for people."""
    market_types: tuple[MarketType, ...]
    """Kinds of markets that it has."""
    markets_count: int
    """How many markets it has."""
    is_test_net: bool
    """Whether it is a test environment."""
    is_open: bool
    """Whether it can be reached and any of its markets is open."""
    reach: Literal["open", "degraded", "down", "starting"]
    """Whether it can be reached. `degraded`: slowly, or for part of the requests;
    `starting`: not known yet, because the service has started just now."""
    markets_as_of: datetime | None
    """When it listed its markets; while it is down they are shown as they were then. Null:
    not yet, or they are never out of date."""
    credential_fields: tuple[CredentialField, ...]
    """Parts of the credentials of its accounts; none where they need none."""
    credential_advice: str | None
    """What to know before the credentials are made there; null: nothing out of the
    ordinary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeEventData:
    """An exchange that responds badly, or does again: data of `exchange.…`."""

    exchange: str
    """The exchange."""
    health: Literal["open", "degraded", "down"]
    """`open`: it responds; `degraded`: slowly, or to a part of the requests; `down`: to
    none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeList:
    """A list, returned whole."""

    data: tuple[Exchange, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangePromises:
    """What the exchange promises about names of orders, look-ups and lists."""

    class_: Literal["a", "b", "c"] = field(metadata={"name": "class"})
    """How soon an unknown outcome is resolved. `a`: a repeated request returns the first
    order, or is refused for ever. `b`: an order is found by its name in any state. `c`:
    by lists only."""
    duplicate_name: Literal["first", "refused", "refused_while_open", "none"]
    """What it does with a second order of the same name: returns the first, refuses it,
    refuses it while the first is open, or places it."""
    lookup: Literal["any_state", "lists"]
    """How an order is found by its name."""
    request_horizon_ms: int
    """Milliseconds after which a request that was sent can take no effect."""
    visibility_lag_ms: int
    """Milliseconds for which an order may be missing from look-ups."""
    measured_at: datetime | None
    """When a probe confirmed these; null: they are what its documentation says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeRecord:
    """What an exchange can do and promises, and how it is now."""

    exchange: str
    """Exchange code."""
    name: str
    """Name for people."""
    market_types: tuple[MarketType, ...] | None
    """Kinds of markets that it has; null while they cannot be read."""
    is_test_net: bool
    """Whether it is a test environment."""
    is_simulated: bool
    """Whether it trades without real money."""
    order_support: OrderSupport
    promises: ExchangePromises
    health: Literal["open", "degraded", "down"]
    """Whether it can be reached; `degraded`: slowly, or for part of the requests."""
    clock_skew_ms: int | None
    """Its clock less ours, in milliseconds; null: not measured yet."""
    unreadable_rows: tuple[UnreadableRow, ...]
    """Rows of its public lists that cannot be read at present, fifty at most. All others
    are read; a market whose row cannot be read any more stays as it was."""
    credential_fields: tuple[CredentialField, ...]
    """Parts of the credentials of its accounts; none where they need none."""
    credential_advice: str | None
    """What to know before the credentials are made there; null: nothing out of the
    ordinary."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchHistory:
    """Minutes to fetch."""

    from_: datetime = field(metadata={"name": "from"})
    """From then on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSample:
    """A value of a figure."""

    labels: dict[str, Any]
    """What it is of."""
    value: float
    """The value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """One execution of an order."""

    fill_id: str
    """Identifier of the fill, as its exchange calls it."""
    order_id: str | None
    """Order that it filled; null for one that was not placed here."""
    market_tag: str
    """Market of the order."""
    side: OrderSide
    """What it executed as."""
    price: Decimal
    """Price of the fill."""
    amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    fee: Decimal
    """What it cost; below zero where it was paid back."""
    fee_currency: str
    """Currency of the fee."""
    is_maker: bool
    """Whether the order rested before."""
    filled_at: datetime
    """When it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FillEventData:
    """What was filled of an order: data of `fill.created`."""

    order_id: str
    """The order."""
    account_id: str
    """Account holding the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled until then in base currency, or in contracts where the `amount_currency` of
    the market is null."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    added_amount: Decimal
    """Filled since the fill before in base currency, or in contracts where the
    `amount_currency` of the market is null; may be several executions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FillPage:
    """One page of a list."""

    data: tuple[Fill, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridLevel:
    """A line of a grid."""

    index: int
    """From the lowest."""
    price: Decimal
    """Its price."""
    side: OrderSide | None
    """What rests there at the start; null: nothing."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPreview:
    """What a grid would begin with."""

    type: Literal["spot_grid", "futures_grid"]
    """Kind of bot."""
    market_tag: str
    """Market."""
    is_valid: bool
    """Whether such a bot can be made now."""
    problems: tuple[SettingProblem, ...]
    """Why such a bot cannot be made; empty when it can."""
    current_price: Decimal
    """Price now."""
    currency: str
    """Currency of what is called quote, and of funds, fees and margin: the quote of the
    market, or the margin currency of its contract."""
    available: AvailableFunds
    grid_step: Decimal | None
    """Between two lines; null where they are a ratio apart."""
    grid_ratio: Decimal | None
    """Between two lines; null where they are a step apart."""
    amount_per_grid: Decimal | None
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    orders_count: int | None
    """Orders that rest at the start."""
    min_investment: Decimal | None
    """The least that is possible, in `currency`."""
    max_investment: Decimal | None
    """The most that is possible; null: no limit."""
    required: RequiredFunds | None
    """What the orders at the start need."""
    required_total_in_quote: Decimal | None
    """The same as one sum, fees included, in `currency`."""
    initial_order: InitialOrder | None
    """Bought or sold at the start."""
    profit_per_grid_min_percent: Decimal | None
    """After fees, of the highest grid."""
    profit_per_grid_max_percent: Decimal | None
    """After fees, of the lowest grid."""
    estimated_fees: Decimal | None
    """Of the order at the start, in `currency`."""
    margin: Decimal | None
    """Of futures, in `currency`; null on spot."""
    liquidation_price_up: Decimal | None
    """Of a short; null where there is none."""
    liquidation_price_down: Decimal | None
    """Of a long; null where there is none."""
    break_even_price: Decimal | None
    """At which what is opened has paid its fee."""
    levels: tuple[GridLevel, ...]
    """Lines of the grid, lowest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridResults:
    """What a grid has brought."""

    closed: int
    """Pairs of fills: a fill and the one on the other line that matches it."""
    winning: int
    """Of them with a profit."""
    losing: int
    """Of them with none."""
    grid_profit: Decimal
    """Of those pairs, fees deducted."""
    floating_profit: Decimal
    """All other profit, open positions included."""
    average_profit: Decimal
    """Of a pair."""
    biggest_win: Decimal
    """Of one pair."""
    biggest_loss: Decimal
    """Of one pair."""
    win_percentage: Decimal
    """0 to 100."""
    profit_factor: Decimal
    """Won over lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A secret address for signals from outside."""

    hook_id: str
    """The hook."""
    bot_id: str
    """The bot that gets the signals."""
    signal: str
    """What the bot listens to: its token, or what its script asks for."""
    template: str | None
    """The form of texts; null: those that need none are read."""
    allowed_addresses: tuple[str, ...]
    """Networks from which it may be called; empty: from anywhere."""
    sells_enter_short: bool
    """Whether a text that says `sell`, and nothing of the position after it, may open a
    short."""
    repeat_window_seconds: int
    """So long an equal message without an id counts as a repetition, in seconds; 0: none
    does."""
    is_signed: bool
    """Whether its messages have to be signed."""
    created_at: datetime
    """When it was made."""
    rotated_at: datetime | None
    """When it got its present address; null: it has its first one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookCall:
    """A message that came in, and what became of it."""

    at: datetime
    """When it came."""
    address: str | None
    """From where; null: not known."""
    action: str | None
    """What it says; null: nothing known."""
    outcome: Literal["queued", "taken", "unheard", "duplicate", "refused"]
    """What became of it. `queued`: the bot has not read it yet. `taken`: the bot listens to
    it. `unheard`: it does not, or it was stopped before it read it."""
    detail: str
    """The same in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookCallList:
    """A list, returned whole."""

    data: tuple[HookCall, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookList:
    """A list, returned whole."""

    data: tuple[Hook, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookListener:
    """A bot that listens to signals."""

    bot_id: str
    """The bot."""
    name: str
    """What it is called."""
    signals: tuple[str, ...] | None
    """The names; null: its script makes them while it runs, so any may be one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookListenerList:
    """A list, returned whole."""

    data: tuple[HookListener, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookWithPath:
    """A hook with its secret address, shown this once."""

    hook_id: str
    """The hook."""
    bot_id: str
    """The bot that gets the signals."""
    signal: str
    """What the bot listens to: its token, or what its script asks for."""
    template: str | None
    """The form of texts; null: those that need none are read."""
    allowed_addresses: tuple[str, ...]
    """Networks from which it may be called; empty: from anywhere."""
    sells_enter_short: bool
    """Whether a text that says `sell`, and nothing of the position after it, may open a
    short."""
    repeat_window_seconds: int
    """So long an equal message without an id counts as a repetition, in seconds; 0: none
    does."""
    is_signed: bool
    """Whether its messages have to be signed."""
    created_at: datetime
    """When it was made."""
    rotated_at: datetime | None
    """When it got its present address; null: it has its first one."""
    path: str
    """Its address, behind that of the service. It cannot be shown again."""
    signing_secret: str | None
    """The key that signs its messages, shown this once; null: none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialOrder:
    """Bought or sold at the start."""

    side: OrderSide
    """Buy or sell."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    estimated_price: Decimal
    """Price now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """The state of the installation."""

    processes: tuple[ServiceProcess, ...]
    """By role, then by age."""
    queues: tuple[QueueState, ...]
    """Of backtests and labs."""
    database: DatabaseState
    slow_requests: tuple[SlowRequest, ...]
    """The last ones, newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOrder:
    """An order, working or ended."""

    order_id: str
    """Accepted by DELETE /v1/orders/{order_id}."""
    account_id: str
    """Account holding the order."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: OrderState
    """`pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`:
    its exchange had it, shows it no more and does not say how it ended. `unplaced`: it
    certainly never reached the exchange."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""
    reason: str | None
    """Why it ended, or what was assumed where play money met real prices; null while it
    works and after a plain fill."""
    updated_at: datetime
    """When what is known of it changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOrderPage:
    """One page of a list."""

    data: tuple[KnownOrder, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabConfig:
    """How large the search is."""

    max_population: int
    """Combinations per generation."""
    max_generations: int
    """Generations."""
    max_elites: int
    """Top results carried to the next generation."""
    mix_rate: int | None = field(default=None)
    """Percent of genes of the second parent."""
    adjust_rate: int | None = field(default=None)
    """Percent of genes that change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabDetail:
    """A lab and its current or last execution."""

    lab_id: str
    """Identifier of the lab."""
    name: str
    """What its owner calls it."""
    script_id: str
    """Script whose inputs are swept."""
    algorithm: Literal["brute_force", "intelligent", "random", "cluster"]
    """`brute_force` runs every combination, `intelligent` searches genetically, `random`
    samples, `cluster` samples and then looks around the best."""
    status: Literal["created", "queued", "running", "completed", "cancelled", "failed"]
    """The last three are the end of an execution."""
    account_id: str | None
    """Null until configured."""
    market_tag: str | None
    """Null until configured."""
    interval: int | None
    """Minutes; null until configured."""
    start_at: datetime | None
    """Start of the window; null before the first start."""
    end_at: datetime | None
    """End of the window; null before the first start."""
    started_at: datetime | None
    """When the execution was started."""
    scheduled_backtests: int
    """Backtests that the execution makes."""
    completed_backtests: int
    """Those of them that are done."""
    parameters_count: int
    """Parameters that the lab knows."""
    enabled_parameters_count: int
    """Those that are swept."""
    config: LabConfig | None
    """How large the search is."""
    settings: ChosenSettings | None
    """Settings that were chosen; those left out were not. Can be sent again as they are."""
    out_of_sample_percent: int | None
    """Last part of the window that the search does not see; null until configured."""
    walk_forward_folds: int | None
    """Parts in which the choice is judged; null until configured."""
    cancel_reason: str | None
    """Why the execution stopped early."""
    created_at: datetime | None
    """When it was made."""
    updated_at: datetime | None
    """When it last changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabEventData:
    """A lab and how far it is: data of `lab.…`."""

    lab_id: str
    """The lab."""
    name: str
    """Its name."""
    status: Literal["created", "queued", "running", "completed", "cancelled", "failed"]
    """The status that it got into."""
    completed_count: int
    """Combinations that were run."""
    scheduled_count: int
    """Combinations to run in all."""
    reason: str | None
    """Why it was cancelled; null otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabFold:
    """What choosing by the past would have brought."""

    start_at: datetime
    """Start of what was chosen by."""
    cut_at: datetime
    """Its end, and the start of what was judged."""
    end_at: datetime
    """End of what was judged."""
    backtest_id: str
    """The run that was best until the cut."""
    chosen_profit: Decimal
    """Until the cut."""
    judged_profit: Decimal
    """After it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabOverfitting:
    """All results together."""

    trials: int | None
    """Runs that could differ; null until completed."""
    overfitting_probability: Decimal | None
    """That the best run is below the middle elsewhere."""
    expected_highest_sharpe: Decimal | None
    """Of as many trials without skill, per period."""
    walk_forward: tuple[LabFold, ...]
    """What choosing by the past would have brought; empty without folds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabPage:
    """One page of a list."""

    data: tuple[LabDetail, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabParameter:
    """An input of the script as the lab uses it."""

    key: str
    """`group.label` of the input, or its label alone."""
    kind: str
    """Kind of value."""
    enabled: bool
    """Whether it is swept."""
    ordered: bool
    """Whether neighbouring values are alike."""
    values: tuple[float | str | bool, ...]
    """What is swept."""
    value: float | str | bool | None
    """What is used when it is not swept; null: the script's default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabParameterWish:
    """How one input of the script is used."""

    key: str
    """`group.label` of the input, or its label alone."""
    enabled: bool
    """Whether it is swept."""
    values: tuple[float | str | bool, ...] | None = field(default=None)
    """What to sweep."""
    range: LabRange | None = field(default=None)
    value: float | str | bool | None = field(default=None)
    """What to use when it is not swept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabParameters:
    """A list, returned whole."""

    data: tuple[LabParameter, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabRange:
    """Evenly spaced numbers, both ends included."""

    from_: float = field(metadata={"name": "from"})
    """The first."""
    to: float
    """The last, when a step meets it."""
    step: float
    """Between two; not 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabResult:
    """What one combination gave; figures are null if it failed."""

    backtest_id: str
    """Names the run where a bot is made of it; as a backtest it is run again on demand."""
    generation: int
    """Generation of the search, from 0."""
    population: int
    """Place in its generation, from 0."""
    parameters: dict[str, Any]
    """The swept inputs."""
    error: str | None
    """Why the run failed."""
    realized_profit: Decimal | None
    """Net of fees, in profit_currency."""
    fees: Decimal | None
    """In profit_currency."""
    roi: Decimal | None
    """Percent."""
    profit_currency: str | None
    """Currency of the figures."""
    orders_filled: int | None
    """Orders that filled."""
    positions_closed: int | None
    """Positions that were closed."""
    win_rate: Decimal | None
    """Percent of closed positions that won, 0 to 100."""
    max_drawdown_percent: Decimal | None
    """Deepest fall from a peak, in percent of it."""
    sharpe_ratio: Decimal | None
    """Annualised."""
    profit_factor: Decimal | None
    """Gains over losses."""
    in_sample_roi: Decimal | None
    """Percent, over the part that the search saw."""
    out_of_sample_roi: Decimal | None
    """Percent, over the part that it did not see."""
    neighbourhood_roi: Decimal | None
    """Median in-sample ROI of the combinations one step away."""
    stability: Decimal | None
    """Share of the results that this median reaches, 0 to 1."""
    deflated_sharpe_ratio: Decimal | None
    """Probability that it is better than luck, 0 to 1."""
    trials: int | None
    """Runs that the lab made which could differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabResultPage:
    """One page of a list."""

    data: tuple[LabResult, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSignal:
    """The last signal of a token."""

    signal_token: str
    """Its token."""
    action: str
    """What it said."""
    received_at: datetime
    """When it was received."""
    expires_at: datetime
    """Until when it is retained."""
    bots_notified: int
    """How many bots got it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One movement of money in a ledger."""

    entry_id: str
    """Identifier; grows with each entry."""
    at: datetime
    """When it was."""
    kind: Literal["deposit", "withdrawal", "reserve", "release", "trade", "margin", "profit", "fee", "funding", "liquidation_fee", "insurance"]
    """Why money moved."""
    currency: str
    """Currency."""
    change: Decimal
    """By which the total of the account changed; zero where money was locked or freed."""
    amount: Decimal
    """What moved."""
    debit: Literal["available", "reserved", "margin", "venue", "profit", "fees", "funding", "insurance", "deposit"]
    """What gave it: `available`, `reserved` by orders and `margin` of positions are the
    account's own, the others stand outside."""
    credit: Literal["available", "reserved", "margin", "venue", "profit", "fees", "funding", "insurance", "deposit"]
    """What got it."""
    order_id: str | None
    """Order that caused it; null where it was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """One page of a list."""

    data: tuple[LedgerEntry, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """A mail server of your own."""

    host: str
    """Its name."""
    port: int
    """Its port."""
    tls: Literal["implicit", "starttls"]
    """TLS from the first byte, or by STARTTLS."""
    user: str | None = field(default=None)
    """Whom it knows you as."""
    password: str | None = field(default=None)
    """Your password there."""
    from_: str = field(metadata={"name": "from"})
    """The address that sends."""


MarginMode: TypeAlias = Literal["cross", "isolated"]
"""What backs a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Market:
    """Something that can be traded."""

    market_tag: str
    """Opaque identifier, accepted wherever a market is named."""
    exchange: str
    """Exchange code."""
    base: str
    """Base currency."""
    quote: str
    """Quote currency."""
    market_type: MarketType
    """Kind of market."""
    price_step: Decimal
    """Smallest price increment; 0: unconstrained."""
    price_decimals: int
    """Decimal places of a price."""
    amount_step: Decimal
    """Smallest amount increment; 0: unconstrained."""
    amount_decimals: int
    """Decimal places of an amount."""
    maker_fee: Decimal
    """Maker fee, percent."""
    taker_fee: Decimal
    """Taker fee, percent."""
    min_order_amount: Decimal
    """Smallest amount of an order in base currency, or in contracts where the
    `amount_currency` of the market is null. 0: no minimum."""
    min_order_value: Decimal
    """Smallest order in quote currency; 0: no minimum."""
    max_order_amount: Decimal
    """Largest amount of an order in base currency, or in contracts where the
    `amount_currency` of the market is null. 0: no maximum."""
    max_order_value: Decimal
    """Largest order in quote currency; 0: no maximum."""
    is_open: bool
    """Whether the market is open for trading."""
    amount_currency: str | None
    """Currency that amounts of orders and positions are in. Null: they are in contracts,
    each of them `contract_value` (inverse, quanto, and vanilla whose contract is not one
    of base)."""
    contract: Contract | None
    """Terms of a futures contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketHistory:
    """What is known of a market's minutes."""

    market_tag: str
    """Market."""
    from_: datetime | None = field(metadata={"name": "from"})
    """When the first known candle begins; null: none is known."""
    to: datetime | None
    """When the last one ends."""
    candle_minutes: int | None
    """Minutes of a stored candle; 1 unless longer ones were imported."""
    can_be_fetched: bool
    """Whether its exchange has minutes that can be fetched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketPage:
    """One page of a list."""

    data: tuple[Market, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketPrice:
    """What a market trades at now."""

    market_tag: str
    """Market."""
    price: Decimal | None
    """Last price; null while the market is closed."""
    at: datetime | None
    """When that was; null while the market is closed."""
    forming: Candle | None
    """The minute that has not ended; null where no bot and no stream follows the market."""
    bid: Decimal | None
    """Best bid; null where the exchange does not state it. The price alone comes with it
    where it is known without another request."""
    ask: Decimal | None
    """Best ask; null as the best bid is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketTicker:
    """What a market trades at, and did lately."""

    market_tag: str
    """Market."""
    price: Decimal | None
    """Last price; null while the market is closed."""
    at: datetime | None
    """When that was; null while the market is closed."""
    forming: Candle | None
    """The minute that has not ended; null where no bot and no stream follows the market."""
    bid: Decimal | None
    """Best bid; null where the exchange does not state it. The price alone comes with it
    where it is known without another request."""
    ask: Decimal | None
    """Best ask; null as the best bid is."""
    day: TickerDay | None
    """What a market did over the last 24 hours, as far as its minutes are known."""


MarketType: TypeAlias = Literal["spot", "futures"]
"""What is traded on a market."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonteCarlo:
    """Runs of as many trades, drawn from those of this run with replacement."""

    paths: int
    """Runs."""
    seed: int
    """What determined them."""
    steps: tuple[MonteCarloStep, ...]
    """At most 101, evenly apart."""
    max_drawdown: Quantiles
    loss_probability: Decimal
    """Runs that end below the start, percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MonteCarloStep:
    """Equity after so many trades."""

    trades: int
    """Trades."""
    actual: Decimal
    """Of this run."""
    p5: Decimal
    """5th percentile."""
    p25: Decimal
    """25th percentile."""
    p50: Decimal
    """Median."""
    p75: Decimal
    """75th percentile."""
    p95: Decimal
    """95th percentile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewApiKey:
    """A key with its secret, shown this once."""

    key_id: str
    """Identifier of the key."""
    name: str
    """What it is called."""
    prefix: str
    """How the key begins."""
    scopes: tuple[Scope, ...]
    """Rights of the key; empty: all."""
    is_enabled: bool
    """Whether it is accepted."""
    created_at: datetime
    """When it was made."""
    last_used_at: datetime | None
    """When it was last used."""
    expires_at: datetime | None
    """When it ends; null: never."""
    allowed_addresses: tuple[str, ...]
    """Networks from which it may be used; empty: from anywhere."""
    user_id: str | None
    """The only end user that it reaches; null: all."""
    key: str
    """The full key. Keep it: it cannot be shown again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationChannel:
    """Where notifications are sent. Its secrets are not shown."""

    channel_id: str
    """The channel."""
    kind: Literal["telegram", "discord", "slack", "email"]
    """What it is."""
    name: str
    """Its name."""
    destination: str
    """Where it leads, without secrets."""
    status: Literal["unproven", "working", "muted", "failing", "disabled"]
    """Whether messages are sent: `unproven` until its code was entered, `muted`, `failing`
    while it is tried again, `disabled` when it failed for three days or is gone."""
    verified_at: datetime | None
    """When its code was entered; null: it was not."""
    is_muted: bool
    """Whether it was muted. `status` says whether it still is."""
    muted_until: datetime | None
    """Until when it is muted; null: it is not, or until it is unmuted."""
    failing_since: datetime | None
    """Since when messages fail; null: the last one arrived."""
    last_problem: str | None
    """Why the last attempt failed; null: it did not."""
    disabled_reason: str | None
    """Why it was disabled; null: it was not."""
    last_delivered_at: datetime | None
    """When a message arrived last; null: none did."""
    created_at: datetime
    """When it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationChannelList:
    """A list, returned whole."""

    data: tuple[NotificationChannel, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationDelivery:
    """A message to a channel, and what became of it."""

    delivery_id: str
    """The delivery."""
    channel_id: str
    """The channel that it is for."""
    kind: Literal["events", "test", "code"]
    """What it is about. The code itself is not shown."""
    subject: str
    """What it says in one line."""
    text: str
    """The whole of it, as plain text."""
    events: int
    """Of how many events it tells; 0: of none."""
    status: Literal["waiting", "delivered", "given_up"]
    """Where it stands."""
    attempts: int
    """How often it was tried."""
    response: str | None
    """What was responded when it arrived; null: it did not."""
    problem: str | None
    """Why the last attempt failed; null: it did not."""
    queued_at: datetime
    """When it was made."""
    next_attempt_at: datetime | None
    """When it is tried again; null: it did not fail, or is not tried again."""
    ended_at: datetime | None
    """When it ended; null: it waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationDeliveryPage:
    """One page of a list."""

    data: tuple[NotificationDelivery, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationRule:
    """Which events are sent, where, how often and when."""

    rule_id: str
    """The rule."""
    name: str
    """Its name."""
    types: tuple[str, ...]
    """Types of events."""
    problems_only: bool
    """Whether what went well is left out of these types."""
    bot_ids: tuple[str, ...]
    """Of which bots; empty: all."""
    account_ids: tuple[str, ...]
    """Of which accounts; empty: all."""
    channel_ids: tuple[str, ...]
    """To which channels; empty: all."""
    every_minutes: int
    """A message comes at most so often; 0: at once."""
    quiet_hours: QuietHours | None
    """Hours of the day in which nothing is sent; what happens waits."""
    is_enabled: bool
    """Whether it is applied."""
    created_at: datetime
    """When it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationRuleList:
    """A list, returned whole."""

    data: tuple[NotificationRule, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorPartner:
    """A partner, and what its end users used since the month began (UTC)."""

    user_id: str
    """The user that is the partner."""
    user_name: str
    """Its name."""
    created_at: datetime
    """Since when it is one."""
    period_start: datetime
    """When the month began."""
    users: int
    """End users in the month."""
    active_users: int
    """End users with a bot that ran in it."""
    bots_running: int
    """Bots that ran in it."""
    bot_hours: Decimal
    """How long they ran, all together."""
    orders_filled: int
    """Orders that ended with a fill."""
    traded_volume: Decimal
    """What they turned over, in `currency`."""
    signals: int
    """Signals that were sent."""
    backtests: int
    """Backtests."""
    currency: str
    """Of the tariff."""
    amount_due: Decimal | None
    """So far; null without a tariff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorPartnerList:
    """A list, returned whole."""

    data: tuple[OperatorPartner, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order that is still working."""

    order_id: str
    """Accepted by DELETE /v1/orders/{order_id}."""
    account_id: str
    """Account holding the order."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: Literal["pending", "open", "unknown"]
    """`pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state
    unresolved."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEstimate:
    """What an order is expected to cost if it were placed now."""

    is_valid: bool
    """Whether nothing is known against it."""
    problems: tuple[OrderProblem, ...]
    """Why it would be refused; empty: nothing is known against it."""
    market_price: Decimal
    """Price of the market now."""
    price: Decimal
    """Where it is expected to fill."""
    is_taker: bool
    """Whether it is expected to take, rather than to rest."""
    currency: str
    """Currency of value and fee."""
    value: Decimal
    """What it is worth there, in `currency`."""
    fee_percent: Decimal
    """Fee, in percent of the value."""
    fee: Decimal
    """Fee, in `currency`."""
    required: Decimal | None
    """What has to be available, fee included; null on futures without a leverage."""
    required_currency: str
    """Currency of what is required and available."""
    available: Decimal
    """Available on the account now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEventData:
    """An order as it was when an event `order.…` happened."""

    order_id: str
    """The order."""
    account_id: str
    """Account holding the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled until then in base currency, or in contracts where the `amount_currency` of
    the market is null."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    status: OrderState
    """The state that it got into."""
    reason: str | None
    """Why it ended; null while it works and after a plain fill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderFee:
    """What an order paid in one currency."""

    currency: str
    """Currency of the fee."""
    amount: Decimal
    """Sum over its fills; below zero where it was paid back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderList:
    """A list, returned whole."""

    data: tuple[Order, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderOutcome:
    """An order, working or ended, with what its fills came to."""

    order_id: str
    """Accepted by DELETE /v1/orders/{order_id}."""
    account_id: str
    """Account holding the order."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: OrderState
    """`pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`:
    its exchange had it, shows it no more and does not say how it ended. `unplaced`: it
    certainly never reached the exchange."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""
    reason: str | None
    """Why it ended, or what was assumed where play money met real prices; null while it
    works and after a plain fill."""
    average_price: Decimal | None
    """Mean price of its fills; null without."""
    fees: tuple[OrderFee, ...]
    """By currency; empty before the first fill."""
    filled_at: datetime | None
    """When its newest fill was; null without."""
    updated_at: datetime
    """When what is known of it changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPlaced:
    """The order was accepted."""

    order_id: str
    """Identifier of the order."""
    status: OrderState
    """What is known of it when the response is sent. `unknown`: nobody knows yet whether it
    reached its exchange. Do not send it again: read it, or follow its events, until it
    is another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderProblem:
    """Why an order would be refused."""

    field: str
    """Field at fault."""
    message: str
    """The rule, and what would be valid."""


OrderSide: TypeAlias = Literal["buy", "sell"]
"""Whether an order buys or sells."""


OrderState: TypeAlias = Literal["pending", "open", "unknown", "lost", "filled", "cancelled", "rejected", "expired", "unplaced"]
"""What has become of an order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSupport:
    """What the exchange does with an order by itself. The service retains what it does not."""

    types: tuple[OrderType, ...]
    """Types of orders that it keeps."""
    emulated_types: tuple[OrderType, ...]
    """Types of orders that the service watches for bots, and sends when they are due."""
    post_only: bool
    """Whether it refuses to let such an order take."""
    reduce_only: bool
    """Whether it only reduces a position."""
    time_outs: bool
    """Whether an order ends by itself at an instant."""
    trail_activation: bool
    """Whether a trailing stop may wait for a price."""


OrderType: TypeAlias = Literal["limit", "market", "stop_limit", "stop_market", "take_profit_limit", "take_profit_market", "trailing_stop_limit", "trailing_stop_market"]
"""Kind of an order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersCancelled:
    """What was cancelled."""

    cancelled_count: int
    """Orders that this request cancelled."""
    working_order_ids: tuple[str, ...]
    """Orders that still work; request it again for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestLogLine:
    """A line of the log."""

    timestamp: datetime | None
    """Simulated time."""
    severity: Literal["info", "trade", "warning", "error", "custom"]
    """Kind of line."""
    message: str
    """What it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestLogPage:
    """One page of a list."""

    data: tuple[PartnerBacktestLogLine, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestOrders:
    """What was ordered."""

    total: int
    """Orders."""
    filled: int
    """Filled whole."""
    partially_filled: int
    """Filled in part."""
    average_open_time: Decimal
    """Seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestPerformance:
    """How it came out."""

    profit_factor: Decimal
    """Wins by losses."""
    sharpe_ratio: Decimal
    """Of daily returns."""
    sortino_ratio: Decimal
    """Of daily returns."""
    max_drawdown: Decimal
    """In profit_currency."""
    max_drawdown_percent: Decimal
    """Percent."""
    win_percentage: Decimal
    """Of closed positions, or of pairs of a grid, 0 to 100."""
    biggest_win: Decimal
    """In profit_currency."""
    biggest_loss: Decimal
    """In profit_currency."""
    highest_profit: Decimal
    """Highest point of the total."""
    lowest_profit: Decimal
    """Lowest point of the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestPosition:
    """A position that the run held."""

    position_id: str
    """Unique within the backtest."""
    direction: Direction
    """What it gains from."""
    market_tag: str | None
    """Market."""
    is_closed: bool
    """False when it was still open at the end."""
    opened_at: datetime | None
    """When it was opened."""
    closed_at: datetime | None
    """When it was closed; null while it is open."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    average_price: Decimal
    """Average entry."""
    realized_profit: Decimal
    """Fees deducted, in profit_currency."""
    fee_costs: Decimal
    """In profit_currency."""
    roi: Decimal
    """Percent."""
    profit_currency: str | None
    """Currency of the figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestPositionList:
    """A list, returned whole."""

    data: tuple[PartnerBacktestPosition, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestPositions:
    """What was held."""

    closed: int
    """Closed positions; of a grid, pairs of fills."""
    winning: int
    """Of them with a profit."""
    losing: int
    """Of them with a loss."""
    average_profit: Decimal
    """In profit_currency."""
    average_margin: Decimal
    """In profit_currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestResults:
    """The results."""

    backtest_id: str
    """Identifier of the backtest."""
    market_tag: str
    """Market."""
    started_at: datetime
    """Start of the window, simulated time."""
    ended_at: datetime
    """End of the window, simulated time."""
    executed_start_at: datetime | None
    """When it was begun."""
    executed_end_at: datetime | None
    """When it was done."""
    summary: PartnerBacktestSummary
    performance: PartnerBacktestPerformance
    orders: PartnerBacktestOrders
    positions: PartnerBacktestPositions
    logs: tuple[PartnerBacktestLogLine, ...]
    """The first 50 lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestStatus:
    """How far it is."""

    backtest_id: str
    """Identifier of the backtest."""
    user_id: str
    """End user that it is for."""
    status: Literal["queued", "loading_data", "executing", "completed", "failed"]
    """Results are there when it is `completed`; `failed` stays for a day."""
    progress: Decimal
    """Percent that is done."""
    message: str | None
    """Why it failed; null otherwise."""
    created_at: datetime
    """When it was requested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBacktestSummary:
    """What came out."""

    realized_profit: Decimal
    """Net of fees, in profit_currency."""
    roi: Decimal
    """Percent."""
    fee_costs: Decimal
    """In profit_currency."""
    gross_profit: Decimal
    """Before fees."""
    price_change: Decimal
    """The market's own change over the window, percent."""
    profit_currency: str | None
    """Currency of the figures."""
    grid_profit: Decimal | None
    """Of pairs of fills, fees deducted; null where it is no grid."""
    floating_profit: Decimal | None
    """All other profit, open positions included; null where it is no grid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBalance:
    """What an end user holds for one kind of markets."""

    updated_at: datetime
    """When the exchange said so."""
    data: tuple[Balance, ...]
    """Sorted by currency; currencies of which there is none are left out."""
    unreadable: str | None
    """Why the balance of a currency is missing, which is then unknown; null: none is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBot:
    """A bot of an end user."""

    bot_id: str
    """Identifier of the bot."""
    user_id: str
    """End user that owns it."""
    status: Literal["running", "stopped"]
    """Whether it runs."""
    type: StrategyType
    """Kind of bot."""
    exchange: str | None
    """Exchange that it trades at."""
    master_bot_id: str | None
    """Bot that it is a copy of; null for an original."""
    is_following: bool
    """Whether it takes the edits of that bot."""
    created_at: datetime
    """When it was made."""
    profit: Decimal
    """Realized since it was started last, in profit_currency: quote, or what a contract is
    settled in."""
    roi: Decimal
    """The same as a fraction: 0.15 is 15 percent."""
    profit_currency: str | None
    """Currency of the profits; null before the first figures."""
    total_profit: Decimal
    """Realized in all activations, as far as it was in the same currency."""
    name: str
    """What it is called."""
    grid: GridResults | None
    """Of a grid, since it was started last; null of all others."""
    cloned: int
    """How often it was copied."""
    followers: int
    """Copies that take its edits now."""
    config: dict[str, float | str | bool | None] | None
    """All settings, by the keys of the strategy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBotLogEntry:
    """A line of a bot log."""

    timestamp: datetime
    """When it was written."""
    severity: str
    """`info`, `trade`, `warning`, `error` or `custom`."""
    message: str
    """What was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBotLogPage:
    """One page of a list."""

    data: tuple[PartnerBotLogEntry, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerBotPage:
    """One page of a list."""

    data: tuple[PartnerBot, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerFill:
    """One execution of an order."""

    fill_id: str
    """Identifier of the fill, as its exchange calls it."""
    order_id: str | None
    """Order that it filled; null for one that was not placed here."""
    market_tag: str
    """Market of the order."""
    side: OrderSide
    """What it executed as."""
    price: Decimal
    """Price of the fill."""
    amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    fee: Decimal
    """What it cost; below zero where it was paid back."""
    fee_currency: str
    """Currency of the fee."""
    is_maker: bool
    """Whether the order rested before."""
    filled_at: datetime
    """When it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerFillPage:
    """One page of a list."""

    data: tuple[PartnerFill, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerKnownOrder:
    """An order, working or ended."""

    order_id: str
    """Identifier of the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: OrderState
    """`pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`:
    its exchange had it, shows it no more and does not say how it ended. `unplaced`: it
    certainly never reached the exchange."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""
    reason: str | None
    """Why it ended, or what was assumed where play money met real prices; null while it
    works and after a plain fill."""
    updated_at: datetime
    """When what is known of it changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerKnownOrderPage:
    """One page of a list."""

    data: tuple[PartnerKnownOrder, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerOpenPosition:
    """What a bot holds."""

    position_id: str
    """Unique for the bot."""
    market_tag: str
    """Market."""
    direction: Direction
    """What it gains from."""
    is_closed: bool
    """Whether it is over."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null. Of a closed one, the most that it held."""
    average_price: Decimal
    """Average entry."""
    exit_price: Decimal | None
    """Average of what left it; null before."""
    margin: Decimal
    """The most that was locked for it, or that it cost."""
    margin_currency: str
    """Currency of the margin."""
    realized_profit: Decimal
    """Fees deducted, in profit_currency."""
    fee_costs: Decimal
    """In profit_currency."""
    roi: Decimal
    """Of realized and unrealized profit, in percent of the margin."""
    profit_currency: str
    """Currency of the figures."""
    bot_id: str
    """Bot that holds it."""
    opened_at: datetime
    """When it was opened."""
    closed_at: datetime | None
    """When it was closed; null while it is open."""
    mark_price: Decimal | None
    """Price that its profit is reckoned at; null while the market is closed."""
    unrealized_profit: Decimal | None
    """At the mark price, before the fees of closing; null without one."""
    leverage: Decimal | None
    """As at the exchange; null on spot."""
    margin_mode: MarginMode | None
    """What backs it; null on spot."""
    left_reason: str | None
    """Why what is left of it cannot be sold or bought back; null: it can."""
    liquidation_price: Decimal | None
    """Of all that is held of this market, by other bots too; null on spot, and when no
    price of this market alone would liquidate it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerOrder:
    """An order of a bot that still works."""

    order_id: str
    """Identifier of the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: Literal["pending", "open", "unknown"]
    """`pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state
    unresolved."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerOrderList:
    """A list, returned whole."""

    data: tuple[PartnerOrder, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerOrderOutcome:
    """An order of an end user, working or ended, with what its fills came to."""

    order_id: str
    """Identifier of the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: OrderType
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    trigger_price: Decimal | None
    """Price that it waits for; null on the others."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    status: OrderState
    """`pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`:
    its exchange had it, shows it no more and does not say how it ended. `unplaced`: it
    certainly never reached the exchange."""
    bot_id: str | None
    """Bot that placed it; null for manual orders."""
    placed_at: datetime | None
    """When it was placed."""
    reason: str | None
    """Why it ended, or what was assumed where play money met real prices; null while it
    works and after a plain fill."""
    average_price: Decimal | None
    """Mean price of its fills; null without."""
    fees: tuple[OrderFee, ...]
    """By currency; empty before the first fill."""
    filled_at: datetime | None
    """When its newest fill was; null without."""
    updated_at: datetime
    """When what is known of it changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerPosition:
    """What a bot held."""

    position_id: str
    """Unique for the bot."""
    market_tag: str
    """Market."""
    direction: Direction
    """What it gains from."""
    is_closed: bool
    """Whether it is over."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null. Of a closed one, the most that it held."""
    average_price: Decimal
    """Average entry."""
    exit_price: Decimal | None
    """Average of what left it; null before."""
    margin: Decimal
    """The most that was locked for it, or that it cost."""
    margin_currency: str
    """Currency of the margin."""
    realized_profit: Decimal
    """Fees deducted, in profit_currency."""
    fee_costs: Decimal
    """In profit_currency."""
    roi: Decimal
    """Percent."""
    profit_currency: str
    """Currency of the figures."""
    bot_id: str
    """Bot that holds it."""
    opened_at: datetime
    """When it was opened."""
    closed_at: datetime | None
    """When it was closed; null while it is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerPositionList:
    """A list, returned whole."""

    data: tuple[PartnerOpenPosition, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerPositionPage:
    """One page of a list."""

    data: tuple[PartnerPosition, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerStrategy:
    """A kind of bot, with its settings."""

    type: StrategyType
    """Pass as `type` when creating a bot."""
    name: str
    """Name for people."""
    description: str
    """What it does."""
    settings: tuple[PartnerStrategySetting, ...]
    """Its settings: the keys of `config`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerStrategyList:
    """A list, returned whole."""

    data: tuple[PartnerStrategy, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerStrategySetting:
    """What can be chosen of a strategy."""

    key: str
    """Key under `config`."""
    group: str | None
    """Where to show it."""
    name: str
    """Name for people."""
    description: str | None
    """What it does."""
    type: Literal["number", "boolean", "option", "string"]
    """Kind of its value."""
    default: str | float | bool | None
    """What holds where nothing is chosen; null: nothing."""
    editable: bool
    """Whether it may change while the bot runs."""
    options: tuple[str, ...]
    """What an `option` may be; empty for other kinds."""
    required: bool
    """Whether it must be chosen; others may be left out."""
    whole: bool
    """Whether a number must be a whole one."""
    minimum: Decimal | None
    """The least of a number; null: none."""
    above_minimum: bool
    """Whether the least itself is refused."""
    maximum: Decimal | None
    """The most of a number; null: none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodReturn:
    """The return of a month or a year (UTC)."""

    period: str
    """`2026-08` or `2026`."""
    return_: Decimal = field(metadata={"name": "return"})
    """Percent."""
    buy_and_hold: Decimal | None
    """Of the market, percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAccountOrder:
    """An order of any type."""

    market_tag: str
    """A market of the account's exchange."""
    side: OrderSide
    """Buy or sell."""
    type: OrderType
    """Kind of order: one that its exchange knows."""
    price: Decimal | None = field(default=None)
    """Limit price of the types with `limit` in their name."""
    trigger_price: Decimal | None = field(default=None)
    """Of `stop_…` and `take_profit_…`: the price that sets it off."""
    trail_distance: Decimal | None = field(default=None)
    """Of `trailing_…`: how far behind the best price its trigger stays; 0: it is sent at
    the first price that makes it active."""
    trail_activation_price: Decimal | None = field(default=None)
    """Of `trailing_…`: the price from which on it follows."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    post_only: bool | None = field(default=None)
    """Of `limit`: cancelled on arrival instead of taking."""
    reduce_only: bool | None = field(default=None)
    """On futures: never opens or enlarges a position."""
    expires_at: datetime | None = field(default=None)
    """When it ends by itself."""
    leverage: Decimal | None = field(default=None)
    """Of a futures position that it opens."""
    margin_mode: MarginMode | None = field(default=None)
    """What backs that position; `isolated` where only the leverage is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceOrder:
    """An order to place."""

    account_id: str
    """Account to trade on."""
    market_tag: str
    """A market of the account's exchange."""
    side: OrderSide
    """Buy or sell."""
    type: Literal["limit", "market"]
    """Kind of order."""
    price: Decimal | None = field(default=None)
    """Required on limit orders; left out (or null) on market orders."""
    amount: Decimal
    """Amount in base currency, or in contracts where the `amount_currency` of the market is
    null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """An open futures position."""

    position_id: str
    """Identifier of the position."""
    account_id: str
    """Account that holds it."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str
    """Market of the position."""
    direction: Direction
    """Which way it gains."""
    amount: Decimal
    """Size in base currency, or in contracts where the `amount_currency` of the market is
    null."""
    average_price: Decimal
    """Average entry price."""
    mark_price: Decimal
    """Price that profit and margin are reckoned at."""
    leverage: Decimal
    """Leverage."""
    margin_mode: MarginMode
    """What backs the position."""
    margin: Decimal
    """Margin held for it."""
    margin_currency: str
    """Currency of the margin."""
    liquidation_price: Decimal | None
    """Null when no price of this market alone would liquidate it."""
    unrealized_profit: Decimal
    """In the profit currency."""
    realized_profit: Decimal
    """In the profit currency."""
    fees: Decimal
    """Fees paid so far, in the profit currency."""
    roi: Decimal
    """Realized and unrealized profit, in percent of the margin used."""
    profit_currency: str
    """Currency of profit and fees."""
    bot_id: str | None
    """Bot that holds it whole; null when traded by hand or by several."""
    opened_at: datetime
    """When it was opened."""
    updated_at: datetime
    """When it was changed last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionEventData:
    """A position that was opened, changed its amount or was closed: data of `position.…`."""

    position_id: str
    """The position."""
    account_id: str
    """The account."""
    market_tag: str
    """Its market."""
    direction: Direction
    """What it gains from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionList:
    """A list, returned whole."""

    data: tuple[Position, ...]
    """The items."""
    unreadable: str | None
    """Why a position is missing, which is then unknown; null: none is."""


PositionMode: TypeAlias = Literal["one_way", "hedge"]
"""Whether a market can be held in both directions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionOrder:
    """An order of a position."""

    order_id: str
    """Identifier of the order."""
    market_tag: str | None
    """Market of the order."""
    side: OrderSide
    """What it executes as."""
    type: str
    """Kind of order."""
    price: Decimal
    """Limit price; `0` on market orders."""
    amount: Decimal
    """Ordered amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_amount: Decimal
    """Filled amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    filled_price: Decimal | None
    """Average; null before the first fill."""
    status: Literal["pending", "open", "unknown", "filled", "partially_filled", "cancelled", "rejected"]
    """`partially_filled`: it ended with a part filled. Others as of open orders."""
    fee_costs: Decimal | None
    """Null while it works."""
    bot_id: str
    """Bot that placed it."""
    note: str | None
    """Why the bot placed it."""
    placed_at: datetime | None
    """When it was placed."""
    closed_at: datetime | None
    """When it ended; null while it works."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionOrderList:
    """A list, returned whole."""

    data: tuple[PositionOrder, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewStrategyBot:
    """A bot that might be made."""

    account_id: str
    """Account to trade on."""
    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """Settings of the strategy; what is left out has its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """RFC 9457 problem document. Match on `code`."""

    type: str
    """The error's documentation."""
    title: str
    """The same for every occurrence of the code."""
    status: int
    """The HTTP status."""
    detail: str
    """What happened this time."""
    code: str
    """What a program matches on. Codes may be added: treat an unknown one by its status."""
    instance: str | None = field(default=None)
    """On 500: quote it when reporting."""
    errors: tuple[dict[str, Any], ...] | None = field(default=None)
    """Each fault of the request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantiles:
    """Of all paths."""

    p5: Decimal
    """5th percentile."""
    p25: Decimal
    """25th percentile."""
    p50: Decimal
    """Median."""
    p75: Decimal
    """75th percentile."""
    p95: Decimal
    """95th percentile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueState:
    """Jobs that wait and run."""

    queue: str
    """The queue."""
    waiting_count: int
    """Jobs that wait for a worker."""
    running_count: int
    """Jobs that run."""
    oldest_seconds: float
    """How long the oldest of them waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietHours:
    """Hours of the day in which nothing is sent; what happens waits."""

    from_: str = field(metadata={"name": "from"})
    """When they begin."""
    to: str
    """When they end; over midnight when that is earlier."""
    time_zone: str
    """The place whose clock counts, by its name in the IANA database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameScript:
    """What a script is called from now on."""

    name: str
    """What to call it."""
    description: str | None = field(default=None)
    """What it does; left out: as before; null: nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceSource:
    """The new source of a script."""

    source: str
    """The Lua text, whole; at most 262,144 bytes in UTF-8 compile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Usage and bill of a period."""

    period_start: datetime
    """First instant that counts."""
    period_end: datetime
    """First instant that counts no more."""
    generated_at: datetime
    """When this report was made."""
    currency: str
    """Currency of the tariff, of amounts and of volumes."""
    totals: ReportTotals
    line_items: tuple[ReportLine, ...]
    """Empty without a tariff."""
    users: tuple[ReportUser, ...]
    """One page of the end users that used something, sorted by id."""
    next_cursor: str | None
    """Cursor of the next page of `users`; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    """One line of the bill."""

    code: Literal["active_bot", "bot_hour", "active_user", "filled_order", "traded_volume", "backtest", "signal"]
    """What is billed."""
    quantity: Decimal
    """How much of it."""
    unit: Literal["bot_month", "hour", "user_month", "order", "percent", "backtest", "signal"]
    """What the price is for; a percentage of volume."""
    unit_price: Decimal
    """Price of the tariff."""
    amount: Decimal
    """Quantity times price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTotals:
    """What all end users used."""

    users: int
    """End users that were there in the period."""
    active_users: int
    """End users with a bot that ran in it."""
    bots_created: int
    """Bots made in the period."""
    bots_running: int
    """Bots that ran at some time of the period, whether or not they still run."""
    bot_hours: Decimal
    """How long they ran, all together."""
    orders_filled: int
    """Orders that ended with a fill."""
    traded_volume: Decimal
    """What they turned over, in the report's currency."""
    spot_volume: Decimal
    """Of it on spot markets."""
    futures_volume: Decimal
    """Of it on futures markets."""
    backtests: int
    """Backtests that were requested."""
    volumes: tuple[ReportVolume, ...]
    """Volumes in each currency; nothing is converted."""
    signals: int
    """Signals that were sent."""
    amount_due: Decimal | None
    """Sum of the lines; null without a tariff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportUser:
    """What one end user used."""

    user_id: str
    """Identifier of the end user, also of one deleted since."""
    bots_created: int
    """Bots made in the period."""
    bots_running: int
    """Bots that ran at some time of the period, whether or not they still run."""
    bot_hours: Decimal
    """How long they ran, all together."""
    orders_filled: int
    """Orders that ended with a fill."""
    traded_volume: Decimal
    """What they turned over, in the report's currency."""
    spot_volume: Decimal
    """Of it on spot markets."""
    futures_volume: Decimal
    """Of it on futures markets."""
    backtests: int
    """Backtests that were requested."""
    volumes: tuple[ReportVolume, ...]
    """Volumes in each currency; nothing is converted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportVolume:
    """What orders turned over in one currency."""

    currency: str
    """Currency."""
    spot_volume: Decimal
    """On spot markets."""
    futures_volume: Decimal
    """On futures markets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedFigure:
    """A figure, as `/metrics` has it."""

    name: str
    """Its name."""
    help: str
    """What it means."""
    samples: tuple[FigureSample, ...]
    """Its values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestComparison:
    """Which day of a bot is compared."""

    day: str
    """A day in UTC that has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedComparison:
    """A comparison that is being made."""

    bot_id: str
    """Bot."""
    day: str
    """Day in UTC."""
    backtest_id: str
    """The backtest that it is compared with; of several the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredFunds:
    """What the orders at the start need."""

    base: Decimal
    """In base currency."""
    quote: Decimal
    """In `currency`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnBin:
    """How many returns lie in a range."""

    from_: Decimal = field(metadata={"name": "from"})
    """Percent; included."""
    to: Decimal
    """Percent; included in the last bin only."""
    count: int
    """Returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollingPoint:
    """A ratio of the days up to an instant."""

    timestamp: datetime
    """Close of a day."""
    value: Decimal
    """The ratio, per year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPartnerBacktest:
    """A backtest to run."""

    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """Settings, as of a bot."""
    start_at: datetime
    """Start of the window."""
    end_at: datetime
    """End of the window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveNotificationRule:
    """A rule to make, or what one becomes."""

    name: str
    """Its name."""
    types: tuple[str, ...]
    """Types of events, or groups such as `order.*`."""
    problems_only: bool | None = field(default=None)
    """Whether what went well is left out; left out: no."""
    bot_ids: tuple[str, ...] | None = field(default=None)
    """Of which bots; empty or left out: all."""
    account_ids: tuple[str, ...] | None = field(default=None)
    """Of which accounts; empty or left out: all."""
    channel_ids: tuple[str, ...] | None = field(default=None)
    """To which channels; empty or left out: all."""
    every_minutes: int | None = field(default=None)
    """A message comes at most so often; left out: at once."""
    quiet_hours: ChosenQuietHours | None = field(default=None)
    """Hours of the day in which nothing is sent; what happens waits."""
    is_enabled: bool | None = field(default=None)
    """Whether it is applied; left out: yes."""


Scope: TypeAlias = Literal["read", "bots", "scripts", "labs", "trading", "accounts", "admin", "whitelabel", "partner"]
"""What a key may be used for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script, without its source."""

    script_id: str
    """Identifier of the script."""
    name: str
    """What its owner calls it."""
    description: str | None
    """What it does."""
    type: Literal["lua", "visual"]
    """`lua` for all scripts made through this API."""
    is_valid: bool
    """Whether it compiled; only valid scripts can run on a bot."""
    created_at: datetime | None
    """When it was made."""
    updated_at: datetime | None
    """When its source was last replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptChecked:
    """What a check of a source found."""

    compile: ScriptCompile
    warnings: tuple[ScriptCompileError, ...]
    """What may be meant otherwise, and does not keep it from running."""
    inputs: tuple[ScriptInput, ...]
    """What it lets its user choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptCommand:
    """A command that scripts may call."""

    name: str
    """Its name."""
    aliases: tuple[str, ...]
    """Other names."""
    category: str
    """Its family."""
    meaning: str
    """What it does."""
    signature: str
    """How it is called."""
    parameters: tuple[ScriptCommandParameter, ...]
    """In their order."""
    result: str
    """What it returns."""
    example: str
    """A line of a script."""
    inert_reason: str | None
    """Why it has no effect; null when it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptCommandParameter:
    """An argument of a command."""

    name: str
    """Its name."""
    kind: str
    """Kind of value, and its unit."""
    meaning: str
    """What it does."""
    is_required: bool
    """Whether it has to be given."""
    default: str | None
    """What stands in for it, in Lua; null: nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptCompile:
    """What compiling the source found."""

    is_valid: bool
    """Whether there are no errors."""
    errors: tuple[ScriptCompileError, ...]
    """What is wrong; empty when it is valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptCompileError:
    """One thing that is wrong with a source."""

    message: str
    """What is wrong."""
    line: int | None
    """Line, counted from 1; null when there is no position."""
    column: int | None
    """Column in characters, counted from 1; null when only the line is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptConstant:
    """A constant that scripts may name."""

    name: str
    """Its name."""
    group: str
    """Its group."""
    meaning: str
    """What it stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptDetail:
    """A script with its source."""

    script_id: str
    """Identifier of the script."""
    name: str
    """What its owner calls it."""
    description: str | None
    """What it does."""
    type: Literal["lua", "visual"]
    """`lua` for all scripts made through this API."""
    is_valid: bool
    """Whether it compiled; only valid scripts can run on a bot."""
    created_at: datetime | None
    """When it was made."""
    updated_at: datetime | None
    """When its source was last replaced."""
    source: str
    """The Lua text."""
    compile: ScriptCompile


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptInput:
    """Something that a script lets its user choose."""

    key: str | None
    """Its name in `parameters` of backtests, bots and labs; null where there is nothing to
    choose."""
    kind: str
    """Kind of value."""
    label: str
    """What it is called."""
    group: str | None
    """Group that it is shown in."""
    tooltip: str | None
    """What it means."""
    default: float | str | bool | None
    """Value when nothing is chosen."""
    options: tuple[ScriptInputOption, ...]
    """What may be chosen; empty when any value may."""
    minimum: float | None
    """Lowest value; null: none."""
    maximum: float | None
    """Highest value; null: none."""
    step: float | None
    """Between two values; null: any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptInputOption:
    """A choice of an input."""

    label: str
    """What it is called."""
    value: float | str
    """What to send."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptInputs:
    """A list, returned whole."""

    data: tuple[ScriptInput, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptPage:
    """One page of a list."""

    data: tuple[Script, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptSourceUpdated:
    """The source was replaced."""

    script_id: str
    """Identifier of the script."""
    compile: ScriptCompile


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptVersion:
    """A source as it was saved."""

    version: int
    """Grows by one with each source."""
    is_valid: bool
    """Whether it compiled."""
    saved_at: datetime
    """When it was saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptVersionDetail:
    """A source as it was saved, with its text."""

    version: int
    """Grows by one with each source."""
    is_valid: bool
    """Whether it compiled."""
    saved_at: datetime
    """When it was saved."""
    source: str
    """The Lua text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptVersionPage:
    """One page of a list."""

    data: tuple[ScriptVersion, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptVocabulary:
    """Every command and constant that scripts know."""

    commands: tuple[ScriptCommand, ...]
    """By family."""
    constants: tuple[ScriptConstant, ...]
    """By group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendBotSignal:
    """A signal for a bot."""

    name: str
    """What it listens to: its token, or the id that its script asks for."""
    action: Literal["buy", "enter_long", "sell", "enter_short", "exit_position", "exit_long", "exit_short"]
    """`buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held.
    `GetRemoteSignal` returns the constant that it stands for."""
    payload: dict[str, Any] | None = field(default=None)
    """What `GetWebHookSignal` returns; the action alone when left out (or null)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendSignal:
    """A signal to send."""

    signal_token: str
    """Letters, digits, `-` and `_`: the token that bots listen to."""
    action: Literal["buy", "enter_long", "sell", "enter_short", "exit_position", "exit_long", "exit_short"]
    """`buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceProcess:
    """A process of the installation."""

    process_id: str
    """The process."""
    role: Literal["api", "worker", "bots", "venues"]
    """What it does."""
    host: str
    """The machine."""
    os_process_id: int
    """Its number there."""
    version: str
    """What it runs."""
    is_silent: bool
    """Whether it has not been heard of for long."""
    started_at: datetime
    """When it started."""
    seen_at: datetime
    """When it was heard of last."""
    resident_bytes: int
    """Its memory."""
    loop_delay_ms: float
    """How late it does things (p99)."""
    figures: tuple[ReportedFigure, ...]
    """What it says of its work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAccountLimits:
    """What an account may do at most."""

    max_orders_per_minute: int | None = field(default=None)
    """Orders of people and bots together. None when left out (or null)."""
    reset_losses: bool | None = field(default=None)
    """Whether losses of today count from now on. A loss that reaches its limit holds until
    the next UTC day otherwise, whatever comes back. Bots stay stopped."""
    currencies: tuple[SetCurrencyLimits, ...] | None = field(default=None)
    """Where there are any, nothing is traded that settles in another currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCurrencyLimits:
    """Limits of what settles in one currency."""

    currency: str
    """Quote on spot and vanilla markets, base on inverse, margin currency on quanto."""
    max_order_value: Decimal | None = field(default=None)
    """Largest value of an order, at its price or at the market. None when left out (or
    null)."""
    max_exposure: Decimal | None = field(default=None)
    """Largest value of what is held and what working orders may add. None when left out (or
    null)."""
    max_daily_loss: Decimal | None = field(default=None)
    """Largest loss since 00:00 UTC, realised and unrealised, with fees; bots are stopped
    then. None when left out (or null)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingProblem:
    """Why settings are refused."""

    key: str
    """Setting at fault."""
    message: str
    """The rule, and the nearest valid value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBotSettings:
    """What was chosen for where the script does not say; null: not chosen."""

    interval: int
    """Chart interval in minutes."""
    leverage: Decimal | None
    """Leverage on futures."""
    margin_mode: MarginMode | None
    """Margin mode on futures."""
    trade_amount: Decimal | None
    """Value of a trade whose size is not scripted, in quote."""
    trade_amount_percent: Decimal | None
    """The same as a share of the bot's equity in percent."""
    pyramiding: int | None
    """Entries that may be open in one direction of a market."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalAccepted:
    """The signal was taken."""

    signal_token: str
    """As it was sent."""
    action: str
    """As it was sent."""
    accepted: Literal[True]
    """Always true; it does not mean that a bot acted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalBotPreview:
    """Where a signal bot would trade."""

    type: Literal["webhook"]
    """Kind of bot."""
    market_tag: str
    """Market."""
    is_valid: bool
    """Whether such a bot can be made now."""
    problems: tuple[SettingProblem, ...]
    """Why such a bot cannot be made; empty when it can."""
    current_price: Decimal
    """Price now."""
    currency: str
    """Currency of what is called quote, and of funds, fees and margin: the quote of the
    market, or the margin currency of its contract."""
    available: AvailableFunds


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalEffect:
    """What a bot did with a signal."""

    signal_id: str
    """By which the event `signal.received` of this bot names it."""
    bot_id: str
    """Bot that got it."""
    user_id: str
    """End user that owns the bot."""
    taken_at: datetime | None
    """When the bot took it in; null: not yet, or it was stopped."""
    outcome: Literal["waiting", "heard", "unheard"]
    """`waiting`: the bot has not decided yet, as before its first update. `heard`: it
    listens to the token, and `messages` says what it did. `unheard`: it does not listen,
    or was stopped before it read it."""
    order_ids: tuple[str, ...]
    """Orders that followed from it, also those of a later minute."""
    messages: tuple[str, ...]
    """What it wrote into its log about it and its orders."""
    deliveries: tuple[WebhookDelivery, ...]
    """What your webhooks were sent of the signal and its orders; oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalEventData:
    """A signal that a running bot got: data of `signal.received`."""

    bot_id: str
    """The bot."""
    action: str
    """What it asks for."""
    signal_id: str | None
    """By which its trace names it; null on old ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalTrace:
    """A signal, with what came of it."""

    signal_token: str
    """Its token."""
    action: str
    """What it said."""
    received_at: datetime
    """When it was received."""
    outcome: Literal["waiting", "heard", "unheard"]
    """`heard` by a bot at least; `unheard`: no running bot listens to it."""
    bots: tuple[SignalEffect, ...]
    """What each bot that listens to the token did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalTracePage:
    """One page of a list."""

    data: tuple[SignalTrace, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackAddress:
    """An incoming webhook of Slack."""

    url: str
    """Its address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowRequest:
    """A request that took a second or more."""

    at: datetime
    """When it ended."""
    operation: str
    """What was requested."""
    duration_ms: float
    """How long it took."""
    status: int
    """The response."""
    user_id: str | None
    """Whose it was; null: unknown."""
    request_id: str
    """Names it in the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBots:
    """Bots to start."""

    bot_ids: tuple[str, ...]
    """Bots, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartLab:
    """The window to search over."""

    start_at: datetime
    """Start of the window."""
    end_at: datetime
    """End of the window, after its start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartingBalance:
    """Play money to begin with."""

    currency: str
    """Currency."""
    amount: Decimal
    """How much of it, in each of the wallets that can hold it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopBots:
    """Bots to stop."""

    bot_ids: tuple[str, ...]
    """Bots, each once."""
    cancel_orders: bool | None = field(default=None)
    """Whether their open orders are cancelled; default false."""
    close_positions: bool | None = field(default=None)
    """Whether what they hold is closed at market, after that; default false."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEverything:
    """What is to be stopped."""

    cancel_orders: bool | None = field(default=None)
    """Whether every working order is cancelled, those placed by hand too; default false."""
    close_positions: bool | None = field(default=None)
    """Whether what is held is closed with market orders; cancels the working orders first.
    Default false. On spot it is what bots bought and hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopEverythingOfEndUsers:
    """What is to be stopped, and of whom."""

    user_id: str | None = field(default=None)
    """The only end user that is meant; all when left out (or null)."""
    cancel_orders: bool | None = field(default=None)
    """Whether every working order is cancelled, those placed by hand too; default false."""
    close_positions: bool | None = field(default=None)
    """Whether what is held is closed with market orders; cancels the working orders first.
    Default false. On spot it is what bots bought and hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyBot:
    """A strategy on an account and a market."""

    bot_id: str
    """Identifier of the bot."""
    name: str
    """What its owner calls it."""
    account_id: str
    """Account that it trades on."""
    is_paper: bool
    """Whether it trades play money on a paper account."""
    market_tag: str | None
    """Market that it trades."""
    type: StrategyType
    """Kind of bot."""
    config: dict[str, float | str | bool | None]
    """All settings, by the keys of the strategy."""
    is_activated: bool
    """Whether it is running."""
    is_paused: bool
    """Whether it is activated, but not processing ticks."""
    stop_reason: str | None
    """Why it ended by itself; null while it runs and when it was stopped by hand."""
    stopped_by: Literal["user", "risk", "script", "exchange", "service"] | None
    """Who stopped it last; null while it runs and before its first start. `user`: by hand,
    or its key was removed. `risk`: the risk switch or a limit. `script`: its script or
    strategy ended or failed. `exchange`: its market, its key or what it held is gone.
    `service`: it could not be taken up or carried on, as when a plan has ended."""
    realized_profit: Decimal
    """Since it was started last, in its market's profit currency."""
    unrealized_profit: Decimal
    """Of open positions, in the same currency."""
    roi: Decimal
    """Since it was started last, in percent."""
    profit_currency: str | None
    """Currency of the profits; null before the first figures."""
    total_profit: Decimal
    """Realized in all activations, as far as it was in the same currency."""
    grid: GridResults | None
    """Of a grid, since it was started last; null of all others."""
    created_at: datetime
    """When it was made."""
    last_update_at: datetime | None
    """Close of the minute that it was updated for last; null before the first."""
    next_update_at: datetime | None
    """Close of the minute that it is updated for next; null unless it runs."""


StrategyType: TypeAlias = Literal["spot_grid", "futures_grid", "spot_dollar_cost_averaging", "futures_dollar_cost_averaging", "webhook"]
"""Kind of a partner's bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEventData:
    """A stream whose reader took nothing and so did not hear why it ended: data of
    `stream.cut`."""

    key_id: str
    """The key, or session, that opened it."""
    path: str
    """Its address."""
    reason: str
    """Why it was cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchKey:
    """Whether a key is accepted."""

    is_enabled: bool
    """False: it is refused until it is enabled again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedBot:
    """What became of a bot."""

    bot_id: str
    """The bot."""
    problem: str | None
    """Why it is not as it was requested; null: it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedBotList:
    """A list, returned whole."""

    data: tuple[SwitchedBot, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSize:
    """A table."""

    table: str
    """Its name."""
    bytes: int
    """With its indexes."""
    rows: int
    """As the database estimates them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramAddress:
    """A chat, and the bot that writes there."""

    token: str
    """Token of the bot, as @BotFather gives it."""
    chat_id: str
    """The number of the chat, or the @name of a channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TickerDay:
    """What a market did over the last 24 hours, as far as its minutes are known."""

    from_: datetime = field(metadata={"name": "from"})
    """When the first known minute begins."""
    to: datetime
    """When the last known minute ends."""
    open: Decimal
    """First price."""
    high: Decimal
    """Highest price."""
    low: Decimal
    """Lowest price."""
    close: Decimal
    """Last price."""
    volume: Decimal
    """Traded amount in base currency, or in contracts where the `amount_currency` of the
    market is null."""
    change: Decimal
    """From the first price to the last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeStatistics:
    """Of closed trades."""

    count: int
    """Closed trades."""
    winning: int
    """With a profit above zero."""
    losing: int
    """With a profit below zero."""
    win_rate: Decimal | None
    """Percent."""
    net_profit: Decimal
    """Costs deducted."""
    net_profit_percent: Decimal | None
    """Of the starting equity."""
    gross_win: Decimal
    """Sum of wins."""
    gross_loss: Decimal
    """Sum of losses, zero or more."""
    profit_factor: Decimal | None
    """`gross_win` over `gross_loss`."""
    average_trade: Decimal | None
    """Mean profit."""
    average_trade_percent: Decimal | None
    """Mean profit of the margin used."""
    average_win: Decimal | None
    """Mean win."""
    average_loss: Decimal | None
    """Mean loss, zero or more."""
    payoff_ratio: Decimal | None
    """`average_win` over `average_loss`."""
    expectancy: Decimal | None
    """`average_trade` over `average_loss`."""
    largest_win: Decimal
    """Zero without one."""
    largest_loss: Decimal
    """Zero or less."""
    longest_winning_streak: int
    """Trades."""
    longest_losing_streak: int
    """Trades."""
    average_holding: int | None
    """Mean time from entry to exit, seconds."""
    median_holding: int | None
    """Median, seconds."""
    longest_holding: int | None
    """Longest, seconds."""
    average_winner_holding: int | None
    """Mean of winners."""
    average_loser_holding: int | None
    """Mean of losers."""
    average_favorable_excursion: Decimal | None
    """Mean of the positions' `favorable_excursion`, percent."""
    average_adverse_excursion: Decimal | None
    """Mean of the positions' `adverse_excursion`, percent."""
    fees: Decimal
    """Paid for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnheardSignalEventData:
    """A signal that a bot got and does not listen to, or that no bot got: data of
    `signal.unheard`."""

    bot_id: str | None
    """The bot; null: none got it."""
    signal_id: str | None
    """By which its trace names it; null: no bot got it."""
    signal_token: str | None
    """Token of a partner's signal that no bot got; null: a bot got it."""
    reason: str
    """In words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadAccount:
    """An account that could not be read."""

    account_id: str
    """The account."""
    reason: str
    """In words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableRow:
    """A row of a public list of the exchange that cannot be read, and is left out of it."""

    list: Literal["markets", "market_data"]
    """Which list; candles, rates of funding and prices are `market_data`."""
    symbol: str | None
    """The exchange's own name of the market; null: it is unreadable."""
    reason: str
    """The field, and what is wrong with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A user of the installation."""

    user_id: str
    """The user."""
    name: str
    """Its name, by which it signs in."""
    role: Literal["owner", "trader", "read_only"]
    """What it may do who signs in."""
    plan: Literal["starter", "standard", "professional", "tradeserver", "unlimited"]
    """Its plan."""
    plan_until: datetime | None
    """When the plan ends; null: never."""
    has_password: bool
    """Whether it has a password."""
    has_app: bool
    """Whether it has an authenticator app."""
    passkeys_count: int
    """Its passkeys."""
    keys_count: int
    """Its API keys."""
    sessions_count: int
    """Browsers that are signed in."""
    last_seen_at: datetime | None
    """When one of them was last used; null: there is none."""
    created_at: datetime
    """When it was made."""
    deletion_began_at: datetime | None
    """When its deletion was requested, which has not ended yet; null: it was not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDeletion:
    """How far the deletion of a user is."""

    is_deleted: bool
    """Whether it is done. Otherwise the service resumes it every minute."""
    bots_stopped: int
    """Bots that ran and were stopped."""
    orders_cancelled: int
    """Orders that were cancelled."""
    orders_working: int
    """Orders that still work; while there are any, the user stays."""
    closing_orders: int
    """Market orders that were accepted to close what was held."""
    accounts_left: int
    """Accounts that were not done in time, or whose exchange failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserPage:
    """One page of a list."""

    data: tuple[User, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyNotificationChannel:
    """A code that was sent."""

    code: str
    """The six digits that arrived on the channel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An address that events are sent to."""

    webhook_id: str
    """The webhook."""
    url: str
    """Where events are sent."""
    types: tuple[str, ...]
    """Types of events; empty: all."""
    is_enabled: bool
    """Whether events are sent."""
    disabled_reason: str | None
    """Why it was disabled; null: it was not."""
    failing_since: datetime | None
    """Since when deliveries fail; null: the last one did not."""
    failing_reason: str | None
    """Why, as of the oldest event that waits; null: they do not fail."""
    previous_secret_until: datetime | None
    """Until when the secret before the present one signs too; null: there is none."""
    created_at: datetime
    """When it was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookDelivery:
    """What became of an event to be sent."""

    delivery_id: str
    """The delivery."""
    webhook_id: str
    """The webhook that it is for."""
    user_id: str
    """Whom it happened to: you, or one of your end users."""
    event_id: str
    """Number of the event in the log of that user; `0`: a test, which is in no log."""
    type: str
    """Its type; of a test `webhook.tested`."""
    object_id: str
    """What it happened to."""
    status: Literal["waiting", "delivered", "given_up"]
    """Where it stands."""
    attempts: int
    """How often it was tried."""
    http_status: int | None
    """The status that the last attempt got; null: none."""
    response: str | None
    """How the response begins; null: there is none."""
    problem: str | None
    """Why the last attempt failed; null: it did not."""
    queued_at: datetime
    """When it was queued."""
    next_attempt_at: datetime | None
    """When it is tried again; null: it did not fail, or is not tried again."""
    ended_at: datetime | None
    """When it ended; null: it waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookDeliveryPage:
    """One page of a list."""

    data: tuple[WebhookDelivery, ...]
    """The items."""
    next_cursor: str | None
    """Cursor of the next page; null on the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEventData:
    """A webhook that failed for long: data of `webhook.disabled`."""

    webhook_id: str
    """The webhook."""
    url: str
    """Its address."""
    reason: str
    """Why it was disabled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookList:
    """A list, returned whole."""

    data: tuple[Webhook, ...]
    """The items."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookWithSecret:
    """A webhook with its secret, shown this once."""

    webhook_id: str
    """The webhook."""
    url: str
    """Where events are sent."""
    types: tuple[str, ...]
    """Types of events; empty: all."""
    is_enabled: bool
    """Whether events are sent."""
    disabled_reason: str | None
    """Why it was disabled; null: it was not."""
    failing_since: datetime | None
    """Since when deliveries fail; null: the last one did not."""
    failing_reason: str | None
    """Why, as of the oldest event that waits; null: they do not fail."""
    previous_secret_until: datetime | None
    """Until when the secret before the present one signs too; null: there is none."""
    created_at: datetime
    """When it was made."""
    secret: str
    """What signatures are verified with. It cannot be shown again."""
