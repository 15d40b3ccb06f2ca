// A bot that averages over candles written by hand: what it places, when it closes, and what comes
// next. A tick is 0.01 USDT, a lot 0.0001, both fees are 0.1 percent; the deal is the published
// one.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal, formatDecimal } from '#lib/decimal.ts';
import { futuresMarket, spotMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import type { Watch } from '#strategies/dca/dca-run.fixture.ts';
import { dcaOf, dcaReport, PUBLISHED_DEAL } from '#strategies/dca/dca-run.fixture.ts';
import { marketAt } from '#strategies/grid/grid.fixture.ts';
import { previewDca } from '#strategies/dca/preview-dca.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';

const FEES = { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') };
const MARKET = spotMarket({ amountStep: '0.0001' }, FEES);
const FUTURES = { ...futuresMarket('vanilla', '1', { amountStep: '0.0001' }), ...FEES };

/** Minutes that stand still at these prices. */
function at(...prices: readonly number[]): Bar[] {
  return prices.map((price) => {
    const ticks = Math.round(price * 100);
    return [ticks, ticks, ticks, ticks, 10 ** 9];
  });
}

/** Minutes that open where the one before closed. */
function moving(first: number, ...prices: readonly number[]): Bar[] {
  let open = Math.round(first * 100);
  return [first, ...prices].map((price): Bar => {
    const from = open;
    open = Math.round(price * 100);
    return [from, Math.max(from, open), Math.min(from, open), open, 10 ** 9];
  });
}

function orders({ orders: all }: BacktestReport): string[] {
  return all.map(({ side, type, price, amount, state }) => {
    const where = type === 'market' ? 'market' : formatDecimal(price);
    return `${side} ${formatDecimal(amount)} ${where} ${state}`;
  });
}

function run(
  changes: ConfigRecord,
  prices: readonly number[],
  watch: Watch = () => undefined,
): BacktestReport {
  return dcaReport(dcaOf(changes), MARKET, at(...prices), {}, watch);
}

function linesOf({ logs }: BacktestReport): string {
  return logs.map(({ message }) => message).join('\n');
}

/** How many orders the bot had placed after each update. */
function placedAfter(config: DcaConfig, prices: readonly number[]): readonly number[] {
  const seen: number[] = [];
  dcaReport(config, MARKET, at(...prices), {}, ({ orders: api }) => {
    seen.push(api.counts().ended + api.open(null).length);
  });
  return seen;
}

suite('the published deal', () => {
  test('opens, then lets the next averaging order and the profit rest', () => {
    assert.deepEqual(orders(run({}, [3095.4, 3095.4, 3095.4])), [
      'buy 0.0048 market filled',
      'sell 0.0048 3163.63 open',
      'buy 0.0048 3067.51 open',
    ]);
  });

  test('places each order that its preview promised as the price falls through all', () => {
    const preview = previewDca(dcaOf(), marketAt('3095.4', {}, MARKET));
    const bars = moving(3095.4, 3095.4, 3095.4, 3067, 3067, 3067, 2943, 2943, 2943, 2447, 2447);
    const report = dcaReport(dcaOf(), MARKET, bars);
    const averaging = report.orders.filter(({ side, type }) => side === 'buy' && type === 'limit');
    assert.deepEqual(
      averaging.map(({ price, amount }) => [price, amount]),
      preview.steps.slice(1).map(({ price, amount }) => [price, amount]),
    );
    const targets = report.orders.filter(({ side }) => side === 'sell').map(({ price }) => price);
    assert.deepEqual(
      targets,
      preview.steps.map(({ takeProfitPrice }) => takeProfitPrice),
    );
  });

  test('earns its profit after both fees, and the next deal follows', () => {
    const report = dcaReport(dcaOf(), MARKET, moving(3095.4, 3095.4, 3095.4, 3164, 3164, 3164));
    // 0.0048 lots: bought for 14.85792 with 0.01485792, sold for 15.185424 with 0.01518543.
    assert.match(linesOf(report), /deal 1 earned 0.29746065 USDT/);
    assert.equal(report.orders.filter(({ type }) => type === 'market').length, 2);
    assert.equal(report.positionsClosed, 1);
  });

  test('profit may be measured from the first order', () => {
    const prices = [3095.4, 3095.4, 3095.4, 3067, 3067, 3067];
    const targets = run({ take_profit_base: 'base_order' }, prices)
      .orders.filter(({ side }) => side === 'sell')
      .map(({ price }) => formatDecimal(price));
    assert.deepEqual(targets, ['3163.63', '3163.63']);
  });

  test('several averaging orders rest at once where that was chosen', () => {
    const placed = orders(run({ active_averaging_orders: 2 }, [3095.4, 3095.4, 3095.4]));
    assert.deepEqual(placed.slice(2), ['buy 0.0048 3067.51 open', 'buy 0.0086 2943.57 open']);
  });
});

suite('a deal ends', () => {
  test('at its stop loss, at market, with nothing left on the book', () => {
    const report = run({ stop_loss_percent: 2 }, [3095.4, 3095.4, 3095.4, 2950, 2950, 2950, 2950]);
    assert.match(linesOf(report), /the deal is closed: the stop loss was reached/);
    assert.ok(orders(report).includes('sell 0.0096 market filled'));
  });

  test('and the bot with it, where that was chosen', () => {
    const changes = { stop_loss_percent: 2, stop_loss_action: 'close_deal_and_stop' };
    const report = run(changes, [3095.4, 3095.4, 3095.4, 2950, 2950, 2950, 2950, 2950]);
    assert.deepEqual(
      report.orders.filter(({ state }) => state === 'open'),
      [],
    );
    assert.equal(
      report.orders.filter(({ side, type }) => side === 'buy' && type === 'market').length,
      1,
    );
  });

  test('at a stop that followed the best price', () => {
    const changes = { stop_loss_percent: 1, trailing_stop_loss: true, max_averaging_orders: 0 };
    const report = run(changes, [3095.4, 3095.4, 3095.4, 3150, 3140, 3118, 3118, 3118]);
    assert.match(linesOf(report), /the stop loss was reached/);
    assert.match(linesOf(report), /deal 1 earned 0.0/);
  });

  test('when the price pulls back after profit was reached', () => {
    const changes = { trailing_take_profit_percent: 1, max_averaging_orders: 0 };
    const prices = [3095.4, 3095.4, 3095.4, 3164, 3300, 3280, 3266, 3266, 3266];
    const report = run(changes, prices);
    assert.equal(orders(report)[1], 'sell 0.0048 market filled');
    assert.match(linesOf(report), /the price pulled back from its best one/);
  });

  test('and no more follow than were chosen', () => {
    const report = run({ max_deals: 1 }, [3095.4, 3095.4, 3095.4, 3164, 3164, 3164, 3164]);
    assert.equal(report.orders.filter(({ type }) => type === 'market').length, 1);
    assert.deepEqual(
      report.orders.filter(({ state }) => state === 'open'),
      [],
    );
  });
});

suite('a deal begins', () => {
  test('after the cooldown', () => {
    const prices = [3095.4, 3095.4, 3095.4, 3164, 3164, 3164, 3164, 3164, 3164];
    const placed = placedAfter(dcaOf({ cooldown_seconds: 120 }), prices);
    assert.deepEqual(placed, [1, 3, 3, 3, 3, 3, 4, 6, 6]);
  });

  test('when the price is reached, from where the waiting began', () => {
    const config = dcaOf({ start_condition: 'price', start_price: '3000' });
    assert.deepEqual(placedAfter(config, [3095, 3050, 3000, 2990]), [0, 0, 1, 3]);
  });

  test('at intervals from opening to opening', () => {
    const config = dcaOf({ start_condition: 'interval', start_interval_minutes: 6 });
    const prices = [3095.4, 3095.4, 3095.4, 3164, 3164, 3164, 3164, 3164];
    assert.deepEqual(placedAfter(config, prices), [1, 3, 3, 3, 3, 3, 4, 6]);
  });

  test('only between the lowest and the highest price', () => {
    const config = dcaOf({ min_price: 3000, max_price: 3100 });
    assert.deepEqual(placedAfter(config, [3101, 2999, 3100, 3100]), [0, 0, 1, 3]);
  });

  test('when its index is low enough', () => {
    const config = dcaOf({ start_condition: 'rsi', start_rsi_period: 3, start_rsi_interval: 1 });
    const prices = [3000, 3010, 3005, 3015, 3020, 2900, 2800, 2790];
    const placed = placedAfter(config, prices);
    assert.ok(placed.indexOf(1) >= 5, String(placed));
  });

  test('at a limit, which is given up and placed anew when nothing comes of it', () => {
    const report = run({ start_order_type: 'limit' }, [3095.4, ...Array(8).fill(3100)] as number[]);
    assert.deepEqual(orders(report).slice(0, 2), [
      'buy 0.0048 3095.4 cancelled',
      'buy 0.0048 3100 filled',
    ]);
  });

  test('not while there is too little money, which the log says once', () => {
    const config = dcaOf();
    const report = dcaReport(config, MARKET, at(...(Array(9).fill(3095.4) as number[])), {
      wallet: [['USDT', '20']],
    });
    assert.deepEqual(report.orders, []);
    const lines = report.logs.filter(({ message }) => message.startsWith('no deal is opened'));
    assert.equal(lines.length, 1);
    assert.match(lines[0]?.message ?? '', /need 29.\d+ USDT with fees, 20 is free/);
  });
});

suite('signals', () => {
  const config = dcaOf({ start_condition: 'signal', signal_token: 'abc' });
  const send = (action: string, changes: { token?: string; ageMs?: number } = {}) => {
    const { token = 'abc', ageMs = 0 } = changes;
    return { token, action, receivedAtMs: 0, ageMs, part: null };
  };
  const withSignals = (
    signals: Readonly<Record<number, ReturnType<typeof send>>>,
    prices: readonly number[],
  ): BacktestReport => {
    let count = 0;
    return dcaReport(config, MARKET, at(...prices), {}, (_, running) => {
      const signal = signals[count];
      count += 1;
      if (signal !== undefined) running.signal(signal);
    });
  };
  const still = Array(8).fill(3095.4) as number[];

  test('open a deal and close it, each with its line in the log', () => {
    const report = withSignals({ 1: send('buy'), 5: send('exit_position') }, still);
    assert.deepEqual(orders(report), [
      'buy 0.0048 market filled',
      'sell 0.0048 3163.63 cancelled',
      'buy 0.0048 3067.51 cancelled',
      'sell 0.0048 market filled',
    ]);
    assert.match(linesOf(report), /signal "buy": enters long/);
    assert.match(linesOf(report), /signal "exit_position": closes the position/);
  });

  test('are ignored when they are old, repeated, or meant for another', () => {
    const old = withSignals({ 1: send('buy', { ageMs: 301_000 }) }, still);
    assert.match(linesOf(old), /signal "buy" is ignored: it is 301 s old, 300 s is the most/);
    const foreign = withSignals({ 1: send('buy', { token: 'xyz' }) }, still);
    const repeated = withSignals({ 1: send('buy'), 4: send('buy') }, still);
    assert.deepEqual(
      [old, foreign].map(({ orders: placed }) => placed.length),
      [0, 0],
    );
    assert.match(linesOf(repeated), /signal "buy": the bot is long already/);
  });
});

suite('the other way', () => {
  test('short on spot sells what is held and buys it back lower', () => {
    const report = dcaReport(
      dcaOf({ direction: 'short' }),
      MARKET,
      at(3000, 3000, 3000, 2940, 2940),
      {
        wallet: [
          ['USDT', '100'],
          ['BTC', '1'],
        ],
      },
    );
    const [first, exit, averaging] = orders(report);
    assert.equal(first, 'sell 0.005 market filled');
    assert.match(exit ?? '', /^buy 0.005 293\d\.\d+ open$/);
    assert.match(averaging ?? '', /^sell 0.0049 3026\.\d+ open$/);
  });

  for (const direction of ['long', 'short'] as const)
    test(`a futures deal goes ${direction} with leverage, and is closed at a profit`, () => {
      const config = dcaOf({ direction, leverage: 5 }, 'futures_dollar_cost_averaging');
      const target = direction === 'long' ? 3070 : 2930;
      const bars = at(3000, 3000, 3000, target, target, target);
      const report = dcaReport(config, FUTURES, bars, { wallet: [['USDT', '20']] });
      assert.match(linesOf(report), /deal 1 earned 0\.\d+ USDT/);
      assert.ok(report.realizedProfit > 0n);
    });
});

suite('changes while it runs', () => {
  const prices = [3095.4, 3095.4, 3095.4, 3095.4, 3095.4, 3164, 3164, 3164, 3164];
  const edited = (changes: ConfigRecord, at_: number, through = prices): BacktestReport => {
    let count = 0;
    return dcaReport(dcaOf(), MARKET, at(...through), {}, (_, running) => {
      count += 1;
      if (count === at_) running.edit({ ...PUBLISHED_DEAL, ...changes });
    });
  };

  test('a new profit moves the order that takes it', () => {
    const targets = orders(edited({ take_profit_percent: 3 }, 3)).filter((text) =>
      text.startsWith('sell'),
    );
    assert.deepEqual(targets, ['sell 0.0048 3163.63 cancelled', 'sell 0.0048 3194.65 open']);
  });

  test('new sizes are those of the next deal', () => {
    const report = edited({ base_order_size: 30, averaging_order_size: 40 }, 3);
    const entered = orders(report).filter((text) => text.startsWith('buy'));
    assert.deepEqual(entered.slice(0, 3), [
      'buy 0.0048 market filled',
      'buy 0.0048 3067.51 cancelled',
      'buy 0.0094 market filled',
    ]);
  });

  test('a stop that is set holds at once', () => {
    const report = edited({ stop_loss_percent: '0.5' }, 3, [...prices.slice(0, 5), 3070, 3070]);
    assert.match(linesOf(report), /the stop loss was reached/);
  });
});

test('what was earned enlarges the next deals', () => {
  const prices = [3095.4, 3095.4, 3095.4, 3164, 3164, 3164, 3164];
  const plain = run({}, prices);
  const grown = run(
    { reinvest_percent: 100, base_order_size: 400, averaging_order_size: 1 },
    prices,
  );
  const same = run({ base_order_size: 400, averaging_order_size: 1 }, prices);
  const second = (report: BacktestReport): bigint =>
    report.orders.filter(({ type }) => type === 'market')[1]?.amount ?? 0n;
  assert.ok(second(grown) > second(same));
  assert.ok(second(plain) > 0n);
});
