// Stops and targets that only reduce, against entries that have not filled: on arrival, while they
// rest, and within the candle in which the entry fills.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#engine/backtest/backtest.ts';
import { RULE_SETS } from '#engine/backtest/backtest.ts';
import type { Bar, Plan } from '#engine/backtest/feed.sample.ts';
import { flat, ordersAt, reportOf, VANILLA } from '#engine/backtest/feed.sample.ts';

function shown({ orders, positions }: BacktestReport): readonly string[] {
  return [
    ...orders.map(({ side, state, filledAmount }) =>
      [side, state, formatDecimal(filledAmount)].join(' '),
    ),
    ...positions.map(({ direction, isClosed }) => `${direction} ${isClosed ? 'closed' : 'open'}`),
  ];
}

suite('exits that only reduce', () => {
  const stop = (triggerPrice: number, amount = 0.1) =>
    ({ action: 'exit_long', type: 'stop_market', triggerPrice, amount }) as const;
  const target = (price: number, amount = 0.1) =>
    ({ action: 'exit_long', type: 'limit', price, amount }) as const;

  for (const rules of RULE_SETS) {
    const run = (plan: Plan, bars: readonly Bar[]): readonly string[] =>
      shown(
        reportOf(plan, bars, {
          market: VANILLA,
          settings: { rules, slippagePercent: decimal('0') },
        }),
      );

    test(`${rules}: a stop that its price has passed on arrival sells no more than is open`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', amount: 0.05 }],
        2: [{ action: 'go_long', type: 'limit', price: 18_000, amount: 0.05 }, stop(20_100)],
      });
      assert.deepEqual(run(plan, flat(20_000, 6)), [
        'buy filled 0.05',
        'buy open 0',
        'sell cancelled 0.05',
        'long closed',
      ]);
    });

    test(`${rules}: a stop that is passed waits for an entry that has not filled`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', type: 'limit', price: 18_000 }, stop(20_100)],
      });
      const bars: Bar[] = [
        ...flat(20_000, 3),
        [20_000, 20_000, 17_900, 17_950],
        ...flat(17_950, 2),
      ];
      const [entry, exit, position] = run(plan, bars);
      assert.deepEqual(
        [entry, exit, position],
        ['buy filled 0.1', 'sell filled 0.1', 'long closed'],
      );
    });

    test(`${rules}: a stop sells nothing while its entry works, and after it all`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', type: 'stop_market', triggerPrice: 20_500 }, stop(19_500)],
      });
      const fall: Bar[] = [
        ...flat(20_000, 2),
        [20_000, 20_000, 19_000, 20_000],
        ...flat(20_000, 1),
      ];
      assert.deepEqual(run(plan, fall), ['buy open 0', 'sell open 0']);
      const turned: Bar[] = [...fall, [20_000, 20_600, 20_000, 20_600], ...flat(20_600, 2)];
      assert.deepEqual(run(plan, turned), ['buy filled 0.1', 'sell open 0', 'long open']);
      const back: Bar[] = [...turned, [20_600, 20_600, 19_000, 19_000], ...flat(19_000, 1)];
      assert.deepEqual(run(plan, back), ['buy filled 0.1', 'sell filled 0.1', 'long closed']);
    });

    test(`${rules}: a stop met before its entry in one candle sells at the next open`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', type: 'stop_market', triggerPrice: 20_500 }, stop(19_500)],
      });
      // To the low first, over the entry to the high, and back below the stop, which was met once.
      const bars: Bar[] = [
        ...flat(20_000, 2),
        [20_000, 20_900, 19_400, 19_450],
        ...flat(19_450, 1),
      ];
      assert.deepEqual(run(plan, bars), ['buy filled 0.1', 'sell filled 0.1', 'long closed']);
      assert.deepEqual(run(plan, bars.slice(0, 3)), ['buy filled 0.1', 'sell open 0', 'long open']);
    });

    test(`${rules}: a target on arrival sells no more than is open`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', amount: 0.05 }],
        2: [{ action: 'go_long', type: 'limit', price: 18_000, amount: 0.05 }, target(19_900)],
      });
      assert.deepEqual(run(plan, flat(20_000, 6)), [
        'buy filled 0.05',
        'buy open 0',
        'sell cancelled 0.05',
        'long closed',
      ]);
    });
  }
});
