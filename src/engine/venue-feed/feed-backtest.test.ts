// A backtest minute by minute: when what was requested happens, and what it costs. All numbers are
// reckoned by hand: a tick is 1 USDT, a lot 0.001 BTC, a taker pays 0.2 %, a maker 0.1 %.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  INVERSE,
  ordersAt,
  planInput,
  reportOf,
  runPlan,
  SPOT,
  START_MS,
  VANILLA,
  wish,
} from '#backtesting/feed.fixture.ts';
import { assertMoneyAddsUp } from '#backtesting/ledger-identity.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

const text = (value: Decimal | null | undefined): string => formatDecimal(value ?? (0n as Decimal));
/** State, average price and fees of each order, in the order of placing. */
function fills({ orders }: BacktestReport): (readonly string[])[] {
  return orders.map(({ state, averagePrice, fees }) => [state, text(averagePrice), text(fees)]);
}

function walletOf(report: BacktestReport, currency: string): string {
  return text(report.wallet.find((entry) => entry.currency === currency)?.amount);
}

suite('a minute', () => {
  test('what an update asks for happens at the open of the next minute', () => {
    const bars: Bar[] = [...flat(20_000, 2), [21_000, 21_500, 20_900, 21_200]];
    const report = reportOf(ordersAt({ 1: [{}] }), bars);
    assert.deepEqual(fills(report), [['filled', '21000', '4.2']], '0.1 * 21,000 * 0.2 %');
    assert.equal(report.orders[0]?.endedAtMs, START_MS + 2 * MINUTE_MS);
    assert.equal(walletOf(report, 'USDT'), '7895.8');
    assert.equal(walletOf(report, 'BTC'), '0.1');
  });

  test('a position is seen by the update after its fill, not by the one that asked', () => {
    const seen: (number | undefined)[] = [];
    reportOf(
      (api, row) => {
        if (row === 1) api.orders.place(wish({}));
        seen.push(api.positions.find(null)?.amount);
      },
      flat(20_000, 4),
    );
    assert.deepEqual(seen, [undefined, undefined, 0.1, 0.1]);
  });

  test('what is requested in the last update never happens', () => {
    const report = reportOf(ordersAt({ 1: [{}] }), flat(20_000, 2));
    assert.deepEqual(fills(report), [['open', '0', '0']]);
  });

  test('an order that ended is seen as finished by the next update alone', () => {
    const seen: boolean[] = [];
    reportOf(
      (api, row) => {
        if (row === 0) api.orders.place(wish({}));
        seen.push(api.orders.hasFinished(null));
      },
      flat(20_000, 4),
    );
    assert.deepEqual(seen, [false, true, false, false]);
  });

  test('nothing fills and nothing arrives in a missing minute', () => {
    const bars: Bar[] = [...flat(20_000, 2), null, null, [20_500, 20_500, 20_500, 20_500]];
    const report = reportOf(ordersAt({ 1: [{}] }), bars);
    assert.equal(report.orders[0]?.endedAtMs, START_MS + 4 * MINUTE_MS);
    assert.deepEqual(fills(report), [['filled', '20500', '4.1']]);
    assert.equal(report.assumptions.missingMinutes, 2);
  });

  test('a limit order ends when its time is over', () => {
    const limit = { type: 'limit', price: 19_000, timeoutMs: 2 * MINUTE_MS } as const;
    const report = reportOf(ordersAt({ 0: [limit] }), flat(20_000, 6));
    assert.equal(report.orders[0]?.state, 'cancelled');
    assert.equal(report.orders[0].endedAtMs, START_MS + 3 * MINUTE_MS);
    assert.equal(walletOf(report, 'USDT'), '10000');
  });

  test('a cancelled order gives back what it held', () => {
    const report = reportOf(
      (api, row) => {
        if (row === 0) api.orders.place(wish({ type: 'limit', price: 19_000 }));
        if (row === 2) api.orders.cancel('o1');
      },
      flat(20_000, 5),
    );
    assert.equal(report.orders[0]?.state, 'cancelled');
    assert.equal(report.orders[0].endedAtMs, START_MS + 3 * MINUTE_MS);
  });

  test('an order that was cancelled in the update that requested it is never sent', () => {
    const report = reportOf(
      (api, row) => {
        if (row === 0) api.orders.cancel(api.orders.place(wish({})));
      },
      flat(20_000, 3),
    );
    assert.deepEqual(fills(report), [['cancelled', '0', '0']]);
  });
});

