// Easy indicators: each makes its inputs in a group of its own, works itself out, draws itself and
// returns a signal.

import { present } from '#lib/assert.ts';
import type {
  CallContext,
  CommandImplementations,
  CommandImplementation,
} from '#commands/definition/command-implementation.ts';

import type { PriceSource, SeriesLike } from '#engine/run-api/series-api.ts';
import { EASY_INDICATORS } from '#commands/easy-indicators/easy-indicator-table.ts';
import type { EasyIndicator, Reading } from '#commands/easy-indicators/easy-indicator-table.ts';
import { INPUT_IMPLEMENTATIONS } from '#commands/inputs/input-implementations.ts';
import { SIGNAL } from '#commands/signals/map-signal.ts';
import { TECHNICAL_ANALYSIS_IMPLEMENTATIONS } from '#commands/indicators/technical-analysis-implementations.ts';
import { constantNumber } from '#commands/values/constant-value.ts';
import { consensusSignal } from '#commands/values/merge-signals.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';

/** One easy indicator within an update: its group of inputs, its chart, its candles. */
type Easy = {
  readonly context: CallContext;
  /** Byte text: the group of its inputs and the name of its lines. */
  readonly name: string;
  readonly chart: number;
  readonly interval: number;
};

function begin(context: CallContext, name: string, chart: number, interval: number): Easy {
  const initial = interval > 0 ? interval : context.settings.intervalMinutes;
  const chosen = INPUT_IMPLEMENTATIONS.InputInterval(context, 'Interval', initial, '', name);
  return { context, name, chart, interval: chosen };
}

function figure({ context, name }: Easy, label: string, initial: number): number {
  return INPUT_IMPLEMENTATIONS.Input(context, label, initial, '', name) as number;
}

function prices({ context, interval }: Easy, source: PriceSource): SeriesLike {
  return context.series.prices({
    source,
    marketTag: null,
    intervalMinutes: interval,
    isClosedOnly: false,
    style: 'candle',
  });
}

function outputsOf(
  easy: Easy,
  indicator: string,
  sources: readonly PriceSource[],
  figures: readonly number[],
): readonly SeriesLike[] {
  const inputs = sources.map((source) => prices(easy, source));
  return easy.context.series.indicator(indicator, inputs, figures);
}

function draw({ context, chart, name }: Easy, line: string, value: number): void {
  const style = { color: null, style: null, width: null, id: null };
  if (!Number.isNaN(value))
    context.charts.plot(chart, `${textFromBytes(name)} ${line}`, value, style);
}

function either(isLong: boolean, isShort: boolean): number {
  if (isLong) return SIGNAL.long;
  return isShort ? SIGNAL.short : SIGNAL.none;
}

function at(outputs: readonly SeriesLike[], output: number, position = 1): number {
  return present(outputs[output], 'the indicator has this output').at(position);
}

/** Long below the first level, short above the second. */
function byLevels(easy: Easy, value: number, buy: number, sell: number): number {
  const low = figure(easy, 'Buy level', buy);
  const high = figure(easy, 'Sell level', sell);
  return either(value < low, value > high);
}

function read(easy: Easy, reading: Reading, outputs: readonly SeriesLike[]): number {
  const close = prices(easy, 'close').at(1);
  switch (reading.kind) {
    case 'levels':
      return byLevels(easy, at(outputs, reading.output), reading.buy, reading.sell);
    case 'center':
      return either(at(outputs, 0) > 0, at(outputs, 0) < 0);
    case 'lines': {
      const [first, second] = [at(outputs, reading.first), at(outputs, reading.second)];
      return either(first > second, first < second);
    }
    case 'price':
      return either(close > at(outputs, 0), close < at(outputs, 0));
    case 'bands':
      return either(close < at(outputs, 2), close > at(outputs, 0));
    case 'breakout':
      return either(close > at(outputs, 0, 2), close < at(outputs, 2, 2));
  }
}

function signalOf(easy: Easy, facts: EasyIndicator): number {
  const figures = facts.figures.map(([label, initial]) => figure(easy, label, initial));
  const outputs = outputsOf(easy, facts.indicator, facts.sources, figures);
  for (const [output, line] of facts.lines.entries()) draw(easy, line, at(outputs, output));
  return read(easy, facts.reading, outputs);
}

type EasyBody = (
  context: CallContext,
  chart: number,
  name: string | undefined,
  interval: number,
) => number;

function easyBody(title: string, signal: (easy: Easy) => number): EasyBody {
  return (context, chart, name, interval) => signal(begin(context, name ?? title, chart, interval));
}

/** The width of the bands in percent; the side of the price while they are wide enough. */
function bandWidth(easy: Easy, isPlace: boolean): number {
  const figures = [figure(easy, 'Period', 20), figure(easy, 'Deviations', 2)];
  const [period = 0, deviations = 0] = figures;
  const outputs = outputsOf(easy, 'BBANDS', ['close'], [period, deviations, deviations]);
  const [upper, middle, lower] = [at(outputs, 0), at(outputs, 1), at(outputs, 2)];
  const close = prices(easy, 'close').at(1);
  if (isPlace) {
    const place = (close - lower) / (upper - lower);
    draw(easy, 'place', place);
    return byLevels(easy, place, 0, 1);
  }
  const width = ((upper - lower) / middle) * 100;
  draw(easy, 'width', width);
  const isWide = width > figure(easy, 'Least width', 4);
  return isWide ? either(close > middle, close < middle) : SIGNAL.none;
}

