// The wire shapes of a market's prices: of now, and as candles.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { ListedColumns } from '#services/history/list-candle-columns.ts';
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
  int32,
  limitParameter,
  flag,
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

export const COLUMNS_QUERY = {
  interval: CANDLES_QUERY.interval,
  from: CANDLES_QUERY.from,
  to: CANDLES_QUERY.to,
  forming: Type.Optional(
    flag('Whether the candle that has not ended is the last one; default false.'),
  ),
  limit: limitParameter(LIMITS.columnsPerPageMax, LIMITS.candlesPerPageMax),
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
  bid: nullableAmountField(
    'Best bid; null where the exchange does not state it. The price alone comes with it where it ' +
      'is known without another request.',
    '62000.4',
    (of) => of.best?.bid ?? null,
  ),
  ask: nullableAmountField(
    'Best ask; null as the best bid is.',
    '62000.5',
    (of) => of.best?.ask ?? null,
  ),
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

/** Whole numbers, as many as there are candles. */
function numbersField(
  description: string,
  example: readonly number[],
  read: (of: ListedColumns) => readonly number[],
) {
  const items = Type.Integer({ format: 'int64', description: 'A whole number.', examples: [60] });
  const schema = Type.Array(items, { description, examples: [example] });
  return field(schema, (of: ListedColumns) => [...read(of)]);
}

const CANDLE_COLUMNS = shapeOf<ListedColumns>()(
  'CandleColumns',
  'Candles as lists of whole numbers, one number of each list for each candle. Of each list of ' +
    'prices the first number is a price, and each other one the difference to the price before it.',
  {
    market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
    interval: field(int32('Chart interval in minutes.', 60), (of) => of.intervalMinutes),
    price_step: decimalField('What one of a price is.', '0.01', (of) => of.priceStep),
    amount_step: decimalField(
      `What one of a volume is, ${AMOUNT_UNIT}.`,
      '0.00001',
      (of) => of.amountStep,
    ),
    start_at: nullableInstantField(
      'When the first candle begins; null without candles.',
      (of) => of.startMs,
    ),
    minutes: numbersField(
      'Minutes from the beginning of the candle before; 0 of the first.',
      [0, 60, 60],
      (of) => of.minutes,
    ),
    open: numbersField('First prices.', [6_200_050, 950, -220], (of) => of.open),
    high: numbersField('Highest prices.', [6_210_000, 310, 90], (of) => of.high),
    low: numbersField('Lowest prices.', [6_195_025, -75, 400], (of) => of.low),
    close: numbersField('Last prices.', [6_204_000, -220, 1_050], (of) => of.close),
    volume: numbersField('Traded amounts.', [1_250_000, 981_200, 1_022_310], (of) => of.volume),
    next_from: nullableInstantField(
      'When the first candle begins that was requested and is not on the page; null: all are.',
      (of) => of.nextFromMs,
    ),
  },
);
export const CandleColumnsSchema = CANDLE_COLUMNS.schema;
export const candleColumnsToWire = CANDLE_COLUMNS.toWire;
