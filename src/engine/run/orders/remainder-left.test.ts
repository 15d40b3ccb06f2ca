// Remainders worth less than an entry may be can be left all the same where the venue lets it; what
// it does not let go stays a position, and is said. A tick is 1 USDT, a lot 0.001 BTC, the least
// order is worth 100 USDT.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { flat, ordersAt, planInput, reportOf, runPlan, wish } from '#backtesting/feed.fixture.ts';
import { assertMoneyAddsUp } from '#backtesting/ledger-identity.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';

const LEAST = { priceStep: '1', minOrderValue: '100' };
const FUTURES = futuresMarket('vanilla', '1', LEAST);
const SPOT = spotMarket(LEAST);
const PRICE = 60_000;

function held({ positions }: BacktestReport): readonly (readonly [string, string | undefined])[] {
  return positions
    .filter(({ isClosed }) => !isClosed)
    .map(({ amount, leftReason }) => [formatDecimal(amount), leftReason]);
}

function errorsOf({ logs }: BacktestReport): readonly string[] {
  return logs.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

suite('a remainder worth less than the least order', () => {
  test('is left on futures', () => {
    const amounts: (number | undefined)[] = [];
    const orders = ordersAt({
      0: [{ action: 'go_long', amount: 0.003 }],
      2: [{ action: 'exit_long', amount: 0.002 }],
      4: [{ action: 'exit_long', amount: 0.001 }],
    });
    const plan = (api: CommandContext, row: number): void => {
      orders(api, row);
      amounts.push(api.positions.held(null)?.amount);
    };
    const report = reportOf(plan, flat(PRICE, 7), { market: FUTURES });
    assert.deepEqual(amounts, [undefined, 0.003, 0.003, 0.001, 0.001, undefined, undefined]);
    assert.deepEqual(held(report), []);
    assert.equal(report.assumptions.rejectedOrders, 0);
  });

  test('is left by a stop that falls below it on futures', () => {
    const orders = ordersAt({
      0: [{ action: 'go_long', amount: 0.002 }],
      2: [{ action: 'exit_long', amount: 0.002, type: 'stop_market', triggerPrice: 45_000 }],
    });
    const bars = [...flat(PRICE, 4), ...flat(40_000, 2)];
    assert.deepEqual(held(reportOf(orders, bars, { market: FUTURES })), []);
  });

  test('of another of several positions on one side is left at market', () => {
    const orders = ordersAt({
      0: [
        { action: 'go_long', amount: 0.002, positionId: 'a' },
        { action: 'go_long', amount: 0.002, positionId: 'b' },
      ],
      2: [{ action: 'exit_long', amount: 0.001, positionId: 'a' }],
    });
    const report = reportOf(orders, flat(PRICE, 5), { market: FUTURES });
    assert.deepEqual(
      held(report).map(([amount]) => amount),
      ['0.001', '0.002'],
    );
  });

  test('that stands against another position is refused as its exchange refuses it', () => {
    const orders = ordersAt({
      0: [
        { action: 'go_long', amount: 0.002, positionId: 'a' },
        { action: 'go_short', amount: 0.002, positionId: 'b' },
      ],
      2: [{ action: 'exit_long', amount: 0.001, positionId: 'a' }],
    });
    const report = reportOf(orders, flat(PRICE, 5), { market: FUTURES });
    assert.match(errorsOf(report)[0] ?? '', /below the minimum value 100 USDT/);
    assert.equal(report.assumptions.rejectedOrders, 1);
  });

  test('stays a position on spot, with its reason, said once and counted once', () => {
    const exit = { action: 'sell', amount: 0.001 } as const;
    const orders = ordersAt({
      0: [{ amount: 0.003 }],
      2: [{ action: 'sell', amount: 0.002 }],
      4: [exit],
      5: [exit],
    });
    const amounts: (number | undefined)[] = [];
    const plan = (api: CommandContext, row: number): void => {
      orders(api, row);
      amounts.push(api.positions.held(null)?.amount);
    };
    const report = reportOf(plan, flat(PRICE, 8), { market: SPOT });
    assert.deepEqual(amounts.slice(3), [0.001, 0.001, 0.001, 0.001, 0.001]);
    const reason =
      'value 60 USDT of amount 0.001 is below the minimum value 100 USDT; ' +
      'the nearest valid amount is 0.002';
    assert.deepEqual(held(report), [['0.001', reason]]);
    assert.deepEqual(errorsOf(report), [
      `0.001 on "m1" cannot be sold: ${reason}; it stays a position, and goes with its next exit`,
    ]);
    assert.equal(report.assumptions.rejectedOrders, 1);
  });

  test('whose coins its account has no more free is said once, with that reason', () => {
    const nothing = { action: 'sell', amount: 0 } as const;
    const orders = ordersAt({
      0: [{ amount: 0.003 }],
      2: [{ action: 'sell', amount: 0.003, type: 'limit', price: 110_000, timeoutMs: null }],
      4: [nothing],
      5: [nothing],
    });
    const report = reportOf(orders, flat(PRICE, 8), { market: SPOT });
    const reason = 'its account has no BTC that is free';
    assert.deepEqual(held(report), [['0.003', reason]]);
    assert.deepEqual(errorsOf(report), [
      `0.003 on "m1" cannot be sold: ${reason}; it stays a position, and goes with its next exit`,
    ]);
    assert.equal(report.assumptions.rejectedOrders, 1);
  });

  test('that could be sold is not said to be gone when nothing of it is', () => {
    const orders = ordersAt({ 0: [{ amount: 0.003 }], 2: [{ action: 'sell', amount: 0 }] });
    const report = reportOf(orders, flat(PRICE, 5), { market: SPOT });
    assert.deepEqual(held(report), [['0.003', undefined]]);
    assert.match(errorsOf(report)[0] ?? '', /^sell 0 was refused: amount 0 is not above zero/);
  });

  test('goes with the next exit on spot, and the money adds up', () => {
    const orders = ordersAt({
      0: [{ amount: 0.003 }],
      2: [{ action: 'sell', amount: 0.002 }],
      4: [{ amount: 0.002 }],
      6: [{ action: 'sell', amount: 0.003 }],
    });
    const input = planInput(flat(PRICE, 9), { market: SPOT });
    const { feed, report } = runPlan(orders, input);
    assertMoneyAddsUp(feed, input);
    assert.deepEqual(held(report), []);
    assert.equal(report.positionsClosed, 1);
  });

  test('may be taken by another exit that rests', () => {
    const rest = { action: 'sell', amount: 0.001, type: 'limit', timeoutMs: null } as const;
    const orders = ordersAt({
      0: [{ amount: 0.003 }],
      2: [
        { ...rest, price: 110_000 },
        { action: 'sell', amount: 0.002 },
      ],
    });
    assert.deepEqual(errorsOf(reportOf(orders, flat(PRICE, 5), { market: SPOT })), []);
  });
});

test('what falls below the least amount of a contract stays a position', () => {
  const market = futuresMarket('vanilla', '1', { priceStep: '1', minOrderAmount: '0.01' });
  const orders = ordersAt({
    0: [{ action: 'go_long', amount: 0.1 }],
    2: [{ action: 'exit_long', amount: 0.095 }],
  });
  const report = reportOf(orders, flat(PRICE, 5), { market });
  assert.match(held(report)[0]?.[1] ?? '', /amount 0.005 is below the minimum amount 0.01/);
});

test('an exit finds a place beside as many entries as may be open', () => {
  const plan = (api: CommandContext, row: number): void => {
    if (row === 0) api.orders.place(wish({ amount: 0.01 }));
    if (row !== 2) return;
    const entry = wish({ type: 'limit', price: 50_000, amount: 0.002, timeoutMs: null });
    for (let count = 0; count < 201; count += 1) api.orders.place(entry);
    assert.equal(api.orders.place(entry), '');
    assert.notEqual(api.orders.place(wish({ action: 'sell', amount: 0.01 })), '');
  };
  const wallet = [['USDT', '100000']] as const;
  const report = reportOf(plan, flat(PRICE, 5), { market: SPOT, wallet });
  assert.deepEqual(held(report), []);
});

test('a market that takes no entries is left by an order that only reduces', () => {
  const market = { ...FUTURES, isOpen: false };
  const orders = ordersAt({ 1: [{ action: 'exit_long', amount: 0.001 }] });
  const plan = (api: CommandContext, row: number): void => {
    if (row === 0)
      api.positions.create({
        direction: 'long',
        price: PRICE,
        amount: 0.001,
        marketTag: null,
        leverage: 1,
        positionId: null,
      });
    orders(api, row);
  };
  const report = reportOf(plan, flat(PRICE, 4), { market });
  assert.equal(report.orders.length, 1);
});

test('an entry that could not be sold after a fall is said before it is sent, once', () => {
  const plan = ordersAt({
    0: [{ amount: 0.002 }],
    2: [{ amount: 0.001, type: 'limit', price: 59_000 }],
    4: [{ action: 'sell', amount: 0.002, type: 'stop_market', triggerPrice: 45_000 }],
  });
  const { logs } = reportOf(plan, flat(PRICE, 6), { market: SPOT });
  const warnings = logs.filter(({ severity }) => severity === 'warning');
  assert.deepEqual(
    warnings.map(({ message }) => message),
    [
      'the entry is worth 120, after a fall of the price by more than 16.6 % it is below the ' +
        'minimum value 100 USDT of "m1", and cannot be sold then',
      'the stop_market order is worth 90 at its trigger, below the minimum value 100 USDT of ' +
        '"m1", and cannot be sold then',
    ],
  );
});
