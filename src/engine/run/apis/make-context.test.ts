// Context of a script, subject by subject, in a run that trades.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  flat,
  planInput,
  reportOf,
  runPlan,
  SPOT,
  VANILLA,
  wish,
} from '#backtesting/feed.fixture.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import type { InputDeclaration } from '#engine/run-api/input-api.ts';
import { tableFromList } from '#lua/runtime/table.ts';

/** What `read` returns in the updates of a plan. */
function readings<T>(
  read: (api: CommandContext, row: number) => T,
  bars: readonly Bar[],
  setup: Parameters<typeof reportOf>[2] = {},
): T[] {
  const seen: T[] = [];
  reportOf((api, row) => void seen.push(read(api, row)), bars, setup);
  return seen;
}

suite('wallet', () => {
  test('what orders hold is locked, and what could still be opened shrinks', () => {
    const seen = readings(
      (api, row) => {
        if (row === 0) api.orders.place(wish({ type: 'limit', price: 19_000, amount: 0.1 }));
        const { available, locked, total } = api.wallet.balance('USDT');
        return [available, locked, total, api.wallet.maxAmount('enter_long', null, 20_000)];
      },
      flat(20_000, 2),
    );
    assert.deepEqual(seen, [
      [10_000, 0, 10_000, 0.499],
      [8_096.2, 1_903.8, 10_000, 0.404],
    ]);
  });

  test('leverage multiplies what can be opened; exits leave out what exit orders take', () => {
    const seen = readings(
      (api, row) => {
        if (row === 0) api.orders.place(wish({ action: 'go_long', amount: 0.4 }));
        if (row === 1)
          api.orders.place(wish({ action: 'exit_long', type: 'limit', price: 25_000 }));
        return [
          api.wallet.maxAmount('enter_long', null, 20_000),
          api.wallet.maxAmount('exit_long', null, 20_000),
          api.wallet.position(null, null)?.amount ?? null,
        ];
      },
      flat(20_000, 3),
      { market: VANILLA, settings: { leverage: decimal('10') } },
    );
    assert.deepEqual(seen, [
      [4.901, 0, null],
      [4.501, 0.3, 0.4],
      [4.501, 0.3, 0.4],
    ]);
  });

  test('a currency that is not held is zero', () => {
    const [balance] = readings((api) => api.wallet.balance('XRP'), flat(1, 1));
    assert.deepEqual(balance, { available: 0, locked: 0, total: 0 });
  });
});

suite('settings', () => {
  test('an unscripted trade is worth 100 quote, down to the step', () => {
    const amounts = readings(
      (api) => api.settings.tradeAmount(),
      [
        [30_000, 30_000, 30_000, 30_000],
        [99_999, 99_999, 99_999, 99_999],
      ],
    );
    assert.deepEqual(amounts, [0.003, 0.001]);
  });

  test('leverage is set within what the market allows, modes while nothing is open', () => {
    const [before, after] = readings(
      (api, row) => {
        if (row === 0) api.orders.place(wish({ action: 'go_long' }));
        const { settings } = api;
        return [
          settings.setLeverage(5),
          settings.leverage(),
          settings.setLeverage(1_000),
          settings.setMarginMode('cross'),
          settings.setPositionMode('hedge'),
        ];
      },
      flat(20_000, 2),
      { market: VANILLA },
    );
    assert.deepEqual(before, [true, 5, false, true, true]);
    assert.deepEqual(after, [true, 5, false, true, true], 'what is set already is set');
  });

  test('a fee that the script sets holds from the next minute on', () => {
    const report = reportOf(
      (api, row) => {
        if (row === 0) api.settings.setFeePercent(1, null);
        if (row === 0) api.orders.place(wish({}));
      },
      flat(20_000, 2),
    );
    assert.equal(report.fees, decimal('20'));
  });
});

suite('memory', () => {
  test('a table is copied in and out', () => {
    const [length] = readings(
      (api) => {
        const table = tableFromList([1, 2]);
        api.memory.save('t', table);
        table.list.push(3);
        const loaded = api.memory.load('t') as typeof table;
        loaded.list.push(4);
        return (api.memory.load('t') as typeof table).list.length;
      },
      flat(1, 1),
    );
    assert.equal(length, 2);
  });

  test('a value is seen at once and later, nil removes it, functions are refused', () => {
    const seen = readings(
      (api, row) => {
        if (row === 0) api.memory.save('n', 7);
        if (row === 2) api.memory.save('n', undefined);
        return api.memory.load('n');
      },
      flat(1, 3),
    );
    assert.deepEqual(seen, [7, 7, undefined]);
    const { failure } = runPlan(
      (api) => api.memory.save('f', () => undefined),
      planInput(flat(1, 1)),
    );
    assert.equal(failure?.kind, 'script_error');
  });
});

