// A signal bot over minutes that stand still: what each signal makes it do. A tick is 0.01 USDT, a
// lot 0.0001, the price begins at 20,000.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { canonicalJson } from '#lib/json.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Market } from '#venue-port/market/market.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import { makeStrategy } from '#strategies/make-strategy.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { runStrategyBacktest } from '#strategies/run-strategy-backtest.fixture.ts';
import type { RunningStrategy, StrategySignal } from '#strategies/shared/strategy-brain.ts';

const SPOT = spotMarket({ amountStep: '0.0001' });
const FUTURES = futuresMarket('vanilla', '1', { amountStep: '0.0001' });
const CONFIG: ConfigRecord = { market_tag: 'm1', signal_token: 'abc', order_size: '200' };

function at(...prices: readonly number[]): Bar[] {
  return prices.map((price) => [price * 100, price * 100, price * 100, price * 100, 10 ** 9]);
}

const STILL = at(...(Array(12).fill(20_000) as number[]));

/** By the update after which they come: an action, or what else is delivered. */
type Events = Readonly<Record<number, string | ((running: RunningStrategy) => void)>>;

function run(
  script: Events,
  changes: ConfigRecord = {},
  market: Market = SPOT,
  bars: readonly Bar[] = STILL,
  placesStops = false,
): BacktestReport {
  const record = { ...CONFIG, ...changes };
  const read = readConfig('webhook', record, market);
  assert.ok(read.ok, read.ok ? 'read' : (read.rejection[0]?.message ?? ''));
  const strategy = makeStrategy(read.value, market, { placesStops });
  const ran = runStrategyBacktest(
    planInput(bars, { market }),
    { name: 'webhook', configText: canonicalJson(record) },
    (api) => {
      const running = strategy(api);
      let count = 0;
      const update = (): void => {
        running.update();
        count += 1;
        const now = script[count];
        if (typeof now === 'function') now(running);
        else if (now !== undefined) running.signal(signal(now));
      };
      return { ...running, update };
    },
    () => true,
  );
  assert.ok(ran.ok);
  return ran.value;
}

function signal(action: string, changes: Partial<StrategySignal> = {}) {
  return { token: 'abc', action, receivedAtMs: 0, ageMs: 0, part: null, ...changes };
}

function orders({ orders: all }: BacktestReport): string[] {
  return all.map(({ side, type, price, amount, state }) => {
    const where = type === 'market' ? 'market' : formatDecimal(price);
    return `${side} ${formatDecimal(amount)} ${where} ${state}`;
  });
}

function linesOf({ logs }: BacktestReport): string {
  return logs.map(({ message }) => message).join('\n');
}

