// Slow indicators that are built of averages and levels, and the variables of volume, by the code
// that the public manual of Pine Script has for them.

import type { SlowBars, SlowCase, SlowFormula } from './pine-slow-series.ts';
import {
  NEAR,
  argument,
  mapped,
  quotient,
  series,
  slowEma,
  slowExtreme,
  slowRma,
  slowSma,
  slowSum,
} from './pine-slow-series.ts';
import { SLOW_AVERAGES } from './pine-slow-averages.ts';

function valueAt(values: readonly number[], at: number): number {
  return values[at] ?? NaN;
}

function changes(source: readonly number[]): readonly number[] {
  return source.map((value, at) => value - valueAt(source, at - 1));
}

function knownChanges(source: readonly number[]): readonly number[] {
  let last = NaN;
  return source.map((value) => {
    const change = value - last;
    if (!Number.isNaN(value)) last = value;
    return change;
  });
}

function rsi(slow: SlowCase, at: number): number {
  const [moves, length] = [knownChanges(series(slow, 0)), argument(slow, 1, at)];
  if (Number.isNaN(argument(slow, 0, at))) return NaN;
  const side = (sign: 1 | -1): readonly number[] =>
    moves.map((move) => (Number.isNaN(move) ? NaN : Math.max(sign * move, 0)));
  const [up, down] = [slowRma(side(1), at, length), slowRma(side(-1), at, length)];
  if (Number.isNaN(up) || Number.isNaN(down)) return NaN;
  return down === 0 ? 100 : 100 - 100 / (1 + up / down);
}

function macd(slow: SlowCase, at: number): readonly number[] {
  const source = series(slow, 0);
  const line = mapped(
    at + 1,
    (bar) =>
      slowEma(source, bar, argument(slow, 1, at)) - slowEma(source, bar, argument(slow, 2, at)),
  );
  const signal = slowEma(line, at, argument(slow, 3, at));
  return [valueAt(line, at), signal, valueAt(line, at) - signal];
}

function stoch(slow: SlowCase, at: number): number {
  const length = argument(slow, 3, at);
  const lowest = slowExtreme(series(slow, 2), at, length, 'lowest');
  const highest = slowExtreme(series(slow, 1), at, length, 'highest');
  return quotient(100 * (argument(slow, 0, at) - lowest), highest - lowest);
}

function bands(slow: SlowCase, at: number): readonly number[] {
  const [length, mult] = [argument(slow, 1, at), argument(slow, 2, at)];
  const deviation = SLOW_AVERAGES['ta.stdev']?.(
    {
      bars: slow.bars,
      given: [series(slow, 0), slow.given[1] ?? [], slow.bars.close.map(() => 1)],
    },
    at,
  );
  const basis = slowSma(series(slow, 0), at, length);
  const width = mult * Number(deviation);
  return [basis, basis + width, basis - width];
}

function trueRange({ high, low, close }: SlowBars, at: number, handlesNa: boolean): number {
  const [top, bottom, before] = [valueAt(high, at), valueAt(low, at), valueAt(close, at - 1)];
  if (Number.isNaN(before)) return handlesNa ? top - bottom : NaN;
  return Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
}

function ranges(bars: SlowBars, handlesNa: boolean): readonly number[] {
  return bars.close.map((_, at) => trueRange(bars, at, handlesNa));
}

function keltner(slow: SlowCase, at: number): readonly number[] {
  const [length, mult] = [argument(slow, 1, at), argument(slow, 2, at)];
  const { bars } = slow;
  const isTrue = argument(slow, 3, at) === 1;
  const span = isTrue
    ? ranges(bars, false)
    : bars.high.map((high, bar) => high - valueAt(bars.low, bar));
  const basis = slowEma(series(slow, 0), at, length);
  const width = slowEma(span, at, length) * mult;
  return [basis, basis + width, basis - width];
}

function widthOf([basis = NaN, upper = NaN, lower = NaN]: readonly number[]): number {
  return quotient(upper - lower, basis);
}

function dmi(slow: SlowCase, at: number): readonly number[] {
  const { high, low } = slow.bars;
  const [length, smoothing] = [argument(slow, 0, at), argument(slow, 1, at)];
  const range = ranges(slow.bars, false);
  const [up, down] = [changes(high), changes(low).map((move) => -move)];
  const directed = (one: readonly number[], other: readonly number[]): readonly number[] =>
    one.map((move, bar) => {
      const against = valueAt(other, bar);
      if (Number.isNaN(move + against)) return NaN;
      return move > against + NEAR && move > NEAR ? move : 0;
    });
  const side = (moves: readonly number[], bar: number): number =>
    quotient(100 * slowRma(moves, bar, length), slowRma(range, bar, length));
  const [plusMoves, minusMoves] = [directed(up, down), directed(down, up)];
  const shares = mapped(at + 1, (bar) => {
    const [plus, minus] = [side(plusMoves, bar), side(minusMoves, bar)];
    return Math.abs(plus - minus) / (plus + minus === 0 ? 1 : plus + minus);
  });
  return [side(plusMoves, at), side(minusMoves, at), 100 * slowRma(shares, at, smoothing)];
}