suite('inputs', () => {
  const declaration: InputDeclaration = {
    kind: 'number',
    label: 'Length',
    group: '',
    tooltip: '',
    defaultValue: 14,
    options: [],
    least: null,
    most: null,
    step: null,
  };
  const read = (inputs: Record<string, number | string | boolean>, group = '') => {
    const seen: unknown[] = [];
    const { failure } = runPlan(
      (api) => {
        if (group !== '') api.inputs.openGroup(group);
        seen.push(api.inputs.value(declaration));
      },
      { ...planInput(flat(1, 2)), inputs },
    );
    return failure ?? seen[0];
  };

  test('a chosen value is found by label or by group and label, else the default', () => {
    assert.equal(read({}), 14);
    assert.equal(read({ Length: 20 }), 20);
    assert.equal(read({ 'Safety.Length': 30, Length: 20 }, 'Safety'), 30);
    assert.equal(read({ Length: '21' }), 21);
  });

  test('a value of another kind ends the run with the name of the input', () => {
    const failure = read({ Length: 'long' });
    assert.deepEqual(failure, {
      kind: 'invalid_input',
      message: 'input "Length" must be a number, found "long"',
      line: null,
    });
  });
});

suite('bounds', () => {
  test('the log keeps so many lines and says how many more there were', () => {
    const report = reportOf(
      (api) => {
        for (let line = 0; line < 4_000; line += 1) api.log.write('info', `${line}`);
      },
      flat(1, 3),
    );
    assert.equal(report.logs.length, LIMITS.runLogLinesMax);
    assert.match(report.logs.at(-1)?.message ?? '', /2001 more lines/);
  });

  test('a line that is written once stays one', () => {
    const report = reportOf((api) => api.log.writeOnce('k', 'warning', 'once'), flat(1, 3));
    assert.equal(report.logs.length, 1);
  });

  test('a bot has so many open orders and no more', () => {
    const report = reportOf(
      (api) => {
        for (let count = 0; count < LIMITS.openOrdersPerBotMax + 5; count += 1)
          api.orders.place(wish({ type: 'limit', price: 10_000, amount: 0.001 }));
      },
      flat(20_000, 1),
    );
    assert.equal(report.ordersTotal, LIMITS.openOrdersPerBotMax);
    assert.equal(report.assumptions.rejectedOrders, 5);
  });

  test('a drawn line has a point where the equity curve has one', () => {
    const style = { color: 'red', style: null, width: null, id: null };
    const report = reportOf(
      (api, row) => void api.charts.plot(0, 'row', row, style),
      flat(1, 10_000),
    );
    const [plot] = report.plots;
    assert.ok(plot !== undefined && plot.points.length <= 2_000);
    assert.equal(plot.points[1]?.value, 6);
  });
});

suite('chance and time', () => {
  test('the same seed gives the same chance; ids look like ids', () => {
    const roll = () =>
      readings((api) => [api.chance.nextDouble(), api.chance.nextGuid()], flat(1, 3));
    assert.deepEqual(roll(), roll());
    assert.match(
      String(roll()[0]?.[1]),
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
  });

  test('an update is at the close of its minute', () => {
    const times = readings((api) => api.clock.nowMs() - api.clock.startMs(), flat(1, 3));
    assert.deepEqual(times, [0, 60_000, 120_000]);
  });
});

suite('positions by hand', () => {
  test('a position is booked, enlarged and closed without an order and without a fee', () => {
    const seen = readings(
      (api, row) => {
        const { positions } = api;
        if (row === 0)
          positions.create({
            direction: 'short',
            price: 20_000,
            amount: 0.2,
            marketTag: null,
            leverage: null,
            positionId: 'mine',
          });
        if (row === 1) positions.adjust('mine', 22_000, 0.2);
        if (row === 2) positions.close('mine', 20_000);
        const held = positions.findWithClosed('mine');
        return [held?.amount, held?.enterPrice, held?.realizedProfit];
      },
      flat(20_000, 3),
      { market: SPOT },
    );
    assert.deepEqual(seen, [
      [0.2, 20_000, 0],
      [0.4, 21_000, 0],
      [0, 21_000, 400],
    ]);
  });
});
