// A bill has a line for each price, and sums to the last place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, formatDecimal, ONE, ZERO } from '#lib/decimal.ts';
import { amountDue, billLines } from '#domain/plan/tariff.ts';

const NOTHING = {
  active_bot: ZERO,
  bot_hour: ZERO,
  active_user: ZERO,
  filled_order: ZERO,
  traded_volume: ZERO,
  backtest: ZERO,
  signal: ZERO,
};

test('a line stands for each price, in the order of the codes', () => {
  const prices = { signal: decimal('0.01'), active_bot: decimal('5') };
  const quantities = { ...NOTHING, active_bot: decimal('11'), backtest: decimal('34') };
  const lines = billLines({ currency: 'USDT', prices }, quantities);
  assert.deepEqual(
    lines.map(({ code, amount }) => [code, formatDecimal(amount)]),
    [
      ['active_bot', '55'],
      ['signal', '0'],
    ],
  );
  assert.equal(formatDecimal(amountDue(lines)), '55');
});

test('traded volume is billed by the percent', () => {
  const prices = { traded_volume: decimal('0.02') };
  const quantities = { ...NOTHING, traded_volume: decimal('1250000.05') };
  const lines = billLines({ currency: 'USDT', prices }, quantities);
  assert.equal(formatDecimal(amountDue(lines)), '250.00001');
});

test('a price of zero is a line, and no price is none', () => {
  const quantities = { ...NOTHING, active_bot: ONE };
  assert.equal(billLines({ currency: 'USDT', prices: {} }, quantities).length, 0);
  const free = billLines({ currency: 'USDT', prices: { active_bot: ZERO } }, quantities);
  assert.deepEqual([free.length, amountDue(free)], [1, ZERO]);
});
