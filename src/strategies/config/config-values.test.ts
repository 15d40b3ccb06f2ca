// Readings of a bot's configuration: every value of its kind, every mistake named with its key.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import type { Json } from '#lib/json.ts';
import { editProblems, readValues, writeValues } from '#strategies/config/config-values.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';

const GRID = STRATEGY_CATALOGUE.spot_grid.settings;
const NEEDED = { market_tag: 'm', lower_price: 1, upper_price: 2, investment: 100 };

function problemsOf(changes: { readonly [key: string]: Json }): readonly string[] {
  const read = readValues(GRID, { ...NEEDED, ...changes });
  return read.ok ? [] : read.rejection.map(({ message }) => message);
}

suite('a configuration', () => {
  test('takes numbers as JSON numbers or decimal strings and returns decimals as text', () => {
    const read = readValues(GRID, { ...NEEDED, lower_price: 2.5e-7, upper_price: '1.50' });
    assert.ok(read.ok);
    const written = writeValues(GRID, read.value);
    assert.equal(written['lower_price'], '0.00000025');
    assert.equal(written['upper_price'], '1.5');
    assert.equal(written['grid_count'], 10, 'a whole number stays a JSON number');
    assert.equal(written['take_profit_price'], null);
  });

  test('reads back what it wrote', () => {
    const read = readValues(GRID, NEEDED);
    assert.ok(read.ok);
    const again = readValues(GRID, writeValues(GRID, read.value));
    assert.deepEqual(again, read);
  });

  const refused: readonly (readonly [{ readonly [key: string]: Json }, string])[] = [
    [{ lots: 1 }, '"lots" is not a setting of this strategy'],
    [
      { lower_price: '1e3' },
      '"lower_price" must be a JSON number or a decimal string, found "1e3"',
    ],
    [{ lower_price: null }, '"lower_price" must be a JSON number or a decimal string, found null'],
    [{ lower_price: 0 }, '"lower_price" must be above 0, found 0'],
    [
      { grid_count: 201 },
      '"grid_count" must be at most 200, found 201; the nearest valid value is 200',
    ],
    [{ grid_count: 1 }, '"grid_count" must be at least 2, found 1; the nearest valid value is 2'],
    [{ grid_count: 2.5 }, '"grid_count" must be a whole number, found 2.5; the nearest is 2'],
    [{ grid_mode: 'linear' }, '"grid_mode" must be one of arithmetic, geometric, found "linear"'],
    [{ trailing_up: 1 }, '"trailing_up" must be true or false, found 1'],
    [{ market_tag: '' }, '"market_tag" must be a market tag of 1 to 128 characters, found ""'],
  ];
  for (const [changes, message] of refused)
    test(message, () => assert.deepEqual(problemsOf(changes), [message]));

  test('all mistakes are reported at once', () => {
    assert.equal(problemsOf({ lots: 1, grid_count: 1, trailing_up: 1 }).length, 3);
  });
});

test('an edit of a running bot names what is fixed', () => {
  assert.deepEqual(editProblems(GRID, { investment: 5 }), []);
  assert.deepEqual(editProblems(GRID, { grid_count: 5, lots: 1 }), [
    { key: 'grid_count', message: '"grid_count" cannot change while the bot runs; stop it first' },
    { key: 'lots', message: '"lots" is not a setting of this strategy' },
  ]);
});

test('every strategy has its own keys once, and defaults that it would itself accept', () => {
  for (const type of STRATEGY_TYPES) {
    const { settings } = STRATEGY_CATALOGUE[type];
    const keys = settings.map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length, type);
    for (const setting of settings) {
      if (setting.type === 'string' || setting.default === null) continue;
      const value = typeof setting.default === 'bigint' ? undefined : setting.default;
      const read = readValues([setting], value === undefined ? {} : { [setting.key]: value });
      assert.ok(read.ok, setting.key);
    }
  }
});
