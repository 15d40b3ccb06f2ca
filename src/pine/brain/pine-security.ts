// Bars of another length for `request.security`: its program runs once for each of them that has
// closed, on its own past, without orders and drawings.

import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { SeriesLike } from '#engine/run-api/series-api.ts';
import { secondsOf } from '#pine/builtins/chart-builtins.ts';
import { pastPrice, PRICES } from '#pine/brain/past-price.ts';
import type { PriceName } from '#pine/brain/past-price.ts';
import type { PineBroker } from '#pine/brain/pine-broker.ts';
import type { LoadedPine, PineState } from '#pine/program/load-pine.ts';
import { drawnObjects } from '#pine/runtime/drawn-objects.ts';
import { PineFault, hostNow, now } from '#pine/runtime/pine-now.ts';

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
  readonly prices: Map<number, Readonly<Record<PriceName, SeriesLike>>>;
};

const MINUTE_MS = 60_000;
const BARS_BEFORE_MAX = 5_000;

export function readSecurity(
  reader: SecurityReader,
  site: number,
  symbol: string | null,
  timeframe: string | null,
  hasGaps: boolean,
  na: unknown,
): unknown {
  const minutes = minutesOf(timeframe);
  if (!isOwnSymbol(symbol)) {
    const message = `request.security: only the chart's own market is here; "${symbol}" is na`;
    reader.api.log.writeOnce(`pine ${symbol}`, 'warning', message);
    return na;
  }
  const program = reader.loaded.securities[site];
  if (program === undefined) return na;
  const memory = (reader.memories[`${site} ${minutes}`] ??= {
    state: program.module.fresh(),
    barCount: 0,
    closeBefore: NaN,
    value: na,
    endMs: 0,
    changedAt: -1,
  });
  advance(reader, site, memory, minutes);
  return hasGaps && memory.changedAt !== now.bar ? na : memory.value;
}

function minutesOf(timeframe: string | null): number {
  const minutes = secondsOf(timeframe) / 60;
  if (/[WM]$/.test(timeframe ?? '') || !Number.isInteger(minutes))
    throw new PineFault(`request.security: timeframe "${timeframe}" is not one of minutes or days`);
  if (minutes < now.facts.intervalMinutes)
    throw new PineFault(`request.security: timeframe "${timeframe}" is shorter than the chart's`);
  return minutes;
}

function isOwnSymbol(symbol: string | null): boolean {
  const { ticker, prefix } = now.facts;
  return symbol === null || symbol === '' || symbol === ticker || symbol === `${prefix}:${ticker}`;
}

function pricesOf({ api, prices }: SecurityReader, minutes: number) {
  const known = prices.get(minutes);
  if (known !== undefined) return known;
  const made = Object.fromEntries(
    PRICES.map((source) => [
      source,
      api.series.prices({
        source,
        marketTag: null,
        intervalMinutes: minutes,
        isClosedOnly: true,
        style: 'candle',
      }),
    ]),
  ) as Readonly<Record<PriceName, SeriesLike>>;
  prices.set(minutes, made);
  return made;
}

/** Runs the bars that have closed since the last call. */
function advance(
  reader: SecurityReader,
  site: number,
  memory: SecurityMemory,
  minutes: number,
): void {
  const size = minutes * MINUTE_MS;
  const isEarlier = reader.loaded.securities[site]?.isEarlier === true;
  // A value of the bar before holds from the open of the next one on.
  const limitMs = isEarlier ? now.timeMs : now.closeMs;
  const endMs = Math.floor(limitMs / size) * size;
  if (endMs <= memory.endMs) return;
  const prices = pricesOf(reader, minutes);
  const newest = Math.floor(now.closeMs / size) * size;
  const skipped = (newest - endMs) / size;
  const known = prices.close.count() - skipped;
  const wanted = memory.endMs === 0 ? BARS_BEFORE_MAX : (endMs - memory.endMs) / size;
  const count = Math.max(0, Math.min(known, wanted));
  for (let back = skipped + count - 1; back >= skipped; back -= 1)
    runBar(reader, site, memory, { minutes, back, closeMs: newest - back * size });
  if (count > 0) memory.changedAt = now.bar;
  memory.endMs = endMs;
}

type BarPlace = { readonly minutes: number; readonly back: number; readonly closeMs: number };

function runBar(
  reader: SecurityReader,
  site: number,
  memory: SecurityMemory,
  { minutes, back, closeMs }: BarPlace,
): void {
  const { broker, loaded } = reader;
  const outer = { ...now };
  const prices = pricesOf(reader, minutes);
  const price = (name: PriceName, offset: number): number => prices[name].at(back + offset + 1);
  const wasMuted = broker.isMuted;
  broker.isMuted = true;
  try {
    for (const name of PRICES) now[name] = price(name, 0);
    now.bar = memory.barCount;
    now.timeMs = closeMs - minutes * MINUTE_MS;
    now.closeMs = closeMs;
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
    memory.value = loaded.securities[site]?.module.main(memory.state, reader.inputs());
    memory.closeBefore = now.close;
    memory.barCount += 1;
  } finally {
    broker.isMuted = wasMuted;
    Object.assign(now, outer);
  }
}
