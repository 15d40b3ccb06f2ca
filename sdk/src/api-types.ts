// Data: the types of the API.
// Written by sdk/generate/write-client.ts from openapi.json.

declare const decimal: unique symbol;
/**
 * A decimal number as text, exact: "0.1". Amounts, prices and money are never JSON numbers. Every
 * text may be given for one; the mark, which no value has, is what `decimals.ts` finds them by.
 */
export type Decimal = string & { readonly [decimal]?: never };
/** RFC 3339 in UTC, such as "2026-11-21T10:00:00.000Z". */
export type Timestamp = string;

/** A wallet at an exchange, simulated or real. */
export type Account = {
  /** Identifier of the account. */
  readonly account_id: string;
  /** Name for people. */
  readonly name: string;
  /** Exchange code. */
  readonly exchange: string;
  /** Kind of markets it trades. */
  readonly market_type: MarketType;
  /** Whether it trades without real money. */
  readonly is_simulated: boolean;
  /** Whether it trades play money on the markets of a real exchange. */
  readonly is_paper: boolean;
  /** Whether its exchange is a test environment. */
  readonly is_test_net: boolean;
  /** Whether the exchange accepts it; `read_only`: its key may not trade. */
  readonly status:
    | 'connected'
    | 'read_only'
    | 'invalid_credentials'
    | 'disabled'
    | 'unknown';
  /** Null on spot. */
  readonly position_mode: PositionMode | null;
  /** Null on spot. */
  readonly margin_mode: MarginMode | null;
  /** Whether bots may be created on it. */
  readonly allows_bots: boolean;
  /** When it was connected. */
  readonly created_at: Timestamp;
  /** When it was changed last. */
  readonly updated_at: Timestamp | null;
  /** What is known of the key of an account; the key itself is never returned. */
  readonly credentials: AccountCredentials | null;
};

/** What an account holds. */
export type AccountBalance = {
  /** The account. */
  readonly account_id: string;
  /** When the exchange said so. */
  readonly updated_at: Timestamp;
  /** Sorted by currency; currencies of which there is none are left out. */
  readonly data: readonly Balance[];
  /** Why the balance of a currency is missing, which is then unknown; null: none is. */
  readonly unreadable: string | null;
};

/** What is known of the key of an account; the key itself is never returned. */
export type AccountCredentials = {
  /** Counts the credentials that the account has had. */
  readonly version: number;
  /** The last four characters of the API key; empty for a short one. */
  readonly hint: string;
  /** What the key may do. */
  readonly permissions: readonly string[];
  /** Whether it may trade. */
  readonly can_trade: boolean;
  /** Whether it may withdraw; such a key is refused here. */
  readonly can_withdraw: boolean;
  /** Whether it works only from listed addresses. */
  readonly is_address_bound: boolean;
  /** When it expires; null: never. */
  readonly expires_at: Timestamp | null;
  /** When the exchange last said so. */
  readonly checked_at: Timestamp;
  /** Why the exchange refuses it; null: it does not. */
  readonly refusal: string | null;
  /** The weightiest first; `expires_soon` is said for the last fourteen days. */
  readonly warnings: readonly (
    | 'refused'
    | 'can_withdraw'
    | 'expired'
    | 'expires_soon'
    | 'cannot_trade'
    | 'not_bound_to_addresses')[];
};

/** One execution on one of the accounts. */
export type AccountFill = {
  /** Account that it was on. */
  readonly account_id: string;
  /** Identifier of the fill, as its exchange calls it. */
  readonly fill_id: string;
  /** Order that it filled; null for one that was not placed here. */
  readonly order_id: string | null;
  /** Market of the order. */
  readonly market_tag: string;
  /** What it executed as. */
  readonly side: OrderSide;
  /** Price of the fill. */
  readonly price: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /** What it cost; below zero where it was paid back. */
  readonly fee: Decimal;
  /** Currency of the fee. */
  readonly fee_currency: string;
  /** Whether the order rested before. */
  readonly is_maker: boolean;
  /** When it was. */
  readonly filled_at: Timestamp;
};

