// The wire shapes of a market's prices: of now, and as candles.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { ListedCandle } from '#services/history/list-candles.ts';
import type { ShownPrice } from '#services/history/show-price.ts';
import type { Ticker, TickerDay } from '#services/history/show-ticker.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  nullableAmountField,
  amountField,
  decimalField,
  field,
  fieldsOf,
  fieldsThrough,
  instantField,
  nullableInstantField,
  nullableShapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  chartInterval,
  cursorParameter,
  instantString,
  limitParameter,
  text,
} from '#api/schemas/wire-values.ts';

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

const CANDLE = shapeOf<ListedCandle>()('Candle', 'What a market traded at over an interval.', {
  start_at: instantField('When the interval begins.', (of) => of.startMs),
  open: amountField('First price.', '62000.5', (of) => of.open),
  high: amountField('Highest price.', '62100', (of) => of.high),
  low: amountField('Lowest price.', '61950.25', (of) => of.low),
  close: amountField('Last price.', '62040', (of) => of.close),
  volume: amountField(`Traded amount ${AMOUNT_UNIT}.`, '12.5', (of) => of.volume),
});

const MARKET_PRICE_FIELDS = fieldsOf<ShownPrice>()({
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  price: nullableAmountField(
    'Last price; null while the market is closed.',
    '62000.5',
    (of) => of.price,
  ),
  at: nullableInstantField('When that was; null while the market is closed.', (of) => of.atMs),
  forming: nullableShapeField(CANDLE, (of) => of.forming, {
    description:
      'The minute that has not ended; null where no bot and no stream follows the market.',
  }),
});
const MARKET_PRICE = shapeOf<ShownPrice>()(
  'MarketPrice',
  'What a market trades at now.',
  MARKET_PRICE_FIELDS,
);
export const MarketPriceSchema = MARKET_PRICE.schema;
export const marketPriceToWire = MARKET_PRICE.toWire;

const TICKER_DAY = shapeOf<TickerDay>()(
  'TickerDay',
  'What a market did over the last 24 hours, as far as its minutes are known.',
  {
    from: instantField('When the first known minute begins.', (of) => of.fromMs),
    to: instantField('When the last known minute ends.', (of) => of.toMs),
    open: amountField('First price.', '61500', (of) => of.open),
    high: amountField('Highest price.', '62100', (of) => of.high),
    low: amountField('Lowest price.', '61200.5', (of) => of.low),
    close: amountField('Last price.', '62000.5', (of) => of.close),
    volume: amountField(`Traded amount ${AMOUNT_UNIT}.`, '1250.5', (of) => of.volume),
    change: decimalField('From the first price to the last.', '500.5', (of) => of.change),
  },
);

const TICKER = shapeOf<Ticker>()('MarketTicker', 'What a market trades at, and did lately.', {
  ...fieldsThrough(MARKET_PRICE_FIELDS, (of: Ticker) => of),
  day: nullableShapeField(TICKER_DAY, (of) => of.day),
});
export const MarketTickerSchema = TICKER.schema;
export const marketTickerToWire = TICKER.toWire;

export const candleToWire = CANDLE.toWire;
export const CANDLE_PAGE = pageOf('CandlePage', CANDLE);
