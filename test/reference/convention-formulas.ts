// The published formulas of other programs, written out bar by bar in floats, with NaN for Pine's
// `na`: slow, and with nothing of the code that they judge. Oldest bar first.

export type Bars = {
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
};

type Row = readonly number[];
type Formula = (bars: Bars, parameters: Row) => readonly Row[];

const isNa = Number.isNaN;
const nz = (value: number): number => (isNa(value) ? 0 : value);
const ago = (x: Row, rows = 1): Row => x.map((_, row) => x[row - rows] ?? Number.NaN);
const zip = (a: Row, b: Row, join: (a: number, b: number) => number): Row =>
  a.map((value, row) => join(value, b[row] ?? Number.NaN));
const minus = (a: Row, b: Row): Row => zip(a, b, (x, y) => x - y);

/** `measure` of the last `length` bars; na where one of them is. */
function over(x: Row, length: number, measure: (window: Row) => number): Row {
  return x.map((_, row) => {
    const window = x.slice(Math.max(0, row - length + 1), row + 1);
    return window.length < length || window.some(isNa) ? Number.NaN : measure(window);
  });
}

const total = (window: Row): number => window.reduce((sum, value) => sum + value, 0);
const sma = (x: Row, length: number): Row => over(x, length, (window) => total(window) / length);
const highest = (x: Row, length: number): Row => over(x, length, (window) => Math.max(...window));
const lowest = (x: Row, length: number): Row => over(x, length, (window) => Math.min(...window));

function recursive(alpha: number, x: Row, seed: Row): Row {
  let last = Number.NaN;
  return x.map((value, row) => {
    if (isNa(value)) return Number.NaN;
    last = isNa(last) ? (seed[row] ?? Number.NaN) : alpha * value + (1 - alpha) * nz(last);
    return last;
  });
}

const ema = (x: Row, length: number): Row => recursive(2 / (length + 1), x, x);
const emaOfMean = (x: Row, length: number): Row => recursive(2 / (length + 1), x, sma(x, length));
const rma = (x: Row, length: number): Row => recursive(1 / length, x, sma(x, length));

function trueRange({ high, low, close }: Bars, handlesNa: boolean): Row {
  return high.map((top, row) => {
    const bottom = low[row] ?? Number.NaN;
    const last = close[row - 1];
    if (last === undefined) return handlesNa ? top - bottom : Number.NaN;
    return Math.max(top - bottom, Math.abs(top - last), Math.abs(bottom - last));
  });
}

const atr = (bars: Bars, length: number): Row => rma(trueRange(bars, true), length);

function rsi(x: Row, length: number): Row {
  const up = rma(
    minus(x, ago(x)).map((move) => (isNa(move) ? move : Math.max(move, 0))),
    length,
  );
  const down = rma(
    minus(ago(x), x).map((move) => (isNa(move) ? move : Math.max(move, 0))),
    length,
  );
  return zip(up, down, (gain, loss) => {
    if (isNa(gain) || isNa(loss)) return Number.NaN;
    if (loss === 0) return 100;
    return gain === 0 ? 0 : 100 - 100 / (1 + gain / loss);
  });
}

function directions(bars: Bars, length: number): readonly [Row, Row] {
  const up = minus(bars.high, ago(bars.high));
  const down = minus(ago(bars.low), bars.low);
  const plus = zip(up, down, (u, d) => (isNa(u) ? u : u > d && u > 0 ? u : 0));
  const less = zip(up, down, (u, d) => (isNa(d) ? d : d > u && d > 0 ? d : 0));
  const range = rma(trueRange(bars, false), length);
  return [
    zip(rma(plus, length), range, (a, b) => (100 * a) / b),
    zip(rma(less, length), range, (a, b) => (100 * a) / b),
  ];
}

