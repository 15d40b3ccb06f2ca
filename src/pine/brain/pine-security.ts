// Bars of another length for `request.security`: its program runs once for each of them that has
// closed, on its own past, without orders and drawings. Where the bar that has not closed is asked
// for, it runs on what is known of it, and its state is put back.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { BarSource, LongBars, PriceColumns } from '#pine/brain/long-bars.ts';
import { columnsOf, longBars } from '#pine/brain/long-bars.ts';
import { factsOf, tagOfSymbol } from '#pine/brain/market-facts.ts';
import { pastPrice, PRICES } from '#pine/brain/past-price.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import type { LoadedPine, PineState } from '#pine/program/load-pine.ts';
import { drawnObjects } from '#pine/runtime/drawn-objects.ts';
import type { SecurityRequest } from '#pine/runtime/pine-now.ts';
import { UNSEEN_CHARTS } from '#pine/runtime/pine-charts.ts';
import { PineFault, hostNow, now } from '#pine/runtime/pine-now.ts';
import { arrayOf, isNa } from '#pine/runtime/pine-values.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** One call with one timeframe, as plain data. */
export type SecurityMemory = {
  state: PineState;
  barCount: number;
  closeBefore: number;
  value: unknown;
  /** When its newest bar closed; 0 before the first. */
  endMs: number;
  /** The bar of the chart on which its value changed. */
  changedAt: number;
};

export type SecurityReader = {
  readonly loaded: LoadedPine;
  readonly api: CommandContext;
  readonly broker: PineBroker;
  readonly memories: Record<string, SecurityMemory>;
  readonly inputs: () => readonly unknown[];
  readonly bars: Map<string, LongBars>;
  /** Of the chart's interval, by market. */
  readonly charts: Map<string | null, PriceColumns>;
  readonly symbols: Map<string, BarSource | null>;
  /** When the newest bar of the chart closed. */
  closeMs: number;
  /** While bars before the run are read; null: not any more. */
  readings: Map<SecurityMemory, Reading> | null;
};

/** Which of a call's values were anything else than na so far. */
type Reading = { readonly bars: LongBars; readonly timeframe: string; readonly isKnown: boolean[] };

const MINUTE_MS = 60_000;
const BARS_BEFORE_MAX = 5_000;
/** So many bars are wished for, one after the other, while a value is na. */
const BARS_WISHED = [50, 100, 200, 300, 400, 500] as const;

/**
 * Value of a request at the current bar; na where the market is unknown, or between bars of a
 * request with gaps.
 */
export function readSecurity(reader: SecurityReader, request: SecurityRequest): unknown {
  const { hasGaps, na } = request;
  const found = programOf(reader, request);
  if (found === null) return na;
  const { memory, bars, look } = found;
  // A value of the bar before holds from the open of the next one on.
  const limitMs = look === 'closed' ? now.closeMs : now.timeMs;
  advance(found, bars.endBefore(limitMs));
  if (look === 'developing') {
    const { laterBar } = reader.api.series;
    if (laterBar === undefined) return noted(found, request, developing(found));
    lookAhead(found, laterBar);
  }
  noted(found, request, memory.value);
  if (hasGaps && memory.changedAt !== now.bar) return na;
  return memory.value;
}

/** The value, of which it is noted whether it is there. */
function noted(
  { reader, memory, bars }: Program,
  request: SecurityRequest,
  value: unknown,
): unknown {
  if (reader.readings === null) return value;
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  let reading = reader.readings.get(memory);
  if (reading === undefined) {
    reading = { bars, timeframe: request.timeframe ?? '', isKnown: values.map(() => false) };
    reader.readings.set(memory, reading);
  }
  for (const [at, each] of values.entries()) reading.isKnown[at] ||= !isNa(each);
  return value;
}

/**
 * Wishes for more bars where a value has been na on all bars before the run: an average of so many
 * of them may need them. What remains na then is said in the log.
 */
export function wishBars(reader: SecurityReader): void {
  const { api, readings } = reader;
  reader.readings = null;
  for (const [{ barCount }, { bars, timeframe, isKnown }] of readings ?? []) {
    const most = Math.min(BARS_WISHED.find((each) => each > barCount) ?? 0, bars.barsMax);
    if (most <= barCount || isKnown.every(Boolean)) continue;
    api.series.wishHistory({ minutes: (most - barCount) * bars.minutes, bars: most });
    const message = `timeframe "${timeframe}" has no value yet: ${barCount} bars lie before the run`;
    api.log.writeOnce(`pine short ${timeframe}`, 'warning', `request.security: ${message}`);
  }
}

