// The filters of a symbol: as exchangeInfo lists them, and as orders are judged by them.

import type { Amount } from '#loopback/amount.ts';
import { amount, fixedText, times } from '#loopback/amount.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { BinanceError } from '#loopback/skins/binance/binance-errors.ts';
import { filterFailure } from '#loopback/skins/binance/binance-errors.ts';

const PRICE_MAX = amount('1000000');
const BID_UP = '5';
const BID_DOWN = '0.2';
const ASK_UP = '5';
const ASK_DOWN = '0.2';
const NOTIONAL_MAX = amount('9000000');

/** Filters of a symbol, as `exchangeInfo` lists them. */
export function symbolFilters(terms: MarketTerms): readonly Record<string, unknown>[] {
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: fixedText(terms.tick),
      maxPrice: fixedText(PRICE_MAX),
      tickSize: fixedText(terms.tick),
    },
    {
      filterType: 'LOT_SIZE',
      minQty: fixedText(terms.quantityMin),
      maxQty: fixedText(terms.quantityMax),
      stepSize: fixedText(terms.step),
    },
    { filterType: 'ICEBERG_PARTS', limit: 10 },
    {
      filterType: 'MARKET_LOT_SIZE',
      minQty: fixedText(0n),
      maxQty: fixedText(terms.marketQuantityMax),
      stepSize: fixedText(0n),
    },
    {
      filterType: 'PERCENT_PRICE_BY_SIDE',
      bidMultiplierUp: BID_UP,
      bidMultiplierDown: BID_DOWN,
      askMultiplierUp: ASK_UP,
      askMultiplierDown: ASK_DOWN,
      avgPriceMins: 5,
    },
    {
      filterType: 'NOTIONAL',
      minNotional: fixedText(terms.notionalMin),
      applyMinToMarket: true,
      maxNotional: fixedText(NOTIONAL_MAX),
      applyMaxToMarket: false,
      avgPriceMins: 5,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
    { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
  ];
}

/** Null if the order passes. A quantity is null for a market order by quote. */
export function failedFilter(
  market: MarketState,
  side: 'buy' | 'sell',
  price: Amount | null,
  quantity: Amount | null,
  quoteQuantity: Amount | null,
  openOrders: number,
): BinanceError | null {
  const { terms } = market;
  if (price !== null) {
    const isOutside = price < terms.tick || price > PRICE_MAX || price % terms.tick !== 0n;
    if (isOutside) return filterFailure('PRICE_FILTER');
    const up = times(market.last, amount(side === 'buy' ? BID_UP : ASK_UP));
    const down = times(market.last, amount(side === 'buy' ? BID_DOWN : ASK_DOWN));
    if (price > up || price < down) return filterFailure('PERCENT_PRICE_BY_SIDE');
  }
  if (quantity !== null) {
    const isOutside =
      quantity < terms.quantityMin || quantity > terms.quantityMax || quantity % terms.step !== 0n;
    if (isOutside) return filterFailure('LOT_SIZE');
    if (price === null && quantity > terms.marketQuantityMax)
      return filterFailure('MARKET_LOT_SIZE');
  }
  const notional = quoteQuantity ?? times(price ?? market.last, quantity ?? 0n);
  const isTooLarge = price !== null && notional > NOTIONAL_MAX;
  if (notional < terms.notionalMin || isTooLarge) return filterFailure('NOTIONAL');
  return openOrders >= 200 ? filterFailure('MAX_NUM_ORDERS') : null;
}