function sar({ high, low, close }: Bars, step: number, limit: number): Row {
  let [result, maxMin, acceleration, isBelow] = [Number.NaN, Number.NaN, Number.NaN, false];
  const at = (x: Row, row: number): number => x[row] ?? Number.NaN;
  return close.map((_, bar) => {
    let isFirstTrendBar = false;
    if (bar === 1) {
      isBelow = at(close, 1) > at(close, 0);
      maxMin = isBelow ? at(high, 1) : at(low, 1);
      result = isBelow ? at(low, 0) : at(high, 0);
      isFirstTrendBar = true;
      acceleration = step;
    }
    result += acceleration * (maxMin - result);
    if (isBelow) {
      if (result > at(low, bar)) {
        isFirstTrendBar = true;
        isBelow = false;
        result = Math.max(at(high, bar), maxMin);
        maxMin = at(low, bar);
        acceleration = step;
      }
    } else if (result < at(high, bar)) {
      isFirstTrendBar = true;
      isBelow = true;
      result = Math.min(at(low, bar), maxMin);
      maxMin = at(high, bar);
      acceleration = step;
    }
    if (!isFirstTrendBar) {
      if (isBelow && at(high, bar) > maxMin) {
        maxMin = at(high, bar);
        acceleration = Math.min(acceleration + step, limit);
      } else if (!isBelow && at(low, bar) < maxMin) {
        maxMin = at(low, bar);
        acceleration = Math.min(acceleration + step, limit);
      }
    }
    if (isBelow) {
      result = Math.min(result, at(low, bar - 1));
      if (bar > 1) result = Math.min(result, at(low, bar - 2));
    } else {
      result = Math.max(result, at(high, bar - 1));
      if (bar > 1) result = Math.max(result, at(high, bar - 2));
    }
    return result;
  });
}

function superTrend(bars: Bars, length: number, factor: number): readonly Row[] {
  const { high, low, close } = bars;
  const range = atr(bars, length);
  const [line, direction]: [number[], number[]] = [[], []];
  let [upper, lower, last, lastRange] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  for (const [row, price] of close.entries()) {
    const middle = ((high[row] ?? 0) + (low[row] ?? 0)) / 2;
    const [prevUpper, prevLower] = [nz(upper), nz(lower)];
    const before = close[row - 1] ?? Number.NaN;
    const reach = factor * (range[row] ?? Number.NaN);
    lower = middle - reach;
    upper = middle + reach;
    lower = lower > prevLower || before < prevLower ? lower : prevLower;
    upper = upper < prevUpper || before > prevUpper ? upper : prevUpper;
    let isUp = false;
    if (!isNa(lastRange)) isUp = last === prevUpper ? price > upper : price >= lower;
    last = isUp ? lower : upper;
    lastRange = range[row] ?? Number.NaN;
    line.push(isNa(lastRange) ? Number.NaN : last);
    direction.push(isNa(lastRange) ? Number.NaN : isUp ? 1 : -1);
    if (isNa(lastRange)) [upper, lower] = [Number.NaN, Number.NaN];
  }
  return [line, direction];
}

function macd(
  average: (x: Row, length: number) => Row,
  x: Row,
  [fast = 0, slow = 0, signal = 0]: Row,
): readonly Row[] {
  const line = minus(average(x, fast), average(x, slow));
  const signals = average(line, signal);
  return [line, signals, minus(line, signals)];
}

function bandsOf(middle: Row, range: Row, times: number): readonly Row[] {
  return [
    zip(middle, range, (a, b) => a + times * b),
    middle,
    zip(middle, range, (a, b) => a - times * b),
  ];
}

function connors(x: Row, [length = 0, runLength = 0, rankLength = 0]: Row): Row {
  let run = 0;
  const runs = x.map((value, row) => {
    const last = x[row - 1] ?? value;
    run = value === last ? 0 : value > last ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1;
    return run;
  });
  const changes = zip(x, ago(x), (now, then) => ((now - then) / then) * 100);
  const ranks = over(changes, rankLength + 1, (window) => {
    const newest = window.at(-1) ?? 0;
    return (100 * window.slice(0, -1).filter((value) => value <= newest).length) / rankLength;
  });
  const strengths = zip(rsi(x, length), rsi(runs, runLength), (a, b) => a + b);
  return zip(strengths, ranks, (a, b) => (a + b) / 3);
}