suite('on spot', () => {
  test('a buy enters, a sale sells what is held', () => {
    const report = run({ 2: 'buy', 5: 'sell' });
    assert.deepEqual(orders(report), ['buy 0.01 market filled', 'sell 0.01 market filled']);
    assert.match(linesOf(report), /signal "sell": sells what is held/);
  });

  test('a sale without anything held never opens a short, and the log says why not', () => {
    const report = run({ 2: 'enter_short' });
    assert.deepEqual(orders(report), []);
    assert.match(linesOf(report), /there is nothing to sell, and spot has no shorts/);
  });

  test('a repeated entry is ignored unless entries may add', () => {
    assert.equal(orders(run({ 2: 'buy', 4: 'enter_long' })).length, 1);
    const added = run({ 2: 'buy', 4: 'buy' }, { allow_multiple_entries: true });
    assert.equal(orders(added).length, 2);
  });

  test('a signal that comes twice within a minute enters once', () => {
    const twice = (running: RunningStrategy): void => {
      running.signal(signal('buy'));
      running.signal(signal('buy'));
    };
    assert.deepEqual(orders(run({ 2: twice })), ['buy 0.01 market filled']);
  });

  test('a position does not grow beyond the largest', () => {
    const changes = { allow_multiple_entries: true, max_position_size: '0.02' };
    const report = run({ 2: 'buy', 4: 'buy', 6: 'buy' }, changes);
    assert.equal(orders(report).length, 2);
    assert.match(linesOf(report), /the position would be larger than it may be/);
  });

  test('entries that rest count as what the position will be', () => {
    const limit = { order_type: 'limit', limit_offset_percent: 1 };
    const changes = { ...limit, allow_multiple_entries: true, max_position_size: '0.025' };
    const report = run({ 2: 'buy', 4: 'buy', 6: 'buy' }, changes);
    assert.deepEqual(orders(report), ['buy 0.0101 19800 open', 'buy 0.0101 19800 open']);
    assert.match(linesOf(report), /the position would be larger than it may be/);
  });

  test('an entry at market is sized by the last price, whatever distance limits have', () => {
    assert.deepEqual(orders(run({ 2: 'buy' }, { limit_offset_percent: 50 })), [
      'buy 0.01 market filled',
    ]);
  });

  test('an entry that adds says nothing of margin, which spot has none of', () => {
    const report = run({ 2: 'buy', 4: 'buy' }, { allow_multiple_entries: true });
    assert.doesNotMatch(linesOf(report), /margin/);
  });

  test('a limit rests at its distance, and an exit takes it away', () => {
    const changes = { order_type: 'limit', limit_offset_percent: 1 };
    const report = run({ 2: 'buy', 5: 'sell' }, changes);
    assert.deepEqual(orders(report), ['buy 0.0101 19800 cancelled']);
  });

  test('a percentage is one of the free money', () => {
    const report = run({ 2: 'buy' }, { order_size_asset: 'percent', order_size: 50 });
    assert.deepEqual(orders(report), ['buy 0.25 market filled']);
  });

  test('all of the free money buys what it pays for with its fee', () => {
    const all = { order_size_asset: 'percent', order_size: 100 };
    // 10,000 at 20,400 with a fee of 0.2 %; twice that with leverage needs no more.
    assert.deepEqual(orders(run({ 2: 'buy' }, all)), ['buy 0.4892 market filled']);
    assert.deepEqual(orders(run({ 2: 'buy' }, all, FUTURES)), ['buy 0.4892 market filled']);
    assert.deepEqual(orders(run({ 2: 'sell' }, all, FUTURES)), ['sell 0.4892 market filled']);
    const lent = { ...all, leverage: 2 };
    assert.deepEqual(orders(run({ 2: 'buy' }, lent, FUTURES)), ['buy 0.5 market filled']);
    const limit = { ...all, order_type: 'limit', limit_offset_percent: 1 };
    assert.deepEqual(orders(run({ 2: 'buy' }, limit)), ['buy 0.504 19800 open']);
  });

  test('more than the free money carries is not made smaller: the order is refused', () => {
    const more = { order_size_asset: 'percent', order_size: 101 };
    for (const [changes, market] of [
      [more, SPOT],
      [more, FUTURES],
      [{ ...more, order_size: 201, leverage: 2 }, FUTURES],
      [{ ...more, order_type: 'limit', limit_offset_percent: 1 }, SPOT],
    ] as const) {
      const report = run({ 2: 'buy' }, changes, market);
      const [order = ''] = orders(report);
      assert.match(order, / failed$/);
      assert.match(linesOf(report), /more would be needed/);
      assert.equal(report.rejections.length, 1);
    }
    const lent = { ...more, order_size: 200, leverage: 2 };
    assert.deepEqual(orders(run({ 2: 'buy' }, lent, FUTURES)), ['buy 0.9764 market filled']);
  });

  test('an old signal, or one for another token, does nothing', () => {
    const old = (running: RunningStrategy): void =>
      running.signal(signal('buy', { ageMs: 61_000 }));
    const foreign = (running: RunningStrategy): void =>
      running.signal(signal('buy', { token: 'b' }));
    const report = run({ 2: old, 4: foreign }, { max_signal_age_seconds: 60 });
    assert.deepEqual(orders(report), []);
    assert.match(linesOf(report), /signal "buy" is ignored: it is 61 s old, 60 s is the most/);
  });

  test('an exit without a position is reported, and nothing is done', () => {
    const report = run({ 2: 'exit_position', 3: 'exit_short' });
    assert.deepEqual(orders(report), []);
    assert.match(linesOf(report), /there is no position\n.*there is no short position/);
  });
});

