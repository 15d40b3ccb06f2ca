// State of the reference engine, and the input of a run.

import type { ReferenceCandle } from './candle-path.ts';
import type { ExecutionRules } from './execution-rules.ts';
import type { Fraction } from './fraction.ts';
import type { OpenEntry } from './open-entries.ts';
import type { PositionLedger } from './position-ledger.ts';
import type { ReferenceMarket } from './reference-market.ts';
import type { Act, ReferenceOrder } from './reference-order.ts';

export type ReferenceSetup = {
  readonly market: ReferenceMarket;
  readonly rules: ExecutionRules;
  /** Minutes; null: missing. */
  readonly candles: readonly (ReferenceCandle | null)[];
  /** Minutes of a candle that orders are matched against. */
  readonly barMinutes: number;
  /** Minutes from one update to the next, several candles where bars are magnified. */
  readonly updateMinutes: number;
  /** Entries that may be open in one direction; null: any number. */
  readonly entriesMax: number | null;
  /** The equity at the start, and the share of it that an order is worth. */
  readonly startEquity: Fraction;
  readonly equityShare: Fraction;
  /** Whether all that an update asks for is tried at its own candle's close. */
  readonly fillsAtClose: boolean;
  /** What the equity must cover of a position's value; null: there are no margin calls. */
  readonly marginShares: { readonly long: Fraction; readonly short: Fraction } | null;
  readonly leverage: Fraction;
  readonly isIsolated: boolean;
  /** Whether there are funding and liquidation. */
  readonly hasMargin: boolean;
  /** What falls due at the beginning of a row. */
  readonly funding: ReadonlyMap<number, Fraction>;
  readonly acts: readonly Act[];
};

export type ReferenceState = ReferenceSetup & {
  readonly ledger: PositionLedger;
  readonly orders: ReferenceOrder[];
  readonly equity: { readonly row: number; readonly profit: Fraction }[];
  /** The first row whose equity is not marked yet. */
  markedRow: number;
  /** What is open of the entries of each position, the oldest first. */
  readonly entries: Map<string, readonly OpenEntry[]>;
  /** Orders that have arrived. */
  arrivals: number;
  /** Taken of the running candle's volume. */
  used: Fraction;
};
