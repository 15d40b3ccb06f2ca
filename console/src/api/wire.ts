// The shapes of the API that these pages read, as far as they read them. Decimals are texts.

export type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

export type SignedIn = {
  readonly session_id: string;
  readonly user_name: string;
  readonly role: 'owner' | 'trader' | 'read_only';
  readonly has_password: boolean;
  readonly may_set_password: boolean;
  readonly ends_at: string;
};

export type Account = {
  readonly account_id: string;
  readonly name: string;
  readonly exchange: string;
  readonly market_type: 'spot' | 'futures';
  readonly is_simulated: boolean;
  readonly is_paper: boolean;
  readonly is_test_net: boolean;
  readonly status: 'connected' | 'read_only' | 'invalid_credentials' | 'disabled' | 'unknown';
  readonly created_at: string;
};

export type Balance = {
  readonly currency: string;
  readonly available: string;
  readonly locked: string;
  readonly total: string;
};

export type AccountBalance = { readonly updated_at: string; readonly data: readonly Balance[] };

export type Position = {
  readonly position_id: string;
  readonly market_tag: string;
  readonly direction: 'long' | 'short';
  readonly amount: string;
  readonly average_price: string;
  readonly mark_price: string;
  readonly unrealized_profit: string;
  readonly profit_currency: string;
};

export type Order = {
  readonly order_id: string;
  readonly market_tag: string | null;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly price: string;
  readonly amount: string;
  readonly filled_amount: string;
  readonly status: 'pending' | 'open' | 'unknown';
  readonly bot_id: string | null;
  readonly placed_at: string | null;
};

export type Fill = {
  readonly fill_id: string;
  readonly market_tag: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly amount: string;
  readonly fee: string;
  readonly fee_currency: string;
  readonly filled_at: string;
};

export type Exchange = {
  readonly exchange: string;
  readonly name: string;
  readonly market_types: readonly ('spot' | 'futures')[];
  readonly markets_count: number;
  readonly is_open: boolean;
};

export type Market = {
  readonly market_tag: string;
  readonly exchange: string;
  readonly base: string;
  readonly quote: string;
  readonly market_type: 'spot' | 'futures';
  readonly price_decimals: number;
  readonly amount_decimals: number;
  readonly maker_fee: string;
  readonly taker_fee: string;
  readonly min_order_amount: string;
  readonly is_open: boolean;
};

export type MarketPrice = { readonly price: string | null; readonly at: string | null };

export type Candle = {
  readonly start_at: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
};

export type Bot = {
  readonly bot_id: string;
  readonly name: string;
  readonly account_id: string;
  readonly is_paper: boolean;
  readonly market_tag: string | null;
  readonly script_id: string;
  readonly is_activated: boolean;
  readonly is_paused: boolean;
  readonly realized_profit: string;
  readonly unrealized_profit: string;
  readonly total_profit: string;
  readonly roi: string;
  readonly profit_currency: string | null;
  readonly stop_reason: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly last_update_at: string | null;
  readonly next_update_at: string | null;
};

export type BotPosition = {
  readonly position_id: string;
  readonly market_tag: string;
  readonly direction: 'long' | 'short';
  readonly amount: string;
  readonly average_price: string;
  readonly realized_profit: string;
  readonly profit_currency: string;
  readonly opened_at: string;
};

export type LogLine = {
  readonly timestamp: string;
  readonly severity: string;
  readonly message: string;
};

export type Script = {
  readonly script_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: 'lua' | 'visual';
  readonly is_valid: boolean;
  readonly created_at: string | null;
  readonly updated_at: string | null;
};

export type CompileError = {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
};

export type Compile = { readonly is_valid: boolean; readonly errors: readonly CompileError[] };
export type ScriptDetail = Script & { readonly source: string; readonly compile: Compile };

export type BacktestResult = {
  readonly realized_profit: string;
  readonly fees: string;
  readonly roi: string;
  readonly profit_currency: string;
  readonly orders_filled: number;
  readonly positions_closed: number;
  readonly win_rate: string;
};

export type BacktestJob = {
  readonly backtest_id: string;
  readonly status: 'queued' | 'finished';
  readonly script_id: string | null;
  readonly market_tag: string | null;
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly result: BacktestResult | null;
  readonly request: { readonly interval: number };
  readonly report: {
    readonly performance: {
      readonly unrealized_profit: string;
      readonly price_change: string;
      readonly profit_factor: string;
      readonly sharpe_ratio: string;
      readonly max_drawdown_percent: string;
    };
    readonly rejections: readonly object[];
  } | null;
};

export type BacktestPosition = {
  readonly position_id: string;
  readonly direction: 'long' | 'short';
  readonly opened_at: string | null;
  readonly closed_at: string | null;
  readonly amount: string;
  readonly average_price: string;
  readonly realized_profit: string;
  readonly roi: string;
  readonly profit_currency: string | null;
};

export type BacktestOrder = {
  readonly order_id: string;
  readonly side: 'buy' | 'sell';
  readonly average_price: string;
  readonly filled_amount: string;
  readonly status: string;
  readonly placed_at: string;
  readonly ended_at: string | null;
};
export type EquityPoint = { readonly timestamp: string; readonly equity: string };

export type LiveEvent = {
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly occurred_at: string;
  readonly data: Readonly<Record<string, unknown>>;
};