suite('rule sets', () => {
  // Row 2 dips to 19,000 and no further, row 3 opens at 18,900.
  const dip: Bar[] = [
    ...flat(20_000, 2),
    [20_000, 20_000, 19_000, 19_500],
    [18_900, 19_100, 18_900, 19_000],
  ];
  const limit = { type: 'limit', price: 19_000 } as const;

  test('touch: a limit fills at its price as soon as it is met, as a maker', () => {
    const report = reportOf(ordersAt({ 0: [limit] }), dip, { settings: { rules: 'touch' } });
    assert.deepEqual(fills(report), [['filled', '19000', '1.9']]);
    assert(
      report.orders[0]?.endedAtMs !== null &&
        (report.orders[0]?.endedAtMs ?? 0) < START_MS + 3 * MINUTE_MS,
    );
  });

  test('realistic: a price that is only met does not fill; a better open does, as a taker', () => {
    const report = reportOf(ordersAt({ 0: [limit] }), dip, { settings: { rules: 'realistic' } });
    assert.deepEqual(fills(report), [['filled', '18900', '3.78']], '0.1 * 18,900 * 0.2 %');
    assert.equal(report.assumptions.gapFills, 1);
  });

  test('realistic: a market order pays a step and its share of the impact', () => {
    // 100 of 1,000,000 lots move the price by 0.5 % / 10,000: 0.01 ticks, so only the step counts.
    const rising: Bar[] = [...flat(20_000, 2), [20_000, 20_010, 19_990, 20_000]];
    const report = reportOf(ordersAt({ 1: [{}] }), rising, { settings: { rules: 'realistic' } });
    assert.deepEqual(fills(report), [['filled', '20001', '4.0002']]);
  });

  test('realistic: an order takes a tenth of the volume of each minute', () => {
    const thin: Bar = [20_000, 20_010, 19_990, 20_000, 600];
    const report = reportOf(ordersAt({ 0: [{}] }), [thin, thin, thin, thin], {
      settings: { rules: 'realistic', slippagePercent: decimal('0') },
    });
    assert.deepEqual(fills(report), [['filled', '20000', '4']], '60 lots, then 40');
    assert.equal(report.orders[0]?.endedAtMs, START_MS + 2 * MINUTE_MS);
    assert.equal(report.assumptions.partialFills, 1);
  });

  test('slippage in percent of the price', () => {
    const wide: Bar[] = [...flat(20_000, 2), [20_000, 20_500, 19_500, 20_000]];
    const report = reportOf(ordersAt({ 1: [{}] }), wide, {
      settings: { rules: 'realistic', slippagePercent: decimal('0.5') },
    });
    assert.deepEqual(fills(report), [['filled', '20100', '4.02']]);
  });

  test('tradingview: the script runs and orders fill by bars of the chart', () => {
    const bars: Bar[] = [
      ...flat(20_000, 5),
      [20_100, 20_200, 20_100, 20_200],
      ...flat(20_200, 3),
      [20_300, 20_400, 20_300, 20_400],
    ];
    const rows: number[] = [];
    const report = reportOf(
      (api, row) => {
        rows.push(row);
        if (row === 4) api.orders.place(wish({}));
      },
      bars,
      { settings: { rules: 'tradingview' }, intervalMinutes: 5 },
    );
    assert.deepEqual(rows, [4, 9]);
    assert.deepEqual(fills(report), [['filled', '20100', '4.02']], 'the next bar opens at 20,100');
    assert.equal(report.updates, 2);
  });

  for (const [rules, taken] of [
    ['realistic', 'stop'],
    ['touch', 'stop'],
    ['tradingview', 'target'],
  ] as const)
    test(`${rules}: of a stop and a target in one candle the ${taken} fills`, () => {
      // The high is nearer to the open, so the path meets the target first.
      const both: Bar[] = [...flat(20_000, 3), [20_000, 20_600, 19_000, 20_000]];
      const report = reportOf(
        ordersAt({
          0: [{ action: 'go_long' }],
          1: [
            { action: 'exit_long', type: 'stop_market', triggerPrice: 19_500 },
            { action: 'exit_long', type: 'limit', price: 20_500 },
          ],
        }),
        both,
        { settings: { rules, slippagePercent: decimal('0') }, market: VANILLA },
      );
      const [, stop, target] = report.orders;
      assert.deepEqual(
        [stop?.state, target?.state],
        taken === 'stop' ? ['filled', 'cancelled'] : ['cancelled', 'filled'],
      );
      assert.equal(report.assumptions.ambiguousFills, 1);
      assert.deepEqual(
        report.positions.map(({ isClosed }) => isClosed),
        [true],
      );
    });
});

