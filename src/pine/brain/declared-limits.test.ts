// Limits and margin that `strategy(...)` declares, as orders of Pine scripts meet them. Prices are
// whole, a bar is a minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal } from '#lib/decimal.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput, VANILLA } from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { bars } from '#pine/brain/logged-values.fixture.ts';

function reportOf(body: string, candles: readonly Bar[], declared: string): BacktestReport {
  const source = `//@version=6\nstrategy("x", ${declared}, initial_capital = 100000)\n${body}\n`;
  const input = planInput(candles, {
    market: VANILLA,
    settings: { rules: 'tradingview', startsCold: true },
    wallet: [['USDT', '100000']],
  });
  const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
  assert(done.ok, done.ok ? '' : done.rejection.message);
  return done.value;
}

test('a limit order fills where the price goes beyond it as far as is declared', () => {
  const body = `if bar_index == 1
    strategy.entry("L", strategy.long, 1, limit = 95)`;
  // Each bar reaches one step beyond its ends.
  const candles = bars([100, 100, 100, 95, 100, 94, 100, 90, 100]);
  const bought = (ticks: number): readonly string[] =>
    reportOf(body, candles, `backtest_fill_limits_assumption = ${ticks}`).orders.map(
      ({ averagePrice, endedAtMs }) => {
        const minute = new Date(endedAtMs ?? 0).getUTCMinutes();
        return `${minute} at ${formatDecimal(averagePrice)}`;
      },
    );
  assert.deepEqual(bought(0), ['3 at 95']);
  assert.deepEqual(bought(2), ['5 at 95']);
  assert.deepEqual(bought(5), ['7 at 95']);
});

test('the price of a margin call is that at which the equity no longer covers the margin', () => {
  const body = (side: string): string => `if bar_index == 1
    strategy.entry("E", strategy.${side}, 2000)
if bar_index == 3
    log.info(str.tostring(strategy.margin_liquidation_price))`;
  const loggedLast = (side: string, margin: number): string | undefined =>
    reportOf(
      body(side),
      bars([100, 100, 100, 100, 100]),
      `margin_long = ${margin}, margin_short = ${margin}`,
    ).logs.at(-1)?.message;
  // Bought for 200,000 with 100,000: at 66.67 the equity is 33,333, a quarter of the position. A
  // tick is 1, and 67 covers it.
  assert.equal(loggedLast('long', 25), '66');
  assert.equal(loggedLast('short', 25), '120');
  assert.equal(loggedLast('long', 0), 'NaN');
});

test('the capital that is held is that of the entries, and na without margin', () => {
  const body = `if bar_index == 1
    strategy.entry("S", strategy.short, 20)
if bar_index == 3
    log.info(str.tostring(strategy.opentrades.capital_held))`;
  const held = (declared: string): string | undefined =>
    reportOf(body, bars([100, 100, 100, 110]), declared).logs.at(-1)?.message;
  assert.equal(held('margin_long = 50, margin_short = 0'), '2000');
  assert.equal(held('margin_long = 0, margin_short = 0'), 'NaN');
});

// Pine manual, "Currency": amounts of an account in another currency are converted. There are no
// rates here, so such an amount ends the run instead of trading another one.

test('money of a currency that has no rate ends the run, and says which', () => {
  const messageOf = (declared: string, body = ''): string => {
    const source = `//@version=6\nstrategy("x", ${declared})\nplot(close)\n${body}\n`;
    const settings = { rules: 'tradingview', startsCold: true } as const;
    const input = planInput(bars([100, 100, 100]), { market: VANILLA, settings });
    const done = runBacktest({ ...input, script: { name: 'x', source } }, () => true);
    return done.ok ? '' : done.rejection.message;
  };
  const cash = 'default_qty_type = strategy.cash';
  const euros = 'currency = currency.EUR';
  assert.match(messageOf(`${euros}, ${cash}`), /default_qty_value.* is in EUR, .* in USDT/);
  const paid = 'commission_type = strategy.commission.cash_per_order, commission_value = 1';
  assert.match(messageOf(`${euros}, ${paid}`), /commission_value.* is in EUR/);
  const limited = 'strategy.risk.max_drawdown(10, strategy.cash)';
  assert.match(messageOf(euros, limited), /^x:4:\d+: the limit of a loss is in EUR/);
  assert.match(messageOf(euros, 'x = strategy.convert_to_account(1)'), /is in EUR/);
  for (const declared of [euros, `currency = currency.USD, ${cash}`, cash])
    assert.equal(messageOf(declared), '');
});

test('closing all closes what was open at the call, not what opens before it on the bar', () => {
  const body = `if bar_index == 1
    strategy.entry("S", strategy.short, 1)
if bar_index == 3
    strategy.entry("L", strategy.long, 2)
    strategy.entry("S", strategy.short, 1)
    strategy.close_all()`;
  const { orders } = reportOf(body, bars([100, 100, 100, 100, 100, 100]), 'pyramiding = 1');
  const filled = orders.map(({ side, amount }) => `${side} ${formatDecimal(amount)}`);
  assert.deepEqual(filled, ['sell 1', 'buy 1', 'buy 2', 'sell 2', 'sell 1']);
});