/** Of each bar that is shorter than the chart's and has closed in it. */
export function readLower(reader: SecurityReader, request: SecurityRequest): unknown {
  const found = programOf(reader, request);
  const values: unknown[] = [];
  if (found !== null) {
    const { bars } = found;
    if (bars.minutes > now.facts.intervalMinutes)
      throw new PineFault(
        `request.security_lower_tf: timeframe "${request.timeframe}" is longer than the chart's`,
      );
    advance(found, bars.endBefore(now.timeMs));
    const take = (value: unknown): void => {
      noted(found, request, value);
      values.push(value);
    };
    advance(found, bars.endBefore(now.closeMs), take);
  }
  if (!Array.isArray(request.na)) return arrayOf(values);
  return request.na.map((_, at) => arrayOf(values.map((tuple) => (tuple as unknown[])[at])));
}

type Program = {
  readonly reader: SecurityReader;
  readonly site: number;
  readonly memory: SecurityMemory;
  readonly bars: LongBars;
  readonly look: 'closed' | 'earlier' | 'developing';
  readonly source: BarSource;
};

function programOf(
  reader: SecurityReader,
  { site, symbol, timeframe, na }: SecurityRequest,
): Program | null {
  reader.closeMs = now.closeMs;
  const program = reader.loaded.securities[site];
  const source = sourceOf(reader, symbol ?? '');
  if (source === null || program === undefined) return null;
  const market = `${source.style === 'heikin_ashi' ? HEIKIN_ASHI : ''}${source.marketTag ?? ''}`;
  const name = `${market} ${timeframe ?? ''}`;
  let bars = reader.bars.get(name);
  if (bars === undefined) {
    bars = longBars(reader.api, source, timeframe, () => reader.closeMs);
    reader.bars.set(name, bars);
  }
  const memory = (reader.memories[`${site} ${market} ${bars.minutes}`] ??= {
    state: program.module.fresh(),
    barCount: 0,
    closeBefore: NaN,
    value: na,
    endMs: 0,
    changedAt: -1,
  });
  return { reader, site, memory, bars, look: program.look, source };
}

/** What `ticker.heikinashi` puts before a symbol. */
const HEIKIN_ASHI = 'heikinashi|';

/** The candles that a symbol names; null, with a line in the log, where there are none. */
function sourceOf(reader: SecurityReader, symbol: string): BarSource | null {
  const known = reader.symbols.get(symbol);
  if (known !== undefined) return known;
  const isSmoothed = symbol.startsWith(HEIKIN_ASHI);
  const name = isSmoothed ? symbol.slice(HEIKIN_ASHI.length) : symbol;
  const { ticker, prefix } = now.facts;
  const isOwn = name === '' || name === ticker || name === `${prefix}:${ticker}`;
  const marketTag = isOwn ? null : marketNamed(reader, name);
  const style = isSmoothed ? 'heikin_ashi' : 'candle';
  const source = isOwn || marketTag !== null ? ({ marketTag, style } as const) : null;
  reader.symbols.set(symbol, source);
  return source;
}

function marketNamed({ api }: SecurityReader, name: string): string | null {
  const marketTag = tagOfSymbol(api, name);
  const message =
    marketTag === null
      ? `"${name}" is na: the exchange has no such market, or no candles of it here`
      : `"${name}" is read from ${marketTag}`;
  const severity = marketTag === null ? 'warning' : 'info';
  api.log.writeOnce(`pine ${name}`, severity, `request.security: ${message}`);
  return marketTag;
}

/** Runs the bars that have closed since the last call, up to one. */
function advance(program: Program, endMs: number, take?: (value: unknown) => void): void {
  const { memory, bars } = program;
  if (endMs <= memory.endMs) return;
  const ends = bars.endsWithin(memory.endMs, endMs, BARS_BEFORE_MAX);
  for (const each of ends) {
    const price = (name: PriceName, offset: number): number => bars.price(name, each, offset);
    memory.value = runBar(program, { endMs: each, price });
    memory.closeBefore = price('close', 0);
    memory.barCount += 1;
    take?.(memory.value);
  }
  if (ends.length > 0) memory.changedAt = now.bar;
  memory.endMs = endMs;
}

