// Previews in the shape of the contract, from plans that are written out here.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import type { BotPreview } from '#services/strategy-bots/preview-strategy.ts';
import { BOT_PREVIEW } from '#api/schemas/bot-preview.ts';

const MARKET = {
  marketTag: 'm1',
  problems: [],
  currentPrice: decimal('24100'),
  currency: 'USDT',
  available: { base: decimal('0'), quote: decimal('1500') },
};

const MARKET_ON_WIRE = {
  market_tag: 'm1',
  is_valid: true,
  problems: [],
  current_price: '24100',
  currency: 'USDT',
  available: { base: '0', quote: '1500' },
};

test('a grid, with the digits of a division cut off', () => {
  const preview: BotPreview = {
    kind: 'grid',
    type: 'spot_grid',
    ...MARKET,
    figures: {
      gridStep: decimal('326.530612244897959184'),
      gridRatio: null,
      amountPerGrid: decimal('0.01'),
      ordersCount: 5,
      minInvestment: decimal('57.19'),
      maxInvestment: null,
      required: { base: decimal('0.03'), quote: decimal('420') },
      requiredTotal: decimal('1143.723'),
      initialOrder: { side: 'buy', amount: decimal('0.03'), estimatedPrice: decimal('24100') },
      profitLeastPercent: decimal('6.936'),
      profitMostPercent: decimal('9.790123456789012345'),
      estimatedFees: decimal('0.723'),
      margin: null,
      liquidationPriceUp: null,
      liquidationPriceDown: decimal('12000.123456789012345678'),
      breakEvenPrice: decimal('24124.123456789012345678'),
      levels: [
        { index: 0, price: decimal('20000'), side: 'buy', amount: decimal('0.01') },
        { index: 1, price: decimal('22000'), side: null, amount: decimal('0.01') },
      ],
    },
  };
  assert.deepEqual(BOT_PREVIEW.toWire(preview), {
    type: 'spot_grid',
    ...MARKET_ON_WIRE,
    grid_step: '326.530612244898',
    grid_ratio: null,
    amount_per_grid: '0.01',
    orders_count: 5,
    min_investment: '57.19',
    max_investment: null,
    required: { base: '0.03', quote: '420' },
    required_total_in_quote: '1143.723',
    initial_order: { side: 'buy', amount: '0.03', estimated_price: '24100' },
    profit_per_grid_min_percent: '6.936',
    profit_per_grid_max_percent: '9.790123456789012345',
    estimated_fees: '0.723',
    margin: null,
    liquidation_price_up: null,
    liquidation_price_down: '12000.123456789',
    break_even_price: '24124.123456789',
    levels: [
      { index: 0, price: '20000', side: 'buy', amount: '0.01' },
      { index: 1, price: '22000', side: null, amount: '0.01' },
    ],
  });
});

test('settings that describe no grid have their problems, and null for every figure', () => {
  const problem = {
    key: 'upper_price',
    message: '"upper_price" must be above "lower_price" 20000',
  };
  const preview: BotPreview = {
    kind: 'grid',
    type: 'futures_grid',
    ...MARKET,
    problems: [problem],
    figures: null,
  };
  const wire = BOT_PREVIEW.toWire(preview);
  const { type, levels, ...rest } = wire as typeof wire & { readonly levels: unknown };
  assert.equal(type, 'futures_grid');
  assert.deepEqual(levels, []);
  const { is_valid: isValid, problems, ...figures } = { ...rest };
  assert.equal(isValid, false);
  assert.deepEqual(problems, [problem]);
  const known = Object.entries(figures).filter(([, value]) => value !== null);
  assert.deepEqual(
    known.map(([name]) => name),
    ['market_tag', 'current_price', 'currency', 'available'],
  );
});

test('a deal', () => {
  const preview: BotPreview = {
    kind: 'deal',
    type: 'spot_dollar_cost_averaging',
    ...MARKET,
    maxFunds: decimal('98.222907'),
    required: decimal('29.61154997'),
    requiredCurrency: 'USDT',
    steps: [
      {
        index: 1,
        deviationPercent: decimal('1'),
        price: decimal('3067.51'),
        amount: decimal('0.0048'),
        averagePrice: decimal('3084.536455123456789'),
        takeProfitPrice: decimal('3149.38'),
      },
    ],
  };
  assert.deepEqual(BOT_PREVIEW.toWire(preview), {
    type: 'spot_dollar_cost_averaging',
    ...MARKET_ON_WIRE,
    max_funds: '98.222907',
    required: '29.61154997',
    required_currency: 'USDT',
    orders: [
      {
        index: 1,
        deviation_percent: '1',
        price: '3067.51',
        amount: '0.0048',
        average_price: '3084.53645512346',
        take_profit_price: '3149.38',
      },
    ],
  });
});

test('a bot that waits for signals begins with nothing', () => {
  const wire = BOT_PREVIEW.toWire({ kind: 'signal', type: 'webhook', ...MARKET });
  assert.deepEqual(wire, { type: 'webhook', ...MARKET_ON_WIRE });
});
