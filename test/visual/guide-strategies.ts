// Ten strategies that guides of other builders describe: by the sentences of rules where these say
// them, as blocks where they do not; and what each wants once a minute has closed, by a textbook.

import type { BlockSpec } from '#domain/visual-rules/new-block.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import {
  above,
  average,
  band,
  below,
  closes,
  crossesAbove,
  crossesBelow,
  extreme,
  macd,
  rsi,
} from '#domain/visual-rules/starters.ts';
import type { VisualTemplate } from '#domain/visual-rules/templates.ts';
import { modelOfTemplate } from '#domain/visual-rules/templates.ts';
import { documentOf } from './block-notation.ts';
import type { Candle, Candles } from './guide-textbook.ts';
import {
  bandsOf,
  closesOf,
  crossesUp,
  emaOf,
  macdOf,
  rsiOf,
  superTrendOf,
} from './guide-textbook.ts';

/** What is held, as a textbook sees it; prices of the last closed minute. */
export type Moment = {
  readonly candles: Candles;
  readonly row: number;
  readonly close: number;
  /** Average price of what is held; null: nothing is. */
  readonly entry: number | null;
  /** The highest close since the entry. */
  readonly best: number;
};

/** Conditions of a minute; `near` says that a price stands within a step of a level of it. */
export type Wishes = {
  readonly enters: boolean;
  /** Also while something is held. */
  readonly adds?: boolean;
  readonly exits: boolean;
  readonly near: boolean;
};

export type GuideStrategy = {
  readonly title: string;
  /** Said by rules alone. */
  readonly isRules: boolean;
  /** With the command of an order that buys on the market. */
  readonly document: (buys: string) => string;
  readonly wishes: (moment: Moment) => Wishes;
};

/** The same on candles of another length. */
function on(minutes: number, spec: BlockSpec): BlockSpec {
  const inputs = Object.fromEntries(
    Object.entries(spec.inputs ?? {}).map(([name, given]) => {
      if (name === 'interval') return [name, minutes];
      return [name, typeof given === 'object' ? on(minutes, given as BlockSpec) : given];
    }),
  );
  return { ...spec, inputs };
}

const stopAt = (percentage: number): BlockSpec => {
  return { command: 'StopLoss', inputs: { percentage } };
};
const superTrend: BlockSpec = {
  command: 'SUPERTREND',
  part: 'direction',
  inputs: {
    high: { command: 'HighPrices', inputs: { interval: 60 } },
    low: { command: 'LowPrices', inputs: { interval: 60 } },
    close: closes(),
    period: 10,
    multiplier: 3,
  },
};
/** The width of the Bollinger bands of the candle before, in percent of their middle. */
const squeezed: BlockSpec = {
  command: 'Offset',
  inputs: {
    input: {
      command: 'Mul',
      inputs: {
        input1: {
          command: 'Div',
          inputs: {
            input1: { command: 'Sub', inputs: { input1: band('upper'), input2: band('lower') } },
            input2: band('middle'),
          },
        },
        input2: 100,
      },
    },
    offset: 1,
  },
};

function hourIs(hour: number): BlockSpec {
  const inputs = { value: { command: 'CurrentHour' }, lowValue: hour - 1, highValue: hour + 1 };
  return { command: 'IsBiggerAndSmallerThan', inputs };
}

function byRules(
  title: string,
  rules: VisualTemplate['rules'],
  protections: readonly BlockSpec[],
  wishes: (moment: Moment) => Wishes,
): GuideStrategy {
  const template = { id: title, name: title, meaning: title, rules, protections };
  const document = () => visualText(modelOfTemplate(template, VISUAL_PALETTE));
  return { title, isRules: true, document, wishes };
}

function byBlocks(
  title: string,
  notation: string,
  wishes: (moment: Moment) => Wishes,
): GuideStrategy {
  const document = (buys: string) =>
    documentOf(notation.replaceAll('PlaceOrder', buys), VISUAL_PALETTE);
  return { title, isRules: false, document, wishes };
}

/** Whether the price has come to a level that is so many percent from the entry. */
function moved({ entry, close }: Moment, percent: number): { is: boolean; near: boolean } {
  if (entry === null) return { is: false, near: false };
  const level = entry * (1 + percent / 100);
  return { is: percent < 0 ? close <= level : close >= level, near: Math.abs(close - level) <= 2 };
}

function valuesAt({ candles, row }: Moment, minutes: number): readonly number[] {
  return closesOf(candles(minutes, row));
}

const last = (values: readonly number[], back = 0): number => values.at(-1 - back) ?? Number.NaN;

/** The newest two of both, of which the first line may cross the second. */
function crosses(line: readonly number[], other: readonly number[]): boolean {
  return crossesUp([last(line), last(other)], [last(line, 1), last(other, 1)]);
}

function trails({ entry, best, close }: Moment, percent: number): { is: boolean; near: boolean } {
  if (entry === null) return { is: false, near: false };
  const level = Math.max(entry, best) * (1 - percent / 100);
  return { is: close <= level, near: Math.abs(close - level) <= 2 };
}

function before(candles: readonly Candle[], depth: number): readonly Candle[] {
  return candles.slice(-depth - 1, -1);
}

