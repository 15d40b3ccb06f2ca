// The wire shape of a market and of its contract.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { CONTRACT_TYPES, MARKET_TYPES } from '#venue-port/market/market.ts';
import type { Contract, Market } from '#venue-port/market/market.ts';
import { amountCurrency } from '#domain/market/amount-currency.ts';
import {
  amountField,
  decimalField,
  field,
  nullableShapeField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  cursorParameter,
  flag,
  int32,
  limitParameter,
  nullable,
  oneOf,
  text,
} from '#api/schemas/wire-values.ts';

/** What amounts of a market are counted in; ends a description. */
export const AMOUNT_UNIT = 'in base currency, or contracts if its `amount_currency` is null';

const CONTRACT = shapeOf<Contract>()('Contract', 'Terms of a futures contract.', {
  name: field(
    text('Contract name; empty on some venues. Never parse it from the tag.', 'PERPETUAL'),
    (of) => of.name,
  ),
  type: field(
    oneOf(
      CONTRACT_TYPES,
      '`vanilla`: margin and profit in quote; `inverse`: in base; `quanto`: margined ' +
        'in a third asset.',
    ),
    (of) => of.type,
  ),
  margin_currency: field(
    text('Asset that margin is posted in.', 'USDT'),
    (of) => of.marginCurrency,
  ),
  display_name: field(text('Name for people.', 'BTC/USDT perpetual'), (of) => of.displayName),
  contract_value: amountField(
    'What one of an amount is: of base on vanilla contracts, of quote on inverse ones; on quanto ' +
      'ones what is gained when the price rises by one.',
    '1',
    (of) => of.contractValue,
  ),
  contract_value_currency: field(
    text('Currency of the contract value.', 'BTC'),
    (of) => of.contractValueCurrency,
  ),
  lowest_leverage: amountField('Lowest leverage.', '1', (of) => of.lowestLeverage),
  highest_leverage: amountField('Highest leverage.', '100', (of) => of.highestLeverage),
});

export const MARKET = shapeOf<Market>()('Market', 'Something that can be traded.', {
  market_tag: field(
    text('Opaque identifier, accepted wherever a market is named.', 'SIM_BTC_USDT'),
    (of) => of.marketTag,
  ),
  exchange: field(text('Exchange code.', 'sim'), (of) => of.exchange),
  base: field(text('Base currency.', 'BTC'), (of) => of.base),
  quote: field(text('Quote currency.', 'USDT'), (of) => of.quote),
  market_type: field(oneOf(MARKET_TYPES, 'Kind of market.'), (of) => of.marketType),
  price_step: amountField(
    'Smallest price increment; 0: unconstrained.',
    '0.01',
    (of) => of.priceStep,
  ),
  price_decimals: field(int32('Decimal places of a price.', 2), (of) => of.priceDecimals),
  amount_step: amountField(
    'Smallest amount increment; 0: unconstrained.',
    '0.00001',
    (of) => of.amountStep,
  ),
  amount_decimals: field(int32('Decimal places of an amount.', 5), (of) => of.amountDecimals),
  maker_fee: decimalField('Maker fee, percent.', '0.1', (of) => of.makerFeePercent),
  taker_fee: decimalField('Taker fee, percent.', '0.1', (of) => of.takerFeePercent),
  min_order_amount: amountField(
    `Smallest amount of an order ${AMOUNT_UNIT}. 0: no minimum.`,
    '0.00001',
    (of) => of.minOrderAmount,
  ),
  min_order_value: amountField(
    'Smallest order in quote currency; 0: no minimum.',
    '5',
    (of) => of.minOrderValue,
  ),
  max_order_amount: amountField(
    `Largest amount of an order ${AMOUNT_UNIT}. 0: no maximum.`,
    '9000',
    (of) => of.maxOrderAmount,
  ),
  max_order_value: amountField(
    'Largest order in quote currency; 0: no maximum.',
    '9000000',
    (of) => of.maxOrderValue,
  ),
  is_open: field(flag('Whether the market is open for trading.'), (of) => of.isOpen),
  amount_currency: field(
    nullable(
      text(
        'Currency that amounts of orders and positions are in. Null: they are in contracts, each ' +
          'of them `contract_value` (inverse, quanto, and vanilla whose contract is not one of base).',
        'BTC',
      ),
      ADDITION,
    ),
    (of) => amountCurrency(of),
  ),
  contract: nullableShapeField(CONTRACT, (of) => of.contract),
});

export const MARKET_PAGE = pageOf('MarketPage', MARKET);

const MARKETS_MAX = LIMITS.marketsPageItemsMax;

/** The query of a list of markets: a page holds all that an exchange has. */
export const MARKETS_QUERY = {
  exchange: Type.Optional(
    Type.String({ minLength: 1, description: 'Exchange code, in any case.', examples: ['sim'] }),
  ),
  limit: limitParameter(MARKETS_MAX, MARKETS_MAX),
  cursor: cursorParameter(),
};
