// The only place where emitted Pine becomes code. What is loaded holds no state of a run.

import { IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import { timeframeOf } from '#pine/builtins/chart-builtins.ts';
import { concat } from '#pine/builtins/text-builtins.ts';
import { TOLERANCE } from '#pine/builtins/window.ts';
import type { SecurityLook } from '#pine/compile/pine-compiler.ts';
import type { DerivedColumns } from '#engine/run-api/derived-api.ts';
import type { CompiledPine } from '#pine/program/compile-pine.ts';
import { history, noted, past, set } from '#pine/runtime/history.ts';
import type { SecurityRequest } from '#pine/runtime/pine-now.ts';
import { PineFault, hostNow, now } from '#pine/runtime/pine-now.ts';
import { arrayOf, copy, has, items, object } from '#pine/runtime/pine-values.ts';
import { chargeSteps, meter, outOfSteps } from '#lua/runtime/meter.ts';
import type { LineMap } from '#lua/runtime/running.ts';

/** The values of a script from bar to bar: plain data. */
export type PineState = Record<string, unknown>;

type PineModule = {
  readonly main: (state: PineState, inputs: readonly unknown[]) => unknown;
  readonly fresh: () => PineState;
  /** Columns of the run that follows, one entry for each of `CompiledPine.sharedColumns`. */
  readonly share: (columns: readonly (DerivedColumns | null)[] | null) => void;
};

export type LoadedPine = {
  readonly compiled: CompiledPine;
  readonly module: PineModule;
  /** Programs of `request.security`, by the number of the call. */
  readonly securities: readonly { readonly module: PineModule; readonly look: SecurityLook }[];
  readonly lineMap: LineMap;
};

function step(by: number): number {
  const size = Math.abs(by);
  if (!(size > 0)) throw new PineFault("'by' of a loop is not zero");
  return size;
}

const SOURCES: ReadonlyMap<string, () => number> = new Map(
  Object.entries({
    open: () => now.open,
    high: () => now.high,
    low: () => now.low,
    close: () => now.close,
    volume: () => now.volume,
    hl2: () => (now.high + now.low) / 2,
    hlc3: () => (now.high + now.low + now.close) / 3,
    ohlc4: () => (now.open + now.high + now.low + now.close) / 4,
    hlcc4: () => (now.high + now.low + now.close + now.close) / 4,
  }),
);

type SecurityArguments = [
  site: number,
  symbol: string | null,
  timeframe: string | null,
  hasGaps: boolean,
  na: unknown,
];

function requestOf([site, symbol, timeframe, hasGaps, na]: SecurityArguments): SecurityRequest {
  return { site, symbol, timeframe, hasGaps, na };
}

/** Texts are compared to their end. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string') chargeSteps(one.length / 16);
  return one === other;
}

const PINE_RUNTIME = Object.freeze({
  builtins: IMPLEMENTATIONS,
  history,
  set,
  past,
  noted,
  pastPrice: (name: string, offset: number) => hostNow().pastPrice(name, offset),
  security: (...asked: SecurityArguments) => hostNow().security(requestOf(asked)),
  lower: (...asked: SecurityArguments) => hostNow().lower(requestOf(asked)),
  noBars: () => arrayOf([]),
  truth: (value: number | boolean | null) =>
    typeof value === 'number' ? Math.abs(value) > TOLERANCE : value === true,
  /** There is no number beyond all others: what is divided by zero is `na`. */
  quotient: (one: number, other: number) => (other === 0 ? NaN : one / other),
  same: (one: unknown, other: unknown) => isSame(one, other) && one !== null,
  differ: (one: unknown, other: unknown) => !isSame(one, other) && one !== null && other !== null,
  isCase: isSame,
  and: (one: boolean, other: boolean) => one && other,
  or: (one: boolean, other: boolean) => one || other,
  concat,
  has,
  copy,
  object,
  items,
  step,
  outOfSteps,
  timeframeOf,
  multiplier: (minutes: number) => Number.parseInt(timeframeOf(minutes * 60), 10),
  source: (name: unknown) => SOURCES.get(String(name))?.() ?? NaN,
  /** Whether the bar begins or ends a day, which is a session of a market that never closes. */
  isSessionEdge: (edge: 0 | 1) => (edge === 0 ? now.timeMs : now.closeMs) % 86_400_000 === 0,
  allDrawn: (kind: string) => {
    const all = hostNow().drawings.all(kind);
    chargeSteps(all.length);
    return arrayOf([...all]);
  },
});

/** Lines that the JavaScript engine puts before a function's text in positions. */
const HEADER_LINES = 2;

let loadedCount = 0;

function instantiate(code: string, sourceUrl: string): PineModule {
  const text = `${code}\n//# sourceURL=${sourceUrl}`;
  // The text comes from our emitter alone, which names nothing but its parameters and its own
  // variables.
  // oxlint-disable-next-line no-new-func, no-implied-eval -- running it is what this file is for
  const make = new Function('R', 'M', 'N', text) as (
    runtime: typeof PINE_RUNTIME,
    steps: typeof meter,
    bar: typeof now,
  ) => PineModule;
  return make(PINE_RUNTIME, meter, now);
}

/** Makes a compiled script runnable in this thread. */
export function loadPine(compiled: CompiledPine, chunkName: string): LoadedPine {
  loadedCount += 1;
  const sourceUrl = `pine-script-${loadedCount}`;
  const header = Array.from({ length: HEADER_LINES + 1 }, () => 0);
  return {
    compiled,
    module: instantiate(compiled.code, sourceUrl),
    securities: compiled.securities.map(({ code, look }, at) => ({
      module: instantiate(code, `pine-security-${loadedCount}-${at}`),
      look,
    })),
    lineMap: {
      chunkName,
      sourceUrl,
      lines: [...header, ...compiled.lines],
      columns: [...header, ...compiled.columns],
    },
  };
}
