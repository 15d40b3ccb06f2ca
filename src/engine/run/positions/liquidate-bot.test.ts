// Position of the venue that stands for several of the bot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  runPlan,
  START_MS,
  VANILLA,
} from '#backtesting/feed.fixture.ts';
import { assertMoneyAddsUp } from '#backtesting/ledger-identity.fixture.ts';

const both = ordersAt({
  0: [
    { action: 'go_long', positionId: 'a', amount: 0.3 },
    { action: 'go_short', positionId: 'b', amount: 0.1 },
  ],
});
const settings = { rules: 'realistic', slippagePercent: decimal('0') } as const;

test('funding of the net position is shared by amount', () => {
  const funding = [{ atMs: START_MS + 3 * MINUTE_MS, rate: decimal('0.001') }];
  const input = planInput(flat(20_000, 5), { market: VANILLA, settings, funding });
  const { feed, report } = runPlan(both, input);
  // 0.2 at 20,000 pay 4: the long pays 6 for its 0.3, the short gets 2 for its 0.1.
  assert.equal(report.funding, decimal('4'));
  const paid = feed.run.positions.open.map(({ exact }) => exact.fundingUnits);
  assert.deepEqual(paid, [600_000_000n, -200_000_000n]);
  assertMoneyAddsUp(feed, input);
});

test('a liquidation closes them all at its price, and their losses are what the venue took', () => {
  const crash: Bar[] = [...flat(20_000, 3), [20_000, 20_000, 15_000, 15_000], ...flat(15_000, 2)];
  const leverage = decimal('10');
  const input = planInput(crash, { market: VANILLA, settings: { ...settings, leverage } });
  const { feed, report } = runPlan(both, input);
  assert.deepEqual(
    report.positions.map(({ isClosed }) => isClosed),
    [true, true],
  );
  const [long, short] = report.positions;
  assert.equal(long?.exitPrice, short?.exitPrice);
  assert.ok((short?.realizedProfit ?? 0n) > 0n);
  assertMoneyAddsUp(feed, input);
});

test('a liquidation ends the exits that still waited for their position', () => {
  // The long is entered at the open of a minute that falls through its liquidation.
  const crash: Bar[] = [...flat(20_000, 2), [20_000, 20_000, 15_000, 15_000], ...flat(15_000, 2)];
  const target = { action: 'exit_long', type: 'limit', price: 21_000 } as const;
  const plan = ordersAt({ 1: [target, { action: 'go_long' }] });
  const left: string[] = [];
  const leverage = decimal('10');
  const input = planInput(crash, { market: VANILLA, settings: { ...settings, leverage } });
  const { report } = runPlan((api, row) => {
    plan(api, row);
    if (row === 2) left.push(...api.orders.open(null).map(({ orderId }) => orderId));
  }, input);
  assert.equal(report.assumptions.liquidations, 1);
  assert.deepEqual(left, []);
  assert.deepEqual(
    report.orders.map(({ state }) => state),
    ['cancelled', 'filled'],
  );
});
