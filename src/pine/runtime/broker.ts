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
  /** What is reported of its fill; empty: nothing. Absent in runs of earlier versions. */
  readonly alert?: string;
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
  /** Exits of one group reduce one another; absent: none, as in runs of earlier versions. */
  readonly ocaName?: string;
  readonly comment: string;
  /** Absent in runs of earlier versions. */
  readonly texts?: ExitTexts;
};

/** What is reported of its fill, and texts of single orders of it in place of those. */
export type ExitTexts = {
  readonly alert: string;
  readonly ofProfit: OwnTexts;
  readonly ofLoss: OwnTexts;
  readonly ofTrail: OwnTexts;
};

/** Empty: those of the request. */
export type OwnTexts = { readonly comment: string; readonly alert: string };

export type CloseRequest = {
  /** Null: everything. */
  readonly id: string | null;
  readonly amount: number;
  readonly percent: number;
  readonly comment: string;
  readonly alert: string;
  readonly isImmediate: boolean;
  /** Number of the closing of this bar that it changes; zero or left out: none. */
  readonly changes?: number;
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
  /** `strategy.opentrades.capital_held`. */
  readonly capital_held: number;
};

/** Limits of `strategy.risk.*`. */
export type RiskKind = 'lossDays' | 'drawdown' | 'dayLoss' | 'dayFills' | 'positionSize';

export type RiskLimit = {
  readonly value: number;
  readonly isPercent: boolean;
  /** What is reported when it is reached; absent in runs of earlier versions. */
  readonly alert?: string;
};

export type Broker = {
  readonly limit: (kind: RiskKind, limit: RiskLimit) => void;
  readonly enter: (request: EntryRequest) => void;
  readonly exit: (request: ExitRequest) => void;
  /** Number of the closing; zero where there is nothing to close. */
  readonly close: (request: CloseRequest) => number;
  /** Null: all orders. */
  readonly cancel: (id: string | null) => void;
  readonly allow: (direction: 'long' | 'short' | 'all') => void;
  readonly figures: () => BrokerFigures;
  readonly open: () => readonly Trade[];
  readonly closed: () => readonly Trade[];
  readonly entryName: () => string | null;
  readonly defaultSize: (price: number) => number;
};