suite('requests', () => {
  test('amounts are rounded down, prices to the passive side', () => {
    const report = reportOf(
      ordersAt({
        0: [
          { type: 'limit', price: 19_000.7, amount: 0.1009 },
          { type: 'limit', action: 'sell', price: 21_000.2, amount: 0.1 * 3 },
        ],
      }),
      flat(20_000, 3),
      {
        wallet: [
          ['USDT', '10000'],
          ['BTC', '1'],
        ],
      },
    );
    assert.deepEqual(
      report.orders.map(({ price, amount }) => [text(price), text(amount)]),
      [
        ['19000', '0.1'],
        ['21001', '0.3'],
      ],
    );
  });

  test('below a minimum an order is refused with the rule and what would be valid', () => {
    const market = { ...VANILLA, minOrderAmount: decimal('0.01') };
    const ids: string[] = [];
    const report = reportOf(
      (api) => void ids.push(api.orders.place(wish({ action: 'go_long', amount: 0.0045 }))),
      flat(20_000, 1),
      { market },
    );
    assert.deepEqual(ids, ['']);
    assert.match(report.logs[0]?.message ?? '', /0\.004 is below the minimum amount 0\.01.*0\.01/);
    assert.equal(report.assumptions.rejectedOrders, 1);
    assert.equal(report.ordersTotal, 0);
  });

  test('what the wallet cannot hold fails with what is missing', () => {
    const report = reportOf(
      ordersAt({ 0: [{ type: 'limit', price: 20_000, amount: 1 }] }),
      flat(20_000, 3),
    );
    const [order] = report.orders;
    assert.equal(order?.state, 'failed');
    assert.match(order.message, /insufficient funds: 10040 USDT/);
  });

  test('an exit larger than its position is cut to it, and without one it fails', () => {
    const report = reportOf(
      ordersAt({
        0: [{ action: 'go_long' }],
        1: [{ action: 'exit_long', amount: 5 }],
        2: [{ action: 'exit_long', amount: 5 }],
      }),
      flat(20_000, 5),
      { market: VANILLA },
    );
    assert.deepEqual(
      report.orders.map(({ state, amount }) => [state, text(amount)]),
      [
        ['filled', '0.1'],
        ['filled', '0.1'],
        ['failed', '5'],
      ],
    );
  });
});

