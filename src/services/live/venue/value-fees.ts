// Values fees that were paid in a currency of neither side of their market, as some venues take
// them in a coin of their own: by the price of that currency at the fill.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideDecimal, multiplyDecimal } from '#lib/decimal.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import type { FeeRates } from '#services/live/state/fee-rates.ts';
import { NO_FEE_RATES } from '#services/live/state/fee-rates.ts';

/** Fees whose currency no market here leads to have no rate. Throws Failure. */
export async function fetchFeeRates(
  exchange: Exchange,
  markets: readonly Market[],
  fills: readonly VenueFill[],
): Promise<FeeRates> {
  if (fills.length === 0) return NO_FEE_RATES;
  const rates = new Map<string, Decimal>();
  for (const fill of fills) {
    const market = markets.find(({ marketTag }) => marketTag === fill.marketTag);
    if (market === undefined) continue;
    const { base, quote } = market;
    const { settlementCurrency } = marketGrid(market);
    if ([base, quote, settlementCurrency].includes(fill.feeCurrency)) continue;
    const rate = await rateAt(exchange, fill, settlementCurrency);
    if (rate !== null) rates.set(fill.fillId, rate);
  }
  return rates;
}

async function rateAt(
  exchange: Exchange,
  { feeCurrency, filledAtMs }: VenueFill,
  wanted: string,
): Promise<Decimal | null> {
  const markets = (await exchange.listMarkets()).filter(({ marketType }) => marketType === 'spot');
  const step = async (from: string, to: string): Promise<Decimal | null> => {
    const direct = markets.find(({ base, quote }) => base === from && quote === to);
    if (direct !== undefined) return priceAt(exchange, direct, filledAtMs);
    const inverse = markets.find(({ base, quote }) => base === to && quote === from);
    if (inverse === undefined) return null;
    return divideDecimal(ONE, await priceAt(exchange, inverse, filledAtMs), 'ceil');
  };
  const found = await step(feeCurrency, wanted);
  if (found !== null) return found;
  for (const { base, quote } of markets) {
    if (base !== feeCurrency) continue;
    const isLinked = markets.some(
      (market) =>
        (market.base === wanted && market.quote === quote) ||
        (market.base === quote && market.quote === wanted),
    );
    if (!isLinked) continue;
    const [first, second] = [await step(feeCurrency, quote), await step(quote, wanted)];
    if (first !== null && second !== null) return multiplyDecimal(first, second, 'ceil');
  }
  return null;
}

const ONE = decimal('1');

/** At the close of the minute of the fill; the last price while that minute runs. */
async function priceAt(exchange: Exchange, market: Market, atMs: number): Promise<Decimal> {
  const openMs = minuteStartMs(atMs);
  const { marketTag } = market;
  const [candle] = await exchange.fetchCandles(marketTag, openMs, openMs + MINUTE_MS);
  if (candle === undefined) return (await exchange.fetchPrice(marketTag)).price;
  return priceOf(marketGrid(market), candle.close as Ticks);
}
