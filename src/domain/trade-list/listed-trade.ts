// A trade as lists of trades have it: one entry, one exit, and how much. Such lists come from
// elsewhere (TradingView's export, a spreadsheet) or from a backtest.

import type { Decimal } from '#lib/decimal.ts';

export type TradeSide = 'long' | 'short';

export type ListedTrade = {
  /** As its list numbers it. */
  readonly label: string;
  /** Line of the file, 0 where there is none. */
  readonly line: number;
  readonly side: TradeSide;
  readonly entryMs: number;
  /** Null while it is open. */
  readonly exitMs: number | null;
  readonly entryPrice: Decimal;
  readonly exitPrice: Decimal | null;
  readonly quantity: Decimal;
  /** Net of commission, in the profit currency; null where the list does not say. */
  readonly profit: Decimal | null;
};

export type TradeList = {
  readonly trades: readonly ListedTrade[];
  /** How fine the figures are that the list shows: the most decimals of a column. */
  readonly decimals: { readonly price: number; readonly quantity: number; readonly profit: number };
};

/** Oldest entry first; of one entry, in the order of the list. */
export function sortedTrades(trades: readonly ListedTrade[]): readonly ListedTrade[] {
  return trades
    .map((trade, place) => ({ trade, place }))
    .sort((left, right) => left.trade.entryMs - right.trade.entryMs || left.place - right.place)
    .map(({ trade }) => trade);
}