/** By the names of the registry. */
export const FORMULAS: { readonly [name: string]: Formula } = {
  'EMA:tradingview': ({ close }, [length = 0]) => [ema(close, length)],
  'DEMA:tradingview': ({ close }, [length = 0]) => {
    const first = ema(close, length);
    return [zip(first, ema(first, length), (a, b) => 2 * a - b)];
  },
  'TEMA:tradingview': ({ close }, [length = 0]) => {
    const first = ema(close, length);
    const second = ema(first, length);
    const third = ema(second, length);
    return [
      zip(
        zip(first, second, (a, b) => 3 * (a - b)),
        third,
        (a, b) => a + b,
      ),
    ];
  },
  'KELTNER:tradingview': (bars, [length = 0, rangeLength = 0, times = 0]) =>
    bandsOf(ema(bars.close, length), atr(bars, rangeLength), times),
  'KELTNER:lean': (bars, [length = 0, rangeLength = 0, times = 0]) => {
    const sums = zip(
      zip(bars.high, bars.low, (a, b) => a + b),
      bars.close,
      (a, b) => a + b,
    );
    const typical = sums.map((each) => each / 3);
    return bandsOf(sma(typical, length), sma(trueRange(bars, true), rangeLength), times);
  },
  'MACD:tradingview': ({ close }, lengths) => macd(ema, close, lengths),
  'MACD:lean': ({ close }, lengths) => {
    const whole = macd(emaOfMean, close, lengths);
    // The signal is fed from the first row on in which both averages are ready.
    const line = whole[0] ?? [];
    const first = line.findIndex((value) => !isNa(value));
    const signal = [...line.slice(0, first), ...emaOfMean(line.slice(first), lengths[2] ?? 0)];
    return [line, signal, minus(line, signal)];
  },
  'RSI:tradingview': ({ close }, [length = 0]) => [rsi(close, length)],
  'CMO:tradingview': ({ close }, [length = 0]) => {
    const moves = minus(close, ago(close));
    const up = over(moves, length, (window) => total(window.map((m) => (m >= 0 ? m : 0))));
    const down = over(moves, length, (window) => total(window.map((m) => (m >= 0 ? 0 : -m))));
    return [zip(up, down, (a, b) => (100 * (a - b)) / (a + b))];
  },
  'CRSI:tradingview': ({ close }, lengths) => [connors(close, lengths)],
  'DPO:tradingview': ({ close }, [short = 0, long = 0]) => [
    minus(sma(close, short), ago(sma(close, long), Math.floor(long / 2) + 1)),
  ],
  'TRIX:tradingview': ({ close }, [length = 0]) => {
    const third = ema(ema(ema(close.map(Math.log), length), length), length);
    return [minus(third, ago(third)).map((change) => 10_000 * change)];
  },
  'TSI:tradingview': ({ close }, [first = 0, second = 0]) => {
    const moves = minus(close, ago(close));
    const sizes = moves.map((move) => Math.abs(move));
    const smooth = (x: Row): Row => ema(ema(x, first), second);
    return [zip(smooth(moves), smooth(sizes), (a, b) => (100 * a) / b)];
  },
  'STOCHRSI:tradingview': ({ close }, [length = 0, place = 0, d = 0, , smooth = 0]) => {
    const strengths = rsi(close, length);
    const low = lowest(strengths, place);
    const range = minus(highest(strengths, place), low);
    const k = sma(
      zip(minus(strengths, low), range, (a, b) => (100 * a) / b),
      smooth,
    );
    return [k, sma(k, d)];
  },
  'OBV:tradingview': ({ close, volume }) => {
    let sum = 0;
    const signs = minus(close, ago(close)).map((change) => nz(Math.sign(change)));
    return [zip(signs, volume, (sign, amount) => (sum += sign * amount))];
  },
  'PLUSDI:tradingview': (bars, [length = 0]) => [directions(bars, length)[0]],
  'MINUSDI:tradingview': (bars, [length = 0]) => [directions(bars, length)[1]],
  'ADX:tradingview': (bars, [length = 0]) => {
    const [plus, less] = directions(bars, length);
    const apart = zip(plus, less, (a, b) => Math.abs(a - b) / (a + b === 0 ? 1 : a + b));
    return [rma(apart, length).map((value) => 100 * value)];
  },
  'SAR:tradingview': (bars, [step = 0, limit = 0]) => [sar(bars, step, limit)],
  'SUPERTREND:tradingview': (bars, [length = 0, factor = 0]) => superTrend(bars, length, factor),
  'ChandelierExitLong:tradingview': (bars, [length = 0, times = 0]) => [
    zip(highest(bars.high, length), atr(bars, length), (a, b) => a - times * b),
  ],
  'ChandelierExitShort:tradingview': (bars, [length = 0, times = 0]) => [
    zip(lowest(bars.low, length), atr(bars, length), (a, b) => a + times * b),
  ],
  'TRANGE:tradingview': (bars) => [trueRange(bars, true)],
  'ATR:tradingview': (bars, [length = 0]) => [atr(bars, length)],
  'NATR:tradingview': (bars, [length = 0]) => [
    zip(atr(bars, length), bars.close, (a, b) => (100 * a) / b),
  ],
  'CHOP:tradingview': (bars, [length = 0]) => {
    const way = over(trueRange(bars, true), length, total);
    const extent = minus(highest(bars.high, length), lowest(bars.low, length));
    return [zip(way, extent, (a, b) => (100 * Math.log10(a / b)) / Math.log10(length))];
  },
};
