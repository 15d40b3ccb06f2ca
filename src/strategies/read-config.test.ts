// A configuration read for its strategy and market, and changed while a bot runs.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import { EXAMPLE_MARKET } from '#strategies/grid/grid.fixture.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { applyEdit, changesOf, readConfig, readStoredConfig } from '#strategies/read-config.ts';

const FUTURES = futuresMarket('vanilla', '1', { minOrderValue: '10' });
const GRID = { market_tag: 'm', lower_price: '20000', upper_price: '30000', investment: '1144' };
const DCA = { market_tag: 'm', base_order_size: '15', averaging_order_size: '15' };
const SIGNALS = { market_tag: 'm', signal_token: 'abc', order_size: '15' };

function problemsOf(
  type: StrategyType,
  record: ConfigRecord,
  market: Market = EXAMPLE_MARKET,
): readonly string[] {
  const read = readConfig(type, record, market);
  return read.ok ? [] : read.rejection.map(({ message }) => message);
}

test('what was read is written whole, and reads back the same', () => {
  for (const [type, record] of [
    ['spot_grid', GRID],
    ['spot_dollar_cost_averaging', DCA],
    ['webhook', SIGNALS],
  ] as const) {
    const read = readConfig(type, record, EXAMPLE_MARKET);
    assert.ok(read.ok, type);
    assert.deepEqual(readConfig(type, read.value.record, EXAMPLE_MARKET), read);
    assert.deepEqual(JSON.parse(JSON.stringify(read.value.record)), read.value.record);
  }
});

test('a stored record is read without what a later release has added', () => {
  const record = { ...GRID, of_a_later_release: 1 };
  assert.equal(readConfig('spot_grid', record, EXAMPLE_MARKET).ok, false);
  const read = readStoredConfig('spot_grid', record, EXAMPLE_MARKET);
  assert.deepEqual(read, readConfig('spot_grid', GRID, EXAMPLE_MARKET));
});

suite('rules between settings name the key, the rule and the nearest valid value', () => {
  const dca = 'spot_dollar_cost_averaging';
  const cases: readonly (readonly [StrategyType, ConfigRecord, string])[] = [
    ['spot_grid', { ...GRID, upper_price: 100 }, '"upper_price" must be above "lower_price" 20000'],
    [
      'spot_grid',
      { ...GRID, lower_price: '20000.005' },
      '"lower_price" 20000.005 is not a multiple of the price step 0.01; the nearest is 20000',
    ],
    [
      'spot_grid',
      { ...GRID, start_condition: 'price' },
      '"start_price" must be chosen to start at a price',
    ],
    [
      dca,
      { ...DCA, price_deviation_percent: 1, step_scale: 4, max_averaging_orders: 5 },
      '"max_averaging_orders" 5 reach a deviation of 100 percent; the nearest valid value is 4',
    ],
    [
      dca,
      { ...DCA, take_profit_percent: '0.2' },
      '"take_profit_percent" must be above the fees of 0.2 percent',
    ],
    [
      dca,
      { ...DCA, trailing_take_profit_percent: 2 },
      '"trailing_take_profit_percent" must be at most "take_profit_percent" 1.5; ' +
        'the nearest valid value is 1.5',
    ],
    [dca, { ...DCA, min_price: 5, max_price: 5 }, '"max_price" must be above "min_price" 5'],
    [
      dca,
      { ...DCA, start_condition: 'signal' },
      '"signal_token" must be chosen to start by signals',
    ],
    [
      'webhook',
      { ...SIGNALS, leverage: 3 },
      '"leverage" is for futures markets; the nearest valid value is 1',
    ],
    [
      'spot_grid',
      { ...GRID, upper_price: '20001', grid_count: 200 },
      '"grid_count" 200 makes lines that are the same at the price step 0.01; ' +
        'the nearest valid value is 100',
    ],
    [
      'spot_grid',
      { ...GRID, upper_price: '21000', grid_count: 100 },
      '"grid_count" makes a grid that earns -0.152 percent after fees; ' +
        'the nearest valid value is 23',
    ],
    ['futures_grid', GRID, '"market_tag" must be a futures market for this strategy'],
  ];
  for (const [type, record, message] of cases)
    test(message, () => assert.deepEqual(problemsOf(type, record), [message]));

  test('a leverage beyond what the market allows', () => {
    const market: Market = {
      ...FUTURES,
      contract: FUTURES.contract && { ...FUTURES.contract, highestLeverage: decimal('20') },
    };
    assert.deepEqual(problemsOf('futures_grid', { ...GRID, leverage: 50 }, market), [
      '"leverage" must be at most 20; the nearest valid value is 20',
    ]);
  });
});

suite('an edit', () => {
  const edited = (changes: ConfigRecord, isRunning: boolean) =>
    applyEdit('spot_grid', GRID, changes, EXAMPLE_MARKET, isRunning);

  test('of a bot that runs changes what may change and keeps the rest', () => {
    const read = edited({ upper_price: '32000', trailing_up: true }, true);
    assert.ok(read.ok);
    const { record } = read.value;
    assert.deepEqual(
      [record['upper_price'], record['trailing_up'], record['lower_price']],
      ['32000', true, '20000'],
    );
  });

  test('of a bot that runs names what must not change', () => {
    const read = edited({ grid_count: 7, investment: 2_000 }, true);
    assert.ok(!read.ok);
    assert.deepEqual(
      read.rejection.map(({ key }) => key),
      ['grid_count'],
    );
  });

  test('leaves out what it sends unchanged, in whatever form', () => {
    const sent = { ...GRID, grid_count: 10, lower_price: 20_000, upper_price: '32000', more: 1 };
    assert.deepEqual(changesOf('spot_grid', { ...GRID, grid_count: '10' }, sent), {
      upper_price: '32000',
      more: 1,
    });
    assert.deepEqual(changesOf('spot_grid', GRID, { lower_price: 'low' }), { lower_price: 'low' });
  });

  test('of a stopped bot may change all of it', () => {
    const read = edited({ grid_count: 7 }, false);
    assert.ok(read.ok && read.value.record['grid_count'] === 7);
  });

  test('of a bot that runs raises the investment and never lowers it', () => {
    const lowered = edited({ investment: '1000' }, true);
    assert.ok(!lowered.ok);
    assert.deepEqual(
      lowered.rejection.map(({ message }) => message),
      [
        '"investment" can only be raised while the bot runs, found 1000; ' +
          'the nearest valid value is 1144',
      ],
    );
    assert.ok(edited({ investment: '1145' }, true).ok);
    assert.ok(edited({ investment: '1000' }, false).ok);
  });

  test('is judged with the settings that it leaves', () => {
    const read = edited({ lower_price: '31000' }, true);
    assert.ok(!read.ok && read.rejection[0]?.key === 'upper_price');
  });
});