suite('positions', () => {
  test('a round trip: profit is net of both fees', () => {
    const bars: Bar[] = [...flat(20_000, 3), ...flat(21_000, 3)];
    const report = reportOf(ordersAt({ 0: [{}], 3: [{ action: 'sell' }] }), bars);
    const [position] = report.positions;
    assert.equal(text(position?.realizedProfit), '91.8', '100 - 4 - 4.2');
    assert.equal(text(position?.roiPercent), '4.59', 'of 2,000');
    assert.equal(text(report.realizedProfit), '91.8');
    assert.equal(text(report.grossProfit), '100');
    assert.equal(text(report.fees), '8.2');
    assert.equal(walletOf(report, 'USDT'), '10091.8');
  });

  test('positions of one market are separate here and one at the venue', () => {
    const bars: Bar[] = [...flat(20_000, 3), ...flat(22_000, 4)];
    const report = reportOf(
      ordersAt({
        0: [
          { action: 'go_long', positionId: 'a', amount: 0.2 },
          { action: 'go_short', positionId: 'b', amount: 0.1 },
        ],
        3: [{ action: 'exit_long', positionId: 'a', amount: 0.2 }],
      }),
      bars,
      { market: VANILLA },
    );
    const [a, b] = report.positions;
    assert.deepEqual([a?.isClosed, b?.isClosed], [true, false]);
    assert.equal(text(a?.realizedProfit), '383.2', '400 - 8 - 8.8');
    assert.equal(text(report.unrealizedProfit), '-200');
  });

  test('a flip closes one position and opens another', () => {
    const report = reportOf(
      ordersAt({ 0: [{ action: 'go_long' }], 2: [{ action: 'go_short', amount: 0.3 }] }),
      flat(20_000, 5),
      { market: VANILLA },
    );
    assert.deepEqual(
      report.positions.map(({ direction, isClosed, amount }) => [
        direction,
        isClosed,
        text(amount),
      ]),
      [
        ['long', true, '0.1'],
        ['short', false, '0.2'],
      ],
    );
  });

  test('a liquidation closes the position with no more than its margin lost', () => {
    const crash: Bar[] = [...flat(20_000, 2), [20_000, 20_000, 15_000, 15_000], ...flat(15_000, 2)];
    const report = reportOf(ordersAt({ 0: [{ action: 'go_long' }] }), crash, {
      market: VANILLA,
      settings: { rules: 'realistic', slippagePercent: decimal('0'), leverage: decimal('10') },
    });
    assert.equal(report.assumptions.liquidations, 1);
    const [position] = report.positions;
    assert.equal(position?.isClosed, true);
    assert(position.realizedProfit >= decimal('-204'), 'the margin of 200 and the fee of 4');
    assert.equal(10_000_000_000_000_000_000_000n + report.realizedProfit, report.wallet[0]?.amount);
  });

  test('funding is paid by what was held before its instant', () => {
    const rates = [2, 3].map((minute) => ({
      atMs: START_MS + minute * MINUTE_MS,
      rate: decimal('0.001'),
    }));
    const report = reportOf(ordersAt({ 1: [{ action: 'go_long' }] }), flat(20_000, 5), {
      market: VANILLA,
      funding: rates,
      settings: { rules: 'realistic', slippagePercent: decimal('0') },
    });
    assert.equal(text(report.funding), '2', 'it opened at minute 2, and paid at minute 3 only');
  });

  test('funding that falls due in a missing minute is paid at the last price', () => {
    const funding = [{ atMs: START_MS + 3 * MINUTE_MS, rate: decimal('0.001') }];
    const bars: Bar[] = [...flat(20_000, 2), [20_000, 21_000, 20_000, 21_000], null];
    const report = reportOf(
      ordersAt({ 0: [{ action: 'go_long' }] }),
      [...bars, ...flat(22_000, 2)],
      {
        market: VANILLA,
        funding,
        settings: { rules: 'realistic', slippagePercent: decimal('0') },
      },
    );
    assert.equal(text(report.funding), '2.1');
  });

  test('an inverse contract gains base when the price rises', () => {
    const bars: Bar[] = [...flat(20_000, 3), ...flat(25_000, 3)];
    const report = reportOf(
      ordersAt({
        0: [{ action: 'go_long', amount: 10 }],
        3: [{ action: 'exit_long', amount: 10 }],
      }),
      bars,
      { market: INVERSE, wallet: [['BTC', '1']] },
    );
    // 1,000 / 20,000 - 1,000 / 25,000 = 0.01; fees 0.2 % of 0.05 and of 0.04.
    assert.equal(text(report.realizedProfit), '0.00982');
    assert.equal(report.profitCurrency, 'BTC');
  });
});