function cmo(slow: SlowCase, at: number): number {
  const moves = changes(series(slow, 0));
  const length = argument(slow, 1, at);
  if (Number.isNaN(valueAt(moves, at))) return NaN;
  const side = (picks: (move: number) => number): readonly number[] =>
    moves.map((move) => (Number.isNaN(move) ? NaN : picks(move)));
  const up = slowSum(
    side((move) => (move >= -NEAR ? move : 0)),
    at,
    length,
  );
  const down = slowSum(
    side((move) => (move >= -NEAR ? 0 : -move)),
    at,
    length,
  );
  return quotient(100 * (up - down), up + down);
}

function mfi(slow: SlowCase, at: number): number {
  const source = series(slow, 0);
  const length = argument(slow, 1, at);
  if (Number.isNaN(valueAt(source, at))) return NaN;
  const flow = (isNone: (move: number) => boolean): readonly number[] =>
    changes(source).map(
      (move, bar) => valueAt(slow.bars.volume, bar) * (isNone(move) ? 0 : valueAt(source, bar)),
    );
  const upper = slowSum(
    flow((move) => move <= NEAR),
    at,
    length,
  );
  const lower = slowSum(
    flow((move) => move >= -NEAR),
    at,
    length,
  );
  if (Number.isNaN(upper + lower)) return NaN;
  return lower === 0 ? 100 : 100 - 100 / (1 + upper / lower);
}

function tsi(slow: SlowCase, at: number): number {
  const [short, long] = [argument(slow, 1, at), argument(slow, 2, at)];
  const moves = changes(series(slow, 0));
  const smooth = (values: readonly number[]): number => {
    const once = mapped(at + 1, (bar) => slowEma(values, bar, long));
    return slowEma(once, at, short);
  };
  return quotient(smooth(moves), smooth(moves.map(Math.abs)));
}

function wpr(slow: SlowCase, at: number): number {
  const length = argument(slow, 0, at);
  const { high, low, close } = slow.bars;
  const highest = slowExtreme(high, at, length, 'highest');
  const lowest = slowExtreme(low, at, length, 'lowest');
  return quotient(100 * (valueAt(close, at) - highest), highest - lowest);
}

function supertrend(slow: SlowCase, at: number): readonly number[] {
  const [factor, length] = [argument(slow, 0, at), argument(slow, 1, at)];
  const { high, low, close } = slow.bars;
  const range = ranges(slow.bars, true);
  let last = { upper: NaN, lower: NaN, line: NaN, range: NaN };
  let direction = 1;
  for (let bar = 0; bar <= at; bar += 1) {
    const average = slowRma(range, bar, length);
    const middle = (valueAt(high, bar) + valueAt(low, bar)) / 2;
    let [upper, lower] = [middle + factor * average, middle - factor * average];
    const upperBefore = Number.isNaN(last.upper) ? 0 : last.upper;
    const lowerBefore = Number.isNaN(last.lower) ? 0 : last.lower;
    const before = valueAt(close, bar - 1);
    lower = lower > lowerBefore || before < lowerBefore ? lower : lowerBefore;
    upper = upper < upperBefore || before > upperBefore ? upper : upperBefore;
    if (Number.isNaN(last.range)) direction = 1;
    else if (last.line === upperBefore) direction = valueAt(close, bar) > upper ? -1 : 1;
    else direction = valueAt(close, bar) < lower ? 1 : -1;
    last = { upper, lower, line: direction === -1 ? lower : upper, range: average };
  }
  return [last.line, direction];
}

type Sar = { result: number; best: number; step: number; isBelow: boolean };

function sar(slow: SlowCase, at: number): number {
  const { high, low, close } = slow.bars;
  const [start, increment, most] = [0, 1, 2].map((each) => argument(slow, each, at));
  const state: Sar = { result: NaN, best: NaN, step: NaN, isBelow: false };
  for (let bar = 0; bar <= at; bar += 1) {
    let isFirst = false;
    if (bar === 1) {
      state.isBelow = valueAt(close, 1) > valueAt(close, 0);
      state.best = valueAt(state.isBelow ? high : low, 1);
      state.result = valueAt(state.isBelow ? low : high, 0);
      state.step = start ?? NaN;
      isFirst = true;
    }
    state.result += state.step * (state.best - state.result);
    const [near, far] = state.isBelow ? [low, high] : [high, low];
    const sign = state.isBelow ? 1 : -1;
    if (sign * state.result > sign * valueAt(near, bar)) {
      isFirst = true;
      const extremes = [valueAt(far, bar), state.best];
      state.result = state.isBelow ? Math.max(...extremes) : Math.min(...extremes);
      state.best = valueAt(near, bar);
      state.isBelow = !state.isBelow;
      state.step = start ?? NaN;
    }
    const beyond = valueAt(state.isBelow ? high : low, bar);
    if (!isFirst && (state.isBelow ? beyond > state.best : beyond < state.best)) {
      state.best = beyond;
      state.step = Math.min(state.step + (increment ?? NaN), most ?? NaN);
    }
    const ages = bar > 1 ? [1, 2] : [1];
    for (const age of ages)
      state.result = state.isBelow
        ? Math.min(state.result, valueAt(low, bar - age))
        : Math.max(state.result, valueAt(high, bar - age));
  }
  return state.result;
}

