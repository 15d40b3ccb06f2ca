// `ta.*`: indicators that are built of averages and levels. Formulas are those of the reference
// manual.

import { dev, ema, rma, sma, stdev, sum, vwma } from '#pine/builtins/ta-averages.ts';
import { highest, lowest, pastPrice } from '#pine/builtins/ta-levels.ts';
import { pivotLevels } from '#pine/builtins/pivot-levels.ts';
import { rankCorrelation } from '#pine/builtins/rank-correlation.ts';
import type { Running } from '#pine/builtins/window.ts';
import { TOLERANCE, before, part, quotient } from '#pine/builtins/window.ts';
import { now } from '#pine/runtime/pine-now.ts';

type Parts = Record<string, unknown>;

export const INDICATOR_SIGNATURES = `
*ta.rsi(float source, simple int length) => series float
*ta.macd(float source, simple int fastlen, simple int slowlen, simple int siglen) => series [float, float, float]
*ta.stoch(float source, float high, float low, int length) => series float
*ta.bb(float series, int length, simple float mult) => series [float, float, float]
*ta.bbw(float series, int length, simple float mult) => series float
*ta.kc(float series, simple int length, simple float mult, simple bool useTrueRange?) => series [float, float, float]
*ta.kcw(float series, simple int length, simple float mult, simple bool useTrueRange?) => series float
*ta.tr(simple bool handle_na?) => series float
*ta.atr(simple int length) => series float
*ta.dmi(simple int diLength, simple int adxSmoothing) => series [float, float, float]
*ta.cci(float source, int length) => series float
*ta.cmo(float series, int length) => series float
*ta.mfi(float series, int length) => series float
*ta.tsi(float source, simple int short_length, simple int long_length) => series float
*ta.wpr(int length) => series float
*ta.supertrend(float factor, simple int atrPeriod) => series [float, float]
*ta.sar(simple float start, simple float inc, simple float max) => series float
*ta.vwap(float source) => series float
*ta.vwap(float source, bool anchor) => series float
*ta.vwap(float source, bool anchor, simple float stdev_mult) => series [float, float, float]
*ta.rci(float source, int length) => series float
*ta.pivot_point_levels(string type, bool anchor, bool developing?) => series array<float>
*ta.vwma(float source, int length) => series float
`;

function rsi(state: Parts, source: number, length: number): number {
  if (Number.isNaN(source)) return NaN;
  const source0 = part<Running>(state, 'source');
  const last = before(source0);
  source0.value = source;
  if (Number.isNaN(last)) return NaN;
  const up = rma(part(state, 'up'), Math.max(source - last, 0), length);
  const down = rma(part(state, 'down'), Math.max(last - source, 0), length);
  if (down === 0) return 100;
  return up === 0 ? 0 : 100 - 100 / (1 + up / down);
}

function macd(state: Parts, source: number, fast: number, slow: number, signal: number): number[] {
  const line = ema(part(state, 'fast'), source, fast) - ema(part(state, 'slow'), source, slow);
  const average = ema(part(state, 'signal'), line, signal);
  return [line, average, line - average];
}

function stoch(state: Parts, source: number, high: number, low: number, length: number): number {
  const least = lowest(part(state, 'low'), low, length);
  return quotient(100 * (source - least), highest(part(state, 'high'), high, length) - least);
}

function bb(state: Parts, source: number, length: number, mult: number): number[] {
  const basis = sma(part(state, 'basis'), source, length);
  const width = mult * stdev(part(state, 'width'), source, length);
  return [basis, basis + width, basis - width];
}

function trueRange(handlesNa = false): number {
  const { high, low, closeBefore } = now;
  if (Number.isNaN(closeBefore)) return handlesNa ? high - low : NaN;
  return Math.max(high - low, Math.abs(high - closeBefore), Math.abs(low - closeBefore));
}

function atr(state: Parts, length: number): number {
  return rma(state, trueRange(true), length);
}

function kc(state: Parts, source: number, length: number, mult: number, isTrue = true): number[] {
  const basis = ema(part(state, 'basis'), source, length);
  const span = isTrue ? trueRange() : now.high - now.low;
  const width = ema(part(state, 'range'), span, length) * mult;
  return [basis, basis + width, basis - width];
}

function widthOf([basis = NaN, upper = NaN, lower = NaN]: readonly number[]): number {
  return quotient(upper - lower, basis);
}

