// Measures of the limits of `strategy.risk.*`: plain data, which a snapshot holds.

import type { RiskKind, RiskLimit } from '#pine/runtime/broker.ts';

export type RiskBook = {
  limits: Partial<Record<RiskKind, RiskLimit>>;
  isHalted: boolean;
  /** The UTC day on which nothing more opens; -1: none. */
  closedDay: number;
  day: number;
  dayFills: number;
  dayStartEquity: number;
  /** At the close of the last bar. Absent before, and in runs of earlier versions. */
  lastEquity?: number;
  /** Days in a row that ended with less. */
  lossDays: number;
  /** Of the equity after closed trades, and of all. */
  mostRealized: number;
  mostEquity: number;
  leastEquity: number;
  mostDrawdown: number;
  mostDrawdownPercent: number;
  mostRunup: number;
  mostRunupPercent: number;
};

/** Measures before the first bar; NaN where nothing was measured. */
export function emptyRisk(): RiskBook {
  return {
    limits: {},
    isHalted: false,
    closedDay: -1,
    day: -1,
    dayFills: 0,
    dayStartEquity: NaN,
    lossDays: 0,
    mostRealized: NaN,
    mostEquity: NaN,
    leastEquity: NaN,
    mostDrawdown: 0,
    mostDrawdownPercent: 0,
    mostRunup: 0,
    mostRunupPercent: 0,
  };
}