suite('on futures', () => {
  test('a short rests above the price', () => {
    const limit = { order_type: 'limit', limit_offset_percent: 1 };
    const report = run({ 2: 'enter_short' }, limit, FUTURES);
    assert.deepEqual(orders(report), ['sell 0.0099 20200 open']);
  });

  test('an opposite entry closes, then enters', () => {
    const report = run({ 2: 'enter_long', 5: 'enter_short' }, { leverage: 5 }, FUTURES);
    assert.deepEqual(orders(report), [
      'buy 0.01 market filled',
      'sell 0.01 market filled',
      'sell 0.01 market filled',
    ]);
    assert.equal(report.positionsClosed, 1);
  });

  test('or only closes, where it may not reverse', () => {
    const changes = { reverse_on_opposite: false };
    const report = run({ 2: 'enter_short', 5: 'enter_long' }, changes, FUTURES);
    assert.deepEqual(orders(report), ['sell 0.01 market filled', 'buy 0.01 market filled']);
  });
});

suite('an exit of a part', () => {
  const part = (action: string, closed: string, of: string) => (running: RunningStrategy) =>
    running.signal(signal(action, { part: { closed, of } }));

  test('closes the same share of what is held, and leaves the rest', () => {
    const report = run({ 2: 'buy', 5: part('exit_long', '0.003', '0.007') }, {}, FUTURES);
    assert.deepEqual(orders(report), ['buy 0.01 market filled', 'sell 0.0042 market filled']);
    assert.equal(report.positionsClosed, 0);
    assert.match(linesOf(report), /signal "exit_long" of 0.003 of 0.007: closes the same share/);
  });

  test('after another one, of what is left then, and an exit closes the rest', () => {
    const twice = (running: RunningStrategy): void => {
      part('exit_short', '1', '2')(running);
      part('exit_short', '1', '2')(running);
    };
    const report = run({ 2: 'enter_short', 5: twice, 8: 'exit_position' }, {}, FUTURES);
    assert.deepEqual(orders(report), [
      'sell 0.01 market filled',
      'buy 0.005 market filled',
      'buy 0.0025 market filled',
      'buy 0.0025 market filled',
    ]);
  });

  test('of the other direction closes all, and nothing while nothing is held', () => {
    const report = run({
      2: part('exit_long', '1', '2'),
      4: 'buy',
      6: part('exit_short', '1', '2'),
    });
    assert.deepEqual(orders(report), ['buy 0.01 market filled', 'sell 0.01 market filled']);
    assert.match(linesOf(report), /there is no position\n/);
  });

  test('takes away an entry that rests, which would enlarge the position', () => {
    const changes = { order_type: 'limit', limit_offset_percent: 1 };
    const report = run({ 2: 'buy', 5: part('exit_long', '1', '2') }, changes);
    assert.deepEqual(orders(report), ['buy 0.0101 19800 cancelled']);
  });
});