/** The bar that has not closed, as it will be: the history of TradingView has it from its open. */
function lookAhead(
  program: Program,
  laterBar: NonNullable<CommandContext['series']['laterBar']>,
): void {
  const { memory, bars, source } = program;
  const startMs = bars.endBefore(now.timeMs);
  const endMs = bars.endOf(startMs);
  if (endMs <= memory.endMs) return;
  chargeSteps(Math.min(bars.minutes, LATER_STEPS_MAX));
  const later = laterBar(source.marketTag, startMs, endMs);
  if (later === null) return;
  const price = (name: PriceName, offset: number): number =>
    offset === 0 ? later[name] : bars.price(name, startMs, offset - 1);
  memory.value = runBar(program, { endMs, price });
  memory.closeBefore = later.close;
  memory.barCount += 1;
  memory.changedAt = now.bar;
  memory.endMs = endMs;
}

const LATER_STEPS_MAX = 10_000;

/** The value on the bar that has not closed, from the bars of the chart that lie in it. */
function developing(program: Program): unknown {
  const { reader, memory, bars, source } = program;
  const chart = chartOf(reader, source);
  const startMs = bars.endBefore(now.timeMs);
  const size = now.facts.intervalMinutes * MINUTE_MS;
  const count = Math.max(1, Math.round((now.closeMs - startMs) / size));
  chargeSteps(count);
  const known = Math.min(count, Math.max(1, chart.close.count()));
  const bar = {
    open: chart.open.at(known),
    high: chart.high.at(1),
    low: chart.low.at(1),
    close: chart.close.at(1),
    volume: 0,
  };
  for (let back = 1; back <= known; back += 1) {
    bar.high = Math.max(bar.high, chart.high.at(back));
    bar.low = Math.min(bar.low, chart.low.at(back));
    bar.volume += chart.volume.at(back);
  }
  const price = (name: PriceName, offset: number): number =>
    offset === 0 ? bar[name] : bars.price(name, startMs, offset - 1);
  const state = structuredClone(memory.state);
  const value = runBar(program, { endMs: null, price });
  memory.state = state;
  return value;
}

function chartOf({ charts, api }: SecurityReader, source: BarSource): PriceColumns {
  const { marketTag } = source;
  const known = charts.get(marketTag);
  if (known !== undefined) return known;
  const chart = columnsOf(api, { marketTag, style: 'candle' }, now.facts.intervalMinutes);
  charts.set(marketTag, chart);
  return chart;
}

type BarPlace = {
  /** Null: it has not closed. */
  readonly endMs: number | null;
  readonly price: (name: PriceName, offset: number) => number;
};

function runBar(program: Program, { endMs, price }: BarPlace): unknown {
  const { reader, site, memory, bars, source } = program;
  const { broker, loaded, api } = reader;
  const outer = { ...now };
  const wasMuted = broker.isMuted;
  broker.isMuted = true;
  const { minutes } = bars;
  try {
    for (const name of PRICES) now[name] = price(name, 0);
    now.price = now.close;
    now.top = now.high;
    now.bottom = now.low;
    now.bar = memory.barCount;
    now.timeMs = endMs === null ? bars.endBefore(outer.timeMs) : bars.startOf(endMs);
    now.closeMs = endMs ?? now.timeMs + minutes * MINUTE_MS;
    now.isFirst = memory.barCount === 0;
    now.closeBefore = memory.closeBefore;
    const own = source.marketTag === null ? outer.facts : factsOf(api, source.marketTag);
    now.facts = { ...own, version: outer.facts.version, intervalMinutes: minutes };
    now.host = {
      ...hostNow(),
      pastPrice: (name, offset) => pastPrice(price, memory.barCount, minutes, name, offset),
      charts: UNSEEN_CHARTS,
      alert: () => undefined,
      condition: () => undefined,
      log: () => undefined,
      drawings: drawnObjects({}, () => 1),
    };
    return loaded.securities[site]?.module.main(memory.state, reader.inputs());
  } finally {
    broker.isMuted = wasMuted;
    Object.assign(now, outer);
  }
}
