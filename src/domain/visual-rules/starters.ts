// Beginnings of sentences: conditions, filters, actions and protections that one picks from a list
// and then changes, with the everyday words by which they are found.

import type { BlockSpec } from '#domain/visual-rules/new-block.ts';

/** @public The console's editor. */
export type Starter = {
  readonly label: string;
  /** Other words by which it is found. */
  readonly words: string;
  readonly spec: BlockSpec;
};

const HOUR = 60;
const prices = (command = 'ClosePrices', interval = HOUR): BlockSpec => {
  return { command, inputs: { interval } };
};

/** Relative strength index of the closes. */
export function rsi(period = 14): BlockSpec {
  return { command: 'RSI', inputs: { prices: prices(), period } };
}

/** Moving average of a price, exponential and of the closes unless given. */
export function average(period: number, command = 'EMA', of = prices()): BlockSpec {
  return { command, inputs: { prices: of, period } };
}

type Operand = BlockSpec | number;

function compared(input1: BlockSpec, command: string, input2: Operand): BlockSpec {
  const isCross = command === 'CrossOver' || command === 'CrossUnder';
  return { command, inputs: isCross ? { value1: input1, value2: input2 } : { input1, input2 } };
}

export const above = (left: BlockSpec, right: Operand): BlockSpec =>
  compared(left, 'IsBiggerThan', right);
export const below = (left: BlockSpec, right: Operand): BlockSpec =>
  compared(left, 'IsSmallerThan', right);
export const crossesAbove = (left: BlockSpec, right: Operand): BlockSpec =>
  compared(left, 'CrossOver', right);
export const crossesBelow = (left: BlockSpec, right: Operand): BlockSpec =>
  compared(left, 'CrossUnder', right);

export const closes = (): BlockSpec => prices();

/** One output of MACD with the usual periods, 12, 26 and 9. */
export function macd(part: 'macd' | 'signal' | 'hist'): BlockSpec {
  const inputs = { prices: prices(), fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 };
  return { command: 'MACD', part, inputs };
}

/** One Bollinger band of 20 bars and two standard deviations. */
export function band(part: 'upper' | 'middle' | 'lower'): BlockSpec {
  const inputs = { prices: prices(), period: 20, devUp: 2, devDn: 2 };
  return { command: 'BBANDS', part, inputs };
}

function ofCandle(): Readonly<Record<string, BlockSpec>> {
  return { high: prices('HighPrices'), low: prices('LowPrices'), close: prices() };
}

function superTrend(): BlockSpec {
  const inputs = { ...ofCandle(), period: 10, multiplier: 3 };
  return { command: 'SUPERTREND', part: 'direction', inputs };
}

function tradedPrice(): BlockSpec {
  return { command: 'VWAP', inputs: { ...ofCandle(), volume: prices('GetVolume'), period: 24 } };
}

/** One line of the stochastic oscillator with 14, 3 and 3 bars. */
export function stochastic(part: 'slowK' | 'slowD'): BlockSpec {
  return { command: 'STOCH', part, inputs: { ...ofCandle(), fastK: 14, slowK: 3, slowD: 3 } };
}

/** Indicator that takes high, low and close, over a period. */
export function ofRange(command: string, period: number): BlockSpec {
  return { command, inputs: { ...ofCandle(), period } };
}

/** Of candles before the last one, which is what a breakout is measured by. */
export function extreme(command: 'GetHigh' | 'GetLow', depth: number): BlockSpec {
  const of = prices(command === 'GetHigh' ? 'HighPrices' : 'LowPrices');
  return { command, inputs: { prices: of, depth, offset: 1 } };
}

/** Product of a block's value and a constant. */
export function times(left: BlockSpec, right: number): BlockSpec {
  return { command: 'Mul', inputs: { input1: left, input2: right } };
}

/** The value of an earlier candle. */
function before(input: BlockSpec, offset: number): BlockSpec {
  return { command: 'Offset', inputs: { input, offset } };
}

/** How much the newest value is above that of an earlier candle. */
export function rise(of: BlockSpec, offset = 1): BlockSpec {
  return { command: 'Sub', inputs: { input1: of, input2: before(of, offset) } };
}

/** The change of the price in percent. */
export function percentRise(offset = 1): BlockSpec {
  const inputs = { input1: before(closes(), offset), input2: closes() };
  return { command: 'Delta', inputs };
}

