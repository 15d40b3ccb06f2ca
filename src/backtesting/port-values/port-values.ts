// Values of a visual script's ports over a backtest: what the report lists of them. Bars are those
// of the report's chart, so that a value stands at the candle that it belongs to.

/** The same text in so many bars of the chart, one after the other. */
export type ValueRun = readonly [
  /** A number as JavaScript writes it; `true`, `false` or `some`; a text; null: nothing. */
  value: string | null,
  bars: number,
];

export type PortValues = {
  readonly block: string;
  /** Empty: the main output. */
  readonly port: string;
  /** `action`: it acts, and gives no value. */
  readonly kind: 'condition' | 'value' | 'action';
  /** Bars of the interval that the run went through. */
  readonly bars: number;
  /** Those in which, in one update at least, it was true, it ran, or it gave a value. */
  readonly activeBars: number;
  /** The last update of which that is so; null: none. */
  readonly lastActiveAtMs: number | null;
  /** From the first candle of the chart on; empty where the result had no more room. */
  readonly runs: readonly ValueRun[];
};

/** Ports of a run whose values are retained, conditions first. */
export const RECORDED_PORTS_MAX = 500;
/** Of all ports of a run. */
export const RECORDED_RUNS_MAX = 300_000;
/** Of a text, in characters. */
export const RECORDED_TEXT_MAX = 80;