suite('several markets', () => {
  const second = { ...SPOT, marketTag: 'm2', base: 'ETH' };
  const input = (): BacktestInput => {
    const one = planInput(flat(20_000, 6), { wallet: [['USDT', '10000']] });
    const other = planInput([...flat(1_000, 3), ...flat(1_100, 5)], { market: second });
    return { ...one, markets: [...one.markets, ...other.markets] };
  };

  test('orders and positions of another market stand beside those of the trade market', () => {
    const { feed, report } = runPlan((api, row) => {
      if (row === 0) api.orders.place(wish({ marketTag: 'm2', amount: 1 }));
      if (row === 0) api.orders.place(wish({ amount: 0.1 }));
      if (row === 3) api.orders.place(wish({ marketTag: 'm2', action: 'sell', amount: 1 }));
    }, input());
    assert.deepEqual(
      report.positions.map(({ marketTag, isClosed, realizedProfit }) => [
        marketTag,
        isClosed,
        text(realizedProfit),
      ]),
      [
        ['m2', true, '95.8'],
        ['m1', false, '-4'],
      ],
    );
    assert.equal(text(report.realizedProfit), '91.8', '100 - 2 - 2.2 on the one, -4 on the other');
    assertMoneyAddsUp(feed, input());
  });

  test('a market without history here is refused, by its name', () => {
    const { report } = runPlan((api) => {
      api.orders.place(wish({ marketTag: 'm3' }));
    }, input());
    assert.match(report.logs[0]?.message ?? '', /"m3" is not part of this run/);
  });
});

suite('the end', () => {
  test('a deactivated bot runs no more, and its orders are cancelled when it says so', () => {
    let updates = 0;
    const report = reportOf(
      (api, row) => {
        updates += 1;
        if (row === 0) api.orders.place(wish({ type: 'limit', price: 19_000 }));
        if (row === 2) api.settings.deactivate('enough', true);
      },
      flat(20_000, 6),
    );
    assert.equal(updates, 3);
    assert.equal(report.orders[0]?.state, 'cancelled');
    assert.match(report.logs.at(-1)?.message ?? '', /enough/);
  });

  test('callbacks for the end run after their update; the last update knows that it is', () => {
    const heard: string[] = [];
    reportOf(
      (api, row) => {
        if (api.run.isFinal()) api.run.atEnd(() => heard.push(`end of ${row}`));
        heard.push(`update ${api.run.updateNumber()}`);
      },
      flat(20_000, 3),
    );
    assert.deepEqual(heard, ['update 0', 'update 1', 'update 2', 'end of 2']);
  });

  test('a window begins after its warm-up', () => {
    const rows: number[] = [];
    reportOf((_, row) => void rows.push(row), flat(20_000, 5), { warmUpRows: 3 });
    assert.deepEqual(rows, [3, 4]);
  });

  test('progress that returns false cancels', () => {
    const input = planInput(flat(20_000, 5_000));
    const shares: number[] = [];
    const ended = runBacktest({ ...input, script: { name: 's', source: 'x = 1' } }, (share) => {
      shares.push(share);
      return shares.length < 2;
    });
    assert(!ended.ok);
    assert.equal(ended.rejection.kind, 'cancelled');
    assert(shares.every((share) => share > 0 && share < 1));
  });

  test('a fault of the script fails the run with its line', () => {
    const input = planInput(flat(20_000, 50));
    const source = 'n = (n or 0) + 1\nif n == 10 then\n  error("stop here")\nend';
    const ended = runBacktest({ ...input, script: { name: 's', source } }, () => true);
    assert.deepEqual(ended, {
      ok: false,
      rejection: { kind: 'script_error', message: 's:3:3: stop here', line: 3 },
    });
  });
});