/** The stronger direction, while the movement has strength. */
function directional(easy: Easy, strength: 'ADX' | 'DX'): number {
  const period = figure(easy, 'Period', 14);
  const least = figure(easy, 'Least strength', 20);
  const bars = ['high', 'low', 'close'] as const;
  const [plus, minus, found] = ['PLUSDI', 'MINUSDI', strength].map((name) =>
    at(outputsOf(easy, name, bars, [period]), 0),
  ) as [number, number, number];
  draw(easy, 'plus', plus);
  draw(easy, 'minus', minus);
  draw(easy, 'strength', found);
  return found > least ? either(plus > minus, plus < minus) : SIGNAL.none;
}

function pattern(easy: Easy): number {
  const { context, name } = easy;
  const initial = constantNumber('EngulfingType');
  const type = INPUT_IMPLEMENTATIONS.InputCdlTypes(context, 'Pattern', initial, '', name);
  const bars = (['open', 'high', 'low', 'close'] as const).map((source) => prices(easy, source));
  const cdl = TECHNICAL_ANALYSIS_IMPLEMENTATIONS['CDL'] as (...args: unknown[]) => SeriesLike;
  const value = cdl(context, ...bars, type, 0.3).at(1);
  draw(easy, 'pattern', value);
  return either(value > 0, value < 0);
}

function movingAverage(easy: Easy): number {
  const { context, name } = easy;
  const period = figure(easy, 'Period', 20);
  const type = INPUT_IMPLEMENTATIONS.InputMaTypes(
    context,
    'Type',
    constantNumber('SmaType'),
    '',
    name,
  );
  const average = at(outputsOf(easy, 'MA', ['close'], [period, type]), 0);
  draw(easy, 'average', average);
  const close = prices(easy, 'close').at(1);
  return either(close > average, close < average);
}

function balanceVolume(easy: Easy): number {
  const period = figure(easy, 'Average period', 20);
  const volume = present(outputsOf(easy, 'OBV', ['close', 'volume'], [])[0], 'OBV has an output');
  const average = at(easy.context.series.indicator('SMA', [volume], [period]), 0);
  draw(easy, 'volume', volume.at(1));
  draw(easy, 'average', average);
  return either(volume.at(1) > average, volume.at(1) < average);
}

/** Buying in the lowest part of the last range, selling in its highest. */
function fibonacci(easy: Easy): number {
  const period = figure(easy, 'Period', 50);
  const high = at(easy.context.series.indicator('MAX', [prices(easy, 'high')], [period]), 0);
  const low = at(easy.context.series.indicator('MIN', [prices(easy, 'low')], [period]), 0);
  const share = figure(easy, 'Level in percent', 23.6) / 100;
  const [lower, upper] = [low + (high - low) * share, high - (high - low) * share];
  draw(easy, 'lower', lower);
  draw(easy, 'upper', upper);
  const close = prices(easy, 'close').at(1);
  return either(close < lower, close > upper);
}

/** Levels of prices; zero stands for none. */
function fixedLevels(easy: Easy): number {
  const long = figure(easy, 'Long below', 0);
  const short = figure(easy, 'Short above', 0);
  if (long > 0) draw(easy, 'long', long);
  if (short > 0) draw(easy, 'short', short);
  const close = prices(easy, 'close').at(1);
  return either(long > 0 && close < long, short > 0 && close > short);
}

/** Levels at a distance from an average. */
function dynamicLevels(easy: Easy): number {
  const average = at(outputsOf(easy, 'SMA', ['close'], [figure(easy, 'Period', 20)]), 0);
  const long = average * (1 - figure(easy, 'Long below, in percent', 2) / 100);
  const short = average * (1 + figure(easy, 'Short above, in percent', 2) / 100);
  draw(easy, 'long', long);
  draw(easy, 'short', short);
  const close = prices(easy, 'close').at(1);
  return either(close < long, close > short);
}

/** Our own mix: which one is meant is not public. */
const MIXED: ReadonlySet<string> = new Set(['MACD', 'RSI', 'STOCH']);

function mixed(context: CallContext, interval: number): number {
  const easy = begin(context, 'Alice', 1, interval);
  const parts = EASY_INDICATORS.filter(({ indicator }) => MIXED.has(indicator));
  return consensusSignal(
    parts.map((facts) => signalOf({ ...easy, name: `${easy.name} ${facts.indicator}` }, facts)),
  );
}

const BY_FACTS = EASY_INDICATORS.map((facts): [string, CommandImplementation] => [
  `Easy${facts.indicator}`,
  easyBody(facts.indicator, (easy) => signalOf(easy, facts)),
]);

export const EASY_IMPLEMENTATIONS = {
  ...Object.fromEntries(BY_FACTS),
  EasyAlice: mixed,
  EasyBBANDSB: easyBody('BBANDS %B', (easy) => bandWidth(easy, true)),
  EasyBBANDSW: easyBody('BBANDS width', (easy) => bandWidth(easy, false)),
  EasyCDL: easyBody('CDL', pattern),
  EasyDMI: easyBody('DMI', (easy) => directional(easy, 'ADX')),
  EasyDX: easyBody('DX', (easy) => directional(easy, 'DX')),
  EasyDynamicLongShortLevels: easyBody('Dynamic levels', dynamicLevels),
  EasyFIBONACCI: easyBody('Fibonacci', fibonacci),
  EasyFixedLongShortLevels: easyBody('Fixed levels', fixedLevels),
  EasyMA: easyBody('MA', movingAverage),
  EasyOBV: easyBody('OBV', balanceVolume),
} satisfies CommandImplementations;