/** One line of the stochastic RSI with the usual periods. */
export function stochasticRsi(part: 'fastK' | 'fastD'): BlockSpec {
  const lengths = { rsiPeriod: 14, fastK: 14, fastD: 3, maType: 'SmaType' };
  return { command: 'STOCHRSI', part, inputs: { prices: prices(), ...lengths } };
}

/** Money flow index, which takes volume besides the candle. */
export function moneyFlow(period = 14): BlockSpec {
  return { command: 'MFI', inputs: { ...ofCandle(), volume: volumes(), period } };
}

export const volumes = (): BlockSpec => prices('GetVolume');

/** @public The console's editor. */
export const CONDITION_STARTERS: readonly Starter[] = [
  { label: 'RSI is below 30', words: 'oversold cheap strength', spec: below(rsi(), 30) },
  { label: 'RSI is above 70', words: 'overbought dear strength', spec: above(rsi(), 70) },
  {
    label: 'The fast average crosses above the slow one',
    words: 'ema sma moving average golden cross',
    spec: crossesAbove(average(12), average(26)),
  },
  {
    label: 'The fast average crosses below the slow one',
    words: 'ema sma moving average death cross',
    spec: crossesBelow(average(12), average(26)),
  },
  {
    label: 'The fast average is above the slow one',
    words: 'ema sma moving average trend up',
    spec: above(average(12), average(26)),
  },
  {
    label: 'The fast average is below the slow one',
    words: 'ema sma moving average trend down',
    spec: below(average(12), average(26)),
  },
  {
    label: 'The price is above an average',
    words: 'ema sma trend up moving average',
    spec: above(closes(), average(200)),
  },
  {
    label: 'The price is below an average',
    words: 'ema sma trend down moving average',
    spec: below(closes(), average(200)),
  },
  {
    label: 'The price breaks above its highest',
    words: 'breakout donchian turtle high new',
    spec: above(closes(), extreme('GetHigh', 20)),
  },
  {
    label: 'The price breaks below its lowest',
    words: 'breakdown donchian turtle low new',
    spec: below(closes(), extreme('GetLow', 20)),
  },
  {
    label: 'MACD crosses above its signal line',
    words: 'momentum convergence',
    spec: crossesAbove(macd('macd'), macd('signal')),
  },
  {
    label: 'MACD crosses below its signal line',
    words: 'momentum convergence',
    spec: crossesBelow(macd('macd'), macd('signal')),
  },
  {
    label: 'The price is below the lower Bollinger band',
    words: 'bbands deviation cheap',
    spec: below(closes(), band('lower')),
  },
  {
    label: 'The price is above the upper Bollinger band',
    words: 'bbands deviation dear',
    spec: above(closes(), band('upper')),
  },
  {
    label: 'The stochastic crosses above its average',
    words: 'oscillator %k %d',
    spec: crossesAbove(stochastic('slowK'), stochastic('slowD')),
  },
  {
    label: 'The stochastic crosses below its average',
    words: 'oscillator %k %d',
    spec: crossesBelow(stochastic('slowK'), stochastic('slowD')),
  },
  {
    label: 'SuperTrend points up',
    words: 'trend long direction atr',
    spec: above(superTrend(), 0),
  },
  {
    label: 'SuperTrend points down',
    words: 'trend short direction atr',
    spec: below(superTrend(), 0),
  },
  {
    label: 'The price is above the mean traded price (VWAP)',
    words: 'volume weighted average',
    spec: above(closes(), tradedPrice()),
  },
  {
    label: 'The price is below the mean traded price (VWAP)',
    words: 'volume weighted average',
    spec: below(closes(), tradedPrice()),
  },
  {
    label: 'ADX says that there is a trend',
    words: 'trend strength directional',
    spec: above(ofRange('ADX', 14), 25),
  },
  {
    label: 'The volume is above its average',
    words: 'turnover traded much',
    spec: above(volumes(), times(average(20, 'SMA', volumes()), 2)),
  },
  {
    label: 'The price has risen for some candles',
    words: 'up rising streak',
    spec: { command: 'IsRising', inputs: { array: prices(), lookback: 3 } },
  },
  {
    label: 'The price has fallen for some candles',
    words: 'down falling streak dip',
    spec: { command: 'IsFalling', inputs: { array: prices(), lookback: 3 } },
  },
  {
    label: 'RSI has risen by 5 in a candle',
    words: 'increase momentum strength up',
    spec: above(rise(rsi()), 5),
  },
  {
    label: 'RSI has fallen by 5 in a candle',
    words: 'decrease momentum strength down',
    spec: below(rise(rsi()), -5),
  },
  {
    label: 'The price has risen by 2 % in a candle',
    words: 'pump up increase percent change',
    spec: above(percentRise(), 2),
  },
  {
    label: 'The price has fallen by 2 % in a candle',
    words: 'dump dip down decrease percent change',
    spec: below(percentRise(), -2),
  },
  {
    label: 'The money flow crosses above 20',
    words: 'mfi volume oversold',
    spec: crossesAbove(moneyFlow(), 20),
  },
  {
    label: 'The stochastic RSI is above 50',
    words: 'stochrsi momentum',
    spec: above(stochasticRsi('fastK'), 50),
  },
  {
    label: 'The gain is at least 1 %',
    words: 'minimum profit target',
    spec: { command: 'TakeProfit', inputs: { percentage: 1 } },
  },
  {
    label: 'The price compared with a number',
    words: 'level support resistance limit',
    spec: above(closes(), 0),
  },
];

