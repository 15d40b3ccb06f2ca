// The bar that a Pine script is at, and what it may ask of the run. One for each thread, because a
// thread runs one script at a time; whoever runs a script fills it.

import type { Broker } from '#pine/runtime/broker.ts';
import type { PineCharts } from '#pine/runtime/pine-charts.ts';
import type { DrawnObjects } from '#pine/runtime/drawn-objects.ts';

export type SecurityRequest = {
  /** Number of the call. */
  readonly site: number;
  readonly symbol: string | null;
  readonly timeframe: string | null;
  readonly hasGaps: boolean;
  readonly na: unknown;
};

export type PineHost = {
  /** A price of so many bars ago; NaN before the first bar. */
  readonly pastPrice: (name: string, offset: number) => number;
  readonly charts: PineCharts;
  readonly alert: (message: string) => void;
  /** What a condition says that is true on this bar. */
  readonly condition: (message: string) => void;
  readonly log: (severity: 'info' | 'warning' | 'error', message: string) => void;
  /** Doubles in [0, 1). */
  readonly random: () => number;
  readonly broker: Broker;
  readonly drawings: DrawnObjects;
  /** The value of a `request.security` call; `na` where there is none. */
  readonly security: (request: SecurityRequest) => unknown;
  /** Of `request.security_lower_tf`: an array, or one for each value of a tuple. */
  readonly lower: (request: SecurityRequest) => unknown;
};

/** Facts of the market and the chart that hold for the whole run. */
export type PineFacts = {
  readonly ticker: string;
  readonly prefix: string;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  /** That the script declares; `NONE`: the market's. */
  readonly accountCurrency: string;
  readonly type: string;
  readonly minTick: number;
  readonly amountStep: number;
  readonly pointValue: number;
  readonly intervalMinutes: number;
  readonly version: 5 | 6;
};

export type PineNow = {
  /** Number of the bar, from 0. */
  bar: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /**
   * What the broker sees of the bar: its close and its extremes; in a run within the bar, the point
   * of its path that was reached, and the extremes up to there.
   */
  price: number;
  top: number;
  bottom: number;
  /** Number of the run within the bar; 0: the bar has closed. */
  pass: number;
  /** Of the bar's open and close. */
  timeMs: number;
  closeMs: number;
  isFirst: boolean;
  isLast: boolean;
  isLive: boolean;
  /** Of the bar before; NaN on the first. */
  closeBefore: number;
  facts: PineFacts;
  host: PineHost | null;
};

const NO_FACTS: PineFacts = {
  ticker: '',
  prefix: '',
  baseCurrency: '',
  quoteCurrency: '',
  accountCurrency: 'NONE',
  type: 'crypto',
  minTick: 0.01,
  amountStep: 0,
  pointValue: 1,
  intervalMinutes: 1,
  version: 6,
};

export const now: PineNow = {
  bar: 0,
  open: NaN,
  high: NaN,
  low: NaN,
  close: NaN,
  volume: NaN,
  price: NaN,
  top: NaN,
  bottom: NaN,
  pass: 0,
  timeMs: 0,
  closeMs: 0,
  isFirst: true,
  isLast: false,
  isLive: false,
  closeBefore: NaN,
  facts: NO_FACTS,
  host: null,
};

/** A mistake that a script makes while it runs. */
export class PineFault extends Error {
  override readonly name = 'PineFault';
}

/** Host of the run. Throws `PineFault` outside of one. */
export function hostNow(): PineHost {
  if (now.host === null) throw new PineFault('no run');
  return now.host;
}
