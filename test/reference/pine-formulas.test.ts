// `ta.*` and `math.sum` against slow second implementations of the public manual: random bars, with
// values that are `na`, flat stretches, lengths of 1, beyond the bars and changing from bar to bar.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { BUILTINS, IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import { now } from '#pine/runtime/pine-now.ts';
import type { PineHost } from '#pine/runtime/pine-now.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import { someOf } from '../support/share-of-cases.ts';
import { SLOW_AVERAGES } from './pine-slow-averages.ts';
import { SLOW_INDICATORS } from './pine-slow-indicators.ts';
import { SLOW_LEVELS } from './pine-slow-levels.ts';
import type { SlowBars, SlowFormula } from './pine-slow-series.ts';

const FORMULAS: Readonly<Record<string, SlowFormula>> = {
  ...SLOW_AVERAGES,
  ...SLOW_LEVELS,
  ...SLOW_INDICATORS,
};

/**
 * Kinds of arguments: a source, one without gaps, a length (of the run, or changing), a flag, the
 * number of an occurrence, an offset, a percentage, a factor, a number of `ta.sar`.
 */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'ta.sma': 'source changing',
  'ta.ema': 'source length',
  'ta.rma': 'source length',
  'ta.wma': 'source changing',
  'ta.hma': 'source length',
  'ta.swma': 'source',
  'ta.alma': 'source changing share factor',
  'ta.linreg': 'source changing offset',
  'ta.variance': 'source changing flag',
  'ta.stdev': 'source changing flag',
  'ta.dev': 'source changing',
  'ta.cci': 'source changing',
  'ta.median': 'source changing',
  'ta.mode': 'source changing',
  'ta.percentile_nearest_rank': 'source length percentage',
  'ta.percentile_linear_interpolation': 'source length percentage',
  'ta.percentrank': 'source changing',
  'ta.correlation': 'source source changing',
  'ta.cog': 'source changing',
  'ta.rci': 'whole length',
  'ta.vwma': 'source changing',
  'ta.cum': 'source',
  'math.sum': 'source changing',
  'ta.highest': 'source changing',
  'ta.lowest': 'source changing',
  'ta.highestbars': 'source changing',
  'ta.lowestbars': 'source changing',
  'ta.max': 'source',
  'ta.min': 'source',
  'ta.range': 'source changing',
  'ta.change': 'source changing',
  'ta.mom': 'source changing',
  'ta.roc': 'source changing',
  'ta.rising': 'source changing',
  'ta.falling': 'source changing',
  'ta.cross': 'source source',
  'ta.crossover': 'source source',
  'ta.crossunder': 'source source',
  'ta.barssince': 'flag',
  'ta.valuewhen': 'flag source occurrence',
  'ta.pivothigh': 'source span span',
  'ta.pivotlow': 'source span span',
  'ta.rsi': 'source length',
  'ta.macd': 'source length length length',
  'ta.stoch': 'source source source changing',
  'ta.bb': 'source changing factor',
  'ta.bbw': 'source changing factor',
  'ta.kc': 'source length factor flag',
  'ta.kcw': 'source length factor flag',
  'ta.tr': 'flag',
  'ta.atr': 'length',
  'ta.dmi': 'length length',
  'ta.cmo': 'source changing',
  'ta.mfi': 'source changing',
  'ta.tsi': 'source length length',
  'ta.wpr': 'changing',
  'ta.supertrend': 'factor length',
  'ta.sar': 'start start most',
  'ta.vwap': 'source',
};

/** Formulas of another form, or without one that the manual gives. */
const ELSEWHERE: ReadonlySet<string> = new Set(['ta.pivot_point_levels']);

const BARS_MAX = 90;
const BAR_MS = 3_600_000;

/** Steps of a price in hundredths: flat more often than by chance. */
const step = fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 300 }));
const barPart = fc.record({
  open: step,
  close: step,
  up: fc.nat(200),
  down: fc.nat(200),
  volume: fc.nat(50),
});

function barsOf(
  parts: readonly { open: number; close: number; up: number; down: number; volume: number }[],
): SlowBars {
  let last = 10_000;
  const rows = parts.map(({ open, close, up, down, volume }, at) => {
    const opens = Math.max(100, last + open);
    last = Math.max(100, opens + close);
    return {
      open: opens / 100,
      high: (Math.max(opens, last) + up) / 100,
      low: Math.max(1, Math.min(opens, last) - down) / 100,
      close: last / 100,
      volume: volume / 4,
      timeMs: at * BAR_MS,
    };
  });
  const column = (name: keyof SlowBars): number[] => rows.map((row) => row[name]);
  return {
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
    timeMs: column('timeMs'),
  };
}

const LENGTHS = fc.oneof(
  fc.constantFrom(1, 2, 3, 4, 5, 14),
  fc.integer({ min: 1, max: 30 }),
  fc.constantFrom(BARS_MAX - 1, BARS_MAX, BARS_MAX + 1, 500),
);

function fixed(values: fc.Arbitrary<number>, count: number): fc.Arbitrary<number[]> {
  return values.map((value) => Array.from({ length: count }, () => value));
}