suite('between signals', () => {
  const cases: readonly (readonly [string, ConfigRecord, readonly number[], string])[] = [
    ['takes its profit', { take_profit_percent: 2 }, [20_500, 20_300], 'the profit was reached'],
    ['stops its loss', { stop_loss_percent: 2 }, [19_500, 19_700], 'the stop loss was reached'],
    [
      'follows the best price',
      { trailing_stop_percent: 2 },
      [21_000, 20_500],
      'the price pulled back from its best one',
    ],
  ];
  for (const [what, changes, prices, reason] of cases)
    test(what, () => {
      const bars = at(20_000, 20_000, 20_000, 20_000, ...prices, ...prices.slice(-1));
      const report = run({ 2: 'buy' }, changes, SPOT, [...bars, ...bars.slice(-1)]);
      assert.deepEqual(orders(report), ['buy 0.01 market filled', 'sell 0.01 market filled']);
      assert.match(linesOf(report), new RegExp(`closes the position: ${reason}`));
    });

  test('a stop that is set while it runs holds at once', () => {
    const edit = (running: RunningStrategy): void =>
      running.edit({ ...CONFIG, stop_loss_percent: 1 });
    const bars = at(20_000, 20_000, 20_000, 20_000, 19_700, 19_700, 19_700);
    assert.equal(orders(run({ 2: 'buy', 4: edit }, {}, SPOT, bars)).length, 2);
  });
});

suite('a position that has fallen below the minimum value', () => {
  const fall = at(20_000, 20_000, 20_000, 20_000, ...(Array(10).fill(14_000) as number[]));

  test('is left on futures by its stop loss', () => {
    const market = futuresMarket('vanilla', '1', { amountStep: '0.0001', minOrderValue: '150' });
    const report = run({ 1: 'buy' }, { stop_loss_percent: 10 }, market, fall);
    assert.deepEqual(
      report.positions.map(({ isClosed }) => isClosed),
      [true],
    );
  });

  test('is said on spot, and sold with what the next signal buys', () => {
    const market = spotMarket({ amountStep: '0.0001', minOrderValue: '150' });
    const report = run({ 1: 'buy', 8: 'buy', 10: 'sell' }, { stop_loss_percent: 10 }, market, fall);
    assert.deepEqual(orders(report), [
      'buy 0.01 market filled',
      'buy 0.0142 market filled',
      'sell 0.0242 market filled',
    ]);
    assert.match(linesOf(report), /0.01 on "m1" cannot be sold: .*below the minimum value 150/);
    assert.equal(report.assumptions.rejectedOrders, 1);
  });
});

suite('a stop that is an order', () => {
  const EXITS: ConfigRecord = { stop_loss_percent: 5 };

  test('closes what is held by itself, and is the only one', () => {
    const bars = at(20_000, 20_000, 20_000, 20_000, 18_500, 18_500, 18_500);
    const report = run({ 2: 'enter_long' }, EXITS, FUTURES, bars, true);
    const shown = report.orders.map(({ side, type, state }) => `${side} ${type} ${state}`);
    assert.deepEqual(shown, ['buy market filled', 'sell stop_market filled']);
    assert.match(linesOf(report), /the position is closed: its stop was reached/);
  });

  test('is cancelled before a signal closes the position', () => {
    const report = run({ 2: 'enter_long', 6: 'exit_long' }, EXITS, FUTURES, STILL, true);
    const shown = report.orders.map(({ side, type, state }) => `${side} ${type} ${state}`);
    assert.deepEqual(shown, [
      'buy market filled',
      'sell stop_market cancelled',
      'sell market filled',
    ]);
  });

  test('goes where the trail goes once that is nearer, in steps', () => {
    const rising = Array.from({ length: 12 }, (_, index) => 20_000 + Math.max(0, index - 3) * 100);
    const changes = { ...EXITS, trailing_stop_percent: 2 };
    const report = run({ 2: 'enter_long' }, changes, FUTURES, at(...rising), true);
    const stops = report.orders.filter(({ type }) => type === 'stop_market');
    assert(stops.length > 2 && stops.length < 10, String(stops.length));
    assert.deepEqual(
      stops.map(({ state }) => state),
      [...Array<string>(stops.length - 1).fill('cancelled'), 'open'],
    );
  });

  test('a bot whose stop is no order places none', () => {
    const report = run({ 2: 'enter_long' }, EXITS, FUTURES);
    assert.deepEqual(orders(report), ['buy 0.01 market filled']);
  });
});
