// The wire shapes of what is known of a market's minutes.

import type { KnownHistory } from '#services/history/known-history.ts';
import { field, nullableInstantField, shapeOf } from '#api/schemas/field-codec.ts';
import { flag, instantString, int32, nullable, shape, text } from '#api/schemas/wire-values.ts';

const HISTORY = shapeOf<KnownHistory>()('MarketHistory', "What is known of a market's minutes.", {
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  from: nullableInstantField(
    'When the first known candle begins; null: none is known.',
    (of) => of.covered?.fromMs ?? null,
  ),
  to: nullableInstantField('When the last one ends.', (of) => of.covered?.toMs ?? null),
  candle_minutes: field(
    nullable(int32('Minutes of a stored candle; 1 unless longer ones were imported.', 1)),
    (of) => of.covered?.candleMinutes ?? null,
  ),
  can_be_fetched: field(
    flag('Whether its exchange has minutes that can be fetched.'),
    (of) => of.canBeFetched,
  ),
});
export const MarketHistorySchema = HISTORY.schema;
export const marketHistoryToWire = HISTORY.toWire;

export const FetchHistorySchema = shape('FetchHistory', 'Minutes to fetch.', {
  from: instantString('From then on.', '2026-11-01T00:00:00.000Z'),
});
