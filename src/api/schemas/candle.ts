// The wire shapes of a market's prices: of now, and as candles.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';
import type { ShownPrice } from '#services/history/show-price.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  answeredDecimal,
  chartInterval,
  cursorParameter,
  decimalToWire,
  instantString,
  instantToWire,
  limitParameter,
  nullable,
  nullableDecimalToWire,
  nullableInstantToWire,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

export const MarketPriceSchema = shape('MarketPrice', 'What a market trades at now.', {
  market_tag: text('Market.', 'SIM_BTC_USDT'),
  price: nullable(answeredDecimal('Last price; null while the market is closed.', '62000.5')),
  at: nullable(instantString('When that was; null while the market is closed.')),
});

export function marketPriceToWire(shown: ShownPrice): Static<typeof MarketPriceSchema> {
  return {
    market_tag: shown.marketTag,
    price: nullableDecimalToWire(shown.price),
    at: nullableInstantToWire(shown.atMs),
  };
}

export const CANDLES_QUERY = {
  interval: chartInterval('Chart interval in minutes; 43200 is a calendar month.', 60, {
    minimum: 1,
    maximum: MONTH_MINUTES,
    default: 60,
  }),
  from: Type.Optional(
    instantString(
      'Candles that begin then or later; left out: so many that the newest ends the page.',
    ),
  ),
  to: Type.Optional(instantString('Candles that end then or earlier; left out: now.')),
  limit: limitParameter(LIMITS.candlesPerPageMax, LIMITS.pageItemsMax),
  cursor: cursorParameter(),
};

const CandleSchema = shape('Candle', 'What a market traded at over an interval.', {
  start_at: instantString('When the interval begins.'),
  open: answeredDecimal('First price.', '62000.5'),
  high: answeredDecimal('Highest price.', '62100'),
  low: answeredDecimal('Lowest price.', '61950.25'),
  close: answeredDecimal('Last price.', '62040'),
  volume: answeredDecimal(`Traded amount ${AMOUNT_UNIT}.`, '12.5'),
});

export const CandlePageSchema = page('CandlePage', CandleSchema);

export function candleToWire(candle: ListedCandle): Static<typeof CandleSchema> {
  return {
    start_at: instantToWire(candle.startMs),
    open: decimalToWire(candle.open),
    high: decimalToWire(candle.high),
    low: decimalToWire(candle.low),
    close: decimalToWire(candle.close),
    volume: decimalToWire(candle.volume),
  };
}
