// Values of a visual script's ports over a backtest, as the editor shows them: on how many bars a
// condition was true, and what each output gave at a bar. Plain data.

import { LOCALE } from '../words/language.ts';
import { VISUAL } from '../words/visual.ts';

/** As the API lists it. */
type ListedPort = {
  readonly block: string;
  readonly port: string;
  readonly kind: 'condition' | 'value' | 'action';
  readonly bars: number;
  readonly active_bars: number;
  readonly last_active_at: string | null;
  readonly values: readonly (string | null)[];
  readonly lengths: readonly number[];
};

export type PortView = {
  readonly kind: ListedPort['kind'];
  /** Bars of the run. */
  readonly bars: number;
  /** Those in which it was true, ran, or gave a value. */
  readonly activeBars: number;
  readonly lastActiveAt: string | null;
  readonly values: readonly (string | null)[];
  /** Behind the last bar of each value. */
  readonly ends: readonly number[];
};

/** By `block:port`; the main output's port is empty. */
export type PortValues = ReadonlyMap<string, PortView>;

export const portKey = (block: string, port: string): string => `${block}:${port}`;

/** Views of all ports by their keys. */
export function portValuesOf(listed: readonly ListedPort[]): PortValues {
  return new Map(listed.map((of) => [portKey(of.block, of.port), viewOf(of)] as const));
}

function viewOf(of: ListedPort): PortView {
  let end = 0;
  return {
    kind: of.kind,
    bars: of.bars,
    activeBars: of.active_bars,
    lastActiveAt: of.last_active_at,
    values: of.values,
    ends: of.lengths.map((length) => (end += length)),
  };
}

/** As the API lists it. */
type LiveValue = Pick<ListedPort, 'block' | 'port' | 'kind'> & { readonly value: string | null };

/** Values of one update, with the counts of a run where there is one. */
export function liveValuesOf(listed: readonly LiveValue[], counted: PortValues | null): PortValues {
  return new Map(
    listed.map(({ block, port, kind, value }) => {
      const key = portKey(block, port);
      const none = { kind, bars: 0, activeBars: 0, lastActiveAt: null };
      return [key, { ...(counted?.get(key) ?? none), values: [value], ends: [1] }] as const;
    }),
  );
}

/** At a candle of the chart; null: nothing. */
export function valueAt({ values, ends }: PortView, bar: number): string | null {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > bar) high = middle;
    else low = middle + 1;
  }
  return values[low] ?? null;
}

const NUMBER = /^-?(?:\d|Infinity)/;
const WORDS: Readonly<Record<string, string>> = { true: 'yes', false: 'no', some: VISUAL.atTimes };
const SIGNALS: Readonly<Record<string, string>> = {
  SignalNone: VISUAL.noSignal,
  SignalLong: 'long',
  SignalShort: 'short',
  SignalExitPosition: 'exit',
};

/** In as few digits as say what it is; the whole number is in the title of where it stands. */
export function valueWords(value: string | null): string {
  if (value === null) return '–';
  if (!NUMBER.test(value)) return WORDS[value] ?? SIGNALS[value] ?? value;
  const number = Number(value);
  if (!Number.isFinite(number)) return number > 0 ? '∞' : '−∞';
  const size = Math.abs(number);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return number.toPrecision(4);
  const places = size >= 1_000 ? 1 : size >= 1 ? 2 : 5;
  return String(Number(number.toFixed(places))).replace('-', '−');
}

const COUNT = new Intl.NumberFormat(LOCALE);

export const countText = (count: number): string => COUNT.format(count);

/** `14 of 2,880`. */
export const shareWords = ({ activeBars, bars }: PortView): string =>
  VISUAL.of(countText(activeBars), countText(bars));