/** The sum of volumes that the moves of the close decide on. */
function summed(gain: (bars: SlowBars, at: number) => number): SlowFormula {
  return ({ bars }, at) => {
    if (Number.isNaN(gain(bars, at))) return NaN;
    let sum = 0;
    for (let bar = 0; bar <= at; bar += 1) sum += gain(bars, bar) || 0;
    return sum;
  };
}

function volumeIndex(sign: 1 | -1): SlowFormula {
  return ({ bars: { close, volume } }, at) => {
    let index = 1;
    for (let bar = 1; bar <= at; bar += 1)
      if (sign * valueAt(volume, bar) > sign * valueAt(volume, bar - 1))
        index +=
          ((valueAt(close, bar) - valueAt(close, bar - 1)) / valueAt(close, bar - 1)) * index;
    return index;
  };
}

function gained({ high, low, close }: SlowBars, at: number): number {
  const [here, before] = [valueAt(close, at), valueAt(close, at - 1)];
  if (here > before) return here - Math.min(valueAt(low, at), before);
  return here < before ? here - Math.max(valueAt(high, at), before) : 0;
}

const DAY_MS = 86_400_000;

function vwap(slow: SlowCase, at: number): number {
  const { timeMs, volume } = slow.bars;
  const dayOf = (bar: number): number => Math.floor(valueAt(timeMs, bar) / DAY_MS);
  let [money, size] = [0, 0];
  for (let bar = 0; bar <= at; bar += 1) {
    const source = argument(slow, 0, bar);
    if (dayOf(bar) !== dayOf(at) || Number.isNaN(source)) continue;
    money += source * valueAt(volume, bar);
    size += valueAt(volume, bar);
  }
  return Number.isNaN(argument(slow, 0, at)) ? NaN : quotient(money, size);
}

export const SLOW_INDICATORS: Readonly<Record<string, SlowFormula>> = {
  'ta.rsi': rsi,
  'ta.macd': macd,
  'ta.stoch': stoch,
  'ta.bb': bands,
  'ta.bbw': (slow, at) => 100 * widthOf(bands(slow, at)),
  'ta.kc': keltner,
  'ta.kcw': (slow, at) => widthOf(keltner(slow, at)),
  'ta.tr': (slow, at) => trueRange(slow.bars, at, argument(slow, 0, at) === 1),
  'ta.atr': (slow, at) => slowRma(ranges(slow.bars, true), at, argument(slow, 0, at)),
  'ta.dmi': dmi,
  'ta.cmo': cmo,
  'ta.mfi': mfi,
  'ta.tsi': tsi,
  'ta.wpr': wpr,
  'ta.supertrend': supertrend,
  'ta.sar': sar,
  'ta.vwap': vwap,
  obv: summed(
    ({ close, volume }, at) =>
      Math.sign(valueAt(close, at) - valueAt(close, at - 1)) * valueAt(volume, at),
  ),
  pvt: summed(
    ({ close, volume }, at) =>
      ((valueAt(close, at) - valueAt(close, at - 1)) / valueAt(close, at - 1)) *
      valueAt(volume, at),
  ),
  accdist: summed(({ high, low, close, volume }, at) => {
    const [top, bottom, end] = [valueAt(high, at), valueAt(low, at), valueAt(close, at)];
    return top === bottom ? 0 : ((2 * end - bottom - top) / (top - bottom)) * valueAt(volume, at);
  }),
  wad: summed(gained),
  nvi: volumeIndex(-1),
  pvi: volumeIndex(1),
  iii: ({ bars: { high, low, close, volume } }, at) =>
    quotient(
      2 * valueAt(close, at) - valueAt(high, at) - valueAt(low, at),
      (valueAt(high, at) - valueAt(low, at)) * valueAt(volume, at),
    ),
  wvad: ({ bars: { open, high, low, close, volume } }, at) =>
    quotient(valueAt(close, at) - valueAt(open, at), valueAt(high, at) - valueAt(low, at)) *
    valueAt(volume, at),
};
