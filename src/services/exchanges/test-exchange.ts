// Tries what can be tried of an exchange without an account: its markets, a price, candles, its
// clock. Each part that fails says so, and does not keep the others from being tried.

import { formatDecimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ExchangeTrial = {
  readonly name: 'markets' | 'price' | 'candles' | 'clock' | 'health';
  readonly result: 'ok' | 'warn' | 'fail';
  readonly detail: string;
};

const CANDLE_MINUTES = 10;

/** Trials in the order in which they were made; each says whether it passed, and why not. */
export async function testExchange(
  { exchanges, clock }: { readonly exchanges: ExchangeRegistry; readonly clock: Clock },
  code: string,
): Promise<Result<readonly ExchangeTrial[], 'exchange_not_found'>> {
  const exchange = exchanges.find(code);
  if (exchange === null) return rejected('exchange_not_found');
  let open: Market | undefined;
  const markets = await tryPart('markets', async () => {
    const found = await exchange.listMarkets();
    open = found.find(({ isOpen }) => isOpen);
    return found.length === 0 ? warn('it has none') : `${found.length}`;
  });
  const market = open;
  const parts = market === undefined ? [] : await tryMarket(exchange, market, clock.nowMs());
  return accepted([markets, ...parts, clockTrial(exchange), healthTrial(exchange)]);
}

async function tryMarket(
  exchange: Exchange,
  { marketTag }: Market,
  nowMs: number,
): Promise<readonly ExchangeTrial[]> {
  const price = await tryPart('price', async () => {
    const found = await exchange.fetchPrice(marketTag);
    return `${marketTag} is at ${formatDecimal(found.price)}`;
  });
  const toMs = nowMs - (nowMs % MINUTE_MS);
  const candles = await tryPart('candles', async () => {
    const found = await exchange.fetchCandles(marketTag, toMs - CANDLE_MINUTES * MINUTE_MS, toMs);
    const detail = `${found.length} of the last ${CANDLE_MINUTES} minutes of ${marketTag}`;
    return found.length === 0 ? warn(detail) : detail;
  });
  return [price, candles];
}

function clockTrial(exchange: Exchange): ExchangeTrial {
  const skewMs = exchange.clockSkewMs();
  if (skewMs === null) return { name: 'clock', result: 'warn', detail: 'not measured yet' };
  const isClose = Math.abs(skewMs) <= LIMITS.venueClockSkewMsMax;
  const detail = `${skewMs} ms from ours`;
  return { name: 'clock', result: isClose ? 'ok' : 'fail', detail };
}

function healthTrial(exchange: Exchange): ExchangeTrial {
  const health = exchange.health();
  const results = { open: 'ok', degraded: 'warn', down: 'fail' } as const;
  return { name: 'health', result: results[health], detail: health };
}

type Warning = { readonly warning: string };

function warn(warning: string): Warning {
  return { warning };
}

async function tryPart(
  name: ExchangeTrial['name'],
  part: () => Promise<string | Warning>,
): Promise<ExchangeTrial> {
  try {
    const detail = await part();
    if (typeof detail === 'string') return { name, result: 'ok', detail };
    return { name, result: 'warn', detail: detail.warning };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    return { name, result: 'fail', detail: error.message };
  }
}
