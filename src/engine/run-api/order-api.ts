// Orders of the bot: requested in an update, sent after it, their outcome known in a later one.

import type { OcaGroup } from '#domain/matching/oca-group.ts';

export const ORDER_TYPE_NAMES = [
  'limit',
  'market',
  'no_timeout',
  'maker_or_cancel',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop_market',
] as const;
export type OrderTypeName = (typeof ORDER_TYPE_NAMES)[number];

/** How a trailing stop follows the price; all in price. */
export type TrailRequest = {
  /** How far behind the best price it stays; null: as far as the last price is from the trigger. */
  readonly offset: number | null;
  /** From which price on it follows; null: from the first it sees. */
  readonly activationPrice: number | null;
  /** The same as a distance from its entry, instead. */
  readonly activationDistance: number | null;
  /**
   * A price that it counts as the best so far where the last close makes it active: of a backtest
   * by the rules of TradingView. Null: it has seen none, as its entry has not filled. Left out: it
   * has seen the last close only.
   */
  readonly bestPrice?: number | null;
};

/** `buy` and `sell` on spot; the others on margin and futures. */
export type OrderAction = 'buy' | 'sell' | 'go_long' | 'exit_long' | 'go_short' | 'exit_short';

/** Of an order of a broker emulator: what the equity must cover where it arrives, else it ends. */
export type MarginDemand = {
  /** Of the value of the amount then, above zero. */
  readonly percent: number;
  readonly amount: number;
  /** The equity, as it was when the order was requested. */
  readonly equity: number;
  /** An order of the run without which this one ends too; null: none. */
  readonly withOrderId: string | null;
};

/** Of an entry with a price whose size follows from money, and so from the price of its fill. */
export type SizingByMoney = {
  readonly money: number;
  /** What one of the amount costs: so much of the price, and so much beside it. */
  readonly share: number;
  readonly extra: number;
  /** What of the order's amount was sized so, at the price that was expected. */
  readonly amount: number;
  /** What a fill costs more than the price that it meets, or brings less; zero for limits. */
  readonly slippage: number;
};

/** How much larger than expected an entry may be that money sizes where it fills. */
export const SIZED_MOST = 2;

export type OrderRequest = {
  readonly action: OrderAction;
  /** Null: the bot's trade market. */
  readonly marketTag: string | null;
  readonly type: OrderTypeName;
  /** Ignored by market orders; rounded to the passive side. */
  readonly price: number;
  /** Base; rounded down to the step. */
  readonly amount: number;
  /** Null: the market's default position. */
  readonly positionId: string | null;
  readonly triggerPrice: number | null;
  /** Null: no such option was given. */
  readonly trail: TrailRequest | null;
  /**
   * Of a stop or a limit order that leaves a position: how far from the price of its entry it is,
   * once that has filled; its own price stands in until then. Left out: it is at its price.
   */
  readonly entryDistance?: number;
  /** Orders of its market that it ends or shrinks with; null: none. */
  readonly oca: OcaGroup | null;
  /** Null: none. */
  readonly timeoutMs: number | null;
  readonly note: string;
  readonly isReduceOnly: boolean;
  readonly isHidden: boolean;
  /** In a backtest: a market order is filled at the close of this update's candle. */
  readonly isImmediate: boolean;
  /** Backtests by the rules of TradingView only; left out: nothing. */
  readonly margin?: MarginDemand;
  /** Backtests by the rules of TradingView only; left out: its amount is as large as it says. */
  readonly sizing?: SizingByMoney;
  /** Of a backtest: what the order has that it is a part of, whose charge is shared. */
  readonly wholeAmount?: number;
  /** Of a Pine script: closes what stands against an entry, with it. */
  readonly isTurn?: boolean;
  /** Placed by a managed command; a script that mixes both kinds gets a warning. */
  readonly isManaged: boolean;
};

export type BotOrderState = 'open' | 'filled' | 'cancelled' | 'failed';

export type BotOrder = {
  readonly orderId: string;
  readonly positionId: string;
  readonly marketTag: string;
  readonly action: OrderAction;
  readonly side: 'buy' | 'sell';
  readonly type: OrderTypeName;
  readonly isEnter: boolean;
  readonly price: number;
  readonly triggerPrice: number | null;
  /** Trailing stops only; null on the others. */
  readonly trail: TrailRequest | null;
  readonly oca: OcaGroup | null;
  readonly amount: number;
  readonly filledAmount: number;
  /** Of what it bought, the base amount that fees took, in whole steps of the market. */
  readonly feeAmount: number;
  /** Average of the fills; zero without one. */
  readonly filledPrice: number;
  readonly state: BotOrderState;
  readonly fees: number;
  readonly feeCurrency: string;
  /** Profit that its fills realised, fees deducted. */
  readonly profit: number;
  readonly openedAtMs: number;
  /** Of its last fill; null without one. */
  readonly filledAtMs: number | null;
  /** Null while it is open. */
  readonly endedAtMs: number | null;
  readonly note: string;
  /** Why it failed; empty otherwise. */
  readonly message: string;
};

export type OrderApi = {
  /**
   * Keeps the order for sending after this update and returns its id; empty when it was refused
   * (below a minimum, unknown market, too many orders), with a line in the log that says why.
   */
  place(request: OrderRequest): string;
  /** Retained for after this update; nothing happens to an order that is not open. */
  cancel(orderId: string): void;
  find(orderId: string): BotOrder | null;
  /** Oldest first; null: of all positions. Includes orders requested in this update. */
  open(positionId: string | null): readonly BotOrder[];
  /** The last 50, newest first. */
  filled(positionId: string | null): readonly BotOrder[];
  /** Whether one ended between the last update and this one. */
  hasFinished(positionId: string | null): boolean;
  /** Ended orders since the run began: all, those with a fill, and those that failed. */
  counts(): { readonly ended: number; readonly filled: number; readonly failed: number };
};
