// Prices of many markets at once, of whatever exchanges, with what they did in 24 hours. A market
// that has none costs itself alone. What the last 24 hours were is read anew once a minute, and the
// price once in five seconds, however many look.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import type { Decimal } from '#lib/decimal.ts';
import { divideDecimal, multiplyDecimal, decimal, subtractDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { MarketAtExchange } from '#services/history/history-coverage.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';
import { priceOfMarket } from '#services/history/show-price.ts';
import { tickerDay } from '#services/history/show-ticker.ts';

/** Why a price is not there. */
export const PRICE_GAPS = ['market_not_found', 'market_closed', 'exchange_unreachable'] as const;

export type PriceRow = {
  readonly marketTag: MarketTag;
  /** Null: it has none; `gap` says why. */
  readonly price: Decimal | null;
  readonly atMs: number | null;
  readonly gap: (typeof PRICE_GAPS)[number] | null;
  /** From the price of 24 hours ago to this one; null: that is not known. */
  readonly change: Decimal | null;
  /** Of the price of 24 hours ago. */
  readonly changePercent: Decimal | null;
  /** Traded in 24 hours, in the unit of amounts; null: its minutes are not known. */
  readonly volume: Decimal | null;
};

type Deps = Omit<HistoryDeps, 'archiveCode'>;
type Day = { readonly open: Decimal | null; readonly volume: Decimal | null };
type Read<T> = { readonly atMs: number; readonly value: T };
type Memory = {
  readonly days: Map<MarketTag, Read<Day>>;
  readonly prices: Map<MarketTag, Read<Omit<PriceRow, keyof Change | 'volume'>>>;
};
type Change = { readonly change: Decimal | null; readonly changePercent: Decimal | null };

// Keyed by the driver, which lasts as long as the process.
const memories = new WeakMap<Exchange, Memory>();

const DAY_READ_MS = MINUTE_MS;
const PRICE_READ_MS = 5_000;
const AT_ONCE_MAX = 8;
/** The first trade of these minutes is the price of 24 hours ago. */
const FIRST_MINUTES_MS = 15 * MINUTE_MS;
const HUNDRED = decimal('100');
const NOTHING = { change: null, changePercent: null, volume: null };

/** In the order of the tags. Throws Failure of the store alone. */
export async function showPrices(
  deps: Deps,
  marketTags: readonly MarketTag[],
): Promise<readonly PriceRow[]> {
  const rows = new Map<MarketTag, PriceRow>();
  await forEachConcurrent([...new Set(marketTags)], AT_ONCE_MAX, async (marketTag) => {
    rows.set(marketTag, await priceRow(deps, marketTag));
  });
  return marketTags.flatMap((marketTag) => rows.get(marketTag) ?? []);
}

async function priceRow(deps: Deps, marketTag: MarketTag): Promise<PriceRow> {
  const none = { marketTag, price: null, atMs: null, ...NOTHING };
  const found = await orFailed(findMarketAnywhere(deps, marketTag));
  if (found === 'failed') return { ...none, gap: 'exchange_unreachable' };
  if (found === null) return { ...none, gap: 'market_not_found' };
  const { days, prices } = memoryOf(found.exchange);
  const nowMs = deps.clock.nowMs();
  const now = await remembered(prices, marketTag, nowMs, PRICE_READ_MS, () => priceNow(found));
  if (now.price === null) return { ...none, ...now };
  const day = await remembered(days, marketTag, nowMs, DAY_READ_MS, () => dayOf(deps, found));
  return { ...now, ...changeTo(now.price, day.open), volume: day.volume };
}

async function priceNow(found: MarketAtExchange) {
  const { marketTag } = found.market;
  const none = { marketTag, price: null, atMs: null };
  if (found.exchange.health() === 'down') return { ...none, gap: 'exchange_unreachable' } as const;
  const shown = await orFailed(priceOfMarket(found));
  if (shown === 'failed') return { ...none, gap: 'exchange_unreachable' } as const;
  const { price, atMs } = shown;
  return { marketTag, price, atMs, gap: price === null ? ('market_closed' as const) : null };
}

/** From its minutes, where they are known; the price alone is requested of its exchange. */
async function dayOf(deps: Deps, { market, exchange }: MarketAtExchange): Promise<Day> {
  const sinceMs = minuteStartMs(deps.clock.nowMs() - DAY_MS);
  const day = await tickerDay(deps, market.marketTag);
  if (day !== null && day.fromMs <= sinceMs + HOUR_MS) return day;
  if ((exchange.promises.candlesReachMs ?? Infinity) < DAY_MS) return { open: null, volume: null };
  const toMs = sinceMs + FIRST_MINUTES_MS;
  const first = await orFailed(exchange.fetchCandles(market.marketTag, sinceMs, toMs));
  const ticks = first === 'failed' ? undefined : first[0]?.open;
  const open = ticks === undefined ? null : priceOf(marketGrid(market), ticks as Ticks);
  return { open, volume: null };
}

function changeTo(price: Decimal, before: Decimal | null): Change {
  if (before === null || before <= 0n) return { change: null, changePercent: null };
  const change = subtractDecimal(price, before);
  const scaled = multiplyDecimal(change, HUNDRED, 'half_even');
  return { change, changePercent: divideDecimal(scaled, before, 'half_even') };
}

function memoryOf(exchange: Exchange): Memory {
  const memory = memories.get(exchange) ?? { days: new Map(), prices: new Map() };
  memories.set(exchange, memory);
  return memory;
}

async function remembered<T>(
  memory: Map<MarketTag, Read<T>>,
  marketTag: MarketTag,
  nowMs: number,
  lastsMs: number,
  read: () => Promise<T>,
): Promise<T> {
  const last = memory.get(marketTag);
  if (last !== undefined && nowMs >= last.atMs && nowMs < last.atMs + lastsMs) return last.value;
  const value = await read();
  memory.delete(marketTag);
  memory.set(marketTag, { atMs: nowMs, value });
  const [oldest] = memory.keys();
  if (memory.size > LIMITS.pricesRememberedMax && oldest !== undefined) memory.delete(oldest);
  return value;
}

async function orFailed<T>(response: Promise<T>): Promise<T | 'failed'> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof Failure && error.source !== 'store') return 'failed';
    throw error;
  }
}