/** Of two moves the larger counts, where it is larger by more than the tolerance. */
function directed(move: number, other: number): number {
  if (Number.isNaN(move) || Number.isNaN(other)) return NaN;
  return move - other > TOLERANCE && move > TOLERANCE ? move : 0;
}

function dmi(state: Parts, length: number, smoothing: number): number[] {
  const up = now.high - pastPrice('high', 1);
  const down = pastPrice('low', 1) - now.low;
  const range = rma(part(state, 'range'), trueRange(), length);
  const up1 = rma(part(state, 'plus'), directed(up, down), length);
  const down1 = rma(part(state, 'minus'), directed(down, up), length);
  if (Number.isNaN(range + up1 + down1) || range === 0) return [NaN, NaN, NaN];
  const [plus, minus] = [(100 * up1) / range, (100 * down1) / range];
  const both = plus + minus;
  const share = Math.abs(plus - minus) / (both === 0 ? 1 : both);
  return [plus, minus, rma(part(state, 'adx'), share, smoothing) * 100];
}

/** The last value that was not `na`. */
export function fixed(state: Running, value: number): number {
  const last = before(state);
  state.value = Number.isNaN(value) ? last : value;
  return state.value;
}

function cci(state: Parts, source: number, length: number): number {
  const average = sma(part(state, 'average'), source, length);
  return quotient(source - average, 0.015 * dev(part(state, 'deviation'), source, length));
}

function moveOf(state: Running, source: number): number {
  const last = before(state);
  state.value = source;
  return source - last;
}

function cmo(state: Parts, source: number, length: number): number {
  const move = moveOf(part(state, 'move'), source);
  const rises = move >= -TOLERANCE;
  const isKnown = !Number.isNaN(move);
  const up = sum(part(state, 'up'), isKnown ? (rises ? move : 0) : NaN, length);
  const down = sum(part(state, 'down'), isKnown ? (rises ? 0 : -move) : NaN, length);
  return isKnown && up + down !== 0 ? (100 * (up - down)) / (up + down) : NaN;
}

function mfi(state: Parts, source: number, length: number): number {
  const move = moveOf(part(state, 'move'), source);
  if (Number.isNaN(source)) return NaN;
  const side = (isNone: boolean): number => now.volume * (isNone ? 0 : source);
  const upper = withoutDust(sum(part(state, 'up'), side(move <= TOLERANCE), length));
  const lower = withoutDust(sum(part(state, 'down'), side(move >= -TOLERANCE), length));
  if (Number.isNaN(upper + lower)) return NaN;
  return lower === 0 ? 100 : 100 - 100 / (1 + upper / lower);
}

/** A sum that is all but zero is zero. */
function withoutDust(value: number): number {
  return Math.abs(value) <= TOLERANCE ? 0 : value;
}

function tsi(state: Parts, source: number, short: number, long: number): number {
  const move = moveOf(part(state, 'move'), source);
  const smooth = ema(part(state, 'short'), ema(part(state, 'long'), move, long), short);
  const size = ema(
    part(state, 'shortSize'),
    ema(part(state, 'longSize'), Math.abs(move), long),
    short,
  );
  return quotient(smooth, size);
}

function wpr(state: Parts, length: number): number {
  const most = highest(part(state, 'high'), now.high, length);
  const least = lowest(part(state, 'low'), now.low, length);
  return quotient(100 * (now.close - most), most - least);
}

function supertrend(state: Parts, factor: number, length: number): number[] {
  const range = atr(part(state, 'range'), length);
  const middle = (now.high + now.low) / 2;
  const [upperState, lowerState] = [part<Running>(state, 'upper'), part<Running>(state, 'lower')];
  const [lineState, rangeState] = [part<Running>(state, 'line'), part<Running>(state, 'before')];
  const upperBefore = orZero(before(upperState));
  const lowerBefore = orZero(before(lowerState));
  const lineBefore = before(lineState);
  const rangeBefore = before(rangeState);
  rangeState.value = range;
  const closeBefore = now.closeBefore;
  let [upper, lower] = [middle + factor * range, middle - factor * range];
  if (!(lower > lowerBefore || closeBefore < lowerBefore)) lower = lowerBefore;
  if (!(upper < upperBefore || closeBefore > upperBefore)) upper = upperBefore;
  let direction: number;
  if (Number.isNaN(rangeBefore)) direction = 1;
  else if (lineBefore === upperBefore) direction = now.close > upper ? -1 : 1;
  else direction = now.close < lower ? 1 : -1;
  const line = direction === -1 ? lower : upper;
  [upperState.value, lowerState.value, lineState.value] = [upper, lower, line];
  return [line, direction];
}

function orZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

type Sar = { bar?: number; now?: SarValues; last?: SarValues };
type SarValues = {
  readonly result: number;
  readonly best: number;
  readonly step: number;
  readonly isBelow: boolean;
};

function sar(state: Sar, start: number, inc: number, max: number): number {
  if (state.bar !== now.bar) {
    state.bar = now.bar;
    if (state.now !== undefined) state.last = state.now;
  }
  const closeBefore = now.closeBefore;
  if (Number.isNaN(closeBefore)) return NaN;
  state.now = nextSar(state.last, start, inc, max);
  return state.now.result;
}

function nextSar(last: SarValues | undefined, start: number, inc: number, max: number): SarValues {
  const [high1, low1] = [pastPrice('high', 1), pastPrice('low', 1)];
  const isFirst = last === undefined;
  const rises = now.close > now.closeBefore;
  let { result, best, step, isBelow } = last ?? {
    result: rises ? low1 : high1,
    best: rises ? now.high : now.low,
    step: start,
    isBelow: rises,
  };
  let turned = isFirst;
  result += step * (best - result);
  if (isBelow ? result > now.low : result < now.high) {
    turned = true;
    result = isBelow ? Math.max(now.high, best) : Math.min(now.low, best);
    best = isBelow ? now.low : now.high;
    isBelow = !isBelow;
    step = start;
  }
  if (!turned && (isBelow ? now.high > best : now.low < best)) {
    best = isBelow ? now.high : now.low;
    step = Math.min(step + inc, max);
  }
  const [high2, low2] = [pastPrice('high', 2), pastPrice('low', 2)];
  if (isBelow) {
    result = Math.min(result, low1);
    if (!Number.isNaN(low2)) result = Math.min(result, low2);
  } else {
    result = Math.max(result, high1);
    if (!Number.isNaN(high2)) result = Math.max(result, high2);
  }
  return { result, best, step, isBelow };
}

const DAY_MS = 86_400_000;

type Vwap = { bar?: number; day?: number; value?: number[]; last?: number[] };

/** From the beginning of the UTC day on, or from where the anchor last held. */
function vwap(
  state: Vwap,
  source: number,
  anchor?: boolean | null,
  width?: number,
): number | number[] {
  if (state.bar !== now.bar) {
    state.bar = now.bar;
    state.last = state.value ?? [];
    const day = Math.floor(now.timeMs / DAY_MS);
    if (anchor === undefined && state.day !== day) state.last = [0, 0, 0];
    state.day = day;
  }
  const last = anchor === true ? [0, 0, 0] : (state.last ?? []);
  const [weighed = NaN, volume = NaN, squares = NaN] = last;
  const isKnown = !Number.isNaN(source);
  state.value = isKnown
    ? [weighed + source * now.volume, volume + now.volume, squares + source * source * now.volume]
    : [...last];
  const [total = NaN, size = NaN, totalSquares = NaN] = state.value;
  const mean = isKnown && size !== 0 ? total / size : NaN;
  if (width === undefined) return mean;
  const band = width * Math.sqrt(Math.max(0, totalSquares / size - mean * mean));
  return [mean, mean + band, mean - band];
}

export const INDICATORS = {
  'ta.rsi': rsi,
  'ta.macd': macd,
  'ta.stoch': stoch,
  'ta.bb': bb,
  'ta.bbw': (state: Parts, source: number, length: number, mult: number) =>
    widthOf(bb(state, source, length, mult)) * 100,
  'ta.kc': kc,
  'ta.kcw': (state: Parts, source: number, length: number, mult: number, isTrue?: boolean) =>
    widthOf(kc(state, source, length, mult, isTrue)),
  'ta.tr': (_state: object, handlesNa?: boolean) => trueRange(handlesNa),
  'ta.atr': atr,
  'ta.dmi': dmi,
  'ta.cci': cci,
  'ta.cmo': cmo,
  'ta.mfi': mfi,
  'ta.tsi': tsi,
  'ta.wpr': wpr,
  'ta.supertrend': supertrend,
  'ta.sar': sar,
  'ta.vwap': vwap,
  'ta.rci': rankCorrelation,
  'ta.pivot_point_levels': pivotLevels,
  'ta.vwma': (state: Parts, source: number, length: number) =>
    vwma(state, source, now.volume, length),
};
