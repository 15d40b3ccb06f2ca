// Bars of another length for `request.security`: its program runs once for each of them that has
// closed, on its own past, without orders and drawings. Where the bar that has not closed is asked
// for, it runs on what is known of it, and its state is put back.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { LongBars, PriceColumns } from '#pine/brain/long-bars.ts';
import { columnsOf, longBars } from '#pine/brain/long-bars.ts';
import { pastPrice, PRICES } from '#pine/brain/past-price.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';
import type { LoadedPine, PineState } from '#pine/program/load-pine.ts';
import { drawnObjects } from '#pine/runtime/drawn-objects.ts';
import type { SecurityRequest } from '#pine/runtime/pine-now.ts';
import { PineFault, hostNow, now } from '#pine/runtime/pine-now.ts';
import { arrayOf } from '#pine/runtime/pine-values.ts';
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
  chart: PriceColumns | null;
  /** When the newest bar of the chart closed. */
  closeMs: number;
};

const MINUTE_MS = 60_000;
const BARS_BEFORE_MAX = 5_000;

export function readSecurity(reader: SecurityReader, request: SecurityRequest): unknown {
  const { site, hasGaps, na } = request;
  const found = programOf(reader, request);
  if (found === null) return na;
  const { memory, bars, look } = found;
  // A value of the bar before holds from the open of the next one on.
  const limitMs = look === 'closed' ? now.closeMs : now.timeMs;
  advance(reader, site, memory, bars, bars.endBefore(limitMs));
  if (look === 'developing') return developing(reader, site, memory, bars);
  if (hasGaps && memory.changedAt !== now.bar) return na;
  return memory.value;
}

/** Of each bar that is shorter than the chart's and has closed in it. */
export function readLower(reader: SecurityReader, request: SecurityRequest): unknown {
  const found = programOf(reader, request);
  const values: unknown[] = [];
  if (found !== null) {
    const { memory, bars } = found;
    if (bars.minutes > now.facts.intervalMinutes)
      throw new PineFault(
        `request.security_lower_tf: timeframe "${request.timeframe}" is longer than the chart's`,
      );
    advance(reader, request.site, memory, bars, bars.endBefore(now.timeMs));
    const take = (value: unknown): void => {
      values.push(value);
    };
    advance(reader, request.site, memory, bars, bars.endBefore(now.closeMs), take);
  }
  if (!Array.isArray(request.na)) return arrayOf(values);
  return request.na.map((_, at) => arrayOf(values.map((tuple) => (tuple as unknown[])[at])));
}

type Program = {
  readonly memory: SecurityMemory;
  readonly bars: LongBars;
  readonly look: 'closed' | 'earlier' | 'developing';
};

function programOf(
  reader: SecurityReader,
  { site, symbol, timeframe, na }: SecurityRequest,
): Program | null {
  reader.closeMs = now.closeMs;
  const program = reader.loaded.securities[site];
  const isSmoothed = symbol?.startsWith(HEIKIN_ASHI) === true;
  if (!isOwnSymbol(isSmoothed ? symbol.slice(HEIKIN_ASHI.length) : symbol)) {
    const message = `request.security: only the chart's own market is here; "${symbol}" is na`;
    reader.api.log.writeOnce(`pine ${symbol}`, 'warning', message);
    return null;
  }
  if (program === undefined) return null;
  const name = `${isSmoothed ? HEIKIN_ASHI : ''}${timeframe ?? ''}`;
  let bars = reader.bars.get(name);
  if (bars === undefined) {
    bars = longBars(
      reader.api,
      timeframe,
      isSmoothed ? 'heikin_ashi' : 'candle',
      () => reader.closeMs,
    );
    reader.bars.set(name, bars);
  }
  const memory = (reader.memories[`${site} ${isSmoothed ? HEIKIN_ASHI : ''}${bars.minutes}`] ??= {
    state: program.module.fresh(),
    barCount: 0,
    closeBefore: NaN,
    value: na,
    endMs: 0,
    changedAt: -1,
  });
  return { memory, bars, look: program.look };
}

/** What `ticker.heikinashi` puts before a symbol. */
const HEIKIN_ASHI = 'heikinashi|';

function isOwnSymbol(symbol: string | null): boolean {
  const { ticker, prefix } = now.facts;
  return symbol === null || symbol === '' || symbol === ticker || symbol === `${prefix}:${ticker}`;
}

/** Runs the bars that have closed since the last call, up to one. */
function advance(
  reader: SecurityReader,
  site: number,
  memory: SecurityMemory,
  bars: LongBars,
  endMs: number,
  take?: (value: unknown) => void,
): void {
  if (endMs <= memory.endMs) return;
  const ends = bars.endsWithin(memory.endMs, endMs, BARS_BEFORE_MAX);
  for (const each of ends) {
    const price = (name: PriceName, offset: number): number => bars.price(name, each, offset);
    memory.value = runBar(reader, site, memory, bars, { endMs: each, price });
    memory.closeBefore = price('close', 0);
    memory.barCount += 1;
    take?.(memory.value);
  }
  if (ends.length > 0) memory.changedAt = now.bar;
  memory.endMs = endMs;
}

/** The value on the bar that has not closed, from the bars of the chart that lie in it. */
function developing(
  reader: SecurityReader,
  site: number,
  memory: SecurityMemory,
  bars: LongBars,
): unknown {
  const chart = (reader.chart ??= columnsOf(reader.api, now.facts.intervalMinutes));
  const startMs = bars.endBefore(now.timeMs);
  const size = now.facts.intervalMinutes * MINUTE_MS;
  const count = Math.max(1, Math.round((now.closeMs - startMs) / size));
  chargeSteps(count);
  const known = Math.min(count, Math.max(1, chart.close.count()));
  const bar = {
    open: chart.open.at(known),
    high: now.high,
    low: now.low,
    close: now.close,
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
  const value = runBar(reader, site, memory, bars, { endMs: null, price });
  memory.state = state;
  return value;
}

type BarPlace = {
  /** Null: it has not closed. */
  readonly endMs: number | null;
  readonly price: (name: PriceName, offset: number) => number;
};

function runBar(
  reader: SecurityReader,
  site: number,
  memory: SecurityMemory,
  bars: LongBars,
  { endMs, price }: BarPlace,
): unknown {
  const { broker, loaded } = reader;
  const outer = { ...now };
  const wasMuted = broker.isMuted;
  broker.isMuted = true;
  const { minutes } = bars;
  try {
    for (const name of PRICES) now[name] = price(name, 0);
    now.bar = memory.barCount;
    now.timeMs = endMs === null ? bars.endBefore(outer.timeMs) : bars.startOf(endMs);
    now.closeMs = endMs ?? now.timeMs + minutes * MINUTE_MS;
    now.isFirst = memory.barCount === 0;
    now.closeBefore = memory.closeBefore;
    now.facts = { ...outer.facts, intervalMinutes: minutes };
    now.host = {
      ...hostNow(),
      pastPrice: (name, offset) => pastPrice(price, memory.barCount, minutes, name, offset),
      plot: () => undefined,
      alert: () => undefined,
      log: () => undefined,
      drawings: drawnObjects({}, () => 1),
    };
    return loaded.securities[site]?.module.main(memory.state, reader.inputs());
  } finally {
    broker.isMuted = wasMuted;
    Object.assign(now, outer);
  }
}
