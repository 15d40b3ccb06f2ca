// Backtests over candles longer than a minute: what happens when, what is refused, and that they
// come to what minutes come to wherever minutes do not matter.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { spreadCandles } from '#domain/candle/spread-candles.ts';
import type { BacktestInput, BacktestReport, BacktestSettings } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import {
  columnsOf,
  ordersAt,
  planInput,
  runPlan,
  START_MS,
  VANILLA,
} from '#backtesting/feed.fixture.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';

/** Minutes that rise and fall, and of which some are missing. */
function minutes(count: number): Bar[] {
  let price = 20_000;
  let chance = 7;
  const next = (size: number): number => {
    chance = (chance * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((chance / 2 ** 31) * size);
  };
  return Array.from({ length: count }, (): Bar => {
    const open = price + next(21) - 10;
    const close = open + next(201) - 100;
    price = close;
    const bar: Bar = [
      open,
      Math.max(open, close) + next(40),
      Math.min(open, close) - next(40),
      close,
    ];
    return next(50) === 0 ? null : bar;
  });
}

/** The same as candles of so many minutes. */
function coarse(fine: CandleColumns, candleMinutes: number): CandleColumns {
  const bars: Bar[] = [];
  for (let from = 0; from < fine.rowCount; from += candleMinutes) {
    const rows = Array.from({ length: candleMinutes }, (_, at) => from + at).filter(
      (row) => fine.isMissing[row] === 0,
    );
    const of = (column: Float64Array): number[] => rows.map((row) => column[row] as number);
    const candle: Bar = [
      fine.open[rows[0] as number] as number,
      Math.max(...of(fine.high)),
      Math.min(...of(fine.low)),
      of(fine.close).at(-1) as number,
      of(fine.volume).reduce((sum, each) => sum + each, 0),
    ];
    bars.push(rows.length === 0 ? null : candle);
    for (let row = 1; row < candleMinutes; row += 1) bars.push(null);
  }
  const columns = columnsOf(bars, fine.firstOpenMs);
  spreadCandles(columns, candleMinutes);
  return columns;
}

function inputOver(
  candles: CandleColumns,
  candleMinutes: number,
  changes: Partial<BacktestInput>,
): BacktestInput {
  const input = planInput([[1, 1, 1, 1]], { market: VANILLA });
  const [trade] = input.markets;
  assert.ok(trade !== undefined);
  return {
    ...input,
    markets: [{ ...trade, candles, ...(candleMinutes === 1 ? {} : { candleMinutes }) }],
    startMs: candles.firstOpenMs,
    endMs: candles.firstOpenMs + candles.rowCount * MINUTE_MS,
    ...changes,
  };
}

/** Enters at crossings, and leaves by a stop or a target. */
const SCRIPT = `
local deal = Load('deal', { state = 'idle' })
if deal.state == 'idle' then
    if CrossOver(EMA(ClosePrices(), 5), EMA(ClosePrices(), 12)) then
        local id = NewGuid()
        local price = CurrentPrice().close
        local order = PlaceGoLongOrder(price, 0.01, { type = MarketOrderType, positionId = id })
        PlaceExitLongOrder(price * 0.996, 0.01,
            { type = StopMarketOrderType, triggerPrice = price * 0.996, positionId = id })
        PlaceExitLongOrder(price * 1.006, 0.01, { type = LimitOrderType, positionId = id })
        if order ~= '' then deal = { state = 'in', id = id } end
    end
elseif IsPositionClosed(deal.id) then
    CancelAllOrders(deal.id)
    deal = { state = 'idle' }
end
Save('deal', deal)
`;

function reportOver(input: BacktestInput, source = SCRIPT): BacktestReport {
  const done = runBacktest({ ...input, script: { name: 's', source } }, () => true);
  assert.ok(done.ok, done.ok ? '' : `${done.rejection.message} (line ${done.rejection.line})`);
  return done.value;
}

const FINE = columnsOf(minutes(15 * 600));
const COARSE = coarse(FINE, 15);
const { settings: SETTINGS } = planInput([]);
const withRules = (rules: BacktestSettings['rules']): BacktestSettings => ({ ...SETTINGS, rules });

suite('candles longer than a minute', () => {
  for (const intervalMinutes of [15, 60])
    test(`give what minutes give where a chart of ${intervalMinutes} matches orders`, () => {
      const changes = { intervalMinutes, settings: withRules('tradingview') };
      const fine = reportOver(inputOver(FINE, 1, changes));
      const long = reportOver(inputOver(COARSE, 15, changes));
      assert.ok(fine.positionsClosed > 5, `${fine.positionsClosed} positions`);
      assert.deepEqual(long.orders, fine.orders);
      assert.deepEqual(long.positions, fine.positions);
      assert.deepEqual(long.resolution, { candleMinutes: 15, unwalkedFills: 0 });
      assert.equal(fine.resolution, undefined);
      assert.notEqual(long.dataHash, fine.dataHash);
    });

  test('count the fills inside them under the other rules, and are never looked ahead in', () => {
    const settings = { ...withRules('realistic'), isAudited: true };
    const report = reportOver(inputOver(COARSE, 15, { intervalMinutes: 60, settings }));
    const inside = report.orders.filter(
      ({ type, state }) => type !== 'market' && state === 'filled',
    ).length;
    assert.ok(inside > 5, `${inside} fills`);
    assert.deepEqual(report.resolution, { candleMinutes: 15, unwalkedFills: inside });
    // EMA(12) has its first value in the twelfth hour, so eleven hours of four candles pass first.
    assert.equal(report.updates, 600 - 11 * 4);
    const cold = { ...settings, startsCold: true } as const;
    const all = reportOver(inputOver(COARSE, 15, { intervalMinutes: 60, settings: cold }));
    assert.equal(all.updates, 600);
  });

  test('fill what an update asks for at the open of the next candle', () => {
    const bars: Bar[] = [];
    for (const bar of [
      [100, 120, 90, 110],
      [105, 130, 95, 125],
      [126, 140, 99, 130],
    ] as const)
      bars.push(bar, null, null, null, null);
    const candles = columnsOf(bars);
    spreadCandles(candles, 5);
    const input = inputOver(candles, 5, { intervalMinutes: 5 });
    const { report } = runPlan(ordersAt({ 4: [{}] }), input);
    const [order] = report.orders;
    assert.equal(formatDecimal(order?.averagePrice ?? ZERO), '105');
    assert.equal(order?.endedAtMs, START_MS + 5 * MINUTE_MS);
    assert.deepEqual(report.resolution, { candleMinutes: 5, unwalkedFills: 0 });
  });

  test('pay all funding that fell due in them when they are over', () => {
    const candles = columnsOf(Array.from({ length: 40 }, (): Bar => [100, 100, 100, 100]));
    const rate = decimal('0.001');
    const funding = [12, 15, 20].map((minute) => ({ atMs: START_MS + minute * MINUTE_MS, rate }));
    const base = inputOver(candles, 10, { intervalMinutes: 10, settings: withRules('realistic') });
    const market = { ...planInput([], { market: VANILLA, funding }).markets[0], candles };
    const markets = [{ ...market, candleMinutes: 10 }] as BacktestInput['markets'];
    const { report } = runPlan(ordersAt({ 9: [{ amount: 1 }] }), { ...base, markets });
    assert.equal(formatDecimal(report.funding), '0.3', '100 * 0.1 % three times');
  });

  test('are no chart of theirs that they do not add up to', () => {
    const script = { name: 's', source: SCRIPT };
    const input = inputOver(COARSE, 15, { intervalMinutes: 5, script });
    const done = runBacktest(input, () => true);
    assert.ok(!done.ok);
    assert.match(
      done.rejection.message,
      /candles of 15 minutes, of which bars of 5 minutes cannot/,
    );
  });

  test('give no series of shorter ones', () => {
    const input = inputOver(COARSE, 15, { intervalMinutes: 60 });
    const script = { name: 's', source: 'local s = ClosePrices(5)\nLog(s[1])' };
    const done = runBacktest({ ...input, script }, () => true);
    assert.ok(!done.ok);
    assert.match(done.rejection.message, /candles of 15 minutes: those of 5 cannot be built/);
    assert.equal(done.rejection.line, 1);
  });
});
