// Backtests with chosen execution settings: what TradingView's strategies call slippage,
// commission, process_orders_on_close and the bar magnifier. Reckoned by hand: a tick is 1 USDT, a
// lot 0.001 BTC, a taker pays 0.2 %, a maker 0.1 %.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestReport, BacktestSettings } from '#backtesting/backtest.ts';
import type { ExecutionSettings } from '#backtesting/execution-settings.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  ordersAt,
  planInput,
  reportOf,
  SPOT,
  START_MS,
  VANILLA,
} from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const { commission: FREE } = NO_EXECUTION_SETTINGS;

function settingsWith(
  execution: Partial<ExecutionSettings>,
  rules: BacktestSettings['rules'] = 'tradingview',
): Partial<BacktestSettings> {
  return { rules, execution: { ...NO_EXECUTION_SETTINGS, ...execution } };
}

function shown({ orders }: BacktestReport): readonly string[] {
  return orders.map(
    ({ state, averagePrice, fees }) =>
      `${state} ${formatDecimal(averagePrice)} fee ${formatDecimal(fees)}`,
  );
}

suite('slippage in ticks', () => {
  test('market orders and stops lose them, limits do not; also beyond the candle', () => {
    const bars: Bar[] = [...flat(20_000, 2), [20_000, 20_100, 19_900, 20_000], ...flat(20_000, 2)];
    const report = reportOf(
      ordersAt({
        0: [{ action: 'go_long' }],
        1: [
          { action: 'exit_long', type: 'stop_market', triggerPrice: 19_900, amount: 0.05 },
          { action: 'exit_long', type: 'limit', price: 20_050, amount: 0.05 },
        ],
      }),
      bars,
      { settings: settingsWith({ slippageTicks: 7 }), market: VANILLA },
    );
    assert.deepEqual(shown(report), [
      'filled 20007 fee 4.0014',
      'filled 19893 fee 1.9893',
      'filled 20050 fee 1.0025',
    ]);
  });

  for (const rules of ['tradingview', 'touch', 'realistic'] as const)
    for (const market of [SPOT, VANILLA])
      test(`a limit that the open has passed fills at the open: ${rules}, ${market === SPOT ? 'spot' : 'futures'}`, () => {
        const report = reportOf(
          ordersAt({ 0: [{ type: 'limit', price: 20_500 }] }),
          [...flat(20_000, 1), [20_000, 20_400, 19_600, 20_000]],
          { settings: settingsWith({ slippageTicks: 7 }, rules), market },
        );
        assert.match(shown(report)[0] ?? '', /^filled 20000 /);
      });
});

suite('commission', () => {
  const roundTrip = (commission: Partial<ExecutionSettings['commission']>, market = SPOT) =>
    shown(
      reportOf(ordersAt({ 0: [{}], 2: [{ action: 'sell' }] }), flat(20_000, 5), {
        settings: settingsWith({ commission: { ...FREE, ...commission } }),
        market,
      }),
    );

  for (const market of [SPOT, VANILLA])
    test(`a percentage, a sum an order, a sum a contract: ${market === SPOT ? 'spot' : 'futures'}`, () => {
      assert.deepEqual(roundTrip({ percent: decimal('0.05') }, market), [
        'filled 20000 fee 1',
        'filled 20000 fee 1',
      ]);
      assert.deepEqual(roundTrip({ percent: decimal('0'), perOrder: decimal('2.5') }, market), [
        'filled 20000 fee 2.5',
        'filled 20000 fee 2.5',
      ]);
      assert.deepEqual(roundTrip({ perContract: decimal('3') }, market), [
        'filled 20000 fee 4.3',
        'filled 20000 fee 4.3',
      ]);
    });

  test('an order that fills in parts pays its sum once', () => {
    const thin: Bar[] = [[20_000, 20_000, 20_000, 20_000], ...flat(20_000, 4)].map(
      (bar): Bar => [...(bar as [number, number, number, number]), 400] as unknown as Bar,
    );
    const report = reportOf(ordersAt({ 0: [{}] }), thin, {
      settings: settingsWith(
        { commission: { percent: decimal('0'), perOrder: decimal('1'), perContract: null } },
        'realistic',
      ),
    });
    assert.equal(report.assumptions.partialFills, 2);
    assert.equal(formatDecimal(report.fees), '1');
  });
});

