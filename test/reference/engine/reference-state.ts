// What a run of the reference engine is given, and its state.

import type { ReferenceCandle } from './candle-path.ts';
import type { ExecutionRules } from './execution-rules.ts';
import type { Fraction } from './fraction.ts';
import type { PositionLedger } from './position-ledger.ts';
import type { ReferenceMarket } from './reference-market.ts';
import type { Act, ReferenceOrder } from './reference-order.ts';

export type ReferenceSetup = {
  readonly market: ReferenceMarket;
  readonly rules: ExecutionRules;
  /** Minutes; null: missing. */
  readonly candles: readonly (ReferenceCandle | null)[];
  /** Minutes of a candle that orders are matched against, at whose end the script runs. */
  readonly barMinutes: number;
  /** Whether all that an update asks for is tried at its own candle's close. */
  readonly fillsAtClose: boolean;
  readonly acts: readonly Act[];
};

export type ReferenceState = ReferenceSetup & {
  readonly ledger: PositionLedger;
  readonly orders: ReferenceOrder[];
  readonly equity: { readonly row: number; readonly profit: Fraction }[];
  /** The first row whose equity is not marked yet. */
  markedRow: number;
  /** Orders that have arrived. */
  arrivals: number;
  /** Taken of the running candle's volume. */
  used: Fraction;
};