/** @public The console's editor. */
export const FILTER_STARTERS: readonly Starter[] = [
  {
    label: 'Some minutes have passed since the last trade',
    words: 'cooldown wait pause',
    spec: { command: 'WaitAfterTrade', inputs: { timeout: 60 } },
  },
  {
    label: 'Some minutes have passed since the last stop',
    words: 'cooldown wait stop loss',
    spec: { command: 'StopLossCooldown', inputs: { minutes: 60 } },
  },
  {
    label: 'It is the first trade of the candle',
    words: 'once per bar',
    spec: { command: 'TradeOncePerBar', inputs: { interval: HOUR } },
  },
  {
    label: 'The price is above an average',
    words: 'ema trend up moving average',
    spec: above(closes(), average(200)),
  },
  {
    label: 'The price is below an average',
    words: 'ema trend down moving average',
    spec: below(closes(), average(200)),
  },
  {
    label: 'The market has a trend',
    words: 'adx trending',
    spec: { command: 'TradeOnlyTrending', inputs: { threshold: 25, interval: HOUR } },
  },
  {
    label: 'The market has no trend',
    words: 'adx sideways range',
    spec: { command: 'TradeOnlySideways', inputs: { threshold: 25, interval: HOUR } },
  },
  {
    label: 'It is between two hours of the day',
    words: 'time session clock utc',
    spec: {
      command: 'IsBiggerAndSmallerThan',
      inputs: { value: { command: 'CurrentHour' }, lowValue: 7, highValue: 17 },
    },
  },
  {
    label: 'The gain covers the fees',
    words: 'costs commission',
    spec: { command: 'OvercomeFeeCosts' },
  },
];

/** @public The console's editor. */
export const ACTION_STARTERS: readonly Starter[] = [
  { label: 'Buy', words: 'long enter open', spec: { command: 'DoLong' } },
  { label: 'Sell', words: 'short exit', spec: { command: 'DoShort' } },
  { label: 'Close the position', words: 'exit leave flat', spec: { command: 'DoExitPosition' } },
  {
    label: 'Send a notification',
    words: 'alert message telegram mail',
    spec: {
      command: 'SendNotification',
      inputs: { title: 'Tidemill', message: 'A rule of the strategy was met.' },
    },
  },
  {
    label: 'Write to the log',
    words: 'note print',
    spec: { command: 'Log', inputs: { message: 'A rule of the strategy was met.' } },
  },
  {
    label: 'Stop the bot',
    words: 'end deactivate',
    spec: { command: 'DeactivateBot', inputs: { reason: 'a rule of the strategy was met' } },
  },
];

export const STOP: BlockSpec = { command: 'StopLoss', inputs: { percentage: 2 } };

/** Take profit, in percent of the entry price. */
export function target(percentage: number): BlockSpec {
  return { command: 'TakeProfit', inputs: { percentage } };
}

/** @public The console's editor. */
export const PROTECTION_STARTERS: readonly Starter[] = [
  { label: 'Stop', words: 'loss limit', spec: STOP },
  { label: 'Target', words: 'profit gain take', spec: target(4) },
  {
    label: 'Trailing stop',
    words: 'follow best loss',
    spec: { command: 'TrailingStopLoss', inputs: { percentage: 3 } },
  },
  {
    label: 'Stop by average ranges',
    words: 'chandelier atr volatility',
    spec: { command: 'ChandelierStopLoss', inputs: { depth: 20, multiplier: 3 } },
  },
];