suite('fills at the close', () => {
  const bars: Bar[] = [...flat(20_000, 1), [20_000, 20_600, 19_900, 20_500], ...flat(21_000, 3)];

  test('an order that is requested at a close fills at it, and rests if it cannot', () => {
    const report = reportOf(
      ordersAt({
        1: [{}, { type: 'limit', price: 20_550, amount: 0.01 }, { type: 'limit', price: 20_400 }],
      }),
      bars,
      { settings: settingsWith({ fillsAtClose: true }) },
    );
    assert.deepEqual(shown(report), [
      'filled 20500 fee 4.1',
      'filled 20500 fee 0.41',
      'open 0 fee 0',
    ]);
    assert.equal(report.orders[0]?.endedAtMs, START_MS + 2 * MINUTE_MS - 1);
  });

  test('the next update sees what has filled, and may leave it at the same price', () => {
    const seen: number[] = [];
    const report = reportOf(
      (api, row) => {
        seen.push(api.positions.held(null)?.amount ?? 0);
        ordersAt({ 1: [{}], 2: [{ action: 'sell' }] })(api, row);
      },
      bars,
      { settings: settingsWith({ fillsAtClose: true }, 'touch') },
    );
    assert.deepEqual(seen, [0, 0, 0.1, 0, 0]);
    assert.deepEqual(shown(report), ['filled 20500 fee 4.1', 'filled 21000 fee 4.2']);
  });
});

suite('the bar magnifier', () => {
  // The bar of five minutes opens nearer to its high; its minutes reach the low first.
  const bars: Bar[] = [
    ...flat(20_000, 10),
    [20_000, 20_010, 19_700, 19_800],
    [19_800, 20_000, 19_800, 20_000],
    [20_000, 20_250, 20_000, 20_200],
    ...flat(20_200, 2),
    ...flat(20_200, 5),
  ];
  const exits = ordersAt({
    4: [{ action: 'go_long' }],
    9: [
      { action: 'exit_long', type: 'stop_market', triggerPrice: 19_750 },
      { action: 'exit_long', type: 'limit', price: 20_240 },
    ],
  });
  const run = (magnifiesBars: boolean) => {
    const rows: number[] = [];
    const report = reportOf(
      (api, row) => {
        rows.push(row);
        exits(api, row);
      },
      bars,
      { settings: settingsWith({ magnifiesBars }), market: VANILLA, intervalMinutes: 5 },
    );
    return { rows, report };
  };

  test('orders meet the minutes of a bar, at whose close alone the script runs', () => {
    const [plain, magnified] = [run(false), run(true)];
    assert.deepEqual(plain.rows, [4, 9, 14, 19]);
    assert.deepEqual(magnified.rows, plain.rows);
    assert.deepEqual(
      plain.report.orders.map(({ state }) => state),
      ['filled', 'cancelled', 'filled'],
    );
    assert.equal(plain.report.assumptions.ambiguousFills, 1);
    assert.deepEqual(
      magnified.report.orders.map(({ state }) => state),
      ['filled', 'filled', 'cancelled'],
    );
    assert.equal(magnified.report.assumptions.ambiguousFills, 0);
    assert.equal(magnified.report.updates, 4);
  });
});