function walk(count: number, hasGaps: boolean): fc.Arbitrary<number[]> {
  const value = hasGaps ? fc.option(step, { nil: NaN, freq: 8 }) : step;
  return fc
    .tuple(fc.array(value, { minLength: count, maxLength: count }), fc.boolean())
    .map(([steps, isSmooth]) => {
      let last = 5_000;
      return steps.map((move) => {
        if (Number.isNaN(move) && !isSmooth) return NaN;
        last += move || 0;
        return last / 100;
      });
    });
}

function listOf(values: fc.Arbitrary<number>, count: number): fc.Arbitrary<number[]> {
  return fc.array(values, { minLength: count, maxLength: count });
}

const KINDS: Readonly<Record<string, (count: number) => fc.Arbitrary<number[]>>> = {
  source: (count) => walk(count, true),
  whole: (count) => walk(count, false),
  length: (count) => fixed(LENGTHS, count),
  changing: (count) =>
    fc.oneof(fixed(LENGTHS, count), listOf(fc.integer({ min: 1, max: 12 }), count)),
  span: (count) => fixed(fc.integer({ min: 1, max: 6 }), count),
  flag: (count) => listOf(fc.constantFrom(0, 1), count),
  occurrence: (count) => fixed(fc.nat(3), count),
  offset: (count) => fixed(fc.integer({ min: -3, max: 5 }), count),
  percentage: (count) => fixed(fc.oneof(fc.constantFrom(0, 50, 100), fc.nat(100)), count),
  factor: (count) => fixed(fc.constantFrom(0.5, 1, 2, 3.7), count),
  share: (count) => fixed(fc.constantFrom(0, 0.25, 0.85, 1), count),
  start: (count) => fixed(fc.constantFrom(0.01, 0.02, 0.05), count),
  most: (count) => fixed(fc.constantFrom(0.1, 0.2), count),
};

/** Flags that hold for the whole run. */
const STEADY: ReadonlySet<string> = new Set([
  'ta.variance',
  'ta.stdev',
  'ta.kc',
  'ta.kcw',
  'ta.tr',
]);

function casesOf(name: string): fc.Arbitrary<{ bars: SlowBars; given: number[][] }> {
  const kinds = (ARGUMENTS[name] ?? '').split(' ').filter((kind) => kind !== '');
  return fc.integer({ min: 1, max: BARS_MAX }).chain((count) =>
    fc.record({
      bars: fc.array(barPart, { minLength: count, maxLength: count }).map(barsOf),
      given: fc.tuple(
        ...kinds.map((kind) =>
          kind === 'flag' && STEADY.has(name)
            ? fixed(fc.constantFrom(0, 1), count)
            : (KINDS[kind]?.(count) ?? assert.fail(kind)),
        ),
      ),
    }),
  );
}

const FLAGS = /flag/;

function host(bars: SlowBars): PineHost {
  const pastPrice = (name: string, offset: number): number =>
    bars[name as keyof SlowBars][now.bar - offset] ?? NaN;
  return { pastPrice } as unknown as PineHost;
}

/** What the language computes, bar by bar, with one state. */
function computed(name: string, bars: SlowBars, given: readonly number[][]): unknown[] {
  const call = IMPLEMENTATIONS[name] as ((...values: unknown[]) => unknown) | undefined;
  assert(call !== undefined, `${name} has an implementation`);
  const kinds = (ARGUMENTS[name] ?? '').split(' ');
  const state = kinds.includes('changing') ? { keep: 5000 } : {};
  const values: unknown[] = [];
  now.host = host(bars);
  for (const at of bars.close.keys()) {
    fillMeter();
    now.bar = at;
    for (const field of ['open', 'high', 'low', 'close', 'volume', 'timeMs'] as const)
      now[field] = bars[field][at] ?? NaN;
    now.closeBefore = bars.close[at - 1] ?? NaN;
    const passed = given.map((list, position) =>
      FLAGS.test(kinds[position] ?? '') ? list[at] === 1 : list[at],
    );
    values.push(call(state, ...passed));
  }
  now.host = null;
  return values;
}

/** Roots of differences of sums. */
const TOLERANCES: Readonly<Record<string, number>> = {
  'ta.stdev': 1e-4,
  'ta.bb': 1e-4,
  'ta.bbw': 1e-3,
  'ta.correlation': 1e-4,
};

function areNear(one: unknown, other: unknown, tolerance: number): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length && one.every((each, at) => areNear(each, other[at], tolerance))
    );
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) && Number.isNaN(other);
  return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(one), Math.abs(other));
}

const CASES = someOf(400);

suite('Formulas of the manual', () => {
  test('have a second implementation for each function of ta', () => {
    const names = [...BUILTINS.functions.keys()].filter((name) => name.startsWith('ta.'));
    const missing = names.filter((name) => FORMULAS[name] === undefined && !ELSEWHERE.has(name));
    assert.deepEqual(missing, []);
  });

  for (const [name, formula] of Object.entries(FORMULAS))
    test(`${name} is what they say on every bar`, () => {
      fc.assert(
        fc.property(casesOf(name), ({ bars, given }) => {
          const values = computed(name, bars, given);
          for (const [at, value] of values.entries()) {
            const expected = formula({ bars, given }, at);
            assert(
              expected === null || areNear(value, expected, TOLERANCES[name] ?? 1e-6),
              `bar ${at}: ${JSON.stringify(expected)} expected, found ${JSON.stringify(value)}`,
            );
          }
        }),
        { numRuns: CASES },
      );
    });
});
