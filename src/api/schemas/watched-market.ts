// The wire shapes of watch lists and of lists of prices.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { PriceRow } from '#services/history/show-prices.ts';
import { PRICE_GAPS } from '#services/history/show-prices.ts';
import type { ListedWatch } from '#services/history/watch-list.ts';
import { AMOUNT_UNIT, MARKET } from '#api/schemas/market.ts';
import {
  field,
  instantField,
  listOf,
  nullableAmountField,
  nullableDecimalField,
  nullableInstantField,
  nullableShapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { nullable, oneOf, percentToWire, responseDecimal, text } from '#api/schemas/wire-values.ts';

const WATCHED = shapeOf<ListedWatch>()('WatchedMarket', 'A market of a watch list.', {
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  watched_at: instantField('When it was chosen.', (of) => of.watchedAtMs),
  market: nullableShapeField(MARKET, (of) => of.market, {
    description: 'The market; null: no exchange lists it now, as far as is known.',
  }),
});
export const WATCHED_LIST = listOf('WatchedMarketList', WATCHED);
export const WatchedMarketSchema = WATCHED.schema;
export const watchedMarketToWire = WATCHED.toWire;

const PRICE_ROW = shapeOf<PriceRow>()('ListedPrice', 'What a market trades at, and did lately.', {
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  price: nullableAmountField('Last price; null: see `gap`.', '62000.5', (of) => of.price),
  at: nullableInstantField('When that was.', (of) => of.atMs),
  gap: field(nullable(oneOf(PRICE_GAPS, 'Why there is no price.')), (of) => of.gap),
  change: nullableDecimalField(
    'From the price of 24 hours ago to this one; null: that is not known.',
    '500.5',
    (of) => of.change,
  ),
  change_percent: field(
    nullable(responseDecimal('The same in percent of the price of 24 hours ago.', '0.81')),
    (of) => (of.changePercent === null ? null : percentToWire(of.changePercent)),
  ),
  volume: nullableAmountField(
    `Traded in 24 hours ${AMOUNT_UNIT}; null: its minutes are not known here.`,
    '1250.5',
    (of) => of.volume,
  ),
});
export const PRICE_LIST = listOf('PriceList', PRICE_ROW);

export const PRICES_QUERY = {
  market_tags: Type.String({
    minLength: 1,
    maxLength: 8_192,
    description: `Markets, separated by commas; at most ${LIMITS.pricesPerRequestMax}.`,
    examples: ['SIM_BTC_USDT,SIM_ETH_USDT'],
  }),
};
