// Stops and targets that only reduce, against entries that have not filled: on arrival, while they
// rest, and within the candle in which the entry fills.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { RULE_SETS } from '#backtesting/backtest.ts';
import type { Bar, Plan } from '#backtesting/feed.fixture.ts';
import { flat, ordersAt, reportOf, VANILLA } from '#backtesting/feed.fixture.ts';

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

    test(`${rules}: a stop met before its entry in one candle is met again after it`, () => {
      const plan = ordersAt({
        0: [{ action: 'go_long', type: 'stop_market', triggerPrice: 20_500 }, stop(19_500)],
      });
      // To the low first, over the entry to the high, and back below the stop or not.
      const bars = (close: number): readonly Bar[] => [
        ...flat(20_000, 2),
        [20_000, 20_900, 19_400, close],
      ];
      assert.deepEqual(run(plan, bars(19_450)), [
        'buy filled 0.1',
        'sell filled 0.1',
        'long closed',
      ]);
      assert.deepEqual(run(plan, bars(19_550)), ['buy filled 0.1', 'sell open 0', 'long open']);
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

suite('exits in the candle in which a resting entry fills', () => {
  type Case = {
    readonly name: string;
    readonly requested: Parameters<typeof ordersAt>[0][number];
    readonly bar: Bar;
    readonly filled: readonly string[];
    readonly ambiguous?: number;
  };
  const stop = (triggerPrice: number, amount = 0.1) =>
    ({ action: 'exit_long', type: 'stop_market', triggerPrice, amount }) as const;
  const target = (price: number, amount = 0.1) =>
    ({ action: 'exit_long', type: 'limit', price, amount }) as const;
  const trailing = (
    offset: number,
    activation: { readonly activationPrice?: number; readonly activationDistance?: number } = {},
  ) =>
    ({
      action: 'exit_long',
      type: 'trailing_stop_market',
      trail: { offset, activationPrice: null, activationDistance: null, ...activation },
    }) as const;
  const below = (price: number) => ({ action: 'go_long', type: 'limit', price }) as const;
  const above = (triggerPrice: number) =>
    ({ action: 'go_long', type: 'stop_market', triggerPrice }) as const;
  const runOf = (rules: (typeof RULE_SETS)[number], { requested, bar }: Case): BacktestReport =>
    reportOf(ordersAt({ 0: requested }), [...flat(20_000, 2), bar], {
      market: VANILLA,
      settings: { rules, slippagePercent: decimal('0') },
    });
  const fillsOf = ({ orders }: BacktestReport): readonly string[] =>
    orders
      .filter(({ filledAmount }) => filledAmount > 0n)
      .map(({ side, averagePrice }) => `${side} ${formatDecimal(averagePrice)}`);

  const cases: readonly Case[] = [
    {
      name: 'a target beyond a limit is met on the way back',
      requested: [below(19_800), target(20_100)],
      bar: [20_000, 20_500, 19_700, 20_000],
      filled: ['buy 19800', 'sell 20100'],
      ambiguous: 1,
    },
    {
      name: 'a target that only the way to the entry passed waits',
      requested: [below(19_800), target(20_100)],
      bar: [20_000, 20_200, 19_700, 20_000],
      filled: ['buy 19800'],
    },
    {
      name: 'a target beyond a stop is met on the same way',
      requested: [above(20_200), target(20_400)],
      bar: [20_000, 20_500, 19_900, 20_450],
      filled: ['buy 20200', 'sell 20400'],
      ambiguous: 1,
    },
    {
      name: 'the nearer of stop and target is met first',
      requested: [above(20_200), target(20_400), stop(20_100)],
      bar: [20_000, 20_300, 19_900, 20_000],
      filled: ['buy 20200', 'sell 20100'],
      ambiguous: 1,
    },
    {
      name: 'a target that the entry has passed takes its price',
      requested: [above(20_200), target(20_150)],
      bar: [20_000, 20_300, 19_900, 20_250],
      filled: ['buy 20200', 'sell 20200'],
      ambiguous: 1,
    },
    {
      name: 'an entry that the open has passed has its exits from the open on',
      requested: [above(20_200), target(20_400)],
      bar: [20_300, 20_500, 20_250, 20_300],
      filled: ['buy 20300', 'sell 20400'],
    },
    {
      name: 'two targets of parts are met one after the other',
      requested: [below(19_800), target(19_900, 0.04), target(20_100, 0.06)],
      bar: [20_000, 20_500, 19_700, 20_000],
      filled: ['buy 19800', 'sell 19900', 'sell 20100'],
      ambiguous: 2,
    },
    {
      name: 'a trailing stop follows from the entry on, not from what was before',
      requested: [below(19_800), trailing(100)],
      bar: [20_000, 20_200, 19_750, 19_790],
      filled: ['buy 19800'],
    },
    {
      name: 'a trailing stop at a distance is active from the price of the entry',
      requested: [above(20_200), trailing(50, { activationDistance: 100 })],
      bar: [20_000, 20_500, 19_900, 20_000],
      filled: ['buy 20200', 'sell 20450'],
      ambiguous: 1,
    },
  ];
  for (const each of cases)
    test(`tradingview: ${each.name}`, () => {
      const report = runOf('tradingview', each);
      assert.deepEqual(fillsOf(report), each.filled);
      assert.equal(report.assumptions.ambiguousFills, each.ambiguous ?? 0);
    });

  for (const rules of ['touch', 'realistic'] as const)
    test(`${rules}: a target is sent once its entry has filled, for the next minute`, () => {
      const [first] = cases as [Case];
      assert.equal(fillsOf(runOf(rules, first)).length, 1);
    });

  test('tradingview: a bracket holds no money that its entry needs', () => {
    const price = 19_800;
    const requested = [
      { ...below(price), amount: 0.5 },
      { ...target(20_100), amount: 0.5 },
      { ...stop(19_000), amount: 0.5 },
    ];
    const report = reportOf(
      ordersAt({ 0: requested }),
      [...flat(20_000, 2), [20_000, 20_500, 19_700, 20_000]],
      { market: VANILLA, settings: { rules: 'tradingview' }, wallet: [['USDT', '10000']] },
    );
    assert.deepEqual(
      report.orders.map(({ state }) => state),
      ['filled', 'filled', 'cancelled'],
    );
  });

  test('tradingview: on spot a bracket sells what its entry has bought', () => {
    const exit = { action: 'sell', isReduceOnly: true } as const;
    const requested = [
      { action: 'buy', type: 'limit', price: 19_800 } as const,
      { ...exit, type: 'limit', price: 20_100 } as const,
      { ...exit, type: 'stop_market', triggerPrice: 19_000 } as const,
    ];
    const report = reportOf(
      ordersAt({ 0: requested }),
      [...flat(20_000, 2), [20_000, 20_500, 19_700, 20_000]],
      { settings: { rules: 'tradingview' } },
    );
    assert.deepEqual(
      report.orders.map(({ state }) => state),
      ['filled', 'filled', 'cancelled'],
    );
  });

  test('tradingview: exits requested before their market entry meet its bar', () => {
    const report = reportOf(
      ordersAt({
        0: [target(20_100), trailing(30, { activationDistance: 300 }), { action: 'go_long' }],
      }),
      [...flat(20_000, 1), [20_000, 20_150, 19_990, 20_050]],
      { market: VANILLA, settings: { rules: 'tradingview' } },
    );
    assert.deepEqual(fillsOf(report), ['sell 20100', 'buy 20000']);
  });
});
