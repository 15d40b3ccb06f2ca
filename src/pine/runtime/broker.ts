// Requests of `strategy.*` to a run, and the figures that it reads.

export type EntryRequest = {
  readonly id: string;
  readonly direction: 'long' | 'short';
  /** NaN: the size of the declaration. */
  readonly amount: number;
  /** NaN: none. */
  readonly limit: number;
  readonly stop: number;
  readonly ocaName: string;
  readonly ocaType: string;
  readonly comment: string;
  /** `strategy.order`: whatever is open, and without a limit of entries. */
  readonly isPlain: boolean;
};

export type ExitRequest = {
  readonly id: string;
  /** Empty: of each entry. */
  readonly fromEntry: string;
  readonly amount: number;
  readonly percent: number;
  /** Ticks from the price of the entry; NaN: none. */
  readonly profit: number;
  readonly loss: number;
  readonly limit: number;
  readonly stop: number;
  readonly trailPrice: number;
  readonly trailPoints: number;
  readonly trailOffset: number;
  readonly comment: string;
};

export type CloseRequest = {
  /** Null: everything. */
  readonly id: string | null;
  readonly amount: number;
  readonly percent: number;
  readonly comment: string;
  readonly isImmediate: boolean;
};

export type Trade = {
  readonly entryId: string;
  readonly entryComment: string;
  readonly direction: 'long' | 'short';
  readonly size: number;
  readonly entryPrice: number;
  readonly entryBar: number;
  readonly entryTime: number;
  readonly exitId: string;
  readonly exitComment: string;
  /** NaN while it is open. */
  readonly exitPrice: number;
  readonly exitBar: number;
  readonly exitTime: number;
  readonly profit: number;
  readonly commission: number;
  readonly maxRunup: number;
  readonly maxDrawdown: number;
};

export type BrokerFigures = {
  readonly position_size: number;
  readonly position_avg_price: number;
  readonly equity: number;
  readonly netprofit: number;
  readonly openprofit: number;
  readonly initial_capital: number;
  readonly grossprofit: number;
  readonly grossloss: number;
  readonly wintrades: number;
  readonly losstrades: number;
  readonly eventrades: number;
  readonly max_contracts_held_all: number;
  readonly max_contracts_held_long: number;
  readonly max_contracts_held_short: number;
  readonly netprofit_percent: number;
  readonly openprofit_percent: number;
  readonly grossprofit_percent: number;
  readonly grossloss_percent: number;
  readonly max_drawdown: number;
  readonly max_drawdown_percent: number;
  readonly max_runup: number;
  readonly max_runup_percent: number;
  readonly avg_trade: number;
  readonly avg_trade_percent: number;
  readonly avg_winning_trade: number;
  readonly avg_winning_trade_percent: number;
  readonly avg_losing_trade: number;
  readonly avg_losing_trade_percent: number;
  readonly margin_liquidation_price: number;
};

/** Limits of `strategy.risk.*`. */
export type RiskKind = 'lossDays' | 'drawdown' | 'dayLoss' | 'dayFills' | 'positionSize';

export type Broker = {
  readonly limit: (kind: RiskKind, value: number, isPercent: boolean) => void;
  readonly enter: (request: EntryRequest) => void;
  readonly exit: (request: ExitRequest) => void;
  readonly close: (request: CloseRequest) => void;
  /** Null: all orders. */
  readonly cancel: (id: string | null) => void;
  readonly allow: (direction: 'long' | 'short' | 'all') => void;
  readonly figures: () => BrokerFigures;
  readonly open: () => readonly Trade[];
  readonly closed: () => readonly Trade[];
  readonly entryName: () => string | null;
  readonly defaultSize: (price: number) => number;
};
