// The wire shape of a market and of its contract.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import { CONTRACT_TYPES, MARKET_TYPES } from '#domain/market/market.ts';
import type { Contract, Market } from '#domain/market/market.ts';
import { amountCurrency } from '#domain/market/amount-currency.ts';
import {
  ADDITION,
  answeredDecimal,
  cursorParameter,
  decimalToWire,
  flag,
  int32,
  limitParameter,
  nullable,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

/** What amounts of a market are counted in; ends a description. */
export const AMOUNT_UNIT =
  'in base currency, or in contracts where the `amount_currency` of the market is null';

const ContractSchema = shape('Contract', 'Terms of a futures contract.', {
  name: text('Contract name; empty on some venues. Never parse it from the tag.', 'PERPETUAL'),
  type: oneOf(
    CONTRACT_TYPES,
    '`vanilla`: margin and profit in quote; `inverse`: in base; `quanto`: margined ' +
      'in a third asset.',
  ),
  margin_currency: text('Asset that margin is posted in.', 'USDT'),
  display_name: text('Name for people.', 'BTC/USDT perpetual'),
  contract_value: answeredDecimal(
    'What one of an amount is: of base on vanilla contracts, of quote on inverse ones; on quanto ' +
      'ones what is gained when the price rises by one.',
    '1',
  ),
  contract_value_currency: text('Currency of the contract value.', 'BTC'),
  lowest_leverage: answeredDecimal('Lowest leverage.', '1'),
  highest_leverage: answeredDecimal('Highest leverage.', '100'),
});
type ContractWire = Static<typeof ContractSchema>;

const MarketSchema = shape('Market', 'Something that can be traded.', {
  market_tag: text('Opaque identifier, accepted wherever a market is named.', 'SIM_BTC_USDT'),
  exchange: text('Exchange code.', 'sim'),
  base: text('Base currency.', 'BTC'),
  quote: text('Quote currency.', 'USDT'),
  market_type: oneOf(MARKET_TYPES, 'Kind of market.'),
  price_step: answeredDecimal('Smallest price increment; 0: unconstrained.', '0.01'),
  price_decimals: int32('Decimal places of a price.', 2),
  amount_step: answeredDecimal('Smallest amount increment; 0: unconstrained.', '0.00001'),
  amount_decimals: int32('Decimal places of an amount.', 5),
  maker_fee: answeredDecimal('Maker fee, percent.', '0.1'),
  taker_fee: answeredDecimal('Taker fee, percent.', '0.1'),
  min_order_amount: answeredDecimal(
    `Smallest amount of an order ${AMOUNT_UNIT}. 0: no minimum.`,
    '0.00001',
  ),
  min_order_value: answeredDecimal('Smallest order in quote currency; 0: no minimum.', '5'),
  max_order_amount: answeredDecimal(
    `Largest amount of an order ${AMOUNT_UNIT}. 0: no maximum.`,
    '9000',
  ),
  max_order_value: answeredDecimal('Largest order in quote currency; 0: no maximum.', '9000000'),
  is_open: flag('Whether the market is open for trading.'),
  amount_currency: nullable(
    text(
      'Currency that amounts of orders and positions are in. Null: they are in contracts, each ' +
        'of them `contract_value` (inverse, quanto, and vanilla whose contract is not one of base).',
      'BTC',
    ),
    ADDITION,
  ),
  contract: nullable(ContractSchema),
});
export type MarketWire = Static<typeof MarketSchema>;

export const MarketPageSchema = page('MarketPage', MarketSchema);

const MARKETS_MAX = LIMITS.marketsPageItemsMax;

/** The query of a list of markets: a page holds all that an exchange has. */
export const MARKETS_QUERY = {
  exchange: Type.Optional(
    Type.String({ minLength: 1, description: 'Exchange code, in any case.', examples: ['sim'] }),
  ),
  limit: limitParameter(MARKETS_MAX, MARKETS_MAX),
  cursor: cursorParameter(),
};

export function marketToWire(market: Market): MarketWire {
  return {
    market_tag: market.marketTag,
    exchange: market.exchange,
    base: market.base,
    quote: market.quote,
    market_type: market.marketType,
    price_step: decimalToWire(market.priceStep),
    price_decimals: market.priceDecimals,
    amount_step: decimalToWire(market.amountStep),
    amount_decimals: market.amountDecimals,
    maker_fee: decimalToWire(market.makerFeePercent),
    taker_fee: decimalToWire(market.takerFeePercent),
    min_order_amount: decimalToWire(market.minOrderAmount),
    min_order_value: decimalToWire(market.minOrderValue),
    max_order_amount: decimalToWire(market.maxOrderAmount),
    max_order_value: decimalToWire(market.maxOrderValue),
    is_open: market.isOpen,
    amount_currency: amountCurrency(market),
    contract: market.contract === null ? null : contractToWire(market.contract),
  };
}

function contractToWire(contract: Contract): ContractWire {
  return {
    name: contract.name,
    type: contract.type,
    margin_currency: contract.marginCurrency,
    display_name: contract.displayName,
    contract_value: decimalToWire(contract.contractValue),
    contract_value_currency: contract.contractValueCurrency,
    lowest_leverage: decimalToWire(contract.lowestLeverage),
    highest_leverage: decimalToWire(contract.highestLeverage),
  };
}