export const GUIDE_STRATEGIES: readonly GuideStrategy[] = [
  byRules(
    'Bollinger squeeze',
    [
      {
        action: 'DoLong',
        when: [on(15, below(squeezed, 1)), on(15, above(closes(), band('upper')))],
      },
      { action: 'DoExitPosition', when: [on(15, below(closes(), band('middle')))] },
    ],
    [stopAt(2)],
    (moment) => {
      const values = valuesAt(moment, 15);
      const [now, earlier] = [bandsOf(values), bandsOf(values.slice(0, -1))];
      const width = (100 * (earlier.upper - earlier.lower)) / earlier.middle;
      const stop = moved(moment, -2);
      return {
        enters: width < 1 && last(values) > now.upper,
        exits: last(values) < now.middle || stop.is,
        near: stop.near,
      };
    },
  ),
  byRules(
    'Donchian breakout',
    [
      { action: 'DoLong', when: [above(closes(), extreme('GetHigh', 20))] },
      { action: 'DoExitPosition', when: [below(closes(), extreme('GetLow', 10))] },
    ],
    [],
    ({ candles, row, close }) => {
      const hours = candles(60, row);
      return {
        enters: close > Math.max(...before(hours, 20).map(({ high }) => high)),
        exits: close < Math.min(...before(hours, 10).map(({ low }) => low)),
        near: false,
      };
    },
  ),
  byRules(
    'Averages cross, a trailing stop leaves',
    [{ action: 'DoLong', when: [on(15, crossesAbove(average(12), average(26)))] }],
    [{ command: 'TrailingStopLoss', inputs: { percentage: 1 } }],
    (moment) => {
      const values = valuesAt(moment, 15);
      const stop = trails(moment, 1);
      const enters = crosses(emaOf(values, 12), emaOf(values, 26));
      return { enters, exits: stop.is, near: stop.near };
    },
  ),
  byRules(
    'SuperTrend flips',
    [
      { action: 'DoLong', when: [above(superTrend, 0)] },
      { action: 'DoExitPosition', when: [below(superTrend, 0)] },
    ],
    [],
    ({ candles, row }) => {
      const direction = superTrendOf(candles(60, row));
      return { enters: direction === 1, exits: direction === -1, near: false };
    },
  ),
  byRules(
    'An hour of the day',
    [
      { action: 'DoLong', when: [hourIs(8)] },
      { action: 'DoExitPosition', when: [hourIs(16)] },
    ],
    [stopAt(2)],
    (moment) => {
      const hour = Math.floor((moment.row + 1) / 60) % 24;
      const stop = moved(moment, -2);
      return { enters: hour === 8, exits: hour === 16 || stop.is, near: stop.near };
    },
  ),
  byRules(
    'Two lengths of candles',
    [
      {
        action: 'DoLong',
        when: [on(15, crossesAbove(rsi(), 40))],
        filters: [on(240, above(closes(), average(20)))],
      },
      { action: 'DoExitPosition', when: [on(15, above(rsi(), 65))] },
    ],
    [stopAt(2)],
    (moment) => {
      const [short, long] = [rsiOf(valuesAt(moment, 15), 14), valuesAt(moment, 240)];
      const stop = moved(moment, -2);
      return {
        enters:
          crossesUp([last(short), 40], [last(short, 1), 40]) && last(long) > last(emaOf(long, 20)),
        exits: last(short) > 65 || stop.is,
        near: stop.near,
      };
    },
  ),
  byBlocks(
    'Ladder of two limits below the price',
    `price = CurrentPrice()
    isFlat = And(Equals(GetPositionDirection(), NoPosition), IsFalse(IsAnyOrderOpen()))
    isFlat -> PlaceOrder(Mul(price:close, 0.995), 0.01)
    isFlat -> PlaceOrder(Mul(price:close, 0.99), 0.01)
    gain = TakeProfit(0.6)
    gain -> CancelAllOrders()
    gain -> DoExitPosition('gain')`,
    (moment) => {
      const gain = moved(moment, 0.6);
      return { enters: true, exits: gain.is, near: gain.near };
    },
  ),
  byBlocks(
    'Averaging where the price has dropped',
    `price = CurrentPrice()
    isIdle = IsFalse(IsAnyOrderOpen())
    side = GetPositionDirection()
    entry = GetPositionEnterPrice()
    dropped = IsSmallerThan(price:close, Mul(entry, 0.99))
    And(Equals(side, NoPosition), isIdle) -> PlaceOrder(price:close, 0.01, '', MarketOrderType)
    And(Equals(side, PositionLong), isIdle, dropped) -> PlaceOrder(price:close, 0.01, '', MarketOrderType)
    TakeProfit(0.8) -> DoExitPosition('gain')`,
    (moment) => {
      const [gain, drop] = [moved(moment, 0.8), moved(moment, -1)];
      const enters = moment.entry === null || drop.is;
      return { enters, adds: true, exits: gain.is, near: gain.near || drop.near };
    },
  ),
  byRules(
    'RSI dip',
    [
      { action: 'DoLong', when: [on(15, below(rsi(), 30))] },
      { action: 'DoExitPosition', when: [on(15, above(rsi(), 60))] },
    ],
    [stopAt(3)],
    (moment) => {
      const strength = last(rsiOf(valuesAt(moment, 15), 14));
      const stop = moved(moment, -3);
      return { enters: strength < 30, exits: strength > 60 || stop.is, near: stop.near };
    },
  ),
  byRules(
    'MACD crosses, above a long average',
    [
      {
        action: 'DoLong',
        when: [on(15, crossesAbove(macd('macd'), macd('signal')))],
        filters: [on(15, above(closes(), average(200)))],
      },
      {
        action: 'DoExitPosition',
        when: [on(15, crossesBelow(macd('macd'), macd('signal')))],
      },
    ],
    [stopAt(3)],
    (moment) => {
      const values = valuesAt(moment, 15);
      const lines = macdOf(values);
      const [line, signal] = [lines.map(([first]) => first), lines.map(([, second]) => second)];
      const stop = moved(moment, -3);
      return {
        enters: crosses(line, signal) && last(values) > last(emaOf(values, 200)),
        exits: crosses(signal, line) || stop.is,
        near: stop.near,
      };
    },
  ),
];
