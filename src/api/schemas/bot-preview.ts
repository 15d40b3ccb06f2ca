// The wire shapes of previews: of a grid, of a deal that averages, and of a bot that waits for
// signals. Figures are null where nothing can be computed.

import Type from 'typebox';
import type { Decimal } from '#lib/decimal.ts';
import type { BotPreview, PreviewedMarket } from '#services/strategy-bots/preview-strategy.ts';
import { ORDER_SIDES } from '#venue-port/order/order.ts';
import { AMOUNT_UNIT } from '#api/schemas/market.ts';
import {
  amountField,
  averageField,
  decimalField,
  field,
  fieldsOf,
  listField,
  nullableAverageField,
  nullableDecimalField,
  nullableShapeField,
  shapeField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import { flag, int32, nullable, oneOf, text } from '#api/schemas/wire-values.ts';

const PROBLEM = shapeOf<PreviewedMarket['problems'][number]>()(
  'SettingProblem',
  'Why settings are refused.',
  {
    key: field(text('Setting at fault.', 'grid_count'), (of) => of.key),
    message: field(
      text('The rule, and the nearest valid value.', '"grid_count" must be at most 200'),
      (of) => of.message,
    ),
  },
);

function funds(name: string, description: string) {
  return shapeOf<PreviewedMarket['available']>()(name, description, {
    base: decimalField('In base currency.', '0.03', (of) => of.base),
    quote: decimalField('In `currency`.', '420', (of) => of.quote),
  });
}

const MARKET_FIELDS = fieldsOf<PreviewedMarket>()({
  market_tag: field(text('Market.', 'SIM_BTC_USDT'), (of) => of.marketTag),
  is_valid: field(
    flag('Whether such a bot can be made now.'),
    ({ problems }) => problems.length === 0,
  ),
  problems: listField(
    PROBLEM,
    { description: 'Why such a bot cannot be made; empty when it can.' },
    (of) => of.problems,
  ),
  current_price: amountField('Price now.', '24100', (of) => of.currentPrice),
  currency: field(
    text(
      'Currency of what is called quote, and of funds, fees and margin: the quote of the market, ' +
        'or the margin currency of its contract.',
      'USDT',
    ),
    (of) => of.currency,
  ),
  available: shapeField(funds('AvailableFunds', 'What is free.'), (of) => of.available),
});

type GridPreview = Extract<BotPreview, { kind: 'grid' }>;
type Figures = NonNullable<GridPreview['figures']>;

const INITIAL_ORDER = shapeOf<NonNullable<Figures['initialOrder']>>()(
  'InitialOrder',
  'Bought or sold at the start.',
  {
    side: field(oneOf(ORDER_SIDES, 'Buy or sell.'), (of) => of.side),
    amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.03', (of) => of.amount),
    estimated_price: averageField('Price now.', '24100', (of) => of.estimatedPrice),
  },
);

const LEVEL = shapeOf<Figures['levels'][number]>()('GridLevel', 'A line of a grid.', {
  index: field(int32('From the lowest.', 0), (of) => of.index),
  price: averageField('Its price.', '20000', (of) => of.price),
  side: field(
    nullable(oneOf(ORDER_SIDES, 'What rests there at the start; null: nothing.')),
    (of) => of.side,
  ),
  amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
});

type FigureReader = (figures: Figures) => Decimal | null;

const figure = (description: string, example: string, read: FigureReader) =>
  nullableDecimalField(description, example, ({ figures }: GridPreview) =>
    figures === null ? null : read(figures),
  );

/** One that a division leaves with more digits than anybody reads. */
const quotient = (description: string, example: string, read: FigureReader) =>
  nullableAverageField(description, example, ({ figures }: GridPreview) =>
    figures === null ? null : read(figures),
  );

const GRID_PREVIEW = shapeOf<GridPreview>()('GridPreview', 'What a grid would begin with.', {
  type: field(oneOf(['spot_grid', 'futures_grid'], 'Kind of bot.'), (of) => of.type),
  ...MARKET_FIELDS,
  grid_step: quotient(
    'Between two lines; null where they are a ratio apart.',
    '2000',
    (of) => of.gridStep,
  ),
  grid_ratio: quotient(
    'Between two lines; null where they are a step apart.',
    '1.08447177',
    (of) => of.gridRatio,
  ),
  amount_per_grid: figure(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amountPerGrid),
  orders_count: field(
    nullable(int32('Orders that rest at the start.', 5)),
    ({ figures }) => figures?.ordersCount ?? null,
  ),
  min_investment: figure(
    'The least that is possible, in `currency`.',
    '57.19',
    (of) => of.minInvestment,
  ),
  max_investment: figure(
    'The most that is possible; null: no limit.',
    '50000',
    (of) => of.maxInvestment,
  ),
  required: nullableShapeField(
    funds('RequiredFunds', 'What the orders at the start need.'),
    ({ figures }) => figures?.required ?? null,
  ),
  required_total_in_quote: figure(
    'The same as one sum, fees included, in `currency`.',
    '1143.723',
    (of) => of.requiredTotal,
  ),
  initial_order: nullableShapeField(INITIAL_ORDER, ({ figures }) => figures?.initialOrder ?? null),
  profit_per_grid_min_percent: figure(
    'After fees, of the highest grid.',
    '6.936',
    (of) => of.profitLeastPercent,
  ),
  profit_per_grid_max_percent: figure(
    'After fees, of the lowest grid.',
    '9.79',
    (of) => of.profitMostPercent,
  ),
  estimated_fees: figure(
    'Of the order at the start, in `currency`.',
    '0.723',
    (of) => of.estimatedFees,
  ),
  margin: figure('Of futures, in `currency`; null on spot.', '420', (of) => of.margin),
  liquidation_price_up: quotient(
    'Of a short; null where there is none.',
    '41000',
    (of) => of.liquidationPriceUp,
  ),
  liquidation_price_down: quotient(
    'Of a long; null where there is none.',
    '12000',
    (of) => of.liquidationPriceDown,
  ),
  break_even_price: quotient(
    'At which what is opened has paid its fee.',
    '24124.1',
    (of) => of.breakEvenPrice,
  ),
  levels: listField(
    LEVEL,
    { description: 'Lines of the grid, lowest first.' },
    ({ figures }) => figures?.levels ?? [],
  ),
});

type DealPreview = Extract<BotPreview, { kind: 'deal' }>;

const DEAL_STEP = shapeOf<DealPreview['steps'][number]>()('DealStep', 'An order of a deal.', {
  index: field(int32('0 is the first order.', 0), (of) => of.index),
  deviation_percent: amountField('From the first order.', '1.5', (of) => of.deviationPercent),
  price: averageField('Where it rests.', '23738.5', (of) => of.price),
  amount: amountField(`Amount ${AMOUNT_UNIT}.`, '0.01', (of) => of.amount),
  average_price: averageField(
    'Once it is filled, fees included.',
    '23943.2',
    (of) => of.averagePrice,
  ),
  take_profit_price: averageField(
    'Where the deal is then closed.',
    '24326.3',
    (of) => of.takeProfitPrice,
  ),
});

const DEAL_PREVIEW = shapeOf<DealPreview>()(
  'DealPreview',
  'What a deal would be if it were opened now.',
  {
    type: field(
      oneOf(['spot_dollar_cost_averaging', 'futures_dollar_cost_averaging'], 'Kind of bot.'),
      (of) => of.type,
    ),
    ...MARKET_FIELDS,
    max_funds: amountField(
      'Value of all orders, before fees and leverage, in `currency`.',
      '600',
      (of) => of.maxFunds,
    ),
    required: amountField('What the orders at the start need.', '200.2', (of) => of.required),
    required_currency: field(text('Currency of it.', 'USDT'), (of) => of.requiredCurrency),
    orders: listField(
      DEAL_STEP,
      { description: 'Orders of the deal, the first one first.' },
      (of) => of.steps,
    ),
  },
);

type SignalPreview = Extract<BotPreview, { kind: 'signal' }>;

const SIGNAL_PREVIEW = shapeOf<SignalPreview>()(
  'SignalBotPreview',
  'Where a signal bot would trade.',
  { type: field(oneOf(['webhook'], 'Kind of bot.'), (of) => of.type), ...MARKET_FIELDS },
);

export const BOT_PREVIEW = {
  schema: Type.Union([GRID_PREVIEW.schema, DEAL_PREVIEW.schema, SIGNAL_PREVIEW.schema]),
  toWire: (preview: BotPreview) => {
    switch (preview.kind) {
      case 'grid':
        return GRID_PREVIEW.toWire(preview);
      case 'deal':
        return DEAL_PREVIEW.toWire(preview);
      case 'signal':
        return SIGNAL_PREVIEW.toWire(preview);
    }
  },
};
