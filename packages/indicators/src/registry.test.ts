// The table of indicators: its facts are whole, and each indicator keeps to them at the edges.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { inputsOf, planOf, walkCandles } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';

suite('facts', () => {
  test('names are unique and found', () => {
    assert.equal(
      new Set(INDICATOR_REGISTRY.map(({ name }) => name)).size,
      INDICATOR_REGISTRY.length,
    );
    assert.equal(findIndicator('RSI')?.name, 'RSI');
    assert.equal(findIndicator('constructor'), undefined);
  });

  for (const indicator of INDICATOR_REGISTRY) {
    test(`${indicator.name} says what it takes, gives and means`, () => {
      assert.ok(indicator.meaning !== '' && indicator.source !== '');
      assert.ok(indicator.inputs.length > 0);
      assert.equal(planOf(indicator).outputs.length, indicator.outputs.length);
      for (const { name, initial, least, most } of indicator.parameters) {
        assert.ok(least <= initial && initial <= most, name);
      }
    });
  }
});

suite('parameters', () => {
  const RSI = findIndicator('RSI');
  const cases = [
    [[0], 'period must be a whole number from 1 to 10000, found "0"'],
    [[2.5], 'period must be a whole number from 1 to 10000, found "2.5"'],
    [[Number.NaN], 'period must be a whole number from 1 to 10000, found "NaN"'],
  ] as const;
  for (const [parameters, message] of cases) {
    test(`RSI of ${parameters[0]} is refused with what was expected`, () => {
      assert.ok(RSI !== undefined);
      const plan = planIndicator(RSI, parameters);
      assert.deepEqual(plan, { ok: false, rejection: { parameter: 'period', message } });
    });
  }

  test('those left out have their initial values', () => {
    assert.ok(RSI !== undefined);
    assert.deepEqual(planIndicator(RSI), planIndicator(RSI, [14]));
  });
});

suite('values', () => {
  const candles = walkCandles(7, 700);
  for (const indicator of INDICATOR_REGISTRY.filter(({ family }) => family !== 'arithmetic')) {
    test(`${indicator.name} begins after its lookback, with all its outputs at once`, () => {
      const plan = planOf(indicator);
      for (const column of computeColumns(plan, inputsOf(indicator, candles))) {
        const first = column.findIndex((value) => !Number.isNaN(value));
        assert.equal(first, plan.lookback);
      }
    });

    test(`${indicator.name} has no value in windows shorter than its lookback`, () => {
      const plan = planOf(indicator);
      for (const rows of [0, 1, plan.lookback]) {
        const inputs = inputsOf(indicator, candles).map((column) => column.slice(0, rows));
        for (const column of computeColumns(plan, inputs)) {
          assert.equal(column.length, rows);
          assert.ok(rows > plan.lookback || column.every(Number.isNaN));
        }
      }
    });

    test(`${indicator.name} takes a series that does not move`, () => {
      const flat = inputsOf(indicator, candles).map((column) => column.map(() => 25.1));
      const plan = planOf(indicator);
      for (const column of computeColumns(plan, flat)) {
        const values = column.slice(plan.lookback);
        assert.ok(values.every((value) => !Number.isFinite(value) || Math.abs(value) < 1e6));
      }
    });
  }
});

suite('small prices', () => {
  // Shares and percentages do not depend on the size of the coin's price: TA-Lib takes anything
  // below 1e-14 for zero, which real prices are.
  const SCALE = 2 ** -60;
  const scaleless = INDICATOR_REGISTRY.filter(
    ({ unit, family, inputs }) =>
      (unit === 'percent' || unit === 'ratio') &&
      family !== 'arithmetic' &&
      !inputs.includes('periods'),
  );
  for (const indicator of scaleless) {
    test(`${indicator.name} is the same to the bit when prices are 2^60 times smaller`, () => {
      const inputs = inputsOf(indicator, walkCandles(3, 300));
      const small = inputs.map((column) => column.map((value) => value * SCALE));
      const plan = planOf(indicator);
      const [fewer, whole] = [small, inputs].map((columns) =>
        computeColumns(plan, columns).map((column) => Array.from(column)),
      );
      assert.deepEqual(fewer, whole);
    });
  }
});
