// Sizes that follow the equity, reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC, a taker pays
// 0.2 %.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { Bar, PlanSetup } from '#backtesting/feed.fixture.ts';
import { flat, INVERSE, reportOf, SPOT, VANILLA, wish } from '#backtesting/feed.fixture.ts';

const percent = (share: string): PlanSetup => ({
  settings: { tradeAmountPercent: decimal(share) },
});

/** The trade amount and the equity in each update; `action` is requested in the first one. */
function seenIn(
  bars: readonly Bar[],
  setup: PlanSetup,
  action: 'buy' | 'go_long' | 'go_short' | null,
  amount = 0.1,
): (readonly [number, number])[] {
  const seen: (readonly [number, number])[] = [];
  reportOf(
    ({ orders, settings, wallet }, row) => {
      if (row === 0 && action !== null) orders.place(wish({ action, amount }));
      seen.push([settings.tradeAmount(), wallet.equity()]);
    },
    bars,
    setup,
  );
  return seen;
}

suite('a share of the equity', () => {
  test('is worth what it says at the last price, down to the step', () => {
    // 2,500 of 10,000 at 20,001: 0.12499.
    assert.deepEqual(seenIn(flat(20_001, 1), percent('25'), null), [[0.124, 10_000]]);
  });

  test('counts what a position has lost, with its fees', () => {
    const bars: Bar[] = [...flat(20_000, 2), [20_000, 20_000, 18_000, 18_000]];
    // 0.1 bought at 20,000 for a fee of 4, and 200 down.
    assert.deepEqual(seenIn(bars, percent('50'), 'buy'), [
      [0.25, 10_000],
      [0.249, 9_996],
      [0.272, 9_796],
    ]);
  });

  test('is nothing once nothing is left', () => {
    const bars: Bar[] = [...flat(20_000, 2), [20_000, 80_000, 20_000, 80_000]];
    const setup = { ...percent('50'), market: VANILLA, wallet: [['USDT', '5000']] as const };
    const seen = seenIn(bars, setup, 'go_short');
    assert.ok((seen[2]?.[1] ?? 0) < 0);
    assert.equal(seen[2]?.[0], 0);
  });

  test('of all of it leaves room for fees and a worse price', () => {
    // 10,000 at 20,000 are 0.5; at 20,400 with a fee of 0.2 % they pay for 0.489.
    const bars: Bar[] = [...flat(20_000, 3)];
    for (const market of [SPOT, VANILLA]) {
      const seen: string[] = [];
      const report = reportOf(
        ({ orders, settings }, row) => {
          const amount = settings.tradeAmount();
          if (row === 0) orders.place(wish({ action: 'go_long', amount }));
          seen.push(String(amount));
        },
        bars,
        { ...percent('100'), market },
      );
      assert.equal(seen[0], '0.489');
      assert.deepEqual(
        report.orders.map(({ state }) => state),
        ['filled'],
      );
    }
  });

  test('of an inverse market is base, and buys contracts of a quote value', () => {
    const setup = { ...percent('10'), market: INVERSE, wallet: [['BTC', '2']] as const };
    // 0.2 BTC at 20,000 are 4,000 USDT: forty contracts of 100.
    assert.deepEqual(seenIn(flat(20_000, 1), setup, null), [[40, 2]]);
  });

  test('is left alone where it is not chosen', () => {
    assert.deepEqual(seenIn(flat(20_000, 1), {}, null), [[0.005, 10_000]]);
  });
});
