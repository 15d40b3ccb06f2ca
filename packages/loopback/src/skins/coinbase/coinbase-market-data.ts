// Public endpoints of Coinbase: time, products, candles.

import { fixedText, plainText } from '#loopback/amount.ts';
import { bestPrices } from '#loopback/book/matching-book.ts';
import { candlesOf } from '#loopback/exchange/candle-series.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import type { VenueReply } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type {
  CoinbaseEndpoints,
  CoinbasePublicContext,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import {
  productIdOf,
  requiredMarket,
  requiredText,
  textOf,
  wholeOf,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import { argumentError } from '#loopback/skins/coinbase/coinbase-errors.ts';

const MINUTE_MS = 60_000;
const CANDLES_MAX = 350;
const open = { access: 'public' } as const;

export const COINBASE_MARKET_DATA: CoinbaseEndpoints = {
  'GET /time': {
    ...open,
    operation: 'time',
    takes: [],
    run({ exchange }: CoinbasePublicContext) {
      const nowMs = exchange.clock.nowMs();
      const epochSeconds = String(Math.floor(nowMs / 1_000));
      const iso = new Date(nowMs).toISOString();
      return jsonReply(200, { iso, epochSeconds, epochMillis: String(nowMs) });
    },
  },
  'GET /market/products': {
    ...open,
    operation: 'markets',
    takes: ['limit', 'offset', 'product_type', 'product_ids', 'contract_expiry_type'],
    run({ exchange, parameters }: CoinbasePublicContext) {
      const isSpot = (textOf(parameters, 'product_type') ?? 'SPOT') === 'SPOT';
      const products = isSpot ? [...exchange.markets.values()].map(product) : [];
      return jsonReply(200, { products, num_products: products.length });
    },
  },
  'GET /market/products/{product_id}': {
    ...open,
    operation: 'price',
    takes: ['product_id'],
    run({ exchange, parameters }: CoinbasePublicContext) {
      return jsonReply(
        200,
        product(requiredMarket(exchange, requiredText(parameters, 'product_id'))),
      );
    },
  },
  'GET /market/product_book': {
    ...open,
    operation: 'price',
    takes: ['product_id', 'limit', 'aggregation_price_increment'],
    run: productBook,
  },
  'GET /market/products/{product_id}/candles': {
    ...open,
    operation: 'candles',
    takes: ['product_id', 'start', 'end', 'granularity', 'limit'],
    run: candles,
  },
};

/** The best level alone. */
function productBook({ exchange, parameters }: CoinbasePublicContext) {
  const market = requiredMarket(exchange, requiredText(parameters, 'product_id'));
  const { terms, book, crowd, middle, last } = market;
  const { bid, ask } = bestPrices(book, crowd, middle, terms.tick);
  const side = (offer: typeof bid): readonly Record<string, string>[] =>
    offer === null ? [] : [{ price: plainText(offer.price), size: plainText(offer.quantity) }];
  const time = new Date(exchange.clock.nowMs()).toISOString();
  const pricebook = { product_id: productIdOf(terms), bids: side(bid), asks: side(ask), time };
  return jsonReply(200, { pricebook, last: plainText(last) });
}

function product({ terms, status, last }: MarketState): Record<string, unknown> {
  return {
    product_id: productIdOf(terms),
    price: plainText(last),
    price_percentage_change_24h: '0',
    volume_24h: '0',
    volume_percentage_change_24h: '0',
    base_increment: plainText(terms.step),
    quote_increment: plainText(terms.tick),
    quote_min_size: plainText(terms.notionalMin),
    quote_max_size: '150000000',
    base_min_size: plainText(terms.quantityMin),
    base_max_size: plainText(terms.quantityMax),
    base_name: terms.base,
    quote_name: terms.quote,
    watched: false,
    is_disabled: false,
    new: false,
    status: 'online',
    cancel_only: false,
    limit_only: false,
    post_only: false,
    trading_disabled: status !== 'trading',
    auction_mode: false,
    product_type: 'SPOT',
    quote_currency_id: terms.quote,
    base_currency_id: terms.base,
    fcm_trading_session_details: null,
    mid_market_price: '',
    alias: '',
    alias_to: [],
    base_display_symbol: terms.base,
    quote_display_symbol: terms.quote,
    view_only: false,
    price_increment: plainText(terms.tick),
    display_name: productIdOf(terms),
    product_venue: 'CBE',
  };
}

/** Newest first, those that begin at both ends included; the one that forms is among them. */
function candles({ exchange, parameters }: CoinbasePublicContext): VenueReply {
  const market = requiredMarket(exchange, requiredText(parameters, 'product_id'));
  if (requiredText(parameters, 'granularity') !== 'ONE_MINUTE') throw argumentError('granularity');
  const fromMs = Number(requiredText(parameters, 'start')) * 1_000;
  const toMs = Number(requiredText(parameters, 'end')) * 1_000;
  const limit = wholeOf(parameters, 'limit') ?? CANDLES_MAX;
  if (limit > CANDLES_MAX) throw argumentError('limit');
  if (Number.isNaN(toMs - fromMs) || toMs - fromMs > CANDLES_MAX * MINUTE_MS)
    throw argumentError('start and end: number of candles requested should be less than 350');
  const rows = candlesOf(market.candles, MINUTE_MS, fromMs, toMs)
    .toReversed()
    .slice(0, limit)
    .map((candle) => ({
      start: String(candle.startMs / 1_000),
      low: plainText(candle.low),
      high: plainText(candle.high),
      open: plainText(candle.open),
      close: plainText(candle.close),
      volume: fixedText(candle.volume),
    }));
  return jsonReply(200, { candles: rows });
}