suite('margin calls', () => {
  const short = ordersAt({ 0: [{ action: 'go_short', amount: 10 }] });
  const wallet = [['USDT', '210000']] as const;
  const calls = (bars: readonly Bar[], plan = short) =>
    reportOf(plan, bars, {
      settings: settingsWith({
        marginShortPercent: decimal('100'),
        commission: { ...FREE, percent: decimal('0') },
      }),
      market: VANILLA,
      wallet,
    });

  test('four times what covers the loss is closed at the worst price of the candle', () => {
    // Ten at 20,000; at 20,800 the equity is 202,000 of 208,000: 6,000 are 0.288 contracts.
    const report = calls([
      ...flat(20_000, 2),
      [20_000, 20_800, 19_990, 20_000],
      ...flat(20_000, 1),
    ]);
    assert.deepEqual(
      report.orders.map(({ note, side, filledAmount, averagePrice }) => [
        note,
        side,
        formatDecimal(filledAmount),
        formatDecimal(averagePrice),
      ]),
      [
        ['', 'sell', '10', '20000'],
        ['margin call', 'buy', '1.152', '20800'],
      ],
    );
    assert.equal(report.assumptions.liquidations, 1);
    assert.equal(formatDecimal(report.realizedProfit), '-921.6');
    assert.equal(formatDecimal(report.positions[0]?.amount ?? decimal('0')), '8.848');
  });

  test('what an order closes on the way is not called any more, and exits fit what is left', () => {
    const bar: Bar = [20_000, 20_800, 19_500, 20_000];
    const stopped = calls(
      [...flat(20_000, 2), bar, ...flat(20_000, 1)],
      ordersAt({
        0: [{ action: 'go_short', amount: 10 }],
        1: [{ action: 'exit_short', type: 'stop_market', triggerPrice: 20_300, amount: 10 }],
      }),
    );
    assert.equal(stopped.assumptions.liquidations, 0);
    const highFirst: Bar = [20_000, 20_800, 19_000, 19_500];
    const target = calls(
      [...flat(20_000, 2), highFirst, ...flat(19_500, 1)],
      ordersAt({
        0: [{ action: 'go_short', amount: 10 }],
        1: [{ action: 'exit_short', type: 'limit', price: 19_200, amount: 10 }],
      }),
    );
    assert.deepEqual(
      target.orders.map(({ filledAmount, state }) => `${state} ${formatDecimal(filledAmount)}`),
      ['filled 10', 'cancelled 8.848', 'filled 1.152'],
    );
    assert.equal(target.positions[0]?.isClosed, true);
  });

  test('without a shortfall the run is the same, to the last unit', () => {
    const bars: Bar[] = [
      ...flat(20_000, 2),
      [20_000, 20_400, 19_700, 20_100],
      [20_100, 20_300, 19_600, 19_900],
      ...flat(19_900, 2),
    ];
    const plan = ordersAt({
      0: [{ action: 'go_short', amount: 0.5 }],
      1: [
        { action: 'exit_short', type: 'limit', price: 19_650, amount: 0.2 },
        { action: 'exit_short', type: 'stop_market', triggerPrice: 20_350, amount: 0.2 },
      ],
    });
    const free = reportOf(plan, bars, {
      settings: settingsWith({ commission: { ...FREE, percent: decimal('0') } }),
      market: VANILLA,
      wallet,
    });
    const watched = calls(bars, plan);
    assert.deepEqual(shown(watched), shown(free));
    assert.deepEqual(watched.wallet, free.wallet);
    assert.deepEqual(watched.equity, free.equity);
  });

  test('they are refused under other rules', () => {
    const settings = settingsWith({ marginLongPercent: decimal('25') }, 'touch');
    const script = { name: 'quiet', source: 'local last = ClosePrices()' };
    const input = { ...planInput(flat(20_000, 3), { settings }), script };
    const done = runBacktest(input, () => true);
    assert.equal(done.ok, false);
    assert.match(done.ok ? '' : done.rejection.message, /need the rules "tradingview"/);
  });
});

test('a report names the settings that were chosen', () => {
  const report = reportOf(() => undefined, flat(20_000, 3), {
    settings: settingsWith({
      slippageTicks: 2,
      commission: { ...FREE, percent: decimal('0.1') },
      fillsAtClose: true,
    }),
  });
  assert.deepEqual(report.settingsUsed, [
    { name: 'slippage_ticks', value: '2' },
    { name: 'commission_percent', value: '0.1' },
    { name: 'fill_at_close', value: 'true' },
  ]);
});
