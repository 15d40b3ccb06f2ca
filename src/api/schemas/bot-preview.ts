// The wire shapes of previews: of a grid, of a deal that averages, and of a bot that waits for
// signals. Figures are null where nothing can be computed.

import Type from 'typebox';
import type { Json } from '#lib/json.ts';
import { ORDER_SIDES } from '#domain/order/order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  responseDecimal,
  flag,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const ProblemSchema = shape('SettingProblem', 'Why settings are refused.', {
  key: text('Setting at fault.', 'grid_count'),
  message: text('The rule, and the nearest valid value.', '"grid_count" must be at most 200'),
});

function amounts(name: string, description: string) {
  return shape(name, description, {
    base: responseDecimal('In base currency.', '0.03'),
    quote: responseDecimal('In `currency`.', '420'),
  });
}

const AVAILABLE = amounts('AvailableFunds', 'What is free.');

const PLACE = {
  market_tag: text('Market.', 'SIM_BTC_USDT'),
  is_valid: flag('Whether such a bot can be made now.'),
  problems: Type.Array(ProblemSchema, {
    description: 'Why such a bot cannot be made; empty when it can.',
  }),
  current_price: responseDecimal('Price now.', '24100'),
  currency: text(
    'Currency of what is called quote, and of funds, fees and margin: the quote of the market, ' +
      'or the margin currency of its contract.',
    'USDT',
  ),
  available: AVAILABLE,
} as const;

const perhaps = (description: string, example: string) =>
  nullable(responseDecimal(description, example));

const InitialOrderSchema = shape('InitialOrder', 'Bought or sold at the start.', {
  side: oneOf(ORDER_SIDES, 'Buy or sell.'),
  amount: responseDecimal(`Amount ${AMOUNT_UNIT}.`, '0.03'),
  estimated_price: responseDecimal('Price now.', '24100'),
});

const LevelSchema = shape('GridLevel', 'A line of a grid.', {
  index: int32('From the lowest.', 0),
  price: responseDecimal('Its price.', '20000'),
  side: nullable(oneOf(ORDER_SIDES, 'What rests there at the start; null: nothing.')),
  amount: responseDecimal(`Amount ${AMOUNT_UNIT}.`, '0.01'),
});

const GridPreviewSchema = shape('GridPreview', 'What a grid would begin with.', {
  type: oneOf(['spot_grid', 'futures_grid'], 'Kind of bot.'),
  ...PLACE,
  grid_step: perhaps('Between two lines; null where they are a ratio apart.', '2000'),
  grid_ratio: perhaps('Between two lines; null where they are a step apart.', '1.08447177'),
  amount_per_grid: perhaps(`Amount ${AMOUNT_UNIT}.`, '0.01'),
  orders_count: nullable(int32('Orders that rest at the start.', 5)),
  min_investment: perhaps('The least that is possible, in `currency`.', '57.19'),
  max_investment: perhaps('The most that is possible; null: no limit.', '50000'),
  required: nullable(amounts('RequiredFunds', 'What the orders at the start need.')),
  required_total_in_quote: perhaps(
    'The same as one sum, fees included, in `currency`.',
    '1143.723',
  ),
  initial_order: nullable(InitialOrderSchema),
  profit_per_grid_min_percent: perhaps('After fees, of the highest grid.', '6.936'),
  profit_per_grid_max_percent: perhaps('After fees, of the lowest grid.', '9.79'),
  estimated_fees: perhaps('Of the order at the start, in `currency`.', '0.723'),
  margin: perhaps('Of futures, in `currency`; null on spot.', '420'),
  liquidation_price_up: perhaps('Of a short; null where there is none.', '41000'),
  liquidation_price_down: perhaps('Of a long; null where there is none.', '12000'),
  break_even_price: perhaps('At which what is opened has paid its fee.', '24124.1'),
  levels: Type.Array(LevelSchema, { description: 'Lines of the grid, lowest first.' }),
});

const DealStepSchema = shape('DealStep', 'An order of a deal.', {
  index: int32('0 is the first order.', 0),
  deviation_percent: responseDecimal('From the first order.', '1.5'),
  price: responseDecimal('Where it rests.', '23738.5'),
  amount: responseDecimal(`Amount ${AMOUNT_UNIT}.`, '0.01'),
  average_price: responseDecimal('Once it is filled, fees included.', '23943.2'),
  take_profit_price: responseDecimal('Where the deal is then closed.', '24326.3'),
});

const DealPreviewSchema = shape('DealPreview', 'What a deal would be if it were opened now.', {
  type: oneOf(['spot_dollar_cost_averaging', 'futures_dollar_cost_averaging'], 'Kind of bot.'),
  ...PLACE,
  max_funds: responseDecimal(
    'Value of all orders, before fees and leverage, in `currency`.',
    '600',
  ),
  required: responseDecimal('What the orders at the start need.', '200.2'),
  required_currency: text('Currency of it.', 'USDT'),
  orders: Type.Array(DealStepSchema, { description: 'Orders of the deal, the first one first.' }),
});

const SignalBotPreviewSchema = shape('SignalBotPreview', 'Where a signal bot would trade.', {
  type: oneOf(['webhook'], 'Kind of bot.'),
  ...PLACE,
});

export const BotPreviewSchema = Type.Unsafe<Json>(
  Type.Union([GridPreviewSchema, DealPreviewSchema, SignalBotPreviewSchema]),
);