/** One page of a list. */
export type AccountFillPage = {
  /** The items. */
  readonly data: readonly AccountFill[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
  /** Accounts that are left out because their exchange did not respond. */
  readonly unread: readonly UnreadAccount[];
};

/** Null is no limit. */
export type AccountLimits = {
  /** Orders of people and bots together. */
  readonly max_orders_per_minute: number | null;
  /** Where there are any, nothing is traded that settles in another currency. */
  readonly currencies: readonly CurrencyLimits[];
};

/** One page of a list. */
export type AccountPage = {
  /** The items. */
  readonly data: readonly Account[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Whether bots may be created. */
export type AllowBots = {
  /** Whether bots may be created on the account. */
  readonly allows_bots: boolean;
};

/** A key, without its secret. */
export type ApiKey = {
  /** Identifier of the key. */
  readonly key_id: string;
  /** What it is called. */
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  /** Rights of the key; empty: all. */
  readonly scopes: readonly Scope[];
  /** Whether it is accepted. */
  readonly is_enabled: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When it was last used. */
  readonly last_used_at: Timestamp | null;
  /** When it ends; null: never. */
  readonly expires_at: Timestamp | null;
  /** Networks from which it may be used; empty: from anywhere. */
  readonly allowed_addresses: readonly string[];
  /** The only end user that it reaches; null: all. */
  readonly user_id: string | null;
};

/** One page of a list. */
export type ApiKeyPage = {
  /** The items. */
  readonly data: readonly ApiKey[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Who did what from where. */
export type AuditEntry = {
  /** The entry. */
  readonly entry_id: string;
  /** When it happened. */
  readonly at: Timestamp;
  /** Whose it is. */
  readonly user_id: string;
  /** Its name; null: it is no more. */
  readonly user_name: string | null;
  /** What was done. */
  readonly act:
    | 'sign_in'
    | 'sign_in_failed'
    | 'sign_in_link_made'
    | 'sign_out'
    | 'session_ended'
    | 'confirmed'
    | 'confirm_failed'
    | 'password_set'
    | 'second_factor_set'
    | 'second_factor_removed'
    | 'recovery_codes_made'
    | 'recovery_code_used'
    | 'passkey_made'
    | 'passkey_removed'
    | 'passkey_copied'
    | 'role_set'
    | 'user_created'
    | 'user_deletion_begun'
    | 'user_deleted'
    | 'plan_set'
    | 'key_created'
    | 'key_enabled'
    | 'key_disabled'
    | 'key_deleted'
    | 'request';
  /** What it was done with: of a request its operation. */
  readonly subject: string | null;
  /** The session or key; null: the operator, at the machine. */
  readonly actor_id: string | null;
  /** Who acted on another user; null: the user itself. */
  readonly actor_name: string | null;
  /** From where; null: unknown. */
  readonly address: string | null;
};

/** One page of a list. */
export type AuditPage = {
  /** The items. */
  readonly data: readonly AuditEntry[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What is free. */
export type AvailableFunds = {
  /** In base currency. */
  readonly base: Decimal;
  /** In `currency`. */
  readonly quote: Decimal;
};

/** What the rules had to assume or refuse. */
export type BacktestAssumptions = {
  /** A stop and a target inside one candle; the stop was taken. */
  readonly ambiguous_fills: number;
  /** Filled at an open beyond the price that was requested. */
  readonly gap_fills: number;
  /** Bounded by a minute's volume. */
  readonly partial_fills: number;
  /** Orders that were refused. */
  readonly rejected_orders: number;
  /** Minutes without a candle, in which nothing filled. */
  readonly missing_minutes: number;
  /** Positions that were liquidated. */
  readonly liquidations: number;
};

/** A candle of the market as the run had it, of the report's `bar_minutes`. */
export type BacktestBar = {
  /** When it begins. */
  readonly start_at: Timestamp;
  /** First price. */
  readonly open: Decimal;
  /** Highest price. */
  readonly high: Decimal;
  /** Lowest price. */
  readonly low: Decimal;
  /** Last price. */
  readonly close: Decimal;
  /** Traded amount. */
  readonly volume: Decimal;
};

/** One page of a list. */
export type BacktestBarPage = {
  /** The items. */
  readonly data: readonly BacktestBar[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** How many of what. */
export type BacktestCounts = {
  /** Times that the script ran. */
  readonly updates: number;
  /** Orders that were placed. */
  readonly orders: number;
  /** Orders that filled in part. */
  readonly orders_partially_filled: number;
  /** Of an order, in seconds. */
  readonly average_open_time: Decimal;
  /** Closed with a profit. */
  readonly positions_winning: number;
  /** Closed with a loss. */
  readonly positions_losing: number;
};

/** A figure that the script reported. */
export type BacktestCustomFigure = {
  /** What it is called. */
  readonly key: string;
  /** Its value. */
  readonly value: string;
  /** Where it belongs; may be empty. */
  readonly group: string;
};

/** A stretch of the window that the data leaves out. */
export type BacktestDataGap = {
  /**
   * `funding`: no rates are listed, so none was paid; `minutes`: at least an hour without
   * candles, in which nothing filled.
   */
  readonly kind: 'funding' | 'minutes';
  /** Market. */
  readonly market_tag: string;
  /** Its begin; of funding that is the rate before it, if there is one. */
  readonly start_at: Timestamp;
  /** The first instant after it. */
  readonly end_at: Timestamp;
};

/** Falls of the equity below its highest, on closes of minutes. */
export type BacktestDrawdownTimes = {
  /** Of the largest: when equity was highest. */
  readonly peak_at: Timestamp;
  /** When it was lowest. */
  readonly trough_at: Timestamp;
  /** When it was as high again; null where it never was. */
  readonly recovered_at: Timestamp | null;
  /** Beginning of the longest time below a highest equity. */
  readonly longest_from: Timestamp;
  /** Its end, or that of the window. */
  readonly longest_to: Timestamp;
};

/**
 * What a script drew beside its lines: at a candle (`shape`, `marked_candle`, `signal`), across
 * a chart (`level`, `zone`), between two lines (`band`), at an instant (`vertical_line`) or
 * between two (`vertical_zone`), candles of a market (`prices`), its `volume`, candles that
 * stand out (`pivot`); and what it set: an `axis`, an `axis_label`, a `chart`.
 */
export type BacktestDrawing = {
  /** What it is. */
  readonly kind:
    | 'shape'
    | 'level'
    | 'zone'
    | 'band'
    | 'vertical_line'
    | 'vertical_zone'
    | 'marked_candle'
    | 'signal'
    | 'prices'
    | 'volume'
    | 'pivot'
    | 'axis'
    | 'axis_label'
    | 'chart';
  /** Its chart, as of lines. */
  readonly chart: number;
  /** Its name, or the text beside a shape; may be empty. */
  readonly name: string;
  /** `#RRGGBB` or `#RRGGBBAA`; null when the script chose none. */
  readonly color: string | null;
  /**
   * Of what is at a candle: when it was drawn, within the candle or at its end. Of a vertical
   * line or zone: where it stands or begins.
   */
  readonly timestamp: Timestamp | null;
  /** Where a vertical zone ends. */
  readonly end_at: Timestamp | null;
  /** The lines of a band, on its chart. */
  readonly lines: readonly string[] | null;
  /** Of a band without a color, which has that of the line that is above: percent. */
  readonly opacity: Decimal | null;
  /** Of a shape. */
  readonly shape:
    | 'plus'
    | 'circle'
    | 'cross'
    | 'dash'
    | 'diamond'
    | 'square'
    | 'text'
    | 'triangle_down'
    | 'triangle_up'
    | null;
  /** Of a shape: above its candle, or below. */
  readonly is_above: boolean;
  /** Of a level or a label; where a zone or an axis begins; candles before a pivot. */
  readonly value: Decimal | null;
  /** Where a zone or an axis ends; candles after a pivot. */
  readonly end: Decimal | null;
  /** Of a level or a vertical line. */
  readonly dash: 'solid' | 'dashed' | 'dotted' | null;
  /** `#RRGGBB` or `#RRGGBBAA`; null when the script chose none. */
  readonly second_color: string | null;
  /** `#RRGGBB` or `#RRGGBBAA`, of marked candles, of prices; null: any. */
  readonly mark_color: string | null;
  /** Of prices and volume: rising ones; otherwise they are outlines. */
  readonly is_rise_filled: boolean | null;
  /** Of prices and volume: falling ones. */
  readonly is_fall_filled: boolean | null;
  /** Of prices: marked candles. */
  readonly is_mark_filled: boolean | null;
  /** Of an axis, a label or volume. */
  readonly side: 'left' | 'right' | null;
  /**
   * Of a shape in pixels; of a chart its height in pixels, below 1 as a share; of prices the
   * minutes of a candle.
   */
  readonly size: Decimal | null;
  /** Of prices, and of those of a chart. */
  readonly style:
    | 'candles' | 'bars' | 'line' | 'area' | 'heikin_ashi'
    | null;
  /** Of an axis. */
  readonly is_shown: boolean | null;
  /** Of an axis. */
  readonly scale: 'linear' | 'percentage' | null;
  /** Candles of prices; none where they are those of the chart. */
  readonly bars: readonly BacktestBar[];
};

/** One page of a list. */
export type BacktestDrawingPage = {
  /** The items. */
  readonly data: readonly BacktestDrawing[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** One page of a list. */
export type BacktestEquityPage = {
  /** The items. */
  readonly data: readonly BacktestEquityPoint[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Wallet and open profit at an instant. */
export type BacktestEquityPoint = {
  /** Simulated time. */
  readonly timestamp: Timestamp;
  /** In the profit currency. */
  readonly equity: Decimal;
};

/** A backtest and how far it is: data of `backtest.…`. */
export type BacktestEventData = {
  /** The backtest. */
  readonly backtest_id: string;
  /** Its market. */
  readonly market_tag: string;
  /** What it did last. */
  readonly phase: string;
  /** How far it was. */
  readonly progress_percent: number;
  /** Why it failed; null otherwise. */
  readonly reason: string | null;
};

/** One page of a list. */
export type BacktestExportPage = {
  /** The items. */
  readonly data: readonly BacktestExportPart[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Rows of a table that the script exported. A long table is several parts, in order. */
export type BacktestExportPart = {
  /** Name of the table. */
  readonly name: string;
  /** Headers of the table in its first part, none in those that follow. */
  readonly headers: readonly string[];
  /** Rows of the part. */
  readonly rows: readonly (readonly string[])[];
};

/** A backtest and what became of it. */
export type BacktestJob = {
  /** Identifier of the backtest. */
  readonly backtest_id: string;
  /** `queued` while it waits and runs. */
  readonly status: 'queued' | 'finished';
  /** Script that it runs. */
  readonly script_id: string | null;
  /** Null while it waits and runs. */
  readonly account_id: string | null;
  /** Null while it waits and runs. */
  readonly market_tag: string | null;
  /** Minutes; in the response to its creation, null later. */
  readonly interval: number | null;
  /** Start of the window; null while it waits and runs. */
  readonly start_at: Timestamp | null;
  /** End of the window; null while it waits and runs. */
  readonly end_at: Timestamp | null;
  /** What came out. */
  readonly result: BacktestResult | null;
  /** More than the result says; null until it finished. */
  readonly report: BacktestReport | null;
  readonly request: BacktestRequest;
};

/** A line of the log. */
export type BacktestLogLine = {
  /** Simulated time. */
  readonly timestamp: Timestamp | null;
  /** Kind of line. */
  readonly severity: 'info' | 'trade' | 'warning' | 'error' | 'custom';
  /** What it says. */
  readonly message: string;
};

/** One page of a list. */
export type BacktestLogPage = {
  /** The items. */
  readonly data: readonly BacktestLogLine[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** An order that the run placed. */
export type BacktestOrder = {
  /** Unique within the backtest. */
  readonly order_id: string;
  /** Position that it filled for; null when nothing filled. */
  readonly position_id: string | null;
  /** Market. */
  readonly market_tag: string;
  /** Buy or sell. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: string;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Of a stop; null otherwise. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /** Average price of what filled; `0` when nothing did. */
  readonly average_price: Decimal;
  /** In profit currency. */
  readonly fees: Decimal;
  /** What became of it. */
  readonly status: 'open' | 'filled' | 'cancelled' | 'failed';
  /** When it was placed. */
  readonly placed_at: Timestamp;
  /** When it ended; null while it was still open. */
  readonly ended_at: Timestamp | null;
  /** The script's own note; may be empty. */
  readonly note: string;
  /** Why it failed; empty otherwise. */
  readonly message: string;
};

/** One page of a list. */
export type BacktestOrderPage = {
  /** The items. */
  readonly data: readonly BacktestOrder[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** One page of a list. */
export type BacktestPage = {
  /** The items. */
  readonly data: readonly BacktestJob[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** How the profit came about. */
export type BacktestPerformance = {
  /** What the run began with; null on results of before. */
  readonly start_equity: Decimal | null;
  /** Realised profit of it, percent. */
  readonly net_profit_percent: Decimal | null;
  /** Before fees and funding. */
  readonly gross_profit: Decimal;
  /** Of positions still open at the end. */
  readonly unrealized_profit: Decimal;
  /** Funding paid (below zero) or received. */
  readonly funding: Decimal;
  /** The market's own change over the window, percent. */
  readonly price_change: Decimal;
  /** What was won for each unit lost. */
  readonly profit_factor: Decimal;
  /** Return for its variation. */
  readonly sharpe_ratio: Decimal;
  /** Return for its downward variation. */
  readonly sortino_ratio: Decimal;
  /** Deepest fall of the equity. */
  readonly max_drawdown: Decimal;
  /** The same in percent. */
  readonly max_drawdown_percent: Decimal;
  /** Of one position. */
  readonly biggest_win: Decimal;
  /** Of one position. */
  readonly biggest_loss: Decimal;
  /** Of the running total. */
  readonly highest_profit: Decimal;
  /** Of the running total. */
  readonly lowest_profit: Decimal;
  /** Of a closed position. */
  readonly average_profit: Decimal;
  /** Put into a position. */
  readonly average_margin: Decimal;
};

/** A line that the script drew. */
export type BacktestPlot = {
  /** Its chart: 0 has the prices, positive ones are below it. */
  readonly chart: number;
  /** Unique on its chart. */
  readonly name: string;
  /** `#RRGGBB` or `#RRGGBBAA`; null when the script chose none. */
  readonly color: string | null;
  /** How its values are drawn. */
  readonly look:
    | 'line'
    | 'steps'
    | 'area'
    | 'histogram'
    | 'bars'
    | 'circles'
    | 'shapes'
    | 'two_colors';
  /** Of a line. */
  readonly dash: 'solid' | 'dashed' | 'dotted';
  /** Of a line, in pixels; null when the script chose none. */
  readonly width: number | null;
  /** `#RRGGBB` or `#RRGGBBAA`; null when the script chose none. */
  readonly second_color: string | null;
  /** Where bars begin; values below it have the second color. */
  readonly base: Decimal | null;
  /**
   * `#RRGGBB` or `#RRGGBBAA`: inside bars, circles and shapes, and between a line of two colors
   * and its base; null: there are outlines only.
   */
  readonly fill_color: string | null;
  /** Of a histogram: whether bars above the one before are filled, as the others are. */
  readonly is_rise_filled: boolean | null;
  /** Of a line that is drawn as shapes. */
  readonly shape:
    | 'plus'
    | 'circle'
    | 'cross'
    | 'dash'
    | 'diamond'
    | 'square'
    | 'text'
    | 'triangle_down'
    | 'triangle_up'
    | null;
  /** Lines of one stack stand on one another, in their order. */
  readonly stack: number | null;
  /** Of a stack, percent; null when the script chose none. */
  readonly opacity: Decimal | null;
  /** Axis on which its values are read. */
  readonly side: 'left' | 'right';
  /** Candles by which it is drawn later, or earlier when negative. */
  readonly offset: number;
  /** Drawn behind the prices. */
  readonly is_behind: boolean;
  /** The range of the axis is chosen without it. */
  readonly is_off_axis: boolean;
  /** A dotted line goes from its last value to the axis. */
  readonly trails: boolean;
  /** Oldest first, at most 2,000, at times of the equity curve. */
  readonly points: readonly BacktestPlotPoint[];
};

/** One page of a list. */
export type BacktestPlotPage = {
  /** The items. */
  readonly data: readonly BacktestPlot[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** The value of a line at an instant. */
export type BacktestPlotPoint = {
  /** Simulated time. */
  readonly timestamp: Timestamp;
  /** The value. */
  readonly value: Decimal;
};

/** A position that the run held. */
export type BacktestPosition = {
  /** Unique within the backtest. */
  readonly position_id: string;
  /** What it gains from. */
  readonly direction: Direction;
  /** Market. */
  readonly market_tag: string | null;
  /** False when it was still open at the end. */
  readonly is_closed: boolean;
  /** When it was opened. */
  readonly opened_at: Timestamp | null;
  /** When it was closed; null while it is open. */
  readonly closed_at: Timestamp | null;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Average entry. */
  readonly average_price: Decimal;
  /** Fees deducted, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fees: Decimal;
  /** Percent. */
  readonly roi: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string | null;
  /** Average exit; null while it is open. */
  readonly exit_price: Decimal | null;
  /** How far the price certainly went for it while it was open, percent of the entry. */
  readonly favorable_excursion: Decimal | null;
  /** How far the price certainly went against it, percent of the entry. */
  readonly adverse_excursion: Decimal | null;
  /** Why what is left of it cannot be sold or bought back; null: it can. */
  readonly left_reason: string | null;
};

/** One page of a list. */
export type BacktestPositionPage = {
  /** The items. */
  readonly data: readonly BacktestPosition[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Why orders were refused. */
export type BacktestRejection = {
  /** Reason, with the figures of the first such order. */
  readonly reason: string;
  /** How often; orders that differ in figures alone are counted together. */
  readonly count: number;
};

/** More than the result says; null until it finished. */
export type BacktestReport = {
  /** Version of the engine. */
  readonly engine_version: string;
  /** Hash of the minutes and rates of funding that were used. */
  readonly data_hash: string;
  /** What determined chance; `settings.seed` takes it. */
  readonly seed: number;
  /** Rules by which orders filled. */
  readonly rules: 'realistic' | 'tradingview' | 'touch';
  /**
   * Value of a trade whose size was not scripted, in quote; null on results of before it was
   * retained.
   */
  readonly trade_amount: Decimal | null;
  /** Settings of how orders fill that were chosen. */
  readonly settings: readonly BacktestSettingUsed[];
  /** Minutes of a candle of `/bars`; null on results of before. */
  readonly bar_minutes: number | null;
  /** History before the first update. */
  readonly warm_up: BacktestWarmUp | null;
  readonly assumptions: BacktestAssumptions;
  /** What longer candles leave open. */
  readonly resolution: BacktestResolution | null;
  /** What the data leaves out, by time; of many, the 20 longest. */
  readonly data_gaps: readonly BacktestDataGap[];
  /** Why orders were refused. */
  readonly rejections: readonly BacktestRejection[];
  /** Keys of `parameters` that the script never requested. */
  readonly unused_parameters: readonly string[];
  readonly performance: BacktestPerformance;
  readonly counts: BacktestCounts;
  /** Balances at the end. */
  readonly wallet: readonly CurrencyAmount[];
  /** Play money that was added because the wallet could not pay for one trade. */
  readonly top_ups: readonly CurrencyAmount[];
  /** Figures that the script reported. */
  readonly custom: readonly BacktestCustomFigure[];
};

/** What was requested beside script, account, market and window, in every state. */
export type BacktestRequest = {
  /** Chart interval in minutes. */
  readonly interval: number;
  /** Inputs of the script that were chosen, by key; the others have their defaults. */
  readonly parameters: {
    readonly [name: string]: number | string | boolean;
  };
  readonly settings: ChosenSettings;
  /** Of a backtest of a grid or averaging bot; null of a script. */
  readonly strategy: BacktestStrategy | null;
};

/** What longer candles leave open. */
export type BacktestResolution = {
  /** Minutes of a candle of the market's history. */
  readonly candle_minutes: number;
  /** Fills inside a candle, at a minute that is not known. */
  readonly unwalked_fills: number;
};

/** What came out. */
export type BacktestResult = {
  /** Net of fees, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fees: Decimal;
  /** Percent. */
  readonly roi: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string;
  /** Orders that filled. */
  readonly orders_filled: number;
  /** Positions that were closed. */
  readonly positions_closed: number;
  /** Percent of closed positions that won, 0 to 100. */
  readonly win_rate: Decimal;
};

/** Of daily returns (UTC). */
export type BacktestReturns = {
  /** Daily returns. */
  readonly days: number;
  /** Growth per year, percent; null for less than 30 days. */
  readonly cagr: Decimal | null;
  /** Per year, percent. */
  readonly volatility: Decimal | null;
  /** Per year. */
  readonly sharpe_ratio: Decimal | null;
  /** Per year. */
  readonly sortino_ratio: Decimal | null;
  /** `cagr` over the drawdown. */
  readonly calmar_ratio: Decimal | null;
  /** Of daily returns. */
  readonly skewness: Decimal | null;
  /** Of daily returns. */
  readonly excess_kurtosis: Decimal | null;
  /** Percent. */
  readonly best_day: Decimal | null;
  /** Percent. */
  readonly worst_day: Decimal | null;
  /** Percent of days. */
  readonly positive_days: Decimal | null;
  /** The return that 95 of 100 days exceed, percent. */
  readonly value_at_risk: Decimal | null;
};

/** A chosen setting of how orders fill. */
export type BacktestSettingUsed = {
  /** As in the request. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
};

/** How the simulation works; all optional. */
export type BacktestSettings = {
  /** Rules by which orders fill; `realistic` by default. */
  readonly rules?: 'realistic' | 'tradingview' | 'touch' | undefined;
  /** Percent of the price that a taker loses; as the rules say by default. */
  readonly slippage_percent?: Decimal | undefined;
  /** Most of a minute's volume that one order takes, in percent. */
  readonly participation_percent?: Decimal | undefined;
  /**
   * Price steps that market orders and stops lose; replaces the slippage of the rules, and is
   * added to "slippage_percent" where both are given.
   */
  readonly slippage_ticks?: number | undefined;
  /** Percent of an order's value, in place of the account's fees. */
  readonly commission_percent?: Decimal | undefined;
  /** Paid once an order, with its first fill; in the profit currency. */
  readonly commission_per_order?: Decimal | undefined;
  /** Paid for each unit of the amount: a contract, or one of the base currency. */
  readonly commission_per_contract?: Decimal | undefined;
  /**
   * Whether what an update asks for is tried at the close of its own candle, as
   * `process_orders_on_close` of TradingView, rather than at the next open.
   */
  readonly fill_at_close?: boolean | undefined;
  /**
   * Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier; the
   * other rules always do.
   */
  readonly bar_magnifier?: boolean | undefined;
  /**
   * Percent of a long contract position's value that the equity must cover under `tradingview`;
   * less is a margin call, as `margin_long` of TradingView.
   */
  readonly margin_long_percent?: Decimal | undefined;
  /** The same of a short position, as `margin_short` of TradingView. */
  readonly margin_short_percent?: Decimal | undefined;
  /** Leverage of futures positions; 1 by default. */
  readonly leverage?: Decimal | undefined;
  /** The account's own by default. */
  readonly margin_mode?: MarginMode | undefined;
  /** The account's own by default. */
  readonly position_mode?: PositionMode | undefined;
  /**
   * Value of a trade whose size is not scripted, in quote. By default 100 or three of the
   * market's smallest orders, whichever is more.
   */
  readonly trade_amount?: Decimal | undefined;
  /** The same as a share of the bot's equity in percent; not both. */
  readonly trade_amount_percent?: Decimal | undefined;
  /**
   * Entries that a script may have open in one direction of a market, as `pyramiding` of
   * TradingView: 0 and 1 allow one. Any number by default.
   */
  readonly pyramiding?: number | undefined;
  /** Determines chance; derived from the request by default. `report.seed` is taken. */
  readonly seed?: number | undefined;
  /**
   * Whether the run begins only when every series that its script reads has a value, with more
   * history or, where there is none, later than "start_at".
   */
  readonly warm_up?: boolean | undefined;
  /** Whether to repeat the run on cut histories, to prove that it never looks ahead. */
  readonly audit?: boolean | undefined;
};

/** What a finished backtest, or a run of a bot, comes to. Money is in profit_currency. */
export type BacktestStatistics = {
  /** Currency. */
  readonly profit_currency: string;
  /** At the start. */
  readonly start_equity: Decimal;
  /** At the end, with open profit. */
  readonly end_equity: Decimal;
  /** Realised, costs deducted. */
  readonly net_profit: Decimal;
  /** Of the starting equity. */
  readonly net_profit_percent: Decimal | null;
  /** With open profit, percent. */
  readonly total_return: Decimal | null;
  readonly returns: BacktestReturns;
  readonly buy_and_hold: BuyAndHold;
  /** Of daily returns with the market's, -1 to 1. */
  readonly correlation: Decimal | null;
  /** On closes of minutes. */
  readonly max_drawdown: Decimal;
  /** Of the highest equity before. */
  readonly max_drawdown_percent: Decimal;
  /** Falls of the equity below its highest, on closes of minutes. */
  readonly drawdown_times: BacktestDrawdownTimes | null;
  /** Share of the time with a position, percent. */
  readonly exposure: Decimal;
  readonly all: TradeStatistics;
  readonly long: TradeStatistics;
  readonly short: TradeStatistics;
  /** Oldest first. */
  readonly months: readonly PeriodReturn[];
  /** Oldest first. */
  readonly years: readonly PeriodReturn[];
  /** Of daily returns. */
  readonly daily_returns: readonly ReturnBin[];
  /** Of closed trades, of the margin that they used. */
  readonly trade_returns: readonly ReturnBin[];
  /** Of 30 days; at most 500 points. */
  readonly rolling_sharpe: readonly RollingPoint[];
  /** Runs of as many trades, drawn from those of this run with replacement. */
  readonly monte_carlo: MonteCarlo | null;
};

/** What ran instead of a script. */
export type BacktestStrategy = {
  /** Kind of bot. */
  readonly type: StrategyType;
  /** All settings, by the keys of the strategy. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
};

/** A bot, and the window in which it would have traded. */
export type BacktestStrategyBot = {
  /** Account to trade on. */
  readonly account_id: string;
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Settings of the strategy; what is left out has its default. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
  /** Start of the window. */
  readonly start_at: Timestamp;
  /** End of the window, after its start. */
  readonly end_at: Timestamp;
};

/** History before the first update. */
export type BacktestWarmUp = {
  /** Bars until every series of the script had a value. */
  readonly needed_bars: number;
  /** Bars before the first update. */
  readonly given_bars: number;
  /** When the run began; later than asked where history is short. */
  readonly first_update_at: Timestamp;
  /** Whether every series had a value when it was first read. */
  readonly is_sufficient: boolean;
};

/** What an account holds of one currency. */
export type Balance = {
  /** Currency. */
  readonly currency: string;
  /** Free to use. */
  readonly available: Decimal;
  /** Held by open orders and as margin. */
  readonly locked: Decimal;
  /** Available and locked together. */
  readonly total: Decimal;
  /** Margin of open positions; null on spot. */
  readonly margin_used: Decimal | null;
  /** Of open positions; null on spot. */
  readonly unrealized_profit: Decimal | null;
};

/** An account whose balance changed: data of `balance.changed`. */
export type BalanceEventData = {
  /** The account. */
  readonly account_id: string;
};

/** A script bound to an account and a market. */
export type Bot = {
  /** Identifier of the bot. */
  readonly bot_id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** Account that it trades on. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market that it trades. */
  readonly market_tag: string | null;
  /** Script that it runs; empty where it runs a strategy. */
  readonly script_id: string;
  /** Strategy that it runs; null where it runs a script. */
  readonly strategy: StrategyType | null;
  /** Whether it is running. */
  readonly is_activated: boolean;
  /** Whether it is activated, but not processing ticks. */
  readonly is_paused: boolean;
  /** Since its activation, in its market's profit currency. */
  readonly realized_profit: Decimal;
  /** Of open positions, in the same currency. */
  readonly unrealized_profit: Decimal;
  /** Since its activation, in percent. */
  readonly roi: Decimal;
  /** Currency of the profits; null before the first figures. */
  readonly profit_currency: string | null;
  /** Realized in all activations, as far as it was in the same currency. */
  readonly total_profit: Decimal;
  /** Why it ended by itself; null while it runs and when it was stopped by hand. */
  readonly stop_reason: string | null;
  /**
   * Who stopped it last; null while it runs and before its first start. `user`: by hand, or its
   * key was removed. `risk`: the risk switch or a limit. `script`: its script or strategy ended
   * or failed. `exchange`: its market, its key or what it held is gone. `service`: it could not
   * be taken up or carried on, as when a plan has ended.
   */
  readonly stopped_by:
    | 'user' | 'risk' | 'script' | 'exchange' | 'service'
    | null;
  /** Inputs of the script that were chosen, by key; the others have their defaults. */
  readonly parameters: {
    readonly [name: string]: number | string | boolean;
  };
  readonly settings: ShownBotSettings;
  /** Close of the minute that it was updated for last; null before an activation's first. */
  readonly last_update_at: Timestamp | null;
  /** Close of the minute that it is updated for next; null unless it runs. */
  readonly next_update_at: Timestamp | null;
};

/** What starting or stopping made of a bot. */
export type BotAction = {
  /** Identifier of the bot. */
  readonly bot_id: string;
  /** True after a start, false after a stop. */
  readonly is_activated: boolean;
};

/** A bot's day beside the same minutes in a backtest. */
export type BotComparison = {
  /** Bot. */
  readonly bot_id: string;
  /** Whether the bot trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Day in UTC. */
  readonly day: string;
  /** Whether its backtests have finished. */
  readonly status: 'queued' | 'finished';
  /** The backtest that it is compared with; of several the last. */
  readonly backtest_id: string;
  /** One, or several where the bot was started anew; oldest first. */
  readonly runs: readonly ComparedRun[];
  /** Market. */
  readonly market_tag: string;
  /** Of the figures. */
  readonly currency: string;
  /** What the backtest cannot repeat. */
  readonly notes: readonly string[];
  /** Fills of the day, valued at its last price. */
  readonly report: ComparisonReport | null;
};

/** One page of a list. */
export type BotEquityPage = {
  /** The items. */
  readonly data: readonly BotEquityPoint[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What a run was worth at the close of a minute. */
export type BotEquityPoint = {
  /** The close. */
  readonly timestamp: Timestamp;
  /** All that it began with, and its profit since, also what is open; in the profit currency. */
  readonly equity: Decimal;
  /** Realised since the start of the run. */
  readonly realized_profit: Decimal;
  /** Of its market; null where it is not known. */
  readonly price: Decimal | null;
};

/** A bot: data of `bot.started`, `bot.stopped` and `bot.updated`. */
export type BotEventData = {
  /** The bot. */
  readonly bot_id: string;
  /** Its name. */
  readonly name: string;
  /** Account that it trades on. */
  readonly account_id: string;
  /** Market that it trades. */
  readonly market_tag: string | null;
  /** Why it stopped; null when that was by hand. */
  readonly reason: string | null;
  /**
   * Who stopped it last; null while it runs and before its first start. `user`: by hand, or its
   * key was removed. `risk`: the risk switch or a limit. `script`: its script or strategy ended
   * or failed. `exchange`: its market, its key or what it held is gone. `service`: it could not
   * be taken up or carried on, as when a plan has ended.
   */
  readonly stopped_by:
    | 'user' | 'risk' | 'script' | 'exchange' | 'service'
    | null;
};

/** The newest of the lines that a bot wrote at once: data of `bot.logged`. */
export type BotLineEventData = {
  /** The bot. */
  readonly bot_id: string;
  /** `info`, `trade`, `warning`, `error` or `custom`. */
  readonly severity: string;
  /** What was written. */
  readonly message: string;
};

/** A line of a bot log. */
export type BotLogEntry = {
  /** When it was written. */
  readonly timestamp: Timestamp;
  /** `info`, `trade`, `warning`, `error` or `custom`. */
  readonly severity: string;
  /** What was written. */
  readonly message: string;
};

/** One page of a list. */
export type BotLogPage = {
  /** The items. */
  readonly data: readonly BotLogEntry[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A text that a bot's script sends to its owner: data of `bot.notified`. */
export type BotNoticeEventData = {
  /** The bot. */
  readonly bot_id: string;
  /** Channels that it is sent to; null: those that rules name. */
  readonly service: 'telegram' | 'discord' | 'slack' | null;
  /** Its title. */
  readonly title: string | null;
  /** What it says. */
  readonly message: string;
};

/** A bot to make of a result. */
export type BotOfResult = {
  /** What to call it. */
  readonly name: string;
  /** Account to trade on, at the lab's exchange; the lab's by default. */
  readonly account_id?: string | undefined;
};

/** One page of a list. */
export type BotPage = {
  /** The items. */
  readonly data: readonly Bot[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What the bot is about to be. */
export type BotPauseAccepted = {
  /** Bot that it is for. */
  readonly bot_id: string;
  /** True after a pause, false after a resume. */
  readonly is_paused: boolean;
  /** Always true; the bot takes it in within a second. */
  readonly accepted: true;
};

/** What a bot holds because of its own orders. */
export type BotPosition = {
  /** Unique since the activation. */
  readonly position_id: string;
  /** Market. */
  readonly market_tag: string;
  /** What it gains from. */
  readonly direction: Direction;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Average entry. */
  readonly average_price: Decimal;
  /** Fees deducted, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fees: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string;
  /** When it was opened. */
  readonly opened_at: Timestamp;
  /** Why what is left of it cannot be sold or bought back; null: it can. */
  readonly left_reason: string | null;
};

/** A list, returned whole. */
export type BotPositionList = {
  /** The items. */
  readonly data: readonly BotPosition[];
};

/** How the bot trades where its script does not say. */
export type BotSettings = {
  /** Chart interval in minutes; 1 by default. */
  readonly interval?: ChartInterval | undefined;
  /** Leverage on futures. */
  readonly leverage?: Decimal | null | undefined;
  /** Margin mode on futures. */
  readonly margin_mode?: MarginMode | null | undefined;
  /**
   * Value of a trade whose size is not scripted, in quote. By default 100 or three of the
   * market's smallest orders, whichever is more.
   */
  readonly trade_amount?: Decimal | null | undefined;
  /** The same as a share of the bot's equity in percent; not both. */
  readonly trade_amount_percent?: Decimal | null | undefined;
  /**
   * Entries that a script may have open in one direction of a market, as `pyramiding` of
   * TradingView: 0 and 1 allow one. Any number by default.
   */
  readonly pyramiding?: number | null | undefined;
};

/** The signal was taken. */
export type BotSignalAccepted = {
  /** Bot that it is for. */
  readonly bot_id: string;
  /** As it was sent. */
  readonly name: string;
  /** As it was sent. */
  readonly action: string;
  /** Always true; it does not mean that the bot acted. */
  readonly accepted: true;
};

/** What a run of a bot comes to. */
export type BotStatistics = {
  /** Which run; 0 for a bot that was never started. */
  readonly run: number;
  /** When its first minute began. */
  readonly from: Timestamp | null;
  /** Up to where it has run. */
  readonly to: Timestamp | null;
  /** Whether it has closed more positions than are counted, which are the newest. */
  readonly is_cut: boolean;
  /** What a finished backtest, or a run of a bot, comes to. Money is in profit_currency. */
  readonly statistics: BacktestStatistics | null;
};

/** The same money in the market from the first open to the last close. */
export type BuyAndHold = {
  /** Percent. */
  readonly return: Decimal;
  /** In profit_currency, without fees. */
  readonly profit: Decimal;
  /** On closes of days, percent. */
  readonly max_drawdown: Decimal | null;
  /** Daily returns. */
  readonly days: number;
  /** Growth per year, percent; null for less than 30 days. */
  readonly cagr: Decimal | null;
  /** Per year, percent. */
  readonly volatility: Decimal | null;
  /** Per year. */
  readonly sharpe_ratio: Decimal | null;
  /** Per year. */
  readonly sortino_ratio: Decimal | null;
  /** `cagr` over the drawdown. */
  readonly calmar_ratio: Decimal | null;
  /** Of daily returns. */
  readonly skewness: Decimal | null;
  /** Of daily returns. */
  readonly excess_kurtosis: Decimal | null;
  /** Percent. */
  readonly best_day: Decimal | null;
  /** Percent. */
  readonly worst_day: Decimal | null;
  /** Percent of days. */
  readonly positive_days: Decimal | null;
  /** The return that 95 of 100 days exceed, percent. */
  readonly value_at_risk: Decimal | null;
};

/** What a market traded at over an interval. */
export type Candle = {
  /** When the interval begins. */
  readonly start_at: Timestamp;
  /** First price. */
  readonly open: Decimal;
  /** Highest price. */
  readonly high: Decimal;
  /** Lowest price. */
  readonly low: Decimal;
  /** Last price. */
  readonly close: Decimal;
  /**
   * Traded amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly volume: Decimal;
};

/**
 * Candles as lists of whole numbers, one number of each list for each candle. Of each list of
 * prices the first number is a price, and each other one the difference to the price before it.
 */
export type CandleColumns = {
  /** Market. */
  readonly market_tag: string;
  /** Chart interval in minutes. */
  readonly interval: number;
  /** What one of a price is. */
  readonly price_step: Decimal;
  /**
   * What one of a volume is, in base currency, or in contracts where the `amount_currency` of
   * the market is null.
   */
  readonly amount_step: Decimal;
  /** When the first candle begins; null without candles. */
  readonly start_at: Timestamp | null;
  /** Minutes from the beginning of the candle before; 0 of the first. */
  readonly minutes: readonly number[];
  /** First prices. */
  readonly open: readonly number[];
  /** Highest prices. */
  readonly high: readonly number[];
  /** Lowest prices. */
  readonly low: readonly number[];
  /** Last prices. */
  readonly close: readonly number[];
  /** Traded amounts. */
  readonly volume: readonly number[];
  /** When the first candle begins that was requested and is not on the page; null: all are. */
  readonly next_from: Timestamp | null;
};

/** One page of a list. */
export type CandlePage = {
  /** The items. */
  readonly data: readonly Candle[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What a channel becomes. */
export type ChangeNotificationChannel = {
  /** Its name. */
  readonly name: string;
  /** Whether nothing is sent for now. What happens meanwhile is not sent later. */
  readonly is_muted: boolean;
  /** Until when it is muted; null or left out: until it is unmuted. */
  readonly muted_until?: Timestamp | null | undefined;
};

/** A plan to move to. */
export type ChangePlan = {
  /** Its plan. */
  readonly plan:
    | 'starter'
    | 'standard'
    | 'professional'
    | 'tradeserver'
    | 'unlimited';
  /** When it ends; null or left out: never. */
  readonly plan_until?: Timestamp | null | undefined;
};

/** A role to give. */
export type ChangeRole = {
  /** What it may do who signs in. */
  readonly role: 'owner' | 'trader' | 'read_only';
};

/** A channel of notifications that failed for long, or is gone: data of `channel.disabled`. */
export type ChannelEventData = {
  /** The channel. */
  readonly channel_id: string;
  /** `telegram`, `discord`, `slack` or `email`. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
  /** Why it was disabled. */
  readonly reason: string;
};

/** Interval of a chart in minutes; 43200 is a calendar month. */
export type ChartInterval =
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 10
  | 12
  | 15
  | 20
  | 30
  | 45
  | 60
  | 90
  | 120
  | 180
  | 240
  | 360
  | 720
  | 1440
  | 2880
  | 4320
  | 10080
  | 20160
  | 43200;

/** A source to check. */
export type CheckScript = {
  /** The Lua text, whole. */
  readonly source: string;
  /** Script that it is to replace: its own custom command is none of the others. */
  readonly script_id?: string | undefined;
};

/** Hours of the day in which nothing is sent; what happens waits. */
export type ChosenQuietHours = {
  /** When they begin. */
  readonly from: string;
  /** When they end; over midnight when that is earlier. */
  readonly to: string;
  /** The place whose clock counts, by its name in the IANA database. */
  readonly time_zone: string;
};

/** Settings that were chosen; those left out were not. Can be sent again as they are. */
export type ChosenSettings = {
  /** Rules by which orders fill; `realistic` by default. */
  readonly rules?: 'realistic' | 'tradingview' | 'touch' | undefined;
  /** Percent of the price that a taker loses; as the rules say by default. */
  readonly slippage_percent?: Decimal | undefined;
  /** Most of a minute's volume that one order takes, in percent. */
  readonly participation_percent?: Decimal | undefined;
  /**
   * Price steps that market orders and stops lose; replaces the slippage of the rules, and is
   * added to "slippage_percent" where both are given.
   */
  readonly slippage_ticks?: number | undefined;
  /** Percent of an order's value, in place of the account's fees. */
  readonly commission_percent?: Decimal | undefined;
  /** Paid once an order, with its first fill; in the profit currency. */
  readonly commission_per_order?: Decimal | undefined;
  /** Paid for each unit of the amount: a contract, or one of the base currency. */
  readonly commission_per_contract?: Decimal | undefined;
  /**
   * Whether what an update asks for is tried at the close of its own candle, as
   * `process_orders_on_close` of TradingView, rather than at the next open.
   */
  readonly fill_at_close?: boolean | undefined;
  /**
   * Whether orders meet the minutes of a bar under `tradingview`, as its bar magnifier; the
   * other rules always do.
   */
  readonly bar_magnifier?: boolean | undefined;
  /**
   * Percent of a long contract position's value that the equity must cover under `tradingview`;
   * less is a margin call, as `margin_long` of TradingView.
   */
  readonly margin_long_percent?: Decimal | undefined;
  /** The same of a short position, as `margin_short` of TradingView. */
  readonly margin_short_percent?: Decimal | undefined;
  /** Leverage of futures positions; 1 by default. */
  readonly leverage?: Decimal | undefined;
  /** The account's own by default. */
  readonly margin_mode?: MarginMode | undefined;
  /** The account's own by default. */
  readonly position_mode?: PositionMode | undefined;
  /**
   * Value of a trade whose size is not scripted, in quote. By default 100 or three of the
   * market's smallest orders, whichever is more.
   */
  readonly trade_amount?: Decimal | undefined;
  /** The same as a share of the bot's equity in percent; not both. */
  readonly trade_amount_percent?: Decimal | undefined;
  /**
   * Entries that a script may have open in one direction of a market, as `pyramiding` of
   * TradingView: 0 and 1 allow one. Any number by default.
   */
  readonly pyramiding?: number | undefined;
  /** Determines chance; derived from the request by default. `report.seed` is taken. */
  readonly seed?: number | undefined;
  /**
   * Whether the run begins only when every series that its script reads has a value, with more
   * history or, where there is none, later than "start_at".
   */
  readonly warm_up?: boolean | undefined;
  /** Whether to repeat the run on cut histories, to prove that it never looks ahead. */
  readonly audit?: boolean | undefined;
};

/** A day of a bot. */
export type ComparedDay = {
  /** Day in UTC. */
  readonly day: string;
  /** `not_run`: the bot did not run on it. `not_requested`: it can be compared. */
  readonly status:
    | 'not_run'
    | 'not_requested'
    | 'queued'
    | 'finished'
    | 'failed';
  /** Why its backtest failed; null otherwise. */
  readonly reason: string | null;
};

/** A list, returned whole. */
export type ComparedDayList = {
  /** The items. */
  readonly data: readonly ComparedDay[];
};

/** An order and what became of it. */
export type ComparedOrder = {
  /** Its number in the run. */
  readonly order_id: string;
  /** Side. */
  readonly side: OrderSide;
  /** As of an order. */
  readonly type: string;
  /** When it was placed. */
  readonly placed_at: Timestamp;
  /** When it filled last; null: never. */
  readonly filled_at: Timestamp | null;
  /** Limit price; 0 on market orders. */
  readonly price: Decimal;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** How much of it filled. */
  readonly filled_amount: Decimal;
  /** Of its fills; 0: none. */
  readonly average_price: Decimal;
  /** In the currency of the figures. */
  readonly fees: Decimal;
  /** Why it ended; null after a plain fill. */
  readonly reason: string | null;
};

/** The orders of one decision. */
export type ComparedOrders = {
  /** An order and what became of it. */
  readonly live: ComparedOrder | null;
  /** An order and what became of it. */
  readonly backtest: ComparedOrder | null;
  /** By how much the bot filled later; null unless both filled. */
  readonly delay_ms: number | null;
  readonly effects: ComparisonEffects;
};

/** A part of the day in which the bot ran, and what it is compared with. */
export type ComparedRun = {
  /** Its first minute on the day. */
  readonly from: Timestamp;
  /** Up to when it ran: its stop, or the day's end. */
  readonly to: Timestamp;
  /** The backtest that it is compared with; of several the last. */
  readonly backtest_id: string;
};

/**
 * What the bot made by each cause more than the backtest; together they are the whole
 * difference.
 */
export type ComparisonEffects = {
  /** Only the order of the backtest filled. */
  readonly missed: Decimal;
  /** Only the order of the bot filled. */
  readonly extra: Decimal;
  /** Another amount filled. */
  readonly size: Decimal;
  /** It filled in another minute, and the market had moved. */
  readonly delay: Decimal;
  /** It filled at another price of its minute: spread, slippage. */
  readonly price: Decimal;
  /** Another share of what was traded was paid as a fee. */
  readonly fee: Decimal;
};

/** Fills of the day, valued at its last price. */
export type ComparisonReport = {
  /** Of the bot, fees deducted. */
  readonly live_profit: Decimal;
  /** Of the backtest. */
  readonly backtest_profit: Decimal;
  readonly effects: ComparisonEffects;
  /** Pairs without a difference. */
  readonly equal_count: number;
  /** In the order of their placing. */
  readonly pairs: readonly ComparedOrders[];
};

/** What a lab searches, and how. */
export type ConfigureLab = {
  /** What to call it. */
  readonly name?: string | undefined;
  /**
   * `brute_force` runs every combination, `intelligent` searches genetically, `random` samples,
   * `cluster` samples and then looks around the best.
   */
  readonly algorithm: 'brute_force' | 'intelligent' | 'random' | 'cluster';
  /** Account whose fees and wallet it uses. */
  readonly account_id: string;
  /** A market of the account's exchange. */
  readonly market_tag: string;
  /** Chart interval in minutes. */
  readonly interval: ChartInterval;
  readonly config?: ConfigureLabConfig | undefined;
  readonly settings?: BacktestSettings | undefined;
  /** Last part of the window that the search does not see; 30. */
  readonly out_of_sample_percent?: number | undefined;
  /** Parts in which to judge what the parts before chose; 0: none. */
  readonly walk_forward_folds?: number | undefined;
  /** Inputs of the script; those left out keep their defaults and stay listed. */
  readonly parameters: readonly LabParameterWish[];
};

/** How large the search is. */
export type ConfigureLabConfig = {
  /** Combinations per generation. */
  readonly max_population: number;
  /** Generations. */
  readonly max_generations: number;
  /** Top results carried to the next generation. */
  readonly max_elites: number;
  /** Percent of genes of the second parent; 40. */
  readonly mix_rate?: number | undefined;
  /** Percent of genes that change; 25. */
  readonly adjust_rate?: number | undefined;
};

/** An account at a real exchange to connect, or play money on its markets. */
export type ConnectAccount = {
  /** Name for people. */
  readonly name: string;
  /** Exchange code; not a simulated one. */
  readonly exchange: string;
  /** Kind of markets it trades. */
  readonly market_type: MarketType;
  /** What signs in at the exchange; never returned. */
  readonly credentials?: Credentials | null | undefined;
  /** Whether it is a paper account: play money and no credentials. */
  readonly is_paper?: boolean | undefined;
  /** Of a paper account: what it begins with. */
  readonly balances?: readonly StartingBalance[] | undefined;
  /** Of a paper account: what it pays the fees of spot trades in; `quote` by default. */
  readonly fees_in?: 'quote' | 'received' | undefined;
};

/** Terms of a futures contract. */
export type Contract = {
  /** Contract name; empty on some venues. Never parse it from the tag. */
  readonly name: string;
  /**
   * `vanilla`: margin and profit in quote; `inverse`: in base; `quanto`: margined in a third
   * asset.
   */
  readonly type: 'vanilla' | 'inverse' | 'quanto';
  /** Asset that margin is posted in. */
  readonly margin_currency: string;
  /** Name for people. */
  readonly display_name: string;
  /**
   * What one of an amount is: of base on vanilla contracts, of quote on inverse ones; on quanto
   * ones what is gained when the price rises by one.
   */
  readonly contract_value: Decimal;
  /** Currency of the contract value. */
  readonly contract_value_currency: string;
  /** Lowest leverage. */
  readonly lowest_leverage: Decimal;
  /** Highest leverage. */
  readonly highest_leverage: Decimal;
};

/** A copy to make. */
export type CopyPartnerBot = {
  /** End user that owns the copy; the same by default. */
  readonly user_id?: string | null | undefined;
  /** What to call it; named after its market by default. */
  readonly name?: string | null | undefined;
  /** Settings that the copy has instead. */
  readonly config?: {
    readonly [name: string]: number | string | boolean | null;
  } | undefined;
  /** Whether it takes later edits of the bot that is copied. */
  readonly follow?: boolean | undefined;
};

/** A key to make. */
export type CreateApiKey = {
  /** What to call it. */
  readonly name: string;
  /** What it may do: some of what this key may. */
  readonly scopes: readonly Scope[];
  /** When it ends. */
  readonly expires_at?: Timestamp | null | undefined;
  /** IP addresses and ranges from which it may be used. */
  readonly allowed_addresses?: readonly string[] | undefined;
  /** The only end user that it reaches. */
  readonly user_id?: string | null | undefined;
};

/** A backtest to run. */
export type CreateBacktest = {
  /** Script to run. */
  readonly script_id: string;
  /** Account whose fees and wallet the simulation uses. */
  readonly account_id: string;
  /** A market of the account's exchange. */
  readonly market_tag: string;
  /** Chart interval in minutes. */
  readonly interval: ChartInterval;
  /** Start of the window. */
  readonly start_at: Timestamp;
  /** End of the window, after its start. */
  readonly end_at: Timestamp;
  /** Chosen inputs of the script by their key; the others have their defaults. */
  readonly parameters?: {
    readonly [name: string]: number | string | boolean;
  } | undefined;
  readonly settings?: BacktestSettings | undefined;
};

/** A bot to make. */
export type CreateBot = {
  /** What to call it. */
  readonly name: string;
  /** Script to run. */
  readonly script_id: string;
  /** Account to trade on. */
  readonly account_id: string;
  /** A market of the account's exchange. */
  readonly market_tag: string;
  /** Chosen inputs of the script by their key; the others have their defaults. */
  readonly parameters?: {
    readonly [name: string]: number | string | boolean;
  } | undefined;
  readonly settings?: BotSettings | undefined;
};

/** An end user to make. */
export type CreateEndUser = {
  /** Your own name of the customer; no two end users have the same. */
  readonly external_id: string;
  /** An exchange that is enabled for you. */
  readonly exchange: string;
  /** Whether it trades play money. */
  readonly is_simulated?: boolean | undefined;
  /** What signs in at the exchange; never returned. */
  readonly credentials?: Credentials | null | undefined;
  /** Play money to begin with; 10,000 of the usual currency by default. */
  readonly balances?: readonly StartingBalance[] | undefined;
};

/** A hook to make. */
export type CreateHook = {
  /** The bot that gets the signals. */
  readonly bot_id: string;
  /** What the bot listens to: its token, or what its script asks for. */
  readonly signal: string;
  /** The form of texts, with `{{action}}` and other names in it; left out: none. */
  readonly template?: string | null | undefined;
  /** Whether only the addresses that TradingView publishes may call it; left out: no. */
  readonly from_tradingview?: boolean | undefined;
  /**
   * Whether a text that says `sell`, and nothing of the position after it, may open a short.
   * Left out: no.
   */
  readonly sells_enter_short?: boolean | undefined;
  /**
   * So long an equal message without an id counts as a repetition, in seconds; 0: none does.
   * Left out: 0.
   */
  readonly repeat_window_seconds?: number | undefined;
  /** Whether its messages have to be signed; left out: no. */
  readonly is_signed?: boolean | undefined;
};

/** A key to make. */
export type CreateKey = {
  /** What it is for. */
  readonly name: string;
  /** What it may do; empty or left out: everything. */
  readonly scopes?: readonly Scope[] | undefined;
  /** When it ends; null or left out: never. */
  readonly expires_at?: Timestamp | null | undefined;
  /** Addresses and networks from which it may be used; left out: from anywhere. */
  readonly allowed_addresses?: readonly string[] | undefined;
};

/** A lab to make. */
export type CreateLab = {
  /** What to call it. */
  readonly name: string;
  /** Script to explore. */
  readonly script_id: string;
  /**
   * `brute_force` runs every combination, `intelligent` searches genetically, `random` samples,
   * `cluster` samples and then looks around the best.
   */
  readonly algorithm?: 'brute_force' | 'intelligent' | 'random' | 'cluster' | undefined;
};

/** A channel to make: a name, and exactly one address. */
export type CreateNotificationChannel = {
  /** Its name. */
  readonly name: string;
  readonly telegram?: TelegramAddress | undefined;
  readonly discord?: DiscordAddress | undefined;
  readonly slack?: SlackAddress | undefined;
  readonly email?: EmailAddress | undefined;
};

/** A bot to make. */
export type CreatePartnerBot = {
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Settings of the strategy; what is left out has its default. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
  /** What to call it; named after its market by default. */
  readonly name?: string | null | undefined;
};

/** A script to make. */
export type CreateScript = {
  /** What to call it. */
  readonly name: string;
  /** What it does. */
  readonly description?: string | null | undefined;
  /** The Lua text, whole; at most 262,144 bytes in UTF-8 compile. */
  readonly source: string;
};

/** A bot to make. */
export type CreateStrategyBot = {
  /** What to call it. */
  readonly name: string;
  /** Account to trade on. */
  readonly account_id: string;
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Settings of the strategy; what is left out has its default. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
};

/** A user to make. */
export type CreateUser = {
  /** Letters, digits and `._@+-`, of which the first is a letter or a digit. */
  readonly name: string;
  /** What it may do who signs in. */
  readonly role?: 'owner' | 'trader' | 'read_only' | undefined;
  /** Its plan. */
  readonly plan?:
    | 'starter'
    | 'standard'
    | 'professional'
    | 'tradeserver'
    | 'unlimited' | undefined;
};

/** A webhook to make. */
export type CreateWebhook = {
  /** Where to send events: an address that begins with `https://`. */
  readonly url: string;
  /** Types of events, or groups such as `order.*`; left out: all. */
  readonly types?: readonly string[] | undefined;
};

/** A part of the credentials of an exchange. */
export type CredentialField = {
  /** The field of `credentials` that it is given in. */
  readonly field: 'api_key' | 'api_secret' | 'passphrase';
  /** What the exchange calls it. */
  readonly name: string;
};

/** What signs in at the exchange; never returned. */
export type Credentials = {
  /** Key at the exchange. */
  readonly api_key: string;
  /** Its secret. */
  readonly api_secret: string;
  /** Where the exchange has one. */
  readonly passphrase?: string | null | undefined;
};

/** An account whose exchange refuses its credentials: data of `account.invalid_credentials`. */
export type CredentialsEventData = {
  /** The account. */
  readonly account_id: string;
  /** The exchange. */
  readonly exchange: string;
  /** What it says. */
  readonly reason: string;
};

/** Money. */
export type CurrencyAmount = {
  /** Currency. */
  readonly currency: string;
  /** Amount. */
  readonly amount: Decimal;
};

/** Limits of what settles in one currency. */
export type CurrencyLimits = {
  /** Quote on spot and vanilla markets, base on inverse, margin currency on quanto. */
  readonly currency: string;
  /** Largest value of an order, at its price or at the market. */
  readonly max_order_value: Decimal | null;
  /** Largest value of what is held and what working orders may add. */
  readonly max_exposure: Decimal | null;
  /** Largest loss since 00:00 UTC, realised and unrealised, with fees; bots are stopped then. */
  readonly max_daily_loss: Decimal | null;
};

/** The database. */
export type DatabaseState = {
  /** Of PostgreSQL. */
  readonly version: string;
  /** Its size. */
  readonly size_bytes: number;
  /** Open connections. */
  readonly connections: number;
  /** As many as may be. */
  readonly connections_max: number;
  /** The largest ones. */
  readonly tables: readonly TableSize[];
};

/** What a deal would be if it were opened now. */
export type DealPreview = {
  /** Kind of bot. */
  readonly type:
    | 'spot_dollar_cost_averaging'
    | 'futures_dollar_cost_averaging';
  /** Market. */
  readonly market_tag: string;
  /** Whether such a bot can be made now. */
  readonly is_valid: boolean;
  /** Why such a bot cannot be made; empty when it can. */
  readonly problems: readonly SettingProblem[];
  /** Price now. */
  readonly current_price: Decimal;
  /**
   * Currency of what is called quote, and of funds, fees and margin: the quote of the market,
   * or the margin currency of its contract.
   */
  readonly currency: string;
  readonly available: AvailableFunds;
  /** Value of all orders, before fees and leverage, in `currency`. */
  readonly max_funds: Decimal;
  /** What the orders at the start need. */
  readonly required: Decimal;
  /** Currency of it. */
  readonly required_currency: string;
  /** Orders of the deal, the first one first. */
  readonly orders: readonly DealStep[];
};

/** An order of a deal. */
export type DealStep = {
  /** 0 is the first order. */
  readonly index: number;
  /** From the first order. */
  readonly deviation_percent: Decimal;
  /** Where it rests. */
  readonly price: Decimal;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Once it is filled, fees included. */
  readonly average_price: Decimal;
  /** Where the deal is then closed. */
  readonly take_profit_price: Decimal;
};

/** Which way a position gains. */
export type Direction = 'long' | 'short';

/** A webhook of a channel of Discord. */
export type DiscordAddress = {
  /** Its address. */
  readonly url: string;
};

/** Settings to change. */
export type EditPartnerBot = {
  /** Changed keys only. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
};

/** Settings to change. */
export type EditStrategyBot = {
  /** Changed keys only. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
};

/** A mailbox. */
export type EmailAddress = {
  /** Its address. */
  readonly to: string;
  readonly smtp?: MailServer | undefined;
};

/** A customer of a partner. */
export type EndUser = {
  /** Identifier of the end user. */
  readonly user_id: string;
  /** The partner's own name of its customer. */
  readonly external_id: string;
  /** Exchange that the end user is at. */
  readonly exchange: string;
  /** An end user that is deleted is not returned any more. */
  readonly status: 'active';
  /** Whether it trades play money. */
  readonly is_simulated: boolean;
  /** How many bots it has. */
  readonly bots_count: number;
  /** How many of them run. */
  readonly running_bots_count: number;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When one of its bots was last made or started. */
  readonly last_activity_at: Timestamp | null;
};

/** What is known of the key of an end user for one kind of market. */
export type EndUserCredentials = {
  /** Kind of markets. */
  readonly market_type: MarketType;
  /** Whether the exchange accepts it; `read_only`: it may not trade. */
  readonly status:
    | 'connected'
    | 'read_only'
    | 'invalid_credentials'
    | 'disabled'
    | 'unknown';
  /** What is known of the key of an account; the key itself is never returned. */
  readonly credentials: AccountCredentials | null;
};

/** A list, returned whole. */
export type EndUserCredentialsList = {
  /** The items. */
  readonly data: readonly EndUserCredentials[];
};

/** One page of a list. */
export type EndUserPage = {
  /** The items. */
  readonly data: readonly EndUser[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** An order that works no longer. */
export type EndedOrder = {
  /** Accepted by DELETE /v1/orders/{order_id}. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /** How it ended. `unplaced`: it certainly never reached the exchange. */
  readonly status:
    | 'filled'
    | 'cancelled'
    | 'rejected'
    | 'expired'
    | 'unplaced';
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /**
   * Why it ended, or what was assumed where play money met real prices; null after a plain
   * fill.
   */
  readonly reason: string | null;
  /** When what is known of it changed last. */
  readonly updated_at: Timestamp;
};

/** One page of a list. */
export type EndedOrderPage = {
  /** The items. */
  readonly data: readonly EndedOrder[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** How many ended. */
export type EndedSessions = {
  /** Browsers that were signed out. */
  readonly ended_count: number;
};

/** One page of a list. */
export type EquityPage = {
  /** The items. */
  readonly data: readonly EquityPoint[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What an account was worth at an instant. */
export type EquityPoint = {
  /** When that was. */
  readonly at: Timestamp;
  /** Currency of the value. */
  readonly currency: string;
  /** What it was worth, at the last prices of its exchange; below zero: a debt. */
  readonly value: Decimal;
  /** Currencies that it held and that have no price there; not in the value. */
  readonly unpriced: readonly string[];
};

/** Accounts that can be added up. */
export type EquitySum = {
  /** Currency of the values. */
  readonly currency: string;
  /** Whether they trade without real money: simulated, on paper, or at a test net. */
  readonly is_play_money: boolean;
  /** Oldest first, one for each interval from the first known one on. */
  readonly values: readonly EquityValue[];
};

/** A list, returned whole. */
export type EquitySumList = {
  /** The items. */
  readonly data: readonly EquitySum[];
};

/** What accounts were worth together. */
export type EquityValue = {
  /** When the interval ends, or the window. */
  readonly at: Timestamp;
  /** Sum of the newest values before. */
  readonly value: Decimal;
  /** Accounts that are in it. */
  readonly accounts_count: number;
};

/** One thing that happened. */
export type Event = {
  /** Its number: events of a user are numbered from 1 without gaps. */
  readonly event_id: string;
  /** What happened; more types may be added. */
  readonly type: string;
  /** Of what it happened to. */
  readonly object_id: string;
  /** When it happened. */
  readonly occurred_at: Timestamp;
  /** Of a partner: the end user to whom it happened; null: it happened to you. */
  readonly user_id: string | null;
  /** What happened, by the type of the event. */
  readonly data:
    | OrderEventData
    | FillEventData
    | PositionEventData
    | BalanceEventData
    | BotEventData
    | BotLineEventData
    | BotNoticeEventData
    | SignalEventData
    | UnheardSignalEventData
    | BacktestEventData
    | LabEventData
    | CredentialsEventData
    | ExchangeEventData
    | WebhookEventData
    | ChannelEventData
    | StreamEventData;
};

/** A part of the log, oldest first. */
export type EventPage = {
  /** The events. */
  readonly data: readonly Event[];
  /** Send it as `after` to read on, also after a page without events. */
  readonly last_event_id: string;
  /** Whether more events are there now. */
  readonly has_more: boolean;
};

/** What the risk switch did. */
export type EverythingStopped = {
  /** Bots that ran and were stopped. */
  readonly bots_stopped: number;
  /** Orders that were cancelled. */
  readonly orders_cancelled: number;
  /** Orders that still work on the accounts that were reached; repeat the request for them. */
  readonly orders_working: number;
  /** Market orders that were accepted to close what was held. */
  readonly closing_orders: number;
  /**
   * Accounts that were not done in time, or whose exchange did not respond; repeat the request
   * for them.
   */
  readonly accounts_left: number;
};

/** A venue that accounts can be connected to. */
export type Exchange = {
  /** Exchange code. */
  readonly exchange: string;
  /** Name for people. */
  readonly name: string;
  /** Kinds of markets that it has. */
  readonly market_types: readonly MarketType[];
  /** How many markets it has. */
  readonly markets_count: number;
  /** Whether it is a test environment. */
  readonly is_test_net: boolean;
  /** Whether it can be reached and any of its markets is open. */
  readonly is_open: boolean;
  /**
   * Whether it can be reached. `degraded`: slowly, or for part of the requests; `starting`: not
   * known yet, because the service has started just now.
   */
  readonly reach: 'open' | 'degraded' | 'down' | 'starting';
  /**
   * When it listed its markets; while it is down they are shown as they were then. Null: not
   * yet, or they are never out of date.
   */
  readonly markets_as_of: Timestamp | null;
  /** Parts of the credentials of its accounts; none where they need none. */
  readonly credential_fields: readonly CredentialField[];
  /** What to know before the credentials are made there; null: nothing out of the ordinary. */
  readonly credential_advice: string | null;
};

/** An exchange that responds badly, or does again: data of `exchange.…`. */
export type ExchangeEventData = {
  /** The exchange. */
  readonly exchange: string;
  /** `open`: it responds; `degraded`: slowly, or to a part of the requests; `down`: to none. */
  readonly health: 'open' | 'degraded' | 'down';
};

/** A list, returned whole. */
export type ExchangeList = {
  /** The items. */
  readonly data: readonly Exchange[];
};

/** What the exchange promises about names of orders, look-ups and lists. */
export type ExchangePromises = {
  /**
   * How soon an unknown outcome is resolved. `a`: a repeated request returns the first order,
   * or is refused for ever. `b`: an order is found by its name in any state. `c`: by lists
   * only.
   */
  readonly class: 'a' | 'b' | 'c';
  /**
   * What it does with a second order of the same name: returns the first, refuses it, refuses
   * it while the first is open, or places it.
   */
  readonly duplicate_name: 'first' | 'refused' | 'refused_while_open' | 'none';
  /** How an order is found by its name. */
  readonly lookup: 'any_state' | 'lists';
  /** Milliseconds after which a request that was sent can take no effect. */
  readonly request_horizon_ms: number;
  /** Milliseconds for which an order may be missing from look-ups. */
  readonly visibility_lag_ms: number;
  /** When a probe confirmed these; null: they are what its documentation says. */
  readonly measured_at: Timestamp | null;
};

/** What an exchange can do and promises, and how it is now. */
export type ExchangeRecord = {
  /** Exchange code. */
  readonly exchange: string;
  /** Name for people. */
  readonly name: string;
  /** Kinds of markets that it has; null while they cannot be read. */
  readonly market_types: readonly MarketType[] | null;
  /** Whether it is a test environment. */
  readonly is_test_net: boolean;
  /** Whether it trades without real money. */
  readonly is_simulated: boolean;
  readonly order_support: OrderSupport;
  readonly promises: ExchangePromises;
  /** Whether it can be reached; `degraded`: slowly, or for part of the requests. */
  readonly health: 'open' | 'degraded' | 'down';
  /** Its clock less ours, in milliseconds; null: not measured yet. */
  readonly clock_skew_ms: number | null;
  /**
   * Rows of its public lists that cannot be read at present, fifty at most. All others are
   * read; a market whose row cannot be read any more stays as it was.
   */
  readonly unreadable_rows: readonly UnreadableRow[];
  /** Parts of the credentials of its accounts; none where they need none. */
  readonly credential_fields: readonly CredentialField[];
  /** What to know before the credentials are made there; null: nothing out of the ordinary. */
  readonly credential_advice: string | null;
};

/** Minutes to fetch. */
export type FetchHistory = {
  /** From then on. */
  readonly from: Timestamp;
};

/** A value of a figure. */
export type FigureSample = {
  /** What it is of. */
  readonly labels: { readonly [name: string]: unknown };
  /** The value. */
  readonly value: number;
};

/** One execution of an order. */
export type Fill = {
  /** Identifier of the fill, as its exchange calls it. */
  readonly fill_id: string;
  /** Order that it filled; null for one that was not placed here. */
  readonly order_id: string | null;
  /** Market of the order. */
  readonly market_tag: string;
  /** What it executed as. */
  readonly side: OrderSide;
  /** Price of the fill. */
  readonly price: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /** What it cost; below zero where it was paid back. */
  readonly fee: Decimal;
  /** Currency of the fee. */
  readonly fee_currency: string;
  /** Whether the order rested before. */
  readonly is_maker: boolean;
  /** When it was. */
  readonly filled_at: Timestamp;
};

/** What was filled of an order: data of `fill.created`. */
export type FillEventData = {
  /** The order. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled until then in base currency, or in contracts where the `amount_currency` of the
   * market is null.
   */
  readonly filled_amount: Decimal;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /**
   * Filled since the fill before in base currency, or in contracts where the `amount_currency`
   * of the market is null; may be several executions.
   */
  readonly added_amount: Decimal;
};

/** One page of a list. */
export type FillPage = {
  /** The items. */
  readonly data: readonly Fill[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A line of a grid. */
export type GridLevel = {
  /** From the lowest. */
  readonly index: number;
  /** Its price. */
  readonly price: Decimal;
  /** What rests there at the start; null: nothing. */
  readonly side: OrderSide | null;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
};

/** What a grid would begin with. */
export type GridPreview = {
  /** Kind of bot. */
  readonly type: 'spot_grid' | 'futures_grid';
  /** Market. */
  readonly market_tag: string;
  /** Whether such a bot can be made now. */
  readonly is_valid: boolean;
  /** Why such a bot cannot be made; empty when it can. */
  readonly problems: readonly SettingProblem[];
  /** Price now. */
  readonly current_price: Decimal;
  /**
   * Currency of what is called quote, and of funds, fees and margin: the quote of the market,
   * or the margin currency of its contract.
   */
  readonly currency: string;
  readonly available: AvailableFunds;
  /** Between two lines; null where they are a ratio apart. */
  readonly grid_step: Decimal | null;
  /** Between two lines; null where they are a step apart. */
  readonly grid_ratio: Decimal | null;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount_per_grid: Decimal | null;
  /** Orders that rest at the start. */
  readonly orders_count: number | null;
  /** The least that is possible, in `currency`. */
  readonly min_investment: Decimal | null;
  /** The most that is possible; null: no limit. */
  readonly max_investment: Decimal | null;
  /** What the orders at the start need. */
  readonly required: RequiredFunds | null;
  /** The same as one sum, fees included, in `currency`. */
  readonly required_total_in_quote: Decimal | null;
  /** Bought or sold at the start. */
  readonly initial_order: InitialOrder | null;
  /** After fees, of the highest grid. */
  readonly profit_per_grid_min_percent: Decimal | null;
  /** After fees, of the lowest grid. */
  readonly profit_per_grid_max_percent: Decimal | null;
  /** Of the order at the start, in `currency`. */
  readonly estimated_fees: Decimal | null;
  /** Of futures, in `currency`; null on spot. */
  readonly margin: Decimal | null;
  /** Of a short; null where there is none. */
  readonly liquidation_price_up: Decimal | null;
  /** Of a long; null where there is none. */
  readonly liquidation_price_down: Decimal | null;
  /** At which what is opened has paid its fee. */
  readonly break_even_price: Decimal | null;
  /** Lines of the grid, lowest first. */
  readonly levels: readonly GridLevel[];
};

/** What a grid has brought. */
export type GridResults = {
  /** Pairs of fills: a fill and the one on the other line that matches it. */
  readonly closed: number;
  /** Of them with a profit. */
  readonly winning: number;
  /** Of them with none. */
  readonly losing: number;
  /** Of those pairs, fees deducted. */
  readonly grid_profit: Decimal;
  /** All other profit, open positions included. */
  readonly floating_profit: Decimal;
  /** Of a pair. */
  readonly average_profit: Decimal;
  /** Of one pair. */
  readonly biggest_win: Decimal;
  /** Of one pair. */
  readonly biggest_loss: Decimal;
  /** 0 to 100. */
  readonly win_percentage: Decimal;
  /** Won over lost. */
  readonly profit_factor: Decimal;
};

/** A secret address for signals from outside. */
export type Hook = {
  /** The hook. */
  readonly hook_id: string;
  /** The bot that gets the signals. */
  readonly bot_id: string;
  /** What the bot listens to: its token, or what its script asks for. */
  readonly signal: string;
  /** The form of texts; null: those that need none are read. */
  readonly template: string | null;
  /** Networks from which it may be called; empty: from anywhere. */
  readonly allowed_addresses: readonly string[];
  /** Whether a text that says `sell`, and nothing of the position after it, may open a short. */
  readonly sells_enter_short: boolean;
  /** So long an equal message without an id counts as a repetition, in seconds; 0: none does. */
  readonly repeat_window_seconds: number;
  /** Whether its messages have to be signed. */
  readonly is_signed: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When it got its present address; null: it has its first one. */
  readonly rotated_at: Timestamp | null;
};

/** A message that came in, and what became of it. */
export type HookCall = {
  /** When it came. */
  readonly at: Timestamp;
  /** From where; null: not known. */
  readonly address: string | null;
  /** What it says; null: nothing known. */
  readonly action: string | null;
  /**
   * What became of it. `queued`: the bot has not read it yet. `taken`: the bot listens to it.
   * `unheard`: it does not, or it was stopped before it read it.
   */
  readonly outcome: 'queued' | 'taken' | 'unheard' | 'duplicate' | 'refused';
  /** The same in words. */
  readonly detail: string;
};

/** A list, returned whole. */
export type HookCallList = {
  /** The items. */
  readonly data: readonly HookCall[];
};

/** A list, returned whole. */
export type HookList = {
  /** The items. */
  readonly data: readonly Hook[];
};

/** A bot that listens to signals. */
export type HookListener = {
  /** The bot. */
  readonly bot_id: string;
  /** What it is called. */
  readonly name: string;
  /** The names; null: its script makes them while it runs, so any may be one. */
  readonly signals: readonly string[] | null;
};

/** A list, returned whole. */
export type HookListenerList = {
  /** The items. */
  readonly data: readonly HookListener[];
};

/** A hook with its secret address, shown this once. */
export type HookWithPath = {
  /** The hook. */
  readonly hook_id: string;
  /** The bot that gets the signals. */
  readonly bot_id: string;
  /** What the bot listens to: its token, or what its script asks for. */
  readonly signal: string;
  /** The form of texts; null: those that need none are read. */
  readonly template: string | null;
  /** Networks from which it may be called; empty: from anywhere. */
  readonly allowed_addresses: readonly string[];
  /** Whether a text that says `sell`, and nothing of the position after it, may open a short. */
  readonly sells_enter_short: boolean;
  /** So long an equal message without an id counts as a repetition, in seconds; 0: none does. */
  readonly repeat_window_seconds: number;
  /** Whether its messages have to be signed. */
  readonly is_signed: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When it got its present address; null: it has its first one. */
  readonly rotated_at: Timestamp | null;
  /** Its address, behind that of the service. It cannot be shown again. */
  readonly path: string;
  /** The key that signs its messages, shown this once; null: none does. */
  readonly signing_secret: string | null;
};

/** Bought or sold at the start. */
export type InitialOrder = {
  /** Buy or sell. */
  readonly side: OrderSide;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Price now. */
  readonly estimated_price: Decimal;
};

/** The state of the installation. */
export type Installation = {
  /** By role, then by age. */
  readonly processes: readonly ServiceProcess[];
  /** Of backtests and labs. */
  readonly queues: readonly QueueState[];
  readonly database: DatabaseState;
  /** The last ones, newest first. */
  readonly slow_requests: readonly SlowRequest[];
};

/** An order, working or ended. */
export type KnownOrder = {
  /** Accepted by DELETE /v1/orders/{order_id}. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`: its
   * exchange had it, shows it no more and does not say how it ended. `unplaced`: it certainly
   * never reached the exchange.
   */
  readonly status: OrderState;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /**
   * Why it ended, or what was assumed where play money met real prices; null while it works and
   * after a plain fill.
   */
  readonly reason: string | null;
  /** When what is known of it changed last. */
  readonly updated_at: Timestamp;
};

/** One page of a list. */
export type KnownOrderPage = {
  /** The items. */
  readonly data: readonly KnownOrder[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** How large the search is. */
export type LabConfig = {
  /** Combinations per generation. */
  readonly max_population: number;
  /** Generations. */
  readonly max_generations: number;
  /** Top results carried to the next generation. */
  readonly max_elites: number;
  /** Percent of genes of the second parent. */
  readonly mix_rate?: number | undefined;
  /** Percent of genes that change. */
  readonly adjust_rate?: number | undefined;
};

/** A lab and its current or last execution. */
export type LabDetail = {
  /** Identifier of the lab. */
  readonly lab_id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** Script whose inputs are swept. */
  readonly script_id: string;
  /**
   * `brute_force` runs every combination, `intelligent` searches genetically, `random` samples,
   * `cluster` samples and then looks around the best.
   */
  readonly algorithm: 'brute_force' | 'intelligent' | 'random' | 'cluster';
  /** The last three are the end of an execution. */
  readonly status:
    | 'created'
    | 'queued'
    | 'running'
    | 'completed'
    | 'cancelled'
    | 'failed';
  /** Null until configured. */
  readonly account_id: string | null;
  /** Null until configured. */
  readonly market_tag: string | null;
  /** Minutes; null until configured. */
  readonly interval: number | null;
  /** Start of the window; null before the first start. */
  readonly start_at: Timestamp | null;
  /** End of the window; null before the first start. */
  readonly end_at: Timestamp | null;
  /** When the execution was started. */
  readonly started_at: Timestamp | null;
  /** Backtests that the execution makes. */
  readonly scheduled_backtests: number;
  /** Those of them that are done. */
  readonly completed_backtests: number;
  /** Parameters that the lab knows. */
  readonly parameters_count: number;
  /** Those that are swept. */
  readonly enabled_parameters_count: number;
  /** How large the search is. */
  readonly config: LabConfig | null;
  /** Settings that were chosen; those left out were not. Can be sent again as they are. */
  readonly settings: ChosenSettings | null;
  /** Last part of the window that the search does not see; null until configured. */
  readonly out_of_sample_percent: number | null;
  /** Parts in which the choice is judged; null until configured. */
  readonly walk_forward_folds: number | null;
  /** Why the execution stopped early. */
  readonly cancel_reason: string | null;
  /** When it was made. */
  readonly created_at: Timestamp | null;
  /** When it last changed. */
  readonly updated_at: Timestamp | null;
};

/** A lab and how far it is: data of `lab.…`. */
export type LabEventData = {
  /** The lab. */
  readonly lab_id: string;
  /** Its name. */
  readonly name: string;
  /** The status that it got into. */
  readonly status:
    | 'created'
    | 'queued'
    | 'running'
    | 'completed'
    | 'cancelled'
    | 'failed';
  /** Combinations that were run. */
  readonly completed_count: number;
  /** Combinations to run in all. */
  readonly scheduled_count: number;
  /** Why it was cancelled; null otherwise. */
  readonly reason: string | null;
};

/** What choosing by the past would have brought. */
export type LabFold = {
  /** Start of what was chosen by. */
  readonly start_at: Timestamp;
  /** Its end, and the start of what was judged. */
  readonly cut_at: Timestamp;
  /** End of what was judged. */
  readonly end_at: Timestamp;
  /** The run that was best until the cut. */
  readonly backtest_id: string;
  /** Until the cut. */
  readonly chosen_profit: Decimal;
  /** After it. */
  readonly judged_profit: Decimal;
};

/** All results together. */
export type LabOverfitting = {
  /** Runs that could differ; null until completed. */
  readonly trials: number | null;
  /** That the best run is below the middle elsewhere. */
  readonly overfitting_probability: Decimal | null;
  /** Of as many trials without skill, per period. */
  readonly expected_highest_sharpe: Decimal | null;
  /** What choosing by the past would have brought; empty without folds. */
  readonly walk_forward: readonly LabFold[];
};

/** One page of a list. */
export type LabPage = {
  /** The items. */
  readonly data: readonly LabDetail[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** An input of the script as the lab uses it. */
export type LabParameter = {
  /** `group.label` of the input, or its label alone. */
  readonly key: string;
  /** Kind of value. */
  readonly kind: string;
  /** Whether it is swept. */
  readonly enabled: boolean;
  /** Whether neighbouring values are alike. */
  readonly ordered: boolean;
  /** What is swept. */
  readonly values: readonly (number | string | boolean)[];
  /** What is used when it is not swept; null: the script's default. */
  readonly value: number | string | boolean | null;
};

/** How one input of the script is used. */
export type LabParameterWish = {
  /** `group.label` of the input, or its label alone. */
  readonly key: string;
  /** Whether it is swept. */
  readonly enabled: boolean;
  /** What to sweep. */
  readonly values?: readonly (number | string | boolean)[] | undefined;
  readonly range?: LabRange | undefined;
  /** What to use when it is not swept. */
  readonly value?: number | string | boolean | undefined;
};

/** A list, returned whole. */
export type LabParameters = {
  /** The items. */
  readonly data: readonly LabParameter[];
};

/** Evenly spaced numbers, both ends included. */
export type LabRange = {
  /** The first. */
  readonly from: number;
  /** The last, when a step meets it. */
  readonly to: number;
  /** Between two; not 0. */
  readonly step: number;
};

/** What one combination gave; figures are null if it failed. */
export type LabResult = {
  /** Names the run where a bot is made of it; as a backtest it is run again on demand. */
  readonly backtest_id: string;
  /** Generation of the search, from 0. */
  readonly generation: number;
  /** Place in its generation, from 0. */
  readonly population: number;
  /** The swept inputs. */
  readonly parameters: { readonly [name: string]: unknown };
  /** Why the run failed. */
  readonly error: string | null;
  /** Net of fees, in profit_currency. */
  readonly realized_profit: Decimal | null;
  /** In profit_currency. */
  readonly fees: Decimal | null;
  /** Percent. */
  readonly roi: Decimal | null;
  /** Currency of the figures. */
  readonly profit_currency: string | null;
  /** Orders that filled. */
  readonly orders_filled: number | null;
  /** Positions that were closed. */
  readonly positions_closed: number | null;
  /** Percent of closed positions that won, 0 to 100. */
  readonly win_rate: Decimal | null;
  /** Deepest fall from a peak, in percent of it. */
  readonly max_drawdown_percent: Decimal | null;
  /** Annualised. */
  readonly sharpe_ratio: Decimal | null;
  /** Gains over losses. */
  readonly profit_factor: Decimal | null;
  /** Percent, over the part that the search saw. */
  readonly in_sample_roi: Decimal | null;
  /** Percent, over the part that it did not see. */
  readonly out_of_sample_roi: Decimal | null;
  /** Median in-sample ROI of the combinations one step away. */
  readonly neighbourhood_roi: Decimal | null;
  /** Share of the results that this median reaches, 0 to 1. */
  readonly stability: Decimal | null;
  /** Probability that it is better than luck, 0 to 1. */
  readonly deflated_sharpe_ratio: Decimal | null;
  /** Runs that the lab made which could differ. */
  readonly trials: number | null;
};

/** One page of a list. */
export type LabResultPage = {
  /** The items. */
  readonly data: readonly LabResult[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** The last signal of a token. */
export type LastSignal = {
  /** Its token. */
  readonly signal_token: string;
  /** What it said. */
  readonly action: string;
  /** When it was received. */
  readonly received_at: Timestamp;
  /** Until when it is retained. */
  readonly expires_at: Timestamp;
  /** How many bots got it. */
  readonly bots_notified: number;
};

/** One movement of money in a ledger. */
export type LedgerEntry = {
  /** Identifier; grows with each entry. */
  readonly entry_id: string;
  /** When it was. */
  readonly at: Timestamp;
  /** Why money moved. */
  readonly kind:
    | 'deposit'
    | 'withdrawal'
    | 'reserve'
    | 'release'
    | 'trade'
    | 'margin'
    | 'profit'
    | 'fee'
    | 'funding'
    | 'liquidation_fee'
    | 'insurance';
  /** Currency. */
  readonly currency: string;
  /** By which the total of the account changed; zero where money was locked or freed. */
  readonly change: Decimal;
  /** What moved. */
  readonly amount: Decimal;
  /**
   * What gave it: `available`, `reserved` by orders and `margin` of positions are the account's
   * own, the others stand outside.
   */
  readonly debit:
    | 'available'
    | 'reserved'
    | 'margin'
    | 'venue'
    | 'profit'
    | 'fees'
    | 'funding'
    | 'insurance'
    | 'deposit';
  /** What got it. */
  readonly credit:
    | 'available'
    | 'reserved'
    | 'margin'
    | 'venue'
    | 'profit'
    | 'fees'
    | 'funding'
    | 'insurance'
    | 'deposit';
  /** Order that caused it; null where it was none. */
  readonly order_id: string | null;
};

/** One page of a list. */
export type LedgerPage = {
  /** The items. */
  readonly data: readonly LedgerEntry[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A mail server of your own. */
export type MailServer = {
  /** Its name. */
  readonly host: string;
  /** Its port. */
  readonly port: number;
  /** TLS from the first byte, or by STARTTLS. */
  readonly tls: 'implicit' | 'starttls';
  /** Whom it knows you as. */
  readonly user?: string | undefined;
  /** Your password there. */
  readonly password?: string | undefined;
  /** The address that sends. */
  readonly from: string;
};

/** What backs a position. */
export type MarginMode = 'cross' | 'isolated';

/** Something that can be traded. */
export type Market = {
  /** Opaque identifier, accepted wherever a market is named. */
  readonly market_tag: string;
  /** Exchange code. */
  readonly exchange: string;
  /** Base currency. */
  readonly base: string;
  /** Quote currency. */
  readonly quote: string;
  /** Kind of market. */
  readonly market_type: MarketType;
  /** Smallest price increment; 0: unconstrained. */
  readonly price_step: Decimal;
  /** Decimal places of a price. */
  readonly price_decimals: number;
  /** Smallest amount increment; 0: unconstrained. */
  readonly amount_step: Decimal;
  /** Decimal places of an amount. */
  readonly amount_decimals: number;
  /** Maker fee, percent. */
  readonly maker_fee: Decimal;
  /** Taker fee, percent. */
  readonly taker_fee: Decimal;
  /**
   * Smallest amount of an order in base currency, or in contracts where the `amount_currency`
   * of the market is null. 0: no minimum.
   */
  readonly min_order_amount: Decimal;
  /** Smallest order in quote currency; 0: no minimum. */
  readonly min_order_value: Decimal;
  /**
   * Largest amount of an order in base currency, or in contracts where the `amount_currency` of
   * the market is null. 0: no maximum.
   */
  readonly max_order_amount: Decimal;
  /** Largest order in quote currency; 0: no maximum. */
  readonly max_order_value: Decimal;
  /** Whether the market is open for trading. */
  readonly is_open: boolean;
  /**
   * Currency that amounts of orders and positions are in. Null: they are in contracts, each of
   * them `contract_value` (inverse, quanto, and vanilla whose contract is not one of base).
   */
  readonly amount_currency: string | null;
  /** Terms of a futures contract. */
  readonly contract: Contract | null;
};

/** What is known of a market's minutes. */
export type MarketHistory = {
  /** Market. */
  readonly market_tag: string;
  /** When the first known candle begins; null: none is known. */
  readonly from: Timestamp | null;
  /** When the last one ends. */
  readonly to: Timestamp | null;
  /** Minutes of a stored candle; 1 unless longer ones were imported. */
  readonly candle_minutes: number | null;
  /** Whether its exchange has minutes that can be fetched. */
  readonly can_be_fetched: boolean;
};

/** One page of a list. */
export type MarketPage = {
  /** The items. */
  readonly data: readonly Market[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What a market trades at now. */
export type MarketPrice = {
  /** Market. */
  readonly market_tag: string;
  /** Last price; null while the market is closed. */
  readonly price: Decimal | null;
  /** When that was; null while the market is closed. */
  readonly at: Timestamp | null;
  /** The minute that has not ended; null where no bot and no stream follows the market. */
  readonly forming: Candle | null;
  /**
   * Best bid; null where the exchange does not state it. The price alone comes with it where it
   * is known without another request.
   */
  readonly bid: Decimal | null;
  /** Best ask; null as the best bid is. */
  readonly ask: Decimal | null;
};

/** What a market trades at, and did lately. */
export type MarketTicker = {
  /** Market. */
  readonly market_tag: string;
  /** Last price; null while the market is closed. */
  readonly price: Decimal | null;
  /** When that was; null while the market is closed. */
  readonly at: Timestamp | null;
  /** The minute that has not ended; null where no bot and no stream follows the market. */
  readonly forming: Candle | null;
  /**
   * Best bid; null where the exchange does not state it. The price alone comes with it where it
   * is known without another request.
   */
  readonly bid: Decimal | null;
  /** Best ask; null as the best bid is. */
  readonly ask: Decimal | null;
  /** What a market did over the last 24 hours, as far as its minutes are known. */
  readonly day: TickerDay | null;
};

/** What is traded on a market. */
export type MarketType = 'spot' | 'futures';

/** Runs of as many trades, drawn from those of this run with replacement. */
export type MonteCarlo = {
  /** Runs. */
  readonly paths: number;
  /** What determined them. */
  readonly seed: number;
  /** At most 101, evenly apart. */
  readonly steps: readonly MonteCarloStep[];
  readonly max_drawdown: Quantiles;
  /** Runs that end below the start, percent. */
  readonly loss_probability: Decimal;
};

/** Equity after so many trades. */
export type MonteCarloStep = {
  /** Trades. */
  readonly trades: number;
  /** Of this run. */
  readonly actual: Decimal;
  /** 5th percentile. */
  readonly p5: Decimal;
  /** 25th percentile. */
  readonly p25: Decimal;
  /** Median. */
  readonly p50: Decimal;
  /** 75th percentile. */
  readonly p75: Decimal;
  /** 95th percentile. */
  readonly p95: Decimal;
};

/** A key with its secret, shown this once. */
export type NewApiKey = {
  /** Identifier of the key. */
  readonly key_id: string;
  /** What it is called. */
  readonly name: string;
  /** How the key begins. */
  readonly prefix: string;
  /** Rights of the key; empty: all. */
  readonly scopes: readonly Scope[];
  /** Whether it is accepted. */
  readonly is_enabled: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When it was last used. */
  readonly last_used_at: Timestamp | null;
  /** When it ends; null: never. */
  readonly expires_at: Timestamp | null;
  /** Networks from which it may be used; empty: from anywhere. */
  readonly allowed_addresses: readonly string[];
  /** The only end user that it reaches; null: all. */
  readonly user_id: string | null;
  /** The full key. Keep it: it cannot be shown again. */
  readonly key: string;
};

/** Where notifications are sent. Its secrets are not shown. */
export type NotificationChannel = {
  /** The channel. */
  readonly channel_id: string;
  /** What it is. */
  readonly kind: 'telegram' | 'discord' | 'slack' | 'email';
  /** Its name. */
  readonly name: string;
  /** Where it leads, without secrets. */
  readonly destination: string;
  /**
   * Whether messages are sent: `unproven` until its code was entered, `muted`, `failing` while
   * it is tried again, `disabled` when it failed for three days or is gone.
   */
  readonly status: 'unproven' | 'working' | 'muted' | 'failing' | 'disabled';
  /** When its code was entered; null: it was not. */
  readonly verified_at: Timestamp | null;
  /** Whether it was muted. `status` says whether it still is. */
  readonly is_muted: boolean;
  /** Until when it is muted; null: it is not, or until it is unmuted. */
  readonly muted_until: Timestamp | null;
  /** Since when messages fail; null: the last one arrived. */
  readonly failing_since: Timestamp | null;
  /** Why the last attempt failed; null: it did not. */
  readonly last_problem: string | null;
  /** Why it was disabled; null: it was not. */
  readonly disabled_reason: string | null;
  /** When a message arrived last; null: none did. */
  readonly last_delivered_at: Timestamp | null;
  /** When it was made. */
  readonly created_at: Timestamp;
};

/** A list, returned whole. */
export type NotificationChannelList = {
  /** The items. */
  readonly data: readonly NotificationChannel[];
};

/** A message to a channel, and what became of it. */
export type NotificationDelivery = {
  /** The delivery. */
  readonly delivery_id: string;
  /** The channel that it is for. */
  readonly channel_id: string;
  /** What it is about. The code itself is not shown. */
  readonly kind: 'events' | 'test' | 'code';
  /** What it says in one line. */
  readonly subject: string;
  /** The whole of it, as plain text. */
  readonly text: string;
  /** Of how many events it tells; 0: of none. */
  readonly events: number;
  /** Where it stands. */
  readonly status: 'waiting' | 'delivered' | 'given_up';
  /** How often it was tried. */
  readonly attempts: number;
  /** What was responded when it arrived; null: it did not. */
  readonly response: string | null;
  /** Why the last attempt failed; null: it did not. */
  readonly problem: string | null;
  /** When it was made. */
  readonly queued_at: Timestamp;
  /** When it is tried again; null: it did not fail, or is not tried again. */
  readonly next_attempt_at: Timestamp | null;
  /** When it ended; null: it waits. */
  readonly ended_at: Timestamp | null;
};

/** One page of a list. */
export type NotificationDeliveryPage = {
  /** The items. */
  readonly data: readonly NotificationDelivery[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Which events are sent, where, how often and when. */
export type NotificationRule = {
  /** The rule. */
  readonly rule_id: string;
  /** Its name. */
  readonly name: string;
  /** Types of events. */
  readonly types: readonly string[];
  /** Whether what went well is left out of these types. */
  readonly problems_only: boolean;
  /** Of which bots; empty: all. */
  readonly bot_ids: readonly string[];
  /** Of which accounts; empty: all. */
  readonly account_ids: readonly string[];
  /** To which channels; empty: all. */
  readonly channel_ids: readonly string[];
  /** A message comes at most so often; 0: at once. */
  readonly every_minutes: number;
  /** Hours of the day in which nothing is sent; what happens waits. */
  readonly quiet_hours: QuietHours | null;
  /** Whether it is applied. */
  readonly is_enabled: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
};

/** A list, returned whole. */
export type NotificationRuleList = {
  /** The items. */
  readonly data: readonly NotificationRule[];
};

/** A partner, and what its end users used since the month began (UTC). */
export type OperatorPartner = {
  /** The user that is the partner. */
  readonly user_id: string;
  /** Its name. */
  readonly user_name: string;
  /** Since when it is one. */
  readonly created_at: Timestamp;
  /** When the month began. */
  readonly period_start: Timestamp;
  /** End users in the month. */
  readonly users: number;
  /** End users with a bot that ran in it. */
  readonly active_users: number;
  /** Bots that ran in it. */
  readonly bots_running: number;
  /** How long they ran, all together. */
  readonly bot_hours: Decimal;
  /** Orders that ended with a fill. */
  readonly orders_filled: number;
  /** What they turned over, in `currency`. */
  readonly traded_volume: Decimal;
  /** Signals that were sent. */
  readonly signals: number;
  /** Backtests. */
  readonly backtests: number;
  /** Of the tariff. */
  readonly currency: string;
  /** So far; null without a tariff. */
  readonly amount_due: Decimal | null;
};

/** A list, returned whole. */
export type OperatorPartnerList = {
  /** The items. */
  readonly data: readonly OperatorPartner[];
};

/** An order that is still working. */
export type Order = {
  /** Accepted by DELETE /v1/orders/{order_id}. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state
   * unresolved.
   */
  readonly status: 'pending' | 'open' | 'unknown';
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
};

/** What an order is expected to cost if it were placed now. */
export type OrderEstimate = {
  /** Whether nothing is known against it. */
  readonly is_valid: boolean;
  /** Why it would be refused; empty: nothing is known against it. */
  readonly problems: readonly OrderProblem[];
  /** Price of the market now. */
  readonly market_price: Decimal;
  /** Where it is expected to fill. */
  readonly price: Decimal;
  /** Whether it is expected to take, rather than to rest. */
  readonly is_taker: boolean;
  /** Currency of value and fee. */
  readonly currency: string;
  /** What it is worth there, in `currency`. */
  readonly value: Decimal;
  /** Fee, in percent of the value. */
  readonly fee_percent: Decimal;
  /** Fee, in `currency`. */
  readonly fee: Decimal;
  /** What has to be available, fee included; null on futures without a leverage. */
  readonly required: Decimal | null;
  /** Currency of what is required and available. */
  readonly required_currency: string;
  /** Available on the account now. */
  readonly available: Decimal;
};

/** An order as it was when an event `order.…` happened. */
export type OrderEventData = {
  /** The order. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled until then in base currency, or in contracts where the `amount_currency` of the
   * market is null.
   */
  readonly filled_amount: Decimal;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** The state that it got into. */
  readonly status: OrderState;
  /** Why it ended; null while it works and after a plain fill. */
  readonly reason: string | null;
};

/** What an order paid in one currency. */
export type OrderFee = {
  /** Currency of the fee. */
  readonly currency: string;
  /** Sum over its fills; below zero where it was paid back. */
  readonly amount: Decimal;
};

/** A list, returned whole. */
export type OrderList = {
  /** The items. */
  readonly data: readonly Order[];
};

/** An order, working or ended, with what its fills came to. */
export type OrderOutcome = {
  /** Accepted by DELETE /v1/orders/{order_id}. */
  readonly order_id: string;
  /** Account holding the order. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`: its
   * exchange had it, shows it no more and does not say how it ended. `unplaced`: it certainly
   * never reached the exchange.
   */
  readonly status: OrderState;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /**
   * Why it ended, or what was assumed where play money met real prices; null while it works and
   * after a plain fill.
   */
  readonly reason: string | null;
  /** Mean price of its fills; null without. */
  readonly average_price: Decimal | null;
  /** By currency; empty before the first fill. */
  readonly fees: readonly OrderFee[];
  /** When its newest fill was; null without. */
  readonly filled_at: Timestamp | null;
  /** When what is known of it changed last. */
  readonly updated_at: Timestamp;
};

/** The order was accepted. */
export type OrderPlaced = {
  /** Identifier of the order. */
  readonly order_id: string;
  /**
   * What is known of it when the response is sent. `unknown`: nobody knows yet whether it
   * reached its exchange. Do not send it again: read it, or follow its events, until it is
   * another.
   */
  readonly status: OrderState;
};

/** Why an order would be refused. */
export type OrderProblem = {
  /** Field at fault. */
  readonly field: string;
  /** The rule, and what would be valid. */
  readonly message: string;
};

/** Whether an order buys or sells. */
export type OrderSide = 'buy' | 'sell';

/** What has become of an order. */
export type OrderState =
  | 'pending'
  | 'open'
  | 'unknown'
  | 'lost'
  | 'filled'
  | 'cancelled'
  | 'rejected'
  | 'expired'
  | 'unplaced';

/** What the exchange does with an order by itself. The service retains what it does not. */
export type OrderSupport = {
  /** Types of orders that it keeps. */
  readonly types: readonly OrderType[];
  /** Types of orders that the service watches for bots, and sends when they are due. */
  readonly emulated_types: readonly OrderType[];
  /** Whether it refuses to let such an order take. */
  readonly post_only: boolean;
  /** Whether it only reduces a position. */
  readonly reduce_only: boolean;
  /** Whether an order ends by itself at an instant. */
  readonly time_outs: boolean;
  /** Whether a trailing stop may wait for a price. */
  readonly trail_activation: boolean;
};

/** Kind of an order. */
export type OrderType =
  | 'limit'
  | 'market'
  | 'stop_limit'
  | 'stop_market'
  | 'take_profit_limit'
  | 'take_profit_market'
  | 'trailing_stop_limit'
  | 'trailing_stop_market';

/** What was cancelled. */
export type OrdersCancelled = {
  /** Orders that this request cancelled. */
  readonly cancelled_count: number;
  /** Orders that still work; request it again for them. */
  readonly working_order_ids: readonly string[];
};

/** A line of the log. */
export type PartnerBacktestLogLine = {
  /** Simulated time. */
  readonly timestamp: Timestamp | null;
  /** Kind of line. */
  readonly severity: 'info' | 'trade' | 'warning' | 'error' | 'custom';
  /** What it says. */
  readonly message: string;
};

/** One page of a list. */
export type PartnerBacktestLogPage = {
  /** The items. */
  readonly data: readonly PartnerBacktestLogLine[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What was ordered. */
export type PartnerBacktestOrders = {
  /** Orders. */
  readonly total: number;
  /** Filled whole. */
  readonly filled: number;
  /** Filled in part. */
  readonly partially_filled: number;
  /** Seconds. */
  readonly average_open_time: Decimal;
};

/** How it came out. */
export type PartnerBacktestPerformance = {
  /** Wins by losses. */
  readonly profit_factor: Decimal;
  /** Of daily returns. */
  readonly sharpe_ratio: Decimal;
  /** Of daily returns. */
  readonly sortino_ratio: Decimal;
  /** In profit_currency. */
  readonly max_drawdown: Decimal;
  /** Percent. */
  readonly max_drawdown_percent: Decimal;
  /** Of closed positions, or of pairs of a grid, 0 to 100. */
  readonly win_percentage: Decimal;
  /** In profit_currency. */
  readonly biggest_win: Decimal;
  /** In profit_currency. */
  readonly biggest_loss: Decimal;
  /** Highest point of the total. */
  readonly highest_profit: Decimal;
  /** Lowest point of the total. */
  readonly lowest_profit: Decimal;
};

/** A position that the run held. */
export type PartnerBacktestPosition = {
  /** Unique within the backtest. */
  readonly position_id: string;
  /** What it gains from. */
  readonly direction: Direction;
  /** Market. */
  readonly market_tag: string | null;
  /** False when it was still open at the end. */
  readonly is_closed: boolean;
  /** When it was opened. */
  readonly opened_at: Timestamp | null;
  /** When it was closed; null while it is open. */
  readonly closed_at: Timestamp | null;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Average entry. */
  readonly average_price: Decimal;
  /** Fees deducted, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fee_costs: Decimal;
  /** Percent. */
  readonly roi: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string | null;
};

/** A list, returned whole. */
export type PartnerBacktestPositionList = {
  /** The items. */
  readonly data: readonly PartnerBacktestPosition[];
};

/** What was held. */
export type PartnerBacktestPositions = {
  /** Closed positions; of a grid, pairs of fills. */
  readonly closed: number;
  /** Of them with a profit. */
  readonly winning: number;
  /** Of them with a loss. */
  readonly losing: number;
  /** In profit_currency. */
  readonly average_profit: Decimal;
  /** In profit_currency. */
  readonly average_margin: Decimal;
};

/** The results. */
export type PartnerBacktestResults = {
  /** Identifier of the backtest. */
  readonly backtest_id: string;
  /** Market. */
  readonly market_tag: string;
  /** Start of the window, simulated time. */
  readonly started_at: Timestamp;
  /** End of the window, simulated time. */
  readonly ended_at: Timestamp;
  /** When it was begun. */
  readonly executed_start_at: Timestamp | null;
  /** When it was done. */
  readonly executed_end_at: Timestamp | null;
  readonly summary: PartnerBacktestSummary;
  readonly performance: PartnerBacktestPerformance;
  readonly orders: PartnerBacktestOrders;
  readonly positions: PartnerBacktestPositions;
  /** The first 50 lines. */
  readonly logs: readonly PartnerBacktestLogLine[];
};

/** How far it is. */
export type PartnerBacktestStatus = {
  /** Identifier of the backtest. */
  readonly backtest_id: string;
  /** End user that it is for. */
  readonly user_id: string;
  /** Results are there when it is `completed`; `failed` stays for a day. */
  readonly status:
    | 'queued'
    | 'loading_data'
    | 'executing'
    | 'completed'
    | 'failed';
  /** Percent that is done. */
  readonly progress: Decimal;
  /** Why it failed; null otherwise. */
  readonly message: string | null;
  /** When it was requested. */
  readonly created_at: Timestamp;
};

/** What came out. */
export type PartnerBacktestSummary = {
  /** Net of fees, in profit_currency. */
  readonly realized_profit: Decimal;
  /** Percent. */
  readonly roi: Decimal;
  /** In profit_currency. */
  readonly fee_costs: Decimal;
  /** Before fees. */
  readonly gross_profit: Decimal;
  /** The market's own change over the window, percent. */
  readonly price_change: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string | null;
  /** Of pairs of fills, fees deducted; null where it is no grid. */
  readonly grid_profit: Decimal | null;
  /** All other profit, open positions included; null where it is no grid. */
  readonly floating_profit: Decimal | null;
};

/** What an end user holds for one kind of markets. */
export type PartnerBalance = {
  /** When the exchange said so. */
  readonly updated_at: Timestamp;
  /** Sorted by currency; currencies of which there is none are left out. */
  readonly data: readonly Balance[];
  /** Why the balance of a currency is missing, which is then unknown; null: none is. */
  readonly unreadable: string | null;
};

/** A bot of an end user. */
export type PartnerBot = {
  /** Identifier of the bot. */
  readonly bot_id: string;
  /** End user that owns it. */
  readonly user_id: string;
  /** Whether it runs. */
  readonly status: 'running' | 'stopped';
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Exchange that it trades at. */
  readonly exchange: string | null;
  /** Bot that it is a copy of; null for an original. */
  readonly master_bot_id: string | null;
  /** Whether it takes the edits of that bot. */
  readonly is_following: boolean;
  /** When it was made. */
  readonly created_at: Timestamp;
  /**
   * Realized since it was started last, in profit_currency: quote, or what a contract is
   * settled in.
   */
  readonly profit: Decimal;
  /** The same as a fraction: 0.15 is 15 percent. */
  readonly roi: Decimal;
  /** Currency of the profits; null before the first figures. */
  readonly profit_currency: string | null;
  /** Realized in all activations, as far as it was in the same currency. */
  readonly total_profit: Decimal;
  /** What it is called. */
  readonly name: string;
  /** Of a grid, since it was started last; null of all others. */
  readonly grid: GridResults | null;
  /** How often it was copied. */
  readonly cloned: number;
  /** Copies that take its edits now. */
  readonly followers: number;
  /** All settings, by the keys of the strategy. */
  readonly config:
    | {
    readonly [name: string]: number | string | boolean | null;
  }
    | null;
};

/** A line of a bot log. */
export type PartnerBotLogEntry = {
  /** When it was written. */
  readonly timestamp: Timestamp;
  /** `info`, `trade`, `warning`, `error` or `custom`. */
  readonly severity: string;
  /** What was written. */
  readonly message: string;
};

/** One page of a list. */
export type PartnerBotLogPage = {
  /** The items. */
  readonly data: readonly PartnerBotLogEntry[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** One page of a list. */
export type PartnerBotPage = {
  /** The items. */
  readonly data: readonly PartnerBot[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** One execution of an order. */
export type PartnerFill = {
  /** Identifier of the fill, as its exchange calls it. */
  readonly fill_id: string;
  /** Order that it filled; null for one that was not placed here. */
  readonly order_id: string | null;
  /** Market of the order. */
  readonly market_tag: string;
  /** What it executed as. */
  readonly side: OrderSide;
  /** Price of the fill. */
  readonly price: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /** What it cost; below zero where it was paid back. */
  readonly fee: Decimal;
  /** Currency of the fee. */
  readonly fee_currency: string;
  /** Whether the order rested before. */
  readonly is_maker: boolean;
  /** When it was. */
  readonly filled_at: Timestamp;
};

/** One page of a list. */
export type PartnerFillPage = {
  /** The items. */
  readonly data: readonly PartnerFill[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** An order, working or ended. */
export type PartnerKnownOrder = {
  /** Identifier of the order. */
  readonly order_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`: its
   * exchange had it, shows it no more and does not say how it ended. `unplaced`: it certainly
   * never reached the exchange.
   */
  readonly status: OrderState;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /**
   * Why it ended, or what was assumed where play money met real prices; null while it works and
   * after a plain fill.
   */
  readonly reason: string | null;
  /** When what is known of it changed last. */
  readonly updated_at: Timestamp;
};

/** One page of a list. */
export type PartnerKnownOrderPage = {
  /** The items. */
  readonly data: readonly PartnerKnownOrder[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** What a bot holds. */
export type PartnerOpenPosition = {
  /** Unique for the bot. */
  readonly position_id: string;
  /** Market. */
  readonly market_tag: string;
  /** What it gains from. */
  readonly direction: Direction;
  /** Whether it is over. */
  readonly is_closed: boolean;
  /**
   * Amount in base currency, or in contracts where the `amount_currency` of the market is null.
   * Of a closed one, the most that it held.
   */
  readonly amount: Decimal;
  /** Average entry. */
  readonly average_price: Decimal;
  /** Average of what left it; null before. */
  readonly exit_price: Decimal | null;
  /** The most that was locked for it, or that it cost. */
  readonly margin: Decimal;
  /** Currency of the margin. */
  readonly margin_currency: string;
  /** Fees deducted, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fee_costs: Decimal;
  /** Of realized and unrealized profit, in percent of the margin. */
  readonly roi: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string;
  /** Bot that holds it. */
  readonly bot_id: string;
  /** When it was opened. */
  readonly opened_at: Timestamp;
  /** When it was closed; null while it is open. */
  readonly closed_at: Timestamp | null;
  /** Price that its profit is reckoned at; null while the market is closed. */
  readonly mark_price: Decimal | null;
  /** At the mark price, before the fees of closing; null without one. */
  readonly unrealized_profit: Decimal | null;
  /** As at the exchange; null on spot. */
  readonly leverage: Decimal | null;
  /** What backs it; null on spot. */
  readonly margin_mode: MarginMode | null;
  /** Why what is left of it cannot be sold or bought back; null: it can. */
  readonly left_reason: string | null;
  /**
   * Of all that is held of this market, by other bots too; null on spot, and when no price of
   * this market alone would liquidate it.
   */
  readonly liquidation_price: Decimal | null;
};

/** An order of a bot that still works. */
export type PartnerOrder = {
  /** Identifier of the order. */
  readonly order_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`: not yet acknowledged; `open`: resting; `unknown`: still working, state
   * unresolved.
   */
  readonly status: 'pending' | 'open' | 'unknown';
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
};

/** A list, returned whole. */
export type PartnerOrderList = {
  /** The items. */
  readonly data: readonly PartnerOrder[];
};

/** An order of an end user, working or ended, with what its fills came to. */
export type PartnerOrderOutcome = {
  /** Identifier of the order. */
  readonly order_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: OrderType;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /** Price that it waits for; null on the others. */
  readonly trigger_price: Decimal | null;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /**
   * `pending`, `open`, `unknown` and `lost` still work, the others have ended. `lost`: its
   * exchange had it, shows it no more and does not say how it ended. `unplaced`: it certainly
   * never reached the exchange.
   */
  readonly status: OrderState;
  /** Bot that placed it; null for manual orders. */
  readonly bot_id: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /**
   * Why it ended, or what was assumed where play money met real prices; null while it works and
   * after a plain fill.
   */
  readonly reason: string | null;
  /** Mean price of its fills; null without. */
  readonly average_price: Decimal | null;
  /** By currency; empty before the first fill. */
  readonly fees: readonly OrderFee[];
  /** When its newest fill was; null without. */
  readonly filled_at: Timestamp | null;
  /** When what is known of it changed last. */
  readonly updated_at: Timestamp;
};

/** What a bot held. */
export type PartnerPosition = {
  /** Unique for the bot. */
  readonly position_id: string;
  /** Market. */
  readonly market_tag: string;
  /** What it gains from. */
  readonly direction: Direction;
  /** Whether it is over. */
  readonly is_closed: boolean;
  /**
   * Amount in base currency, or in contracts where the `amount_currency` of the market is null.
   * Of a closed one, the most that it held.
   */
  readonly amount: Decimal;
  /** Average entry. */
  readonly average_price: Decimal;
  /** Average of what left it; null before. */
  readonly exit_price: Decimal | null;
  /** The most that was locked for it, or that it cost. */
  readonly margin: Decimal;
  /** Currency of the margin. */
  readonly margin_currency: string;
  /** Fees deducted, in profit_currency. */
  readonly realized_profit: Decimal;
  /** In profit_currency. */
  readonly fee_costs: Decimal;
  /** Percent. */
  readonly roi: Decimal;
  /** Currency of the figures. */
  readonly profit_currency: string;
  /** Bot that holds it. */
  readonly bot_id: string;
  /** When it was opened. */
  readonly opened_at: Timestamp;
  /** When it was closed; null while it is open. */
  readonly closed_at: Timestamp | null;
};

/** A list, returned whole. */
export type PartnerPositionList = {
  /** The items. */
  readonly data: readonly PartnerOpenPosition[];
};

/** One page of a list. */
export type PartnerPositionPage = {
  /** The items. */
  readonly data: readonly PartnerPosition[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A kind of bot, with its settings. */
export type PartnerStrategy = {
  /** Pass as `type` when creating a bot. */
  readonly type: StrategyType;
  /** Name for people. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** Its settings: the keys of `config`. */
  readonly settings: readonly PartnerStrategySetting[];
};

/** A list, returned whole. */
export type PartnerStrategyList = {
  /** The items. */
  readonly data: readonly PartnerStrategy[];
};

/** What can be chosen of a strategy. */
export type PartnerStrategySetting = {
  /** Key under `config`. */
  readonly key: string;
  /** Where to show it. */
  readonly group: string | null;
  /** Name for people. */
  readonly name: string;
  /** What it does. */
  readonly description: string | null;
  /** Kind of its value. */
  readonly type: 'number' | 'boolean' | 'option' | 'string';
  /** What holds where nothing is chosen; null: nothing. */
  readonly default: string | number | boolean | null;
  /** Whether it may change while the bot runs. */
  readonly editable: boolean;
  /** What an `option` may be; empty for other kinds. */
  readonly options: readonly string[];
  /** Whether it must be chosen; others may be left out. */
  readonly required: boolean;
  /** Whether a number must be a whole one. */
  readonly whole: boolean;
  /** The least of a number; null: none. */
  readonly minimum: Decimal | null;
  /** Whether the least itself is refused. */
  readonly above_minimum: boolean;
  /** The most of a number; null: none. */
  readonly maximum: Decimal | null;
};

/** The return of a month or a year (UTC). */
export type PeriodReturn = {
  /** `2026-08` or `2026`. */
  readonly period: string;
  /** Percent. */
  readonly return: Decimal;
  /** Of the market, percent. */
  readonly buy_and_hold: Decimal | null;
};

/** An order of any type. */
export type PlaceAccountOrder = {
  /** A market of the account's exchange. */
  readonly market_tag: string;
  /** Buy or sell. */
  readonly side: OrderSide;
  /** Kind of order: one that its exchange knows. */
  readonly type: OrderType;
  /** Limit price of the types with `limit` in their name. */
  readonly price?: Decimal | null | undefined;
  /** Of `stop_…` and `take_profit_…`: the price that sets it off. */
  readonly trigger_price?: Decimal | null | undefined;
  /**
   * Of `trailing_…`: how far behind the best price its trigger stays; 0: it is sent at the
   * first price that makes it active.
   */
  readonly trail_distance?: Decimal | null | undefined;
  /** Of `trailing_…`: the price from which on it follows. */
  readonly trail_activation_price?: Decimal | null | undefined;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Of `limit`: cancelled on arrival instead of taking. */
  readonly post_only?: boolean | null | undefined;
  /** On futures: never opens or enlarges a position. */
  readonly reduce_only?: boolean | null | undefined;
  /** When it ends by itself. */
  readonly expires_at?: Timestamp | null | undefined;
  /** Of a futures position that it opens. */
  readonly leverage?: Decimal | null | undefined;
  /** What backs that position; `isolated` where only the leverage is given. */
  readonly margin_mode?: MarginMode | null | undefined;
};

/** An order to place. */
export type PlaceOrder = {
  /** Account to trade on. */
  readonly account_id: string;
  /** A market of the account's exchange. */
  readonly market_tag: string;
  /** Buy or sell. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: 'limit' | 'market';
  /** Required on limit orders; left out (or null) on market orders. */
  readonly price?: Decimal | null | undefined;
  /** Amount in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
};

/** An open futures position. */
export type Position = {
  /** Identifier of the position. */
  readonly position_id: string;
  /** Account that holds it. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market of the position. */
  readonly market_tag: string;
  /** Which way it gains. */
  readonly direction: Direction;
  /** Size in base currency, or in contracts where the `amount_currency` of the market is null. */
  readonly amount: Decimal;
  /** Average entry price. */
  readonly average_price: Decimal;
  /** Price that profit and margin are reckoned at. */
  readonly mark_price: Decimal;
  /** Leverage. */
  readonly leverage: Decimal;
  /** What backs the position. */
  readonly margin_mode: MarginMode;
  /** Margin held for it. */
  readonly margin: Decimal;
  /** Currency of the margin. */
  readonly margin_currency: string;
  /** Null when no price of this market alone would liquidate it. */
  readonly liquidation_price: Decimal | null;
  /** In the profit currency. */
  readonly unrealized_profit: Decimal;
  /** In the profit currency. */
  readonly realized_profit: Decimal;
  /** Fees paid so far, in the profit currency. */
  readonly fees: Decimal;
  /** Realized and unrealized profit, in percent of the margin used. */
  readonly roi: Decimal;
  /** Currency of profit and fees. */
  readonly profit_currency: string;
  /** Bot that holds it whole; null when traded by hand or by several. */
  readonly bot_id: string | null;
  /** When it was opened. */
  readonly opened_at: Timestamp;
  /** When it was changed last. */
  readonly updated_at: Timestamp;
};

/** A position that was opened, changed its amount or was closed: data of `position.…`. */
export type PositionEventData = {
  /** The position. */
  readonly position_id: string;
  /** The account. */
  readonly account_id: string;
  /** Its market. */
  readonly market_tag: string;
  /** What it gains from. */
  readonly direction: Direction;
};

/** A list, returned whole. */
export type PositionList = {
  /** The items. */
  readonly data: readonly Position[];
  /** Why a position is missing, which is then unknown; null: none is. */
  readonly unreadable: string | null;
};

/** Whether a market can be held in both directions. */
export type PositionMode = 'one_way' | 'hedge';

/** An order of a position. */
export type PositionOrder = {
  /** Identifier of the order. */
  readonly order_id: string;
  /** Market of the order. */
  readonly market_tag: string | null;
  /** What it executes as. */
  readonly side: OrderSide;
  /** Kind of order. */
  readonly type: string;
  /** Limit price; `0` on market orders. */
  readonly price: Decimal;
  /**
   * Ordered amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly amount: Decimal;
  /**
   * Filled amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly filled_amount: Decimal;
  /** Average; null before the first fill. */
  readonly filled_price: Decimal | null;
  /** `partially_filled`: it ended with a part filled. Others as of open orders. */
  readonly status:
    | 'pending'
    | 'open'
    | 'unknown'
    | 'filled'
    | 'partially_filled'
    | 'cancelled'
    | 'rejected';
  /** Null while it works. */
  readonly fee_costs: Decimal | null;
  /** Bot that placed it. */
  readonly bot_id: string;
  /** Why the bot placed it. */
  readonly note: string | null;
  /** When it was placed. */
  readonly placed_at: Timestamp | null;
  /** When it ended; null while it works. */
  readonly closed_at: Timestamp | null;
};

/** A list, returned whole. */
export type PositionOrderList = {
  /** The items. */
  readonly data: readonly PositionOrder[];
};

/** A bot that might be made. */
export type PreviewStrategyBot = {
  /** Account to trade on. */
  readonly account_id: string;
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Settings of the strategy; what is left out has its default. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
};

/** RFC 9457 problem document. Match on `code`. */
export type Problem = {
  /** The error's documentation. */
  readonly type: string;
  /** The same for every occurrence of the code. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What happened this time. */
  readonly detail: string;
  /** What a program matches on. Codes may be added: treat an unknown one by its status. */
  readonly code:
    | 'invalid_request'
    | 'insufficient_funds'
    | 'order_rejected'
    | 'unauthorized'
    | 'invalid_api_key'
    | 'insufficient_scope'
    | 'forbidden'
    | 'confirmation_required'
    | 'not_found'
    | 'account_not_found'
    | 'bot_not_found'
    | 'script_not_found'
    | 'backtest_not_found'
    | 'lab_not_found'
    | 'exchange_not_found'
    | 'market_not_found'
    | 'user_not_found'
    | 'order_not_found'
    | 'key_not_found'
    | 'position_not_found'
    | 'signal_not_found'
    | 'hook_not_found'
    | 'webhook_not_found'
    | 'delivery_not_found'
    | 'channel_not_found'
    | 'rule_not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'request_timeout'
    | 'idempotency_in_progress'
    | 'events_expired'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'idempotency_key_reuse'
    | 'invalid_signal'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'upstream_error'
    | 'temporarily_unavailable'
    | 'upstream_timeout'
    | (string & {});
  /** On 500: quote it when reporting. */
  readonly instance?: string | undefined;
  /** Each fault of the request. */
  readonly errors?: readonly {
    /** JSON Pointer into the body. */
    readonly pointer?: string | undefined;
    /** Query parameter. */
    readonly parameter?: string | undefined;
    /** Header. */
    readonly header?: string | undefined;
    /** What is wrong with it. */
    readonly detail: string;
  }[] | undefined;
};

/** Of all paths. */
export type Quantiles = {
  /** 5th percentile. */
  readonly p5: Decimal;
  /** 25th percentile. */
  readonly p25: Decimal;
  /** Median. */
  readonly p50: Decimal;
  /** 75th percentile. */
  readonly p75: Decimal;
  /** 95th percentile. */
  readonly p95: Decimal;
};

/** Jobs that wait and run. */
export type QueueState = {
  /** The queue. */
  readonly queue: string;
  /** Jobs that wait for a worker. */
  readonly waiting_count: number;
  /** Jobs that run. */
  readonly running_count: number;
  /** How long the oldest of them waits. */
  readonly oldest_seconds: number;
};

/** Hours of the day in which nothing is sent; what happens waits. */
export type QuietHours = {
  /** When they begin. */
  readonly from: string;
  /** When they end; over midnight when that is earlier. */
  readonly to: string;
  /** The place whose clock counts, by its name in the IANA database. */
  readonly time_zone: string;
};

/** What a script is called from now on. */
export type RenameScript = {
  /** What to call it. */
  readonly name: string;
  /** What it does; left out: as before; null: nothing is said. */
  readonly description?: string | null | undefined;
};

/** The new source of a script. */
export type ReplaceSource = {
  /** The Lua text, whole; at most 262,144 bytes in UTF-8 compile. */
  readonly source: string;
};

/** Usage and bill of a period. */
export type Report = {
  /** First instant that counts. */
  readonly period_start: Timestamp;
  /** First instant that counts no more. */
  readonly period_end: Timestamp;
  /** When this report was made. */
  readonly generated_at: Timestamp;
  /** Currency of the tariff, of amounts and of volumes. */
  readonly currency: string;
  readonly totals: ReportTotals;
  /** Empty without a tariff. */
  readonly line_items: readonly ReportLine[];
  /** One page of the end users that used something, sorted by id. */
  readonly users: readonly ReportUser[];
  /** Cursor of the next page of `users`; null on the last one. */
  readonly next_cursor: string | null;
};

/** One line of the bill. */
export type ReportLine = {
  /** What is billed. */
  readonly code:
    | 'active_bot'
    | 'bot_hour'
    | 'active_user'
    | 'filled_order'
    | 'traded_volume'
    | 'backtest'
    | 'signal';
  /** How much of it. */
  readonly quantity: Decimal;
  /** What the price is for; a percentage of volume. */
  readonly unit:
    | 'bot_month'
    | 'hour'
    | 'user_month'
    | 'order'
    | 'percent'
    | 'backtest'
    | 'signal';
  /** Price of the tariff. */
  readonly unit_price: Decimal;
  /** Quantity times price. */
  readonly amount: Decimal;
};

/** What all end users used. */
export type ReportTotals = {
  /** End users that were there in the period. */
  readonly users: number;
  /** End users with a bot that ran in it. */
  readonly active_users: number;
  /** Bots made in the period. */
  readonly bots_created: number;
  /** Bots that ran at some time of the period, whether or not they still run. */
  readonly bots_running: number;
  /** How long they ran, all together. */
  readonly bot_hours: Decimal;
  /** Orders that ended with a fill. */
  readonly orders_filled: number;
  /** What they turned over, in the report's currency. */
  readonly traded_volume: Decimal;
  /** Of it on spot markets. */
  readonly spot_volume: Decimal;
  /** Of it on futures markets. */
  readonly futures_volume: Decimal;
  /** Backtests that were requested. */
  readonly backtests: number;
  /** Volumes in each currency; nothing is converted. */
  readonly volumes: readonly ReportVolume[];
  /** Signals that were sent. */
  readonly signals: number;
  /** Sum of the lines; null without a tariff. */
  readonly amount_due: Decimal | null;
};

/** What one end user used. */
export type ReportUser = {
  /** Identifier of the end user, also of one deleted since. */
  readonly user_id: string;
  /** Bots made in the period. */
  readonly bots_created: number;
  /** Bots that ran at some time of the period, whether or not they still run. */
  readonly bots_running: number;
  /** How long they ran, all together. */
  readonly bot_hours: Decimal;
  /** Orders that ended with a fill. */
  readonly orders_filled: number;
  /** What they turned over, in the report's currency. */
  readonly traded_volume: Decimal;
  /** Of it on spot markets. */
  readonly spot_volume: Decimal;
  /** Of it on futures markets. */
  readonly futures_volume: Decimal;
  /** Backtests that were requested. */
  readonly backtests: number;
  /** Volumes in each currency; nothing is converted. */
  readonly volumes: readonly ReportVolume[];
};

/** What orders turned over in one currency. */
export type ReportVolume = {
  /** Currency. */
  readonly currency: string;
  /** On spot markets. */
  readonly spot_volume: Decimal;
  /** On futures markets. */
  readonly futures_volume: Decimal;
};

/** A figure, as `/metrics` has it. */
export type ReportedFigure = {
  /** Its name. */
  readonly name: string;
  /** What it means. */
  readonly help: string;
  /** Its values. */
  readonly samples: readonly FigureSample[];
};

/** Which day of a bot is compared. */
export type RequestComparison = {
  /** A day in UTC that has ended. */
  readonly day: string;
};

/** A comparison that is being made. */
export type RequestedComparison = {
  /** Bot. */
  readonly bot_id: string;
  /** Day in UTC. */
  readonly day: string;
  /** The backtest that it is compared with; of several the last. */
  readonly backtest_id: string;
};

/** What the orders at the start need. */
export type RequiredFunds = {
  /** In base currency. */
  readonly base: Decimal;
  /** In `currency`. */
  readonly quote: Decimal;
};

/** How many returns lie in a range. */
export type ReturnBin = {
  /** Percent; included. */
  readonly from: Decimal;
  /** Percent; included in the last bin only. */
  readonly to: Decimal;
  /** Returns. */
  readonly count: number;
};

/** A ratio of the days up to an instant. */
export type RollingPoint = {
  /** Close of a day. */
  readonly timestamp: Timestamp;
  /** The ratio, per year. */
  readonly value: Decimal;
};

/** A backtest to run. */
export type RunPartnerBacktest = {
  /** Kind of bot. */
  readonly type: StrategyType;
  /** Settings, as of a bot. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
  /** Start of the window. */
  readonly start_at: Timestamp;
  /** End of the window. */
  readonly end_at: Timestamp;
};

/** A rule to make, or what one becomes. */
export type SaveNotificationRule = {
  /** Its name. */
  readonly name: string;
  /** Types of events, or groups such as `order.*`. */
  readonly types: readonly string[];
  /** Whether what went well is left out; left out: no. */
  readonly problems_only?: boolean | undefined;
  /** Of which bots; empty or left out: all. */
  readonly bot_ids?: readonly string[] | undefined;
  /** Of which accounts; empty or left out: all. */
  readonly account_ids?: readonly string[] | undefined;
  /** To which channels; empty or left out: all. */
  readonly channel_ids?: readonly string[] | undefined;
  /** A message comes at most so often; left out: at once. */
  readonly every_minutes?: number | undefined;
  /** Hours of the day in which nothing is sent; what happens waits. */
  readonly quiet_hours?: ChosenQuietHours | null | undefined;
  /** Whether it is applied; left out: yes. */
  readonly is_enabled?: boolean | undefined;
};

/** What a key may be used for. */
export type Scope =
  | 'read'
  | 'bots'
  | 'scripts'
  | 'labs'
  | 'trading'
  | 'accounts'
  | 'admin'
  | 'whitelabel'
  | 'partner';

/** A script, without its source. */
export type Script = {
  /** Identifier of the script. */
  readonly script_id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** What it does. */
  readonly description: string | null;
  /** `lua` for all scripts made through this API. */
  readonly type: 'lua' | 'visual';
  /** Whether it compiled; only valid scripts can run on a bot. */
  readonly is_valid: boolean;
  /** When it was made. */
  readonly created_at: Timestamp | null;
  /** When its source was last replaced. */
  readonly updated_at: Timestamp | null;
};

/** What a check of a source found. */
export type ScriptChecked = {
  readonly compile: ScriptCompile;
  /** What may be meant otherwise, and does not keep it from running. */
  readonly warnings: readonly ScriptCompileError[];
  /** What it lets its user choose. */
  readonly inputs: readonly ScriptInput[];
};

/** A command that scripts may call. */
export type ScriptCommand = {
  /** Its name. */
  readonly name: string;
  /** Other names. */
  readonly aliases: readonly string[];
  /** Its family. */
  readonly category: string;
  /** What it does. */
  readonly meaning: string;
  /** How it is called. */
  readonly signature: string;
  /** In their order. */
  readonly parameters: readonly ScriptCommandParameter[];
  /** What it returns. */
  readonly result: string;
  /** A line of a script. */
  readonly example: string;
  /** Why it has no effect; null when it has one. */
  readonly inert_reason: string | null;
};

/** An argument of a command. */
export type ScriptCommandParameter = {
  /** Its name. */
  readonly name: string;
  /** Kind of value, and its unit. */
  readonly kind: string;
  /** What it does. */
  readonly meaning: string;
  /** Whether it has to be given. */
  readonly is_required: boolean;
  /** What stands in for it, in Lua; null: nothing. */
  readonly default: string | null;
};

/** What compiling the source found. */
export type ScriptCompile = {
  /** Whether there are no errors. */
  readonly is_valid: boolean;
  /** What is wrong; empty when it is valid. */
  readonly errors: readonly ScriptCompileError[];
};

/** One thing that is wrong with a source. */
export type ScriptCompileError = {
  /** What is wrong. */
  readonly message: string;
  /** Line, counted from 1; null when there is no position. */
  readonly line: number | null;
  /** Column in characters, counted from 1; null when only the line is known. */
  readonly column: number | null;
};

/** A constant that scripts may name. */
export type ScriptConstant = {
  /** Its name. */
  readonly name: string;
  /** Its group. */
  readonly group: string;
  /** What it stands for. */
  readonly meaning: string;
};

/** A script with its source. */
export type ScriptDetail = {
  /** Identifier of the script. */
  readonly script_id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** What it does. */
  readonly description: string | null;
  /** `lua` for all scripts made through this API. */
  readonly type: 'lua' | 'visual';
  /** Whether it compiled; only valid scripts can run on a bot. */
  readonly is_valid: boolean;
  /** When it was made. */
  readonly created_at: Timestamp | null;
  /** When its source was last replaced. */
  readonly updated_at: Timestamp | null;
  /** The Lua text. */
  readonly source: string;
  readonly compile: ScriptCompile;
};

/** Something that a script lets its user choose. */
export type ScriptInput = {
  /**
   * Its name in `parameters` of backtests, bots and labs; null where there is nothing to
   * choose.
   */
  readonly key: string | null;
  /** Kind of value. */
  readonly kind: string;
  /** What it is called. */
  readonly label: string;
  /** Group that it is shown in. */
  readonly group: string | null;
  /** What it means. */
  readonly tooltip: string | null;
  /** Value when nothing is chosen. */
  readonly default: number | string | boolean | null;
  /** What may be chosen; empty when any value may. */
  readonly options: readonly ScriptInputOption[];
  /** Lowest value; null: none. */
  readonly minimum: number | null;
  /** Highest value; null: none. */
  readonly maximum: number | null;
  /** Between two values; null: any. */
  readonly step: number | null;
};

/** A choice of an input. */
export type ScriptInputOption = {
  /** What it is called. */
  readonly label: string;
  /** What to send. */
  readonly value: number | string;
};

/** A list, returned whole. */
export type ScriptInputs = {
  /** The items. */
  readonly data: readonly ScriptInput[];
};

/** One page of a list. */
export type ScriptPage = {
  /** The items. */
  readonly data: readonly Script[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** The source was replaced. */
export type ScriptSourceUpdated = {
  /** Identifier of the script. */
  readonly script_id: string;
  readonly compile: ScriptCompile;
};

/** A source as it was saved. */
export type ScriptVersion = {
  /** Grows by one with each source. */
  readonly version: number;
  /** Whether it compiled. */
  readonly is_valid: boolean;
  /** When it was saved. */
  readonly saved_at: Timestamp;
};

/** A source as it was saved, with its text. */
export type ScriptVersionDetail = {
  /** Grows by one with each source. */
  readonly version: number;
  /** Whether it compiled. */
  readonly is_valid: boolean;
  /** When it was saved. */
  readonly saved_at: Timestamp;
  /** The Lua text. */
  readonly source: string;
};

/** One page of a list. */
export type ScriptVersionPage = {
  /** The items. */
  readonly data: readonly ScriptVersion[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** Every command and constant that scripts know. */
export type ScriptVocabulary = {
  /** By family. */
  readonly commands: readonly ScriptCommand[];
  /** By group. */
  readonly constants: readonly ScriptConstant[];
};

/** A signal for a bot. */
export type SendBotSignal = {
  /** What it listens to: its token, or the id that its script asks for. */
  readonly name: string;
  /**
   * `buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held.
   * `GetRemoteSignal` returns the constant that it stands for.
   */
  readonly action:
    | 'buy'
    | 'enter_long'
    | 'sell'
    | 'enter_short'
    | 'exit_position'
    | 'exit_long'
    | 'exit_short';
  /** What `GetWebHookSignal` returns; the action alone when left out (or null). */
  readonly payload?: { readonly [name: string]: unknown } | null | undefined;
};

/** A signal to send. */
export type SendSignal = {
  /** Letters, digits, `-` and `_`: the token that bots listen to. */
  readonly signal_token: string;
  /** `buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held. */
  readonly action:
    | 'buy'
    | 'enter_long'
    | 'sell'
    | 'enter_short'
    | 'exit_position'
    | 'exit_long'
    | 'exit_short';
};

/** A process of the installation. */
export type ServiceProcess = {
  /** The process. */
  readonly process_id: string;
  /** What it does. */
  readonly role: 'api' | 'worker' | 'bots' | 'venues';
  /** The machine. */
  readonly host: string;
  /** Its number there. */
  readonly os_process_id: number;
  /** What it runs. */
  readonly version: string;
  /** Whether it has not been heard of for long. */
  readonly is_silent: boolean;
  /** When it started. */
  readonly started_at: Timestamp;
  /** When it was heard of last. */
  readonly seen_at: Timestamp;
  /** Its memory. */
  readonly resident_bytes: number;
  /** How late it does things (p99). */
  readonly loop_delay_ms: number;
  /** What it says of its work. */
  readonly figures: readonly ReportedFigure[];
};

/** What an account may do at most. */
export type SetAccountLimits = {
  /** Orders of people and bots together. None when left out (or null). */
  readonly max_orders_per_minute?: number | null | undefined;
  /**
   * Whether losses of today count from now on. A loss that reaches its limit holds until the
   * next UTC day otherwise, whatever comes back. Bots stay stopped.
   */
  readonly reset_losses?: boolean | undefined;
  /** Where there are any, nothing is traded that settles in another currency. */
  readonly currencies?: readonly SetCurrencyLimits[] | undefined;
};

/** Limits of what settles in one currency. */
export type SetCurrencyLimits = {
  /** Quote on spot and vanilla markets, base on inverse, margin currency on quanto. */
  readonly currency: string;
  /** Largest value of an order, at its price or at the market. None when left out (or null). */
  readonly max_order_value?: Decimal | null | undefined;
  /**
   * Largest value of what is held and what working orders may add. None when left out (or
   * null).
   */
  readonly max_exposure?: Decimal | null | undefined;
  /**
   * Largest loss since 00:00 UTC, realised and unrealised, with fees; bots are stopped then.
   * None when left out (or null).
   */
  readonly max_daily_loss?: Decimal | null | undefined;
};

/** Why settings are refused. */
export type SettingProblem = {
  /** Setting at fault. */
  readonly key: string;
  /** The rule, and the nearest valid value. */
  readonly message: string;
};

/** What was chosen for where the script does not say; null: not chosen. */
export type ShownBotSettings = {
  /** Chart interval in minutes. */
  readonly interval: number;
  /** Leverage on futures. */
  readonly leverage: Decimal | null;
  /** Margin mode on futures. */
  readonly margin_mode: MarginMode | null;
  /** Value of a trade whose size is not scripted, in quote. */
  readonly trade_amount: Decimal | null;
  /** The same as a share of the bot's equity in percent. */
  readonly trade_amount_percent: Decimal | null;
  /** Entries that may be open in one direction of a market. */
  readonly pyramiding: number | null;
};

/** The signal was taken. */
export type SignalAccepted = {
  /** As it was sent. */
  readonly signal_token: string;
  /** As it was sent. */
  readonly action: string;
  /** Always true; it does not mean that a bot acted. */
  readonly accepted: true;
};

/** Where a signal bot would trade. */
export type SignalBotPreview = {
  /** Kind of bot. */
  readonly type: 'webhook';
  /** Market. */
  readonly market_tag: string;
  /** Whether such a bot can be made now. */
  readonly is_valid: boolean;
  /** Why such a bot cannot be made; empty when it can. */
  readonly problems: readonly SettingProblem[];
  /** Price now. */
  readonly current_price: Decimal;
  /**
   * Currency of what is called quote, and of funds, fees and margin: the quote of the market,
   * or the margin currency of its contract.
   */
  readonly currency: string;
  readonly available: AvailableFunds;
};

/** What a bot did with a signal. */
export type SignalEffect = {
  /** By which the event `signal.received` of this bot names it. */
  readonly signal_id: string;
  /** Bot that got it. */
  readonly bot_id: string;
  /** End user that owns the bot. */
  readonly user_id: string;
  /** When the bot took it in; null: not yet, or it was stopped. */
  readonly taken_at: Timestamp | null;
  /**
   * `waiting`: the bot has not decided yet, as before its first update. `heard`: it listens to
   * the token, and `messages` says what it did. `unheard`: it does not listen, or was stopped
   * before it read it.
   */
  readonly outcome: 'waiting' | 'heard' | 'unheard';
  /** Orders that followed from it, also those of a later minute. */
  readonly order_ids: readonly string[];
  /** What it wrote into its log about it and its orders. */
  readonly messages: readonly string[];
  /** What your webhooks were sent of the signal and its orders; oldest first. */
  readonly deliveries: readonly WebhookDelivery[];
};

/** A signal that a running bot got: data of `signal.received`. */
export type SignalEventData = {
  /** The bot. */
  readonly bot_id: string;
  /** What it asks for. */
  readonly action: string;
  /** By which its trace names it; null on old ones. */
  readonly signal_id: string | null;
};

/** A signal, with what came of it. */
export type SignalTrace = {
  /** Its token. */
  readonly signal_token: string;
  /** What it said. */
  readonly action: string;
  /** When it was received. */
  readonly received_at: Timestamp;
  /** `heard` by a bot at least; `unheard`: no running bot listens to it. */
  readonly outcome: 'waiting' | 'heard' | 'unheard';
  /** What each bot that listens to the token did. */
  readonly bots: readonly SignalEffect[];
};

/** One page of a list. */
export type SignalTracePage = {
  /** The items. */
  readonly data: readonly SignalTrace[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** An incoming webhook of Slack. */
export type SlackAddress = {
  /** Its address. */
  readonly url: string;
};

/** A request that took a second or more. */
export type SlowRequest = {
  /** When it ended. */
  readonly at: Timestamp;
  /** What was requested. */
  readonly operation: string;
  /** How long it took. */
  readonly duration_ms: number;
  /** The response. */
  readonly status: number;
  /** Whose it was; null: unknown. */
  readonly user_id: string | null;
  /** Names it in the log. */
  readonly request_id: string;
};

/** Bots to start. */
export type StartBots = {
  /** Bots, each once. */
  readonly bot_ids: readonly string[];
};

/** The window to search over. */
export type StartLab = {
  /** Start of the window. */
  readonly start_at: Timestamp;
  /** End of the window, after its start. */
  readonly end_at: Timestamp;
};

/** Play money to begin with. */
export type StartingBalance = {
  /** Currency. */
  readonly currency: string;
  /** How much of it, in each of the wallets that can hold it. */
  readonly amount: Decimal;
};

/** Bots to stop. */
export type StopBots = {
  /** Bots, each once. */
  readonly bot_ids: readonly string[];
  /** Whether their open orders are cancelled; default false. */
  readonly cancel_orders?: boolean | undefined;
  /** Whether what they hold is closed at market, after that; default false. */
  readonly close_positions?: boolean | undefined;
};

/** What is to be stopped. */
export type StopEverything = {
  /** Whether every working order is cancelled, those placed by hand too; default false. */
  readonly cancel_orders?: boolean | undefined;
  /**
   * Whether what is held is closed with market orders; cancels the working orders first.
   * Default false. On spot it is what bots bought and hold.
   */
  readonly close_positions?: boolean | undefined;
};

/** What is to be stopped, and of whom. */
export type StopEverythingOfEndUsers = {
  /** The only end user that is meant; all when left out (or null). */
  readonly user_id?: string | null | undefined;
  /** Whether every working order is cancelled, those placed by hand too; default false. */
  readonly cancel_orders?: boolean | undefined;
  /**
   * Whether what is held is closed with market orders; cancels the working orders first.
   * Default false. On spot it is what bots bought and hold.
   */
  readonly close_positions?: boolean | undefined;
};

/** A strategy on an account and a market. */
export type StrategyBot = {
  /** Identifier of the bot. */
  readonly bot_id: string;
  /** What its owner calls it. */
  readonly name: string;
  /** Account that it trades on. */
  readonly account_id: string;
  /** Whether it trades play money on a paper account. */
  readonly is_paper: boolean;
  /** Market that it trades. */
  readonly market_tag: string | null;
  /** Kind of bot. */
  readonly type: StrategyType;
  /** All settings, by the keys of the strategy. */
  readonly config: {
    readonly [name: string]: number | string | boolean | null;
  };
  /** Whether it is running. */
  readonly is_activated: boolean;
  /** Whether it is activated, but not processing ticks. */
  readonly is_paused: boolean;
  /** Why it ended by itself; null while it runs and when it was stopped by hand. */
  readonly stop_reason: string | null;
  /**
   * Who stopped it last; null while it runs and before its first start. `user`: by hand, or its
   * key was removed. `risk`: the risk switch or a limit. `script`: its script or strategy ended
   * or failed. `exchange`: its market, its key or what it held is gone. `service`: it could not
   * be taken up or carried on, as when a plan has ended.
   */
  readonly stopped_by:
    | 'user' | 'risk' | 'script' | 'exchange' | 'service'
    | null;
  /** Since it was started last, in its market's profit currency. */
  readonly realized_profit: Decimal;
  /** Of open positions, in the same currency. */
  readonly unrealized_profit: Decimal;
  /** Since it was started last, in percent. */
  readonly roi: Decimal;
  /** Currency of the profits; null before the first figures. */
  readonly profit_currency: string | null;
  /** Realized in all activations, as far as it was in the same currency. */
  readonly total_profit: Decimal;
  /** Of a grid, since it was started last; null of all others. */
  readonly grid: GridResults | null;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** Close of the minute that it was updated for last; null before the first. */
  readonly last_update_at: Timestamp | null;
  /** Close of the minute that it is updated for next; null unless it runs. */
  readonly next_update_at: Timestamp | null;
};

/** Kind of a partner's bot. */
export type StrategyType =
  | 'spot_grid'
  | 'futures_grid'
  | 'spot_dollar_cost_averaging'
  | 'futures_dollar_cost_averaging'
  | 'webhook';

/** A stream whose reader took nothing and so did not hear why it ended: data of `stream.cut`. */
export type StreamEventData = {
  /** The key, or session, that opened it. */
  readonly key_id: string;
  /** Its address. */
  readonly path: string;
  /** Why it was cut off. */
  readonly reason: string;
};

/** Whether a key is accepted. */
export type SwitchKey = {
  /** False: it is refused until it is enabled again. */
  readonly is_enabled: boolean;
};

/** What became of a bot. */
export type SwitchedBot = {
  /** The bot. */
  readonly bot_id: string;
  /** Why it is not as it was requested; null: it is. */
  readonly problem: string | null;
};

/** A list, returned whole. */
export type SwitchedBotList = {
  /** The items. */
  readonly data: readonly SwitchedBot[];
};

/** A table. */
export type TableSize = {
  /** Its name. */
  readonly table: string;
  /** With its indexes. */
  readonly bytes: number;
  /** As the database estimates them. */
  readonly rows: number;
};

/** A chat, and the bot that writes there. */
export type TelegramAddress = {
  /** Token of the bot, as @BotFather gives it. */
  readonly token: string;
  /** The number of the chat, or the @name of a channel. */
  readonly chat_id: string;
};

/** What a market did over the last 24 hours, as far as its minutes are known. */
export type TickerDay = {
  /** When the first known minute begins. */
  readonly from: Timestamp;
  /** When the last known minute ends. */
  readonly to: Timestamp;
  /** First price. */
  readonly open: Decimal;
  /** Highest price. */
  readonly high: Decimal;
  /** Lowest price. */
  readonly low: Decimal;
  /** Last price. */
  readonly close: Decimal;
  /**
   * Traded amount in base currency, or in contracts where the `amount_currency` of the market
   * is null.
   */
  readonly volume: Decimal;
  /** From the first price to the last. */
  readonly change: Decimal;
};

/** Of closed trades. */
export type TradeStatistics = {
  /** Closed trades. */
  readonly count: number;
  /** With a profit above zero. */
  readonly winning: number;
  /** With a profit below zero. */
  readonly losing: number;
  /** Percent. */
  readonly win_rate: Decimal | null;
  /** Costs deducted. */
  readonly net_profit: Decimal;
  /** Of the starting equity. */
  readonly net_profit_percent: Decimal | null;
  /** Sum of wins. */
  readonly gross_win: Decimal;
  /** Sum of losses, zero or more. */
  readonly gross_loss: Decimal;
  /** `gross_win` over `gross_loss`. */
  readonly profit_factor: Decimal | null;
  /** Mean profit. */
  readonly average_trade: Decimal | null;
  /** Mean profit of the margin used. */
  readonly average_trade_percent: Decimal | null;
  /** Mean win. */
  readonly average_win: Decimal | null;
  /** Mean loss, zero or more. */
  readonly average_loss: Decimal | null;
  /** `average_win` over `average_loss`. */
  readonly payoff_ratio: Decimal | null;
  /** `average_trade` over `average_loss`. */
  readonly expectancy: Decimal | null;
  /** Zero without one. */
  readonly largest_win: Decimal;
  /** Zero or less. */
  readonly largest_loss: Decimal;
  /** Trades. */
  readonly longest_winning_streak: number;
  /** Trades. */
  readonly longest_losing_streak: number;
  /** Mean time from entry to exit, seconds. */
  readonly average_holding: number | null;
  /** Median, seconds. */
  readonly median_holding: number | null;
  /** Longest, seconds. */
  readonly longest_holding: number | null;
  /** Mean of winners. */
  readonly average_winner_holding: number | null;
  /** Mean of losers. */
  readonly average_loser_holding: number | null;
  /** Mean of the positions' `favorable_excursion`, percent. */
  readonly average_favorable_excursion: Decimal | null;
  /** Mean of the positions' `adverse_excursion`, percent. */
  readonly average_adverse_excursion: Decimal | null;
  /** Paid for them. */
  readonly fees: Decimal;
};

/** A signal that a bot got and does not listen to, or that no bot got: data of `signal.unheard`. */
export type UnheardSignalEventData = {
  /** The bot; null: none got it. */
  readonly bot_id: string | null;
  /** By which its trace names it; null: no bot got it. */
  readonly signal_id: string | null;
  /** Token of a partner's signal that no bot got; null: a bot got it. */
  readonly signal_token: string | null;
  /** In words. */
  readonly reason: string;
};

/** An account that could not be read. */
export type UnreadAccount = {
  /** The account. */
  readonly account_id: string;
  /** In words. */
  readonly reason: string;
};

/** A row of a public list of the exchange that cannot be read, and is left out of it. */
export type UnreadableRow = {
  /** Which list; candles, rates of funding and prices are `market_data`. */
  readonly list: 'markets' | 'market_data';
  /** The exchange's own name of the market; null: it is unreadable. */
  readonly symbol: string | null;
  /** The field, and what is wrong with it. */
  readonly reason: string;
};

/** A user of the installation. */
export type User = {
  /** The user. */
  readonly user_id: string;
  /** Its name, by which it signs in. */
  readonly name: string;
  /** What it may do who signs in. */
  readonly role: 'owner' | 'trader' | 'read_only';
  /** Its plan. */
  readonly plan:
    | 'starter'
    | 'standard'
    | 'professional'
    | 'tradeserver'
    | 'unlimited';
  /** When the plan ends; null: never. */
  readonly plan_until: Timestamp | null;
  /** Whether it has a password. */
  readonly has_password: boolean;
  /** Whether it has an authenticator app. */
  readonly has_app: boolean;
  /** Its passkeys. */
  readonly passkeys_count: number;
  /** Its API keys. */
  readonly keys_count: number;
  /** Browsers that are signed in. */
  readonly sessions_count: number;
  /** When one of them was last used; null: there is none. */
  readonly last_seen_at: Timestamp | null;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** When its deletion was requested, which has not ended yet; null: it was not. */
  readonly deletion_began_at: Timestamp | null;
};

/** How far the deletion of a user is. */
export type UserDeletion = {
  /** Whether it is done. Otherwise the service resumes it every minute. */
  readonly is_deleted: boolean;
  /** Bots that ran and were stopped. */
  readonly bots_stopped: number;
  /** Orders that were cancelled. */
  readonly orders_cancelled: number;
  /** Orders that still work; while there are any, the user stays. */
  readonly orders_working: number;
  /** Market orders that were accepted to close what was held. */
  readonly closing_orders: number;
  /** Accounts that were not done in time, or whose exchange failed. */
  readonly accounts_left: number;
};

/** One page of a list. */
export type UserPage = {
  /** The items. */
  readonly data: readonly User[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A code that was sent. */
export type VerifyNotificationChannel = {
  /** The six digits that arrived on the channel. */
  readonly code: string;
};

/** An address that events are sent to. */
export type Webhook = {
  /** The webhook. */
  readonly webhook_id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Types of events; empty: all. */
  readonly types: readonly string[];
  /** Whether events are sent. */
  readonly is_enabled: boolean;
  /** Why it was disabled; null: it was not. */
  readonly disabled_reason: string | null;
  /** Since when deliveries fail; null: the last one did not. */
  readonly failing_since: Timestamp | null;
  /** Why, as of the oldest event that waits; null: they do not fail. */
  readonly failing_reason: string | null;
  /** Until when the secret before the present one signs too; null: there is none. */
  readonly previous_secret_until: Timestamp | null;
  /** When it was made. */
  readonly created_at: Timestamp;
};

/** What became of an event to be sent. */
export type WebhookDelivery = {
  /** The delivery. */
  readonly delivery_id: string;
  /** The webhook that it is for. */
  readonly webhook_id: string;
  /** Whom it happened to: you, or one of your end users. */
  readonly user_id: string;
  /** Number of the event in the log of that user; `0`: a test, which is in no log. */
  readonly event_id: string;
  /** Its type; of a test `webhook.tested`. */
  readonly type: string;
  /** What it happened to. */
  readonly object_id: string;
  /** Where it stands. */
  readonly status: 'waiting' | 'delivered' | 'given_up';
  /** How often it was tried. */
  readonly attempts: number;
  /** The status that the last attempt got; null: none. */
  readonly http_status: number | null;
  /** How the response begins; null: there is none. */
  readonly response: string | null;
  /** Why the last attempt failed; null: it did not. */
  readonly problem: string | null;
  /** When it was queued. */
  readonly queued_at: Timestamp;
  /** When it is tried again; null: it did not fail, or is not tried again. */
  readonly next_attempt_at: Timestamp | null;
  /** When it ended; null: it waits. */
  readonly ended_at: Timestamp | null;
};

/** One page of a list. */
export type WebhookDeliveryPage = {
  /** The items. */
  readonly data: readonly WebhookDelivery[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: string | null;
};

/** A webhook that failed for long: data of `webhook.disabled`. */
export type WebhookEventData = {
  /** The webhook. */
  readonly webhook_id: string;
  /** Its address. */
  readonly url: string;
  /** Why it was disabled. */
  readonly reason: string;
};

/** A list, returned whole. */
export type WebhookList = {
  /** The items. */
  readonly data: readonly Webhook[];
};

/** A webhook with its secret, shown this once. */
export type WebhookWithSecret = {
  /** The webhook. */
  readonly webhook_id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Types of events; empty: all. */
  readonly types: readonly string[];
  /** Whether events are sent. */
  readonly is_enabled: boolean;
  /** Why it was disabled; null: it was not. */
  readonly disabled_reason: string | null;
  /** Since when deliveries fail; null: the last one did not. */
  readonly failing_since: Timestamp | null;
  /** Why, as of the oldest event that waits; null: they do not fail. */
  readonly failing_reason: string | null;
  /** Until when the secret before the present one signs too; null: there is none. */
  readonly previous_secret_until: Timestamp | null;
  /** When it was made. */
  readonly created_at: Timestamp;
  /** What signatures are verified with. It cannot be shown again. */
  readonly secret: string;
};

/** Of each operation: what it takes and returns, the items of its pages, and its table. */
export type Operations = {
  /** Every exchange that accounts can be connected to, sorted by code. */
  readonly listExchanges: {
    readonly input: {};
    readonly output: ExchangeList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What the exchange can do and promises, and how it is now. It is there while the exchange is
   * down.
   */
  readonly getExchange: {
    readonly input: {
      /** Exchange code, as listed. */
      readonly code: string;
    };
    readonly output: ExchangeRecord;
    readonly item: never;
    readonly table: never;
  };
  /**
   * With `exchange`, one request returns the whole exchange. Without it, the universe pages by
   * cursor.
   */
  readonly listMarkets: {
    readonly input: {
      /** Exchange code, in any case. */
      readonly exchange?: string | undefined;
      /** How many items to return at most, 1 to 3000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: MarketPage;
    readonly item: Market;
    readonly table: never;
  };
  /** The last price of a market, as its exchange says now. */
  readonly getMarketPrice: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
    };
    readonly output: MarketPrice;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The last price of a market as its exchange says now, and what it did over the last 24 hours
   * as far as its minutes are known here.
   */
  readonly getMarketTicker: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
    };
    readonly output: MarketTicker;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Candles of a market, oldest first: those that have ended, as far as its history is known.
   * Intervals in which nothing was traded are left out. A page is made of at most 50000
   * minutes, so long intervals have fewer candles on one.
   */
  readonly listMarketCandles: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
      /** Chart interval in minutes; 43200 is a calendar month. */
      readonly interval?:
        | 1
        | 2
        | 3
        | 4
        | 5
        | 6
        | 10
        | 12
        | 15
        | 20
        | 30
        | 45
        | 60
        | 90
        | 120
        | 180
        | 240
        | 360
        | 720
        | 1440
        | 2880
        | 4320
        | 10080
        | 20160
        | 43200 | undefined;
      /** Candles that begin then or later; left out: so many that the newest ends the page. */
      readonly from?: Timestamp | undefined;
      /** Candles that end then or earlier; left out: now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 1500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: CandlePage;
    readonly item: Candle;
    readonly table: never;
  };
  /**
   * The candles that `/candles` lists, as lists of whole numbers: for charts, which need many
   * of them at once. A page is made of at most 250000 minutes; request the next one with
   * `next_from` as `from`.
   */
  readonly listCandleColumns: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
      /** Chart interval in minutes; 43200 is a calendar month. */
      readonly interval?:
        | 1
        | 2
        | 3
        | 4
        | 5
        | 6
        | 10
        | 12
        | 15
        | 20
        | 30
        | 45
        | 60
        | 90
        | 120
        | 180
        | 240
        | 360
        | 720
        | 1440
        | 2880
        | 4320
        | 10080
        | 20160
        | 43200 | undefined;
      /** Candles that begin then or later; left out: so many that the newest ends the page. */
      readonly from?: Timestamp | undefined;
      /** Candles that end then or earlier; left out: now. */
      readonly to?: Timestamp | undefined;
      /** Whether the candle that has not ended is the last one; default false. */
      readonly forming?: boolean | undefined;
      /** How many items to return at most, 1 to 20000. */
      readonly limit?: number | undefined;
    };
    readonly output: CandleColumns;
    readonly item: never;
    readonly table: never;
  };
  /**
   * From when to when the minutes of a market are known here, by which charts are drawn and
   * scripts are run.
   */
  readonly getMarketHistory: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
    };
    readonly output: MarketHistory;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Fetches up to 3 days of the minutes that are missing from its exchange; backwards where
   * older ones are missing. Repeat it until `from` is early enough or does not change.
   */
  readonly fetchMarketHistory: {
    readonly input: {
      /** Market, as listed. */
      readonly market_tag: string;
      readonly body: FetchHistory;
    };
    readonly output: MarketHistory;
    readonly item: never;
    readonly table: never;
  };
  /** Your exchange accounts, sorted by id. Credentials are never shown. */
  readonly listAccounts: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: AccountPage;
    readonly item: Account;
    readonly table: never;
  };
  /**
   * With `is_paper` makes a paper account: play money on the markets and prices of the
   * exchange, without credentials. Otherwise checks the credentials at the exchange and stores
   * them sealed: only the process that talks to exchanges can open them. A key that may
   * withdraw is refused, and so is an account of the exchange that is connected already. Bots
   * may be created on the account once the operator allows it.
   */
  readonly connectAccount: {
    readonly input: {
      readonly body: ConnectAccount;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /** The account, with what is known of its key. Credentials are never shown. */
  readonly getAccount: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /** What the account holds, as its exchange says. */
  readonly getAccountBalance: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: AccountBalance;
    readonly item: never;
    readonly table: never;
  };
  /** Open futures positions, newest first; always empty on spot accounts. */
  readonly listAccountPositions: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: PositionList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Orders that still work, manual and placed by bots, newest first, returned whole. An order
   * leaves the list the moment it stops working.
   */
  readonly listAccountOrders: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: OrderList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Cancels every working order of the account, manual and placed by bots, or those on one
   * market. Running bots may place new ones: stop them first.
   */
  readonly cancelAccountOrders: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      /** Only orders on this market. */
      readonly market_tag?: string | undefined;
    };
    readonly output: OrdersCancelled;
    readonly item: never;
    readonly table: never;
  };
  /**
   * As `POST /v1/orders`, with stops, targets and trailing stops, if the exchange knows them
   * (`order_support` of the exchange says which). Send an `Idempotency-Key`, so that a repeated
   * request cannot place a second order.
   */
  readonly placeAccountOrder: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      readonly body: PlaceAccountOrder;
    };
    readonly output: OrderPlaced;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Orders that work no longer, manual and placed by bots, by their placing newest first, with
   * how each ended. What they filled at is in the fills of the account, and in the order.
   */
  readonly listEndedAccountOrders: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EndedOrderPage;
    readonly item: EndedOrder;
    readonly table: string;
  };
  /**
   * The trade history of the account: what its orders filled, manual and placed by bots, oldest
   * first. A page that is not full is the last one for now.
   */
  readonly listAccountFills: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: FillPage;
    readonly item: Fill;
    readonly table: string;
  };
  /**
   * Whether bots may be created on the account; those that exist stay. Of an account with real
   * money an owner of the installation decides.
   */
  readonly allowAccountBots: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      readonly body: AllowBots;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Asks the exchange whether it accepts the stored credentials, and what they may do. An
   * account that it refuses becomes `invalid_credentials` and its bots are stopped with the
   * reason; one that it accepts again becomes `connected`.
   */
  readonly checkAccount: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The new ones are checked first, must be of the same account of the exchange, and then
   * replace the old ones, which are retained sealed for a day. Also connects an account again
   * whose credentials were removed or refused.
   */
  readonly rotateAccountCredentials: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      readonly body: Credentials;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops its bots and deletes its credentials. Open orders and positions stay at the exchange,
   * where nobody here can follow them; cancel and close them before.
   */
  readonly removeAccountCredentials: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Within a day after a replacement. The former ones are checked first; those in use are
   * retained for a day in their place, so that this can be undone in the same way.
   */
  readonly restoreAccountCredentials: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: Account;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Value of the account over time, oldest first: noted each hour and, at most every five
   * minutes, after something was traded; each minute while it is requested. In the currency
   * that most markets of its exchange settle in, at the last prices there (docs/equity.md).
   */
  readonly listAccountEquity: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      /** Of each interval of so many minutes the last value; left out: all. */
      readonly interval?: 5 | 15 | 30 | 60 | 120 | 240 | 480 | 720 | 1440 | undefined;
      /** Values of then or later; left out: all that are retained. */
      readonly from?: Timestamp | undefined;
      /** Values before this; left out: up to now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 1500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EquityPage;
    readonly item: EquityPoint;
    readonly table: string;
  };
  /**
   * Value of all your accounts together over time, for each currency that they are valued in,
   * real money and play money apart. Of each account its newest value before the end of an
   * interval counts. At most 1500 intervals (docs/equity.md).
   */
  readonly sumEquity: {
    readonly input: {
      /** Minutes between two values; 60 by default. */
      readonly interval?: 5 | 15 | 30 | 60 | 120 | 240 | 480 | 720 | 1440 | undefined;
      /** Where the first interval begins; left out: a week before, or so many as may be. */
      readonly from?: Timestamp | undefined;
      /** Where the last one ends; left out: now. */
      readonly to?: Timestamp | undefined;
    };
    readonly output: EquitySumList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The books of a simulated or paper account in double entry, oldest first: deposits, trades,
   * fees, funding, and what orders and positions lock and free. The sum of `change` in a
   * currency is what the account holds of it. Real exchanges keep their books themselves.
   */
  readonly listAccountLedger: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: LedgerPage;
    readonly item: LedgerEntry;
    readonly table: string;
  };
  /**
   * Places a manual order on the account's exchange: real money on a real account. Send an
   * `Idempotency-Key`, so that a repeated request cannot place a second order.
   */
  readonly placeOrder: {
    readonly input: {
      readonly body: PlaceOrder;
    };
    readonly output: OrderPlaced;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Orders of all accounts and states, manual and placed by bots, by their placing newest
   * first, as they are known here. Narrow the list by account, market, bot, state and window.
   */
  readonly listOrders: {
    readonly input: {
      /** Only of this account. */
      readonly account_id?: string | undefined;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** Only those that this bot placed. */
      readonly bot_id?: string | undefined;
      /** Only those of this state; `working` and `ended` are several together. */
      readonly status?:
        | 'working'
        | 'ended'
        | 'pending'
        | 'open'
        | 'unknown'
        | 'lost'
        | 'filled'
        | 'cancelled'
        | 'rejected'
        | 'expired'
        | 'unplaced' | undefined;
      /** Only those placed then or later. */
      readonly from?: Timestamp | undefined;
      /** Only those placed earlier than this. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: KnownOrderPage;
    readonly item: KnownOrder;
    readonly table: string;
  };
  /**
   * An order of any age, manual or placed by a bot, with its status, the mean price of its
   * fills and what they cost. One that still works is brought up to date with its exchange
   * first.
   */
  readonly getOrder: {
    readonly input: {
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: OrderOutcome;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels a working order. Cancelling it once more returns 404. */
  readonly cancelOrder: {
    readonly input: {
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What an order of any type would cost by the prices of now, its fee, what it needs of what
   * is available, and why it would be refused. Nothing is placed.
   */
  readonly estimateAccountOrder: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      readonly body: PlaceAccountOrder;
    };
    readonly output: OrderEstimate;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What the orders of your accounts filled, by account, oldest first in each, as their
   * exchanges tell it. A page may be short, or empty: read on until `next_cursor` is null.
   * Accounts whose exchange does not respond are named in `unread`.
   */
  readonly listFills: {
    readonly input: {
      /** Only of this account. */
      readonly account_id?: string | undefined;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: AccountFillPage;
    readonly item: AccountFill;
    readonly table: string;
  };
  /**
   * What happened, oldest first. Events are retained for a week. Read on with `after`: nothing
   * is left out and nothing comes twice. Send `wait=0`: without it the address sends events as
   * they happen, as `GET /v1/events/stream` does, unless `limit` is given or `Accept` names
   * `application/json` and not `text/event-stream` (docs/events.md).
   */
  readonly listEvents: {
    readonly input: {
      /**
       * Events behind this one: `last_event_id` of the page before, or an `event_id`. Left out:
       * from the oldest that is retained.
       */
      readonly after?: string | undefined;
      /**
       * Only these types, separated by commas: `fill.created`, or `order.*` for all of a group.
       * A page may then have fewer events than `limit` although more follow.
       */
      readonly types?: string | undefined;
      /** A list, which does not wait for events. */
      readonly wait?: '0' | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
    };
    readonly output: EventPage;
    readonly item: never;
    readonly table: never;
  };
  /** All of them, oldest first, without their secrets. */
  readonly listWebhooks: {
    readonly input: {};
    readonly output: WebhookList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Events from now on are sent to the address, signed by the Standard Webhooks convention
   * (docs/webhooks.md). The secret is in this response and never again.
   */
  readonly createWebhook: {
    readonly input: {
      readonly body: CreateWebhook;
    };
    readonly output: WebhookWithSecret;
    readonly item: never;
    readonly table: never;
  };
  /** With its deliveries; what waits is not sent. */
  readonly deleteWebhook: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Makes a new secret. For 24 hours messages are signed by both. */
  readonly rotateWebhook: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
    };
    readonly output: WebhookWithSecret;
    readonly item: never;
    readonly table: never;
  };
  /** One that was disabled is sent what waited then, and what happens from now on. */
  readonly enableWebhook: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
    };
    readonly output: Webhook;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A signed message of type `webhook.tested`, sent once and at once, whatever types the
   * webhook is for and also while its deliveries fail. The delivery in the response is listed
   * with what became of it.
   */
  readonly testWebhook: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
    };
    readonly output: WebhookDelivery;
    readonly item: never;
    readonly table: never;
  };
  /** What was sent and responded, and what waits; newest first, for a week. */
  readonly listWebhookDeliveries: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: WebhookDeliveryPage;
    readonly item: WebhookDelivery;
    readonly table: never;
  };
  /** Also one that succeeded; its message has the same id. Works while the event is retained. */
  readonly resendWebhookDelivery: {
    readonly input: {
      /** Webhook, as listed. */
      readonly webhook_id: string;
      /** Delivery, as listed. */
      readonly delivery_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Secret addresses for signals, oldest first, without the addresses. */
  readonly listHooks: {
    readonly input: {};
    readonly output: HookList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * An address at which messages from outside, such as alerts of TradingView, become signals
   * for a bot (docs/hooks.md). Its path is a secret, in this response and never again. A name
   * that the bot does not listen to is refused; `GET /v1/hooks/listeners` has those it does.
   */
  readonly createHook: {
    readonly input: {
      readonly body: CreateHook;
    };
    readonly output: HookWithPath;
    readonly item: never;
    readonly table: never;
  };
  /** What a hook can be made for: bots, each with the names that it listens to. */
  readonly listHookListeners: {
    readonly input: {};
    readonly output: HookListenerList;
    readonly item: never;
    readonly table: never;
  };
  /** The former address ends at once. */
  readonly rotateHook: {
    readonly input: {
      /** Hook, as listed. */
      readonly hook_id: string;
    };
    readonly output: HookWithPath;
    readonly item: never;
    readonly table: never;
  };
  /** With its trace; its address ends at once. */
  readonly deleteHook: {
    readonly input: {
      /** Hook, as listed. */
      readonly hook_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** The newest 100 messages, newest first, with what became of each. */
  readonly listHookCalls: {
    readonly input: {
      /** Hook, as listed. */
      readonly hook_id: string;
    };
    readonly output: HookCallList;
    readonly item: never;
    readonly table: never;
  };
  /** All of them, sorted by id, without their secrets. */
  readonly listNotificationChannels: {
    readonly input: {};
    readonly output: NotificationChannelList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A code is sent to it; nothing else is sent before the code was entered
   * (`verifyNotificationChannel`). See docs/notifications.md.
   */
  readonly createNotificationChannel: {
    readonly input: {
      readonly body: CreateNotificationChannel;
    };
    readonly output: NotificationChannel;
    readonly item: never;
    readonly table: never;
  };
  /** Where it leads, and whether messages arrive. */
  readonly getNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
    };
    readonly output: NotificationChannel;
    readonly item: never;
    readonly table: never;
  };
  /** To change where it leads, make another one: that has to be proven anew. */
  readonly changeNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
      readonly body: ChangeNotificationChannel;
    };
    readonly output: NotificationChannel;
    readonly item: never;
    readonly table: never;
  };
  /** With its deliveries; what waits is not sent. */
  readonly deleteNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** The code before it is of no use any more. */
  readonly sendNotificationCode: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Events from now on are sent. A code is valid for 15 minutes and five tries. */
  readonly verifyNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
      readonly body: VerifyNotificationChannel;
    };
    readonly output: NotificationChannel;
    readonly item: never;
    readonly table: never;
  };
  /** The delivery in the response says, when it is read again, what became of it. */
  readonly testNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
    };
    readonly output: NotificationDelivery;
    readonly item: never;
    readonly table: never;
  };
  /** One that was disabled is sent what waited then, and what happens from now on. */
  readonly enableNotificationChannel: {
    readonly input: {
      /** Channel, as listed. */
      readonly channel_id: string;
    };
    readonly output: NotificationChannel;
    readonly item: never;
    readonly table: never;
  };
  /** All of them, sorted by id. Everybody begins with two: problems, and messages of scripts. */
  readonly listNotificationRules: {
    readonly input: {};
    readonly output: NotificationRuleList;
    readonly item: never;
    readonly table: never;
  };
  /** It is about events from now on. */
  readonly createNotificationRule: {
    readonly input: {
      readonly body: SaveNotificationRule;
    };
    readonly output: NotificationRule;
    readonly item: never;
    readonly table: never;
  };
  /** The whole of it; what waits by it is sent as it was. */
  readonly replaceNotificationRule: {
    readonly input: {
      /** Rule, as listed. */
      readonly rule_id: string;
      readonly body: SaveNotificationRule;
    };
    readonly output: NotificationRule;
    readonly item: never;
    readonly table: never;
  };
  /** What waits by it is not sent. */
  readonly deleteNotificationRule: {
    readonly input: {
      /** Rule, as listed. */
      readonly rule_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** What was sent and what waits; newest first, for a week. */
  readonly listNotificationDeliveries: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
      /** Only of this channel. */
      readonly channel_id?: string | undefined;
    };
    readonly output: NotificationDeliveryPage;
    readonly item: NotificationDelivery;
    readonly table: never;
  };
  /** Also one that arrived. Codes are not sent again: ask for another one. */
  readonly resendNotificationDelivery: {
    readonly input: {
      /** Delivery, as listed. */
      readonly delivery_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Who did what from where, newest first: what you did and what was done to you. An owner sees
   * all users, or one.
   */
  readonly listAudit: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
      /** Only this user; for owners. */
      readonly user_id?: string | undefined;
    };
    readonly output: AuditPage;
    readonly item: AuditEntry;
    readonly table: never;
  };
  /** Yours, sorted by id, without secrets; a key sees those that may do no more. */
  readonly listKeys: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: ApiKeyPage;
    readonly item: ApiKey;
    readonly table: never;
  };
  /**
   * The full key is in this response and never again. A key makes none that may do more: what
   * is left out of expiry and networks is inherited. A session has to be confirmed.
   */
  readonly createKey: {
    readonly input: {
      readonly body: CreateKey;
    };
    readonly output: NewApiKey;
    readonly item: never;
    readonly table: never;
  };
  /**
   * At once and everywhere. A disabled key responds like an unknown one until it is enabled
   * again. A session has to be confirmed to enable one.
   */
  readonly switchKey: {
    readonly input: {
      /** Key, as listed. */
      readonly key_id: string;
      readonly body: SwitchKey;
    };
    readonly output: ApiKey;
    readonly item: never;
    readonly table: never;
  };
  /** For good, at once and everywhere. A key that may do more is treated like none. */
  readonly deleteKey: {
    readonly input: {
      /** Key, as listed. */
      readonly key_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Those of the installation, oldest first, without end users of partners. */
  readonly listUsers: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: UserPage;
    readonly item: User;
    readonly table: never;
  };
  /**
   * A trader on the plan `unlimited` unless stated otherwise. It signs in by a link that an
   * owner makes in the console, or the operator by `tidemill users sign-in-link`.
   */
  readonly createUser: {
    readonly input: {
      readonly body: CreateUser;
    };
    readonly output: User;
    readonly item: never;
    readonly table: never;
  };
  /** With what it signs in with. */
  readonly getUser: {
    readonly input: {
      /** User, as listed. */
      readonly user_id: string;
    };
    readonly output: User;
    readonly item: never;
    readonly table: never;
  };
  /**
   * For good, and with its end users where it is a partner. Nothing signs in as the user any
   * more, its hooks, webhooks and channels of notifications are deleted, its bots are stopped
   * and its orders cancelled, then its bots, scripts, labs, backtests and credentials are
   * deleted. Orders, fills, books, equity and the audit log stay, under a name that says
   * nothing. Until `is_deleted` is true something is left: the service resumes the deletion
   * every minute, with what was requested last, and the request may be repeated. The last owner
   * stays.
   */
  readonly deleteUser: {
    readonly input: {
      /** User, as listed. */
      readonly user_id: string;
      /** Name of the user, which confirms that it is the one that is meant. */
      readonly name: string;
      /**
       * Whether its working orders are cancelled; they are by default. With `false` they stay
       * at their exchanges, for example because one refuses the credentials.
       */
      readonly cancel_orders?: boolean | undefined;
      /** Whether what is held is closed with market orders; it stays by default. */
      readonly close_positions?: boolean | undefined;
    };
    readonly output: UserDeletion;
    readonly item: never;
    readonly table: never;
  };
  /** Takes effect at once, also for who is signed in. The last owner stays one. */
  readonly changeRole: {
    readonly input: {
      /** User, as listed. */
      readonly user_id: string;
      readonly body: ChangeRole;
    };
    readonly output: User;
    readonly item: never;
    readonly table: never;
  };
  /** Takes effect at once, for its end users too. */
  readonly changePlan: {
    readonly input: {
      /** User, as listed. */
      readonly user_id: string;
      readonly body: ChangePlan;
    };
    readonly output: User;
    readonly item: never;
    readonly table: never;
  };
  /** At once, and links that were not used yet are void. Keys stay. */
  readonly endSessions: {
    readonly input: {
      /** User, as listed. */
      readonly user_id: string;
    };
    readonly output: EndedSessions;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Its processes with their figures, queues, database and slow requests. Processes say every
   * ten seconds that they live. `/metrics` has the figures for programs that watch them.
   */
  readonly getInstallation: {
    readonly input: {};
    readonly output: Installation;
    readonly item: never;
    readonly table: never;
  };
  /**
   * All partners, sorted by name, with what their end users used since the month began and what
   * is due for it so far.
   */
  readonly listPartners: {
    readonly input: {};
    readonly output: OperatorPartnerList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops all of your running bots; acts within five seconds, also while the service is
   * overloaded and while bots hang. Stopped bots send nothing more and stay stopped until they
   * are started again. Orders and positions are left alone unless the request says otherwise.
   * It may be repeated at any time.
   */
  readonly stopEverything: {
    readonly input: {
      readonly body: StopEverything;
    };
    readonly output: EverythingStopped;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops all running bots of your end users, or of one; acts within five seconds, also while
   * the service is overloaded and while bots hang. Stopped bots send nothing more and stay
   * stopped until they are started again. Orders and positions are left alone unless the
   * request says otherwise. It may be repeated at any time.
   */
  readonly whitelabelStopEverything: {
    readonly input: {
      readonly body: StopEverythingOfEndUsers;
    };
    readonly output: EverythingStopped;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops all running bots of your end users, or of one; acts within five seconds, also while
   * the service is overloaded and while bots hang. Stopped bots send nothing more and stay
   * stopped until they are started again. Orders and positions are left alone unless the
   * request says otherwise. It may be repeated at any time.
   */
  readonly partnerStopEverything: {
    readonly input: {
      readonly body: StopEverythingOfEndUsers;
    };
    readonly output: EverythingStopped;
    readonly item: never;
    readonly table: never;
  };
  /** What the account may do at most; a new account has no limits. */
  readonly getAccountLimits: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Replaces all; an empty object takes them away. Every order is judged by them before the
   * exchange hears of it: a manual one is refused with `order_rejected`, a bot is stopped with
   * the reason. The scope `trading` may tighten them. What lifts one, and `reset_losses`, needs
   * `accounts` or `admin` as well, and of a session a confirmation.
   */
  readonly setAccountLimits: {
    readonly input: {
      /** Account, as listed. */
      readonly account_id: string;
      readonly body: SetAccountLimits;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /** Scripts of the caller, sorted by id, without their source. */
  readonly listScripts: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: ScriptPage;
    readonly item: Script;
    readonly table: never;
  };
  /**
   * The source is compiled and stored. One that does not compile is stored too, and `compile`
   * says what is wrong with it.
   */
  readonly createScript: {
    readonly input: {
      readonly body: CreateScript;
    };
    readonly output: ScriptDetail;
    readonly item: never;
    readonly table: never;
  };
  /** A script with its source and what compiling it found. */
  readonly getScript: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
    };
    readonly output: ScriptDetail;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Changes its name and, if it is given, its description. The source stays, and so does what
   * runs it.
   */
  readonly renameScript: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
      readonly body: RenameScript;
    };
    readonly output: ScriptDetail;
    readonly item: never;
    readonly table: never;
  };
  /** A script that a running bot holds cannot be deleted. */
  readonly deleteScript: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The new source takes the place of the old one entirely and is compiled. One that does not
   * compile is stored too. Bots keep running what they loaded until they are restarted.
   */
  readonly replaceScriptSource: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
      readonly body: ReplaceSource;
    };
    readonly output: ScriptSourceUpdated;
    readonly item: never;
    readonly table: never;
  };
  /** What the script lets its user choose, in the order in which it asks. */
  readonly listScriptInputs: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
    };
    readonly output: ScriptInputs;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Compiles the source and runs it once over flat prices, as saving it would: errors with line
   * and column, warnings, and its inputs. Nothing is stored.
   */
  readonly checkScript: {
    readonly input: {
      readonly body: CheckScript;
    };
    readonly output: ScriptChecked;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Each source that was saved and differs from the one before, newest first; the newest 200
   * are retained.
   */
  readonly listScriptVersions: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: ScriptVersionPage;
    readonly item: ScriptVersion;
    readonly table: never;
  };
  /** A source as it was saved. */
  readonly getScriptVersion: {
    readonly input: {
      /** Script, as listed. */
      readonly script_id: string;
      /** Version, as listed. */
      readonly version: string;
    };
    readonly output: ScriptVersionDetail;
    readonly item: never;
    readonly table: never;
  };
  /** Everything that a script may call or name, as `/docs/commands` explains it. */
  readonly listScriptCommands: {
    readonly input: {};
    readonly output: ScriptVocabulary;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Queues a run of a script over past prices. Whether the script exists and the market has
   * history is found out by the run, which waits a minute for history that is being synced;
   * when it fails, the backtest is discarded, and its 404 says why for a day. `parameters`
   * chooses inputs of the script, `settings` the rules.
   */
  readonly createBacktest: {
    readonly input: {
      readonly body: CreateBacktest;
    };
    readonly output: BacktestJob;
    readonly item: never;
    readonly table: never;
  };
  /** Your backtests, newest first; those that failed are not among them. */
  readonly listBacktests: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestPage;
    readonly item: BacktestJob;
    readonly table: never;
  };
  /**
   * Poll until `status` is `finished`. A 404 while polling means that the run did not survive;
   * `detail` says why, with the line of the script where there is one. The id of a lab's result
   * is served too: requested the first time, or after it was deleted, it is queued with what
   * the lab ran with, and counts among your waiting backtests.
   */
  readonly getBacktest: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: BacktestJob;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels it when it waits or runs, and discards it with its result. */
  readonly deleteBacktest: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Returns, drawdowns, trades, months, distributions and resampled runs of a finished
   * backtest, computed on request; `docs/backtests.md` defines each.
   */
  readonly getBacktestStatistics: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
    };
    readonly output: BacktestStatistics;
    readonly item: never;
    readonly table: never;
  };
  /** Every closed position, and those that were still open at the end. */
  readonly listBacktestPositions: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestPositionPage;
    readonly item: BacktestPosition;
    readonly table: never;
  };
  /** Every order that the run placed, in the order of placing. */
  readonly listBacktestOrders: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestOrderPage;
    readonly item: BacktestOrder;
    readonly table: never;
  };
  /** What the script and the engine wrote, oldest first, at most 10,000 lines. */
  readonly listBacktestLogs: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestLogPage;
    readonly item: BacktestLogLine;
    readonly table: never;
  };
  /** Wallet and open profit over time, at most 2,000 points. */
  readonly listBacktestEquity: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 2000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestEquityPage;
    readonly item: BacktestEquityPoint;
    readonly table: never;
  };
  /** The lines that `Plot` and the commands built on it drew, at most 100. */
  readonly listBacktestPlots: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 20. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestPlotPage;
    readonly item: BacktestPlot;
    readonly table: never;
  };
  /**
   * What is at candles (`PlotShape`, `MarkCandle`, `PlotSignalBar`, `PlotSignalEnum`; the
   * newest 2,000 calls), then levels, zones, bands between lines, vertical lines and zones,
   * candles of markets, volume, pivots, and what was set of charts and axes.
   */
  readonly listBacktestDrawings: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestDrawingPage;
    readonly item: BacktestDrawing;
    readonly table: never;
  };
  /**
   * Candles of the trade market over the window as the run had them, at most 3,000;
   * `report.bar_minutes` says of how many minutes each is.
   */
  readonly listBacktestBars: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 3000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestBarPage;
    readonly item: BacktestBar;
    readonly table: never;
  };
  /**
   * The tables that `WriteExportData` wrote, in parts of at most 50 rows: the parts of one
   * table follow each other.
   */
  readonly listBacktestExports: {
    readonly input: {
      /** Backtest, finished. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestExportPage;
    readonly item: BacktestExportPart;
    readonly table: never;
  };
  /** Labs of the caller, sorted by id. */
  readonly listLabs: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: LabPage;
    readonly item: LabDetail;
    readonly table: never;
  };
  /**
   * Its parameters are the script's inputs, none of them swept yet: configure it, then start
   * it.
   */
  readonly createLab: {
    readonly input: {
      readonly body: CreateLab;
    };
    readonly output: LabDetail;
    readonly item: never;
    readonly table: never;
  };
  /** Poll until `status` is `completed`, `cancelled` or `failed`. */
  readonly getLab: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
    };
    readonly output: LabDetail;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Replaces what it searches: where it trades, how large the search is, and which inputs are
   * swept over which values. A lab at work cannot be configured.
   */
  readonly configureLab: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
      readonly body: ConfigureLab;
    };
    readonly output: LabDetail;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels its execution and discards it with its results. */
  readonly deleteLab: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Begins an execution over a window; the results of the one before are forgotten. Each
   * combination is a backtest.
   */
  readonly startLab: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
      readonly body: StartLab;
    };
    readonly output: LabDetail;
    readonly item: never;
    readonly table: never;
  };
  /** Stops it within a second; what is done stays. A lab that is not at work stays as it is. */
  readonly cancelLab: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
    };
    readonly output: LabDetail;
    readonly item: never;
    readonly table: never;
  };
  /** Inputs of its script, with the values that are swept. */
  readonly listLabParameters: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
    };
    readonly output: LabParameters;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Results of the current or last execution. Those that closed no position, or failed, have no
   * figure to sort by and rank below all losses.
   */
  readonly listLabResults: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
      /** What to sort by; `-roi` by default. */
      readonly sort?:
        | '-roi'
        | 'roi'
        | '-profit'
        | 'profit'
        | '-drawdown'
        | 'drawdown'
        | '-sharpe'
        | 'sharpe'
        | '-stability'
        | 'stability' | undefined;
      /** Only results that closed at least so many positions. */
      readonly min_positions?: number | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: LabResultPage;
    readonly item: LabResult;
    readonly table: never;
  };
  /**
   * How likely it is that the best result is luck, and what choosing by the past would have
   * brought; null until the lab is completed. `docs/labs.md` defines the figures.
   */
  readonly getLabOverfitting: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
    };
    readonly output: LabOverfitting;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The bot has the inputs, interval, market, leverage, margin mode and trade amount of the
   * result. It does not run yet. Refused when the run failed, and when the script or a command
   * that it calls was changed since the lab ran it.
   */
  readonly makeBotOfLabResult: {
    readonly input: {
      /** Lab, as listed. */
      readonly lab_id: string;
      /** Result, as listed by the lab. */
      readonly backtest_id: string;
      readonly body: BotOfResult;
    };
    readonly output: Bot;
    readonly item: never;
    readonly table: never;
  };
  /** Bots of the caller, sorted by id. */
  readonly listBots: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BotPage;
    readonly item: Bot;
    readonly table: never;
  };
  /**
   * Binds a script to an account and a market. The bot does not run yet. Parameters that a
   * valid script does not have or cannot take, and settings that the market does not know, are
   * refused, each at its place.
   */
  readonly createBot: {
    readonly input: {
      readonly body: CreateBot;
    };
    readonly output: Bot;
    readonly item: never;
    readonly table: never;
  };
  /** A bot with its state since its activation. */
  readonly getBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: Bot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A running bot is stopped first. Its open orders stay on the exchange, and so does what it
   * holds, unless the query says otherwise.
   */
  readonly deleteBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Loads the script as it is now and runs it. Starting a running bot succeeds and changes
   * nothing. A refused activation is 403, and so is an unknown bot. Parameters that the script,
   * as it is now, does not have or cannot take refuse it, with their names. A bot of a strategy
   * needs what its settings ask for, and goes on with what it left behind.
   */
  readonly startBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: BotAction;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Its open orders stay on the exchange, and so does what it holds, unless the query, or the
   * settings of its strategy, say otherwise. Stopping a stopped bot succeeds, and may still ask
   * for that.
   */
  readonly stopBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: BotAction;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Starts up to 100 bots, as `POST /v1/bots/{bot_id}/start` does each. One that cannot be
   * started holds up no other; its `problem` says why.
   */
  readonly startBots: {
    readonly input: {
      readonly body: StartBots;
    };
    readonly output: SwitchedBotList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops up to 100 bots, as `POST /v1/bots/{bot_id}/stop` does each. Their orders and
   * positions stay unless the request says otherwise.
   */
  readonly stopBots: {
    readonly input: {
      readonly body: StopBots;
    };
    readonly output: SwitchedBotList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The strategies that bots can run instead of a script, with their settings: the keys are
   * those that `config` of a bot takes.
   */
  readonly listStrategies: {
    readonly input: {};
    readonly output: PartnerStrategyList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Binds a strategy with settings to an account; `market_tag` of the settings is the market.
   * The bot does not run yet: it is listed, started, stopped and deleted as any bot. All
   * problems of the settings are returned at once, each with its key, the rule and the nearest
   * valid value; so is money that is missing now, unless the settings tell the bot to wait.
   */
  readonly createStrategyBot: {
    readonly input: {
      readonly body: CreateStrategyBot;
    };
    readonly output: StrategyBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What a bot with these settings would begin with: its lines, its orders, what it needs.
   * Nothing is retained. What cannot be carried out is returned with its problems; settings
   * that cannot be read are refused.
   */
  readonly previewStrategyBot: {
    readonly input: {
      readonly body: PreviewStrategyBot;
    };
    readonly output: GridPreview | DealPreview | SignalBotPreview;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Queues a run of a grid or averaging bot with these settings over past prices, with the
   * account's fees and wallet. It is the engine that then trades; the result is read like that
   * of any backtest.
   */
  readonly backtestStrategyBot: {
    readonly input: {
      readonly body: BacktestStrategyBot;
    };
    readonly output: BacktestJob;
    readonly item: never;
    readonly table: never;
  };
  /** The bot with its settings and what its grid has brought. */
  readonly getStrategyBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: StrategyBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Changes the settings that are sent and leaves the others. A running bot keeps its orders
   * and its profit, and refuses keys that are not editable by name.
   */
  readonly editStrategyBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: EditStrategyBot;
    };
    readonly output: StrategyBot;
    readonly item: never;
    readonly table: never;
  };
  /** Newest first: what its script wrote, its trades, and why it was stopped. */
  readonly listBotLogs: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BotLogPage;
    readonly item: BotLogEntry;
    readonly table: never;
  };
  /**
   * What your webhooks were sent about the bot, its orders and its signals, and what became of
   * it; newest first, for a week.
   */
  readonly listBotDeliveries: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: WebhookDeliveryPage;
    readonly item: WebhookDelivery;
    readonly table: never;
  };
  /** Orders of the bot that still work, newest first, returned whole. */
  readonly listBotOrders: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: OrderList;
    readonly item: never;
    readonly table: never;
  };
  /** What it holds since its activation, as of its newest update; spot too. */
  readonly listBotPositions: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: BotPositionList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Returns, drawdowns, trades, months, distributions and resampled runs, as of a backtest over
   * the same minutes; `docs/backtests.md` defines each. A run begins when the bot is started.
   */
  readonly getBotStatistics: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Which run of the bot, 1 for the first; left out: the newest. */
      readonly run?: number | undefined;
    };
    readonly output: BotStatistics;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Oldest first: its start, ends of hours in which it changed, after trades at most one point
   * in five minutes, ends of days (UTC), and where it stands now. After 30 days those of days
   * are left.
   */
  readonly listBotEquity: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Which run of the bot, 1 for the first; left out: the newest. */
      readonly run?: number | undefined;
      /** How many items to return at most, 1 to 2000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BotEquityPage;
    readonly item: BotEquityPoint;
    readonly table: never;
  };
  /** Positions that it opened and closed, in all of its runs, newest first. */
  readonly listBotTrades: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: BacktestPositionPage;
    readonly item: BacktestPosition;
    readonly table: never;
  };
  /**
   * An action is one of seven; any other is refused. Its script is updated once for each
   * signal, at once and in their order, and reads it with `GetRemoteSignal` or
   * `GetWebHookSignal`. A signal to a bot that does not run is refused with 400; one to a bot
   * that has a hundred signals waiting with 503, to be sent again.
   */
  readonly sendBotSignal: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: SendBotSignal;
    };
    readonly output: BotSignalAccepted;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Within a second it skips the minutes that close, until it is resumed or stopped, or wakes
   * itself on a signal; `is_paused` is then true, and the event `bot.updated` says so. Its open
   * orders stay, and fills are noted. Pausing a paused bot changes nothing. A bot that does not
   * run is refused with 400.
   */
  readonly pauseBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: BotPauseAccepted;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A paused bot goes on with the next minute that closes; those that it skipped are not run.
   * Resuming one that is not paused changes nothing. A bot that does not run is refused with
   * 400.
   */
  readonly resumeBot: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: BotPauseAccepted;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Queues a backtest of what the bot ran with, from its start to its stop or the end of the
   * day, and compares what filled on that day. A bot that was started anew during the day has a
   * backtest of each run. A day that was requested before is not run again.
   */
  readonly requestBotComparison: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: RequestComparison;
    };
    readonly output: RequestedComparison;
    readonly item: never;
    readonly table: never;
  };
  /** Poll until `status` is `finished`. */
  readonly getBotComparison: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** A day in UTC that has ended; left out: yesterday. */
      readonly day?: string | undefined;
    };
    readonly output: BotComparison;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Days that have ended, from the one on which the bot was created; newest first. Those that
   * are `queued` or `finished` have a comparison that can be read.
   */
  readonly listComparedDays: {
    readonly input: {
      /** Bot, as listed. */
      readonly bot_id: string;
      /** A day in UTC that has ended, the newest one; left out: yesterday. */
      readonly to?: string | undefined;
      /** How many items to return at most, 1 to 31. */
      readonly limit?: number | undefined;
    };
    readonly output: ComparedDayList;
    readonly item: never;
    readonly table: never;
  };
  /** Exchanges that your end users may be at, sorted by code. */
  readonly whitelabelListExchanges: {
    readonly input: {};
    readonly output: ExchangeList;
    readonly item: never;
    readonly table: never;
  };
  /** Exchanges that your end users may be at, sorted by code. */
  readonly partnerListExchanges: {
    readonly input: {};
    readonly output: ExchangeList;
    readonly item: never;
    readonly table: never;
  };
  /** Markets that bots of your end users may trade, sorted by tag. */
  readonly whitelabelListMarkets: {
    readonly input: {
      /** Exchange code, in any case. */
      readonly exchange?: string | undefined;
      /** How many items to return at most, 1 to 3000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: MarketPage;
    readonly item: Market;
    readonly table: never;
  };
  /** Markets that bots of your end users may trade, sorted by tag. */
  readonly partnerListMarkets: {
    readonly input: {
      /** Exchange code, in any case. */
      readonly exchange?: string | undefined;
      /** How many items to return at most, 1 to 3000. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: MarketPage;
    readonly item: Market;
    readonly table: never;
  };
  /**
   * The kinds of bots that there are, with their settings: the keys are those that `config` of
   * a bot takes.
   */
  readonly whitelabelListStrategies: {
    readonly input: {};
    readonly output: PartnerStrategyList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The kinds of bots that there are, with their settings: the keys are those that `config` of
   * a bot takes.
   */
  readonly partnerListStrategies: {
    readonly input: {};
    readonly output: PartnerStrategyList;
    readonly item: never;
    readonly table: never;
  };
  /** Keys that may do no more than the one that asks, sorted by id, without secrets. */
  readonly whitelabelListKeys: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: ApiKeyPage;
    readonly item: ApiKey;
    readonly table: never;
  };
  /**
   * The full key is in this response and never again. It may do no more than the key that makes
   * it: what is left out of expiry, networks and end user is inherited. A session has to be
   * confirmed.
   */
  readonly whitelabelCreateKey: {
    readonly input: {
      readonly body: CreateApiKey;
    };
    readonly output: NewApiKey;
    readonly item: never;
    readonly table: never;
  };
  /** Keys that may do no more than the one that asks, sorted by id, without secrets. */
  readonly partnerListKeys: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: ApiKeyPage;
    readonly item: ApiKey;
    readonly table: never;
  };
  /**
   * The full key is in this response and never again. It may do no more than the key that makes
   * it: what is left out of expiry, networks and end user is inherited. A session has to be
   * confirmed.
   */
  readonly partnerCreateKey: {
    readonly input: {
      readonly body: CreateApiKey;
    };
    readonly output: NewApiKey;
    readonly item: never;
    readonly table: never;
  };
  /** For good, at once and everywhere. A key that may do more is treated like none. */
  readonly whitelabelRevokeKey: {
    readonly input: {
      /** Key, as listed. */
      readonly key_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** For good, at once and everywhere. A key that may do more is treated like none. */
  readonly partnerRevokeKey: {
    readonly input: {
      /** Key, as listed. */
      readonly key_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Your end users, sorted by id. */
  readonly whitelabelListUsers: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EndUserPage;
    readonly item: EndUser;
    readonly table: never;
  };
  /**
   * Makes a customer of yours, at one exchange. On a simulated exchange it begins with play
   * money; elsewhere its credentials are retained sealed and never returned.
   */
  readonly whitelabelCreateUser: {
    readonly input: {
      readonly body: CreateEndUser;
    };
    readonly output: EndUser;
    readonly item: never;
    readonly table: never;
  };
  /** Your end users, sorted by id. */
  readonly partnerListUsers: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EndUserPage;
    readonly item: EndUser;
    readonly table: never;
  };
  /**
   * Makes a customer of yours, at one exchange. On a simulated exchange it begins with play
   * money; elsewhere its credentials are retained sealed and never returned.
   */
  readonly partnerCreateUser: {
    readonly input: {
      readonly body: CreateEndUser;
    };
    readonly output: EndUser;
    readonly item: never;
    readonly table: never;
  };
  /** An end user with how many bots it has. A foreign one is treated like none. */
  readonly whitelabelGetUser: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
    };
    readonly output: EndUser;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops and deletes its bots, forgets its credentials and revokes the keys that reach it
   * alone. The open orders of its bots are cancelled first, unless the query says that they
   * stay. Where the exchange does not respond, the end user is retained and its bots are
   * stopped.
   */
  readonly whitelabelDeleteUser: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /**
       * Whether its bots' open orders are cancelled, also those of bots that were deleted; they
       * are by default. With `false` the exchange is not queried.
       */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what its bots hold is closed at market, after their open orders were cancelled;
       * it stays unless this or the settings of a bot say so.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** An end user with how many bots it has. A foreign one is treated like none. */
  readonly partnerGetUser: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
    };
    readonly output: EndUser;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Stops and deletes its bots, forgets its credentials and revokes the keys that reach it
   * alone. The open orders of its bots are cancelled first, unless the query says that they
   * stay. Where the exchange does not respond, the end user is retained and its bots are
   * stopped.
   */
  readonly partnerDeleteUser: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /**
       * Whether its bots' open orders are cancelled, also those of bots that were deleted; they
       * are by default. With `false` the exchange is not queried.
       */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what its bots hold is closed at market, after their open orders were cancelled;
       * it stays unless this or the settings of a bot say so.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Whether the exchange accepts the key, and what it may do; the key itself is never shown. */
  readonly whitelabelGetUserCredentials: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
    };
    readonly output: EndUserCredentialsList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The new ones are checked first and must be of the same account of the exchange; the old
   * ones are retained sealed for a day. Also connects an end user again whose key was refused.
   */
  readonly whitelabelRotateUserCredentials: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: Credentials;
    };
    readonly output: EndUserCredentialsList;
    readonly item: never;
    readonly table: never;
  };
  /** Whether the exchange accepts the key, and what it may do; the key itself is never shown. */
  readonly partnerGetUserCredentials: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
    };
    readonly output: EndUserCredentialsList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * The new ones are checked first and must be of the same account of the exchange; the old
   * ones are retained sealed for a day. Also connects an end user again whose key was refused.
   */
  readonly partnerRotateUserCredentials: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: Credentials;
    };
    readonly output: EndUserCredentialsList;
    readonly item: never;
    readonly table: never;
  };
  /** What the end user may do at most on markets of this kind; a new one has no limits. */
  readonly whitelabelGetUserLimits: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Replaces all on markets of this kind; an empty object takes them away. Every order is
   * judged by them before the exchange hears of it: a bot is stopped with the reason. A key
   * that reaches one end user cannot set them. What lifts one, and `reset_losses`, needs
   * `accounts` or `admin` as well, and of a session a confirmation.
   */
  readonly whitelabelSetUserLimits: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
      readonly body: SetAccountLimits;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /** What the end user may do at most on markets of this kind; a new one has no limits. */
  readonly partnerGetUserLimits: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Replaces all on markets of this kind; an empty object takes them away. Every order is
   * judged by them before the exchange hears of it: a bot is stopped with the reason. A key
   * that reaches one end user cannot set them. What lifts one, and `reset_losses`, needs
   * `accounts` or `admin` as well, and of a session a confirmation.
   */
  readonly partnerSetUserLimits: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
      readonly body: SetAccountLimits;
    };
    readonly output: AccountLimits;
    readonly item: never;
    readonly table: never;
  };
  /** What the end user holds for markets of this kind, as the exchange says. */
  readonly whitelabelGetUserBalance: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
    };
    readonly output: PartnerBalance;
    readonly item: never;
    readonly table: never;
  };
  /** What the end user holds for markets of this kind, as the exchange says. */
  readonly partnerGetUserBalance: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
    };
    readonly output: PartnerBalance;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Value of what the end user holds for markets of this kind over time, oldest first
   * (docs/equity.md).
   */
  readonly whitelabelListUserEquity: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
      /** Of each interval of so many minutes the last value; left out: all. */
      readonly interval?: 5 | 15 | 30 | 60 | 120 | 240 | 480 | 720 | 1440 | undefined;
      /** Values of then or later; left out: all that are retained. */
      readonly from?: Timestamp | undefined;
      /** Values before this; left out: up to now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 1500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EquityPage;
    readonly item: EquityPoint;
    readonly table: string;
  };
  /**
   * Value of what the end user holds for markets of this kind over time, oldest first
   * (docs/equity.md).
   */
  readonly partnerListUserEquity: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Kind of markets: `spot` or `futures`. */
      readonly market_type: string;
      /** Of each interval of so many minutes the last value; left out: all. */
      readonly interval?: 5 | 15 | 30 | 60 | 120 | 240 | 480 | 720 | 1440 | undefined;
      /** Values of then or later; left out: all that are retained. */
      readonly from?: Timestamp | undefined;
      /** Values before this; left out: up to now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 1500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: EquityPage;
    readonly item: EquityPoint;
    readonly table: string;
  };
  /**
   * Orders of all states, by their placing newest first, as they are known here. Narrow the
   * list by market, bot, state and window.
   */
  readonly whitelabelListUserOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** Only those that this bot placed. */
      readonly bot_id?: string | undefined;
      /** Only those of this state; `working` and `ended` are several together. */
      readonly status?:
        | 'working'
        | 'ended'
        | 'pending'
        | 'open'
        | 'unknown'
        | 'lost'
        | 'filled'
        | 'cancelled'
        | 'rejected'
        | 'expired'
        | 'unplaced' | undefined;
      /** Only those placed then or later. */
      readonly from?: Timestamp | undefined;
      /** Only those placed earlier than this. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerKnownOrderPage;
    readonly item: PartnerKnownOrder;
    readonly table: string;
  };
  /**
   * Cancels every working order of the end user, or those on one market. Running bots may place
   * new ones: stop them first.
   */
  readonly whitelabelCancelUserOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only orders on this market. */
      readonly market_tag?: string | undefined;
    };
    readonly output: OrdersCancelled;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Orders of all states, by their placing newest first, as they are known here. Narrow the
   * list by market, bot, state and window.
   */
  readonly partnerListUserOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** Only those that this bot placed. */
      readonly bot_id?: string | undefined;
      /** Only those of this state; `working` and `ended` are several together. */
      readonly status?:
        | 'working'
        | 'ended'
        | 'pending'
        | 'open'
        | 'unknown'
        | 'lost'
        | 'filled'
        | 'cancelled'
        | 'rejected'
        | 'expired'
        | 'unplaced' | undefined;
      /** Only those placed then or later. */
      readonly from?: Timestamp | undefined;
      /** Only those placed earlier than this. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerKnownOrderPage;
    readonly item: PartnerKnownOrder;
    readonly table: string;
  };
  /**
   * Cancels every working order of the end user, or those on one market. Running bots may place
   * new ones: stop them first.
   */
  readonly partnerCancelUserOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only orders on this market. */
      readonly market_tag?: string | undefined;
    };
    readonly output: OrdersCancelled;
    readonly item: never;
    readonly table: never;
  };
  /**
   * An order of any age with its status, the mean price of its fills and what they cost. One
   * that still works is brought up to date with its exchange first.
   */
  readonly whitelabelGetUserOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: PartnerOrderOutcome;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels a working order. Cancelling it once more returns 404. */
  readonly whitelabelCancelUserOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * An order of any age with its status, the mean price of its fills and what they cost. One
   * that still works is brought up to date with its exchange first.
   */
  readonly partnerGetUserOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: PartnerOrderOutcome;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels a working order. Cancelling it once more returns 404. */
  readonly partnerCancelUserOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What the orders of the end user filled, oldest first for each kind of markets, as the
   * exchange tells it. A page may be short, or empty: read on until `next_cursor` is null.
   */
  readonly whitelabelListUserFills: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerFillPage;
    readonly item: PartnerFill;
    readonly table: string;
  };
  /**
   * What the orders of the end user filled, oldest first for each kind of markets, as the
   * exchange tells it. A page may be short, or empty: read on until `next_cursor` is null.
   */
  readonly partnerListUserFills: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Only of this market. */
      readonly market_tag?: string | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerFillPage;
    readonly item: PartnerFill;
    readonly table: string;
  };
  /** Every bot across all of your end users, sorted by id. */
  readonly whitelabelListBots: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotPage;
    readonly item: PartnerBot;
    readonly table: never;
  };
  /** Every bot across all of your end users, sorted by id. */
  readonly partnerListBots: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotPage;
    readonly item: PartnerBot;
    readonly table: never;
  };
  /** Its bots, sorted by id; an empty list where it has none. */
  readonly whitelabelListUserBots: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotPage;
    readonly item: PartnerBot;
    readonly table: never;
  };
  /**
   * Makes a stopped bot of a strategy with settings. All problems of the settings are returned
   * at once, each with its key, the rule and the nearest valid value.
   */
  readonly whitelabelCreateBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: CreatePartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /** Its bots, sorted by id; an empty list where it has none. */
  readonly partnerListUserBots: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotPage;
    readonly item: PartnerBot;
    readonly table: never;
  };
  /**
   * Makes a stopped bot of a strategy with settings. All problems of the settings are returned
   * at once, each with its key, the rule and the nearest valid value.
   */
  readonly partnerCreateBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: CreatePartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What a bot with these settings would begin with: its lines, its orders, what it needs.
   * Nothing is retained. What cannot be carried out is returned with its problems; settings
   * that cannot be read are refused.
   */
  readonly whitelabelPreviewBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: CreatePartnerBot;
    };
    readonly output: GridPreview | DealPreview | SignalBotPreview;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What a bot with these settings would begin with: its lines, its orders, what it needs.
   * Nothing is retained. What cannot be carried out is returned with its problems; settings
   * that cannot be read are refused.
   */
  readonly partnerPreviewBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: CreatePartnerBot;
    };
    readonly output: GridPreview | DealPreview | SignalBotPreview;
    readonly item: never;
    readonly table: never;
  };
  /** The bot with its settings. Read them to pre-fill an edit. */
  readonly whitelabelGetBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Changes the settings that are sent and leaves the others. A running bot keeps its orders
   * and its profit, and refuses keys that are not editable by name. Copies that follow take the
   * same changes.
   */
  readonly whitelabelEditBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: EditPartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A running bot is stopped first; its open orders stay on the exchange, and so does what it
   * holds, unless the query or its settings say otherwise. Copies that follow it go on, and
   * follow none.
   */
  readonly whitelabelDeleteBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** The bot with its settings. Read them to pre-fill an edit. */
  readonly partnerGetBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Changes the settings that are sent and leaves the others. A running bot keeps its orders
   * and its profit, and refuses keys that are not editable by name. Copies that follow take the
   * same changes.
   */
  readonly partnerEditBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: EditPartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * A running bot is stopped first; its open orders stay on the exchange, and so does what it
   * holds, unless the query or its settings say otherwise. Copies that follow it go on, and
   * follow none.
   */
  readonly partnerDeleteBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Starting a running bot succeeds and changes nothing. A stopped bot that left orders or a
   * position behind goes on with them, under the settings that it has now.
   */
  readonly whitelabelStartBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Starting a running bot succeeds and changes nothing. A stopped bot that left orders or a
   * position behind goes on with them, under the settings that it has now.
   */
  readonly partnerStartBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Its open orders stay on the exchange, and so does what it holds, unless the query or its
   * settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise. Stopping a stopped
   * bot succeeds, and may still ask for that.
   */
  readonly whitelabelStopBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Its open orders stay on the exchange, and so does what it holds, unless the query or its
   * settings (`close_position_on_stop`, `sell_base_on_stop`) say otherwise. Stopping a stopped
   * bot succeeds, and may still ask for that.
   */
  readonly partnerStopBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Whether the bot's open orders are cancelled; they stay by default. */
      readonly cancel_orders?: boolean | undefined;
      /**
       * Whether what the bot holds is closed at market, after its open orders were cancelled;
       * it stays by default.
       */
      readonly close_position?: boolean | undefined;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Makes a stopped copy, for the same end user or another one of yours, with some settings
   * changed. With `follow` it takes later edits of the bot that it copies.
   */
  readonly whitelabelCopyBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: CopyPartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Makes a stopped copy, for the same end user or another one of yours, with some settings
   * changed. With `follow` it takes later edits of the bot that it copies.
   */
  readonly partnerCopyBot: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      readonly body: CopyPartnerBot;
    };
    readonly output: PartnerBot;
    readonly item: never;
    readonly table: never;
  };
  /** Orders of the bot that still work, newest first, returned whole. */
  readonly whitelabelListBotOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerOrderList;
    readonly item: never;
    readonly table: never;
  };
  /** Orders of the bot that still work, newest first, returned whole. */
  readonly partnerListBotOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerOrderList;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels a working order of the bot. Cancelling it once more returns 404. */
  readonly whitelabelCancelBotOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** Cancels a working order of the bot. Cancelling it once more returns 404. */
  readonly partnerCancelBotOrder: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Order, as listed. */
      readonly order_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** What it holds, as of its newest update, at the price of now; on spot too. */
  readonly whitelabelListBotPositions: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerPositionList;
    readonly item: never;
    readonly table: never;
  };
  /** What it holds, as of its newest update, at the price of now; on spot too. */
  readonly partnerListBotPositions: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
    };
    readonly output: PartnerPositionList;
    readonly item: never;
    readonly table: never;
  };
  /** What it held since it was made, newest first. */
  readonly whitelabelListBotClosedPositions: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerPositionPage;
    readonly item: PartnerPosition;
    readonly table: never;
  };
  /** What it held since it was made, newest first. */
  readonly partnerListBotClosedPositions: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerPositionPage;
    readonly item: PartnerPosition;
    readonly table: never;
  };
  /**
   * Orders that ended with a fill of it, oldest first; behind them, of an open position, those
   * of the bot that still work.
   */
  readonly whitelabelListPositionOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Position, as listed. */
      readonly position_id: string;
    };
    readonly output: PositionOrderList;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Orders that ended with a fill of it, oldest first; behind them, of an open position, those
   * of the bot that still work.
   */
  readonly partnerListPositionOrders: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** Position, as listed. */
      readonly position_id: string;
    };
    readonly output: PositionOrderList;
    readonly item: never;
    readonly table: never;
  };
  /** Newest first: what it did and why, and why it was stopped. */
  readonly whitelabelListBotLogs: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotLogPage;
    readonly item: PartnerBotLogEntry;
    readonly table: never;
  };
  /** Newest first: what it did and why, and why it was stopped. */
  readonly partnerListBotLogs: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBotLogPage;
    readonly item: PartnerBotLogEntry;
    readonly table: never;
  };
  /**
   * What your webhooks were sent about the bot, its orders and its signals, and what became of
   * it; newest first, for a week. A key for one end user is shown none.
   */
  readonly whitelabelListBotDeliveries: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: WebhookDeliveryPage;
    readonly item: WebhookDelivery;
    readonly table: never;
  };
  /**
   * What your webhooks were sent about the bot, its orders and its signals, and what became of
   * it; newest first, for a week. A key for one end user is shown none.
   */
  readonly partnerListBotDeliveries: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      /** Bot, as listed. */
      readonly bot_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: WebhookDeliveryPage;
    readonly item: WebhookDelivery;
    readonly table: never;
  };
  /**
   * Sends an action to your running bots that listen to the token; size and market are the
   * bot's own settings. A token that no bot listens to is accepted as well.
   */
  readonly whitelabelSendSignal: {
    readonly input: {
      readonly body: SendSignal;
    };
    readonly output: SignalAccepted;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Signals of the last day of all tokens, newest first, each with what the bots did that got
   * it. One that no bot listened to has none.
   */
  readonly whitelabelListSignals: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: SignalTracePage;
    readonly item: SignalTrace;
    readonly table: never;
  };
  /**
   * Sends an action to your running bots that listen to the token; size and market are the
   * bot's own settings. A token that no bot listens to is accepted as well.
   */
  readonly partnerSendSignal: {
    readonly input: {
      readonly body: SendSignal;
    };
    readonly output: SignalAccepted;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Signals of the last day of all tokens, newest first, each with what the bots did that got
   * it. One that no bot listened to has none.
   */
  readonly partnerListSignals: {
    readonly input: {
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: SignalTracePage;
    readonly item: SignalTrace;
    readonly table: never;
  };
  /** The last signal of a token, retained for a day. */
  readonly whitelabelGetLastSignal: {
    readonly input: {
      /** Token of the signal. */
      readonly signal_token: string;
    };
    readonly output: LastSignal;
    readonly item: never;
    readonly table: never;
  };
  /** The last signal of a token, retained for a day. */
  readonly partnerGetLastSignal: {
    readonly input: {
      /** Token of the signal. */
      readonly signal_token: string;
    };
    readonly output: LastSignal;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Signals of a token of the last day, newest first, each with the bots that got it, the
   * orders that they then requested, and what they wrote into their logs.
   */
  readonly whitelabelTraceSignals: {
    readonly input: {
      /** Token of the signal. */
      readonly signal_token: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: SignalTracePage;
    readonly item: SignalTrace;
    readonly table: never;
  };
  /**
   * Signals of a token of the last day, newest first, each with the bots that got it, the
   * orders that they then requested, and what they wrote into their logs.
   */
  readonly partnerTraceSignals: {
    readonly input: {
      /** Token of the signal. */
      readonly signal_token: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: SignalTracePage;
    readonly item: SignalTrace;
    readonly table: never;
  };
  /**
   * Queues a run of a strategy over past prices, with the end user's wallet. It is the same
   * engine that then trades.
   */
  readonly whitelabelRunBacktest: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: RunPartnerBacktest;
    };
    readonly output: PartnerBacktestStatus;
    readonly item: never;
    readonly table: never;
  };
  /**
   * Queues a run of a strategy over past prices, with the end user's wallet. It is the same
   * engine that then trades.
   */
  readonly partnerRunBacktest: {
    readonly input: {
      /** End user, as listed. */
      readonly user_id: string;
      readonly body: RunPartnerBacktest;
    };
    readonly output: PartnerBacktestStatus;
    readonly item: never;
    readonly table: never;
  };
  /** How far it is. One that was cancelled is treated like none. */
  readonly whitelabelGetBacktestStatus: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestStatus;
    readonly item: never;
    readonly table: never;
  };
  /** How far it is. One that was cancelled is treated like none. */
  readonly partnerGetBacktestStatus: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestStatus;
    readonly item: never;
    readonly table: never;
  };
  /** Available once it is completed. */
  readonly whitelabelGetBacktestResults: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestResults;
    readonly item: never;
    readonly table: never;
  };
  /** Available once it is completed. */
  readonly partnerGetBacktestResults: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestResults;
    readonly item: never;
    readonly table: never;
  };
  /** Every closed position and those open at the end, returned whole. */
  readonly whitelabelListBacktestPositions: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestPositionList;
    readonly item: never;
    readonly table: never;
  };
  /** Every closed position and those open at the end, returned whole. */
  readonly partnerListBacktestPositions: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: PartnerBacktestPositionList;
    readonly item: never;
    readonly table: never;
  };
  /** Oldest first, in pages. */
  readonly whitelabelListBacktestLogs: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBacktestLogPage;
    readonly item: PartnerBacktestLogLine;
    readonly table: never;
  };
  /** Oldest first, in pages. */
  readonly partnerListBacktestLogs: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: PartnerBacktestLogPage;
    readonly item: PartnerBacktestLogLine;
    readonly table: never;
  };
  /** One that waits or runs is cancelled; one that is over is forgotten. */
  readonly whitelabelCancelBacktest: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /** One that waits or runs is cancelled; one that is over is forgotten. */
  readonly partnerCancelBacktest: {
    readonly input: {
      /** Backtest, as created. */
      readonly backtest_id: string;
    };
    readonly output: undefined;
    readonly item: never;
    readonly table: never;
  };
  /**
   * What your end users used in a period of at most 366 days, cut to whole minutes, and what it
   * costs by the tariff that held when the period began. A past period has the same report
   * whenever it is requested. `users` comes in pages, the rest is the same on each; name `to`,
   * or the next page is of a later period.
   */
  readonly whitelabelGetReport: {
    readonly input: {
      /** When the period begins; left out: with the month of `to`. */
      readonly from?: Timestamp | undefined;
      /** When it ends, itself not counted; left out: now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: Report;
    readonly item: ReportUser;
    readonly table: never;
  };
  /**
   * What your end users used in a period of at most 366 days, cut to whole minutes, and what it
   * costs by the tariff that held when the period began. A past period has the same report
   * whenever it is requested. `users` comes in pages, the rest is the same on each; name `to`,
   * or the next page is of a later period.
   */
  readonly partnerGetReport: {
    readonly input: {
      /** When the period begins; left out: with the month of `to`. */
      readonly from?: Timestamp | undefined;
      /** When it ends, itself not counted; left out: now. */
      readonly to?: Timestamp | undefined;
      /** How many items to return at most, 1 to 500. */
      readonly limit?: number | undefined;
      /** `next_cursor` of the page before; opaque. */
      readonly cursor?: string | undefined;
    };
    readonly output: Report;
    readonly item: ReportUser;
    readonly table: never;
  };
};
