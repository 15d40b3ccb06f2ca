// Slow highs, lows, changes, crossings and pivots, by the public manual of Pine Script.

import type { SlowCase, SlowFormula } from './pine-slow-series.ts';
import { NEAR, argument, lastBars, quotient, series, slowExtreme } from './pine-slow-series.ts';

type Pick = 'highest' | 'lowest';

/** The form with a length alone is of the highs or lows. */
function shortened(slow: SlowCase, at: number, pick: Pick): readonly [readonly number[], number] {
  if (slow.given.length > 1) return [series(slow, 0), argument(slow, 1, at)];
  return [pick === 'highest' ? slow.bars.high : slow.bars.low, argument(slow, 0, at)];
}

function extremeOf(pick: Pick): SlowFormula {
  return (slow, at) => slowExtreme(...placed(shortened(slow, at, pick), at), pick);
}

function placed(
  [source, length]: readonly [readonly number[], number],
  at: number,
): [readonly number[], number, number] {
  return [source, at, length];
}

/** How far back it is; of equal ones the oldest. */
function barsTo(pick: Pick): SlowFormula {
  return (slow, at) => {
    const [source, length] = shortened(slow, at, pick);
    const best = slowExtreme(source, at, length, pick);
    const values = lastBars(source, at, length);
    if (values === null) return NaN;
    return Number.isNaN(best) ? 0 : values.indexOf(best) - (length - 1);
  };
}

function soFar(choose: (values: readonly number[]) => number): SlowFormula {
  return (slow, at) => {
    const known = series(slow, 0)
      .slice(0, at + 1)
      .filter((value) => !Number.isNaN(value));
    return known.length === 0 ? NaN : choose(known);
  };
}

function range(slow: SlowCase, at: number): number {
  const [source, length] = [series(slow, 0), argument(slow, 1, at)];
  if (Number.isNaN(source[at] ?? NaN)) return NaN;
  return slowExtreme(source, at, length, 'highest') - slowExtreme(source, at, length, 'lowest');
}

function change(slow: SlowCase, at: number): number {
  return argument(slow, 0, at) - argument(slow, 0, at - argument(slow, 1, at));
}

function roc(slow: SlowCase, at: number): number {
  return quotient(100 * change(slow, at), argument(slow, 0, at - argument(slow, 1, at)));
}

/** So many steps in a row, each larger than the tolerance. */
function goes(sign: 1 | -1): SlowFormula {
  return (slow, at) => {
    const [source, length] = [series(slow, 0), argument(slow, 1, at)];
    for (let age = 0; age < length; age += 1) {
      const step = (source[at - age] ?? NaN) - (source[at - age - 1] ?? NaN);
      if (!(sign * step > NEAR)) return false;
    }
    return true;
  };
}

/** The last bar before on which both were known; -1: none. */
function knownBefore(slow: SlowCase, at: number): number {
  for (let bar = at - 1; bar >= 0; bar -= 1)
    if (!Number.isNaN(argument(slow, 0, bar) + argument(slow, 1, bar))) return bar;
  return -1;
}

function crosses(sign: 1 | -1): SlowFormula {
  return (slow, at) => {
    const before = knownBefore(slow, at);
    const now = argument(slow, 0, at) - argument(slow, 1, at);
    const last = argument(slow, 0, before) - argument(slow, 1, before);
    return before >= 0 && sign * now > 0 && sign * last <= 0;
  };
}

/** Out of the side on which it clearly was last. */
function cross(slow: SlowCase, at: number): boolean {
  const now = argument(slow, 0, at) - argument(slow, 1, at);
  for (let bar = at - 1; bar >= 0; bar -= 1) {
    const then = argument(slow, 0, bar) - argument(slow, 1, bar);
    if (then > NEAR) return now < 0;
    if (then < -NEAR) return now > 0;
  }
  return false;
}

function barsSince(slow: SlowCase, at: number): number {
  for (let age = 0; age <= at; age += 1) if (argument(slow, 0, at - age) === 1) return age;
  return NaN;
}

function valueWhen(slow: SlowCase, at: number): number {
  let left = argument(slow, 2, at);
  for (let bar = at; bar >= 0; bar -= 1) {
    if (argument(slow, 0, bar) !== 1) continue;
    if (left === 0) return argument(slow, 1, bar);
    left -= 1;
  }
  return NaN;
}

/** No value around it is beyond it, and none behind it equals it. */
function pivot(pick: Pick): SlowFormula {
  return (slow, at) => {
    const isShort = slow.given.length === 2;
    const source = isShort ? slow.bars[pick === 'highest' ? 'high' : 'low'] : series(slow, 0);
    const [left, right] = [
      argument(slow, isShort ? 0 : 1, at),
      argument(slow, isShort ? 1 : 2, at),
    ];
    if (at < left + right || Number.isNaN(source[at] ?? NaN)) return NaN;
    const sign = pick === 'highest' ? 1 : -1;
    const middle = source[at - right] ?? NaN;
    const before = source.slice(at - right - left, at - right);
    const behind = source.slice(at - right + 1, at + 1);
    const isBeaten =
      before.some((value) => sign * value > sign * middle) ||
      behind.some((value) => sign * value >= sign * middle);
    return isBeaten ? NaN : middle;
  };
}

export const SLOW_LEVELS: Readonly<Record<string, SlowFormula>> = {
  'ta.highest': extremeOf('highest'),
  'ta.lowest': extremeOf('lowest'),
  'ta.highestbars': barsTo('highest'),
  'ta.lowestbars': barsTo('lowest'),
  'ta.max': soFar((values) => Math.max(...values)),
  'ta.min': soFar((values) => Math.min(...values)),
  'ta.range': range,
  'ta.change': change,
  'ta.mom': change,
  'ta.roc': roc,
  'ta.rising': goes(1),
  'ta.falling': goes(-1),
  'ta.cross': cross,
  'ta.crossover': crosses(1),
  'ta.crossunder': crosses(-1),
  'ta.barssince': barsSince,
  'ta.valuewhen': valueWhen,
  'ta.pivothigh': pivot('highest'),
  'ta.pivotlow': pivot('lowest'),
};
