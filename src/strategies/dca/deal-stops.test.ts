// Stops of averaging bots that are orders, as where their exchange holds them: of the size that is
// held, moved with the average and in steps with a trail, and what they fill ends the deal. A tick
// is 0.01 USDT, a lot 0.0001.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { decimal, formatDecimal } from '#lib/decimal.ts';
import { futuresMarket } from '#venue-port/market/market.fixture.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { dcaOf, dcaReport } from '#strategies/dca/dca-run.fixture.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';

const FEES = { makerFeePercent: decimal('0.1'), takerFeePercent: decimal('0.1') };
const MARKET = { ...futuresMarket('vanilla', '1', { amountStep: '0.0001' }), ...FEES };

/** Minutes that open where the one before closed. */
function moving(...prices: readonly number[]): Bar[] {
  let open = Math.round((prices[0] ?? 0) * 100);
  return prices.map((price): Bar => {
    const from = open;
    open = Math.round(price * 100);
    return [from, Math.max(from, open), Math.min(from, open), open, 10 ** 9];
  });
}

function run(changes: ConfigRecord, prices: readonly number[], placesStops = true): BacktestReport {
  const config = dcaOf(
    {
      base_order_size: '200',
      averaging_order_size: '200',
      max_averaging_orders: 1,
      price_deviation_percent: 2,
      stop_loss_percent: 5,
      max_deals: 1,
      ...changes,
    },
    'futures_dollar_cost_averaging',
  );
  return dcaReport(config, MARKET, moving(...prices), {}, () => undefined, placesStops);
}

function stopsOf({ orders }: BacktestReport): string[] {
  return orders
    .filter(({ type }) => type === 'stop_market')
    .map(({ side, amount, triggerPrice, state }) =>
      [side, formatDecimal(amount), formatDecimal(triggerPrice ?? decimal('0')), state].join(' '),
    );
}

function linesOf({ logs }: BacktestReport): string {
  return logs.map(({ message }) => message).join('\n');
}

const STILL = Array<number>(4).fill(20_000);

suite('the stop of a deal as an order', () => {
  test('stands below the average, of all that is held, beside the profit', () => {
    const report = run({}, STILL);
    assert.equal(stopsOf(report).length, 1);
    const [stop] = stopsOf(report);
    assert.match(stop ?? '', /^sell 0\.01 190\d\d\.?\d* open$/);
    assert(report.orders.some(({ type, side }) => type === 'limit' && side === 'sell'));
  });

  test('is none where it is not wanted', () => {
    assert.deepEqual(stopsOf(run({}, STILL, false)), []);
    assert.deepEqual(stopsOf(run({ stop_loss_percent: null }, STILL)), []);
  });

  test('follows the average down and grows with what an averaging order bought', () => {
    const report = run({}, [...STILL, 19_500, 19_500, 19_500, 19_500]);
    const stops = stopsOf(report);
    assert.equal(stops.length, 2, stops.join('; '));
    assert.match(stops[0] ?? '', /^sell 0\.01 .+ cancelled$/);
    assert.match(stops[1] ?? '', /^sell 0\.0\d+ .+ open$/);
    assert(amountOf(stops[1]) > amountOf(stops[0]));
    assert(triggerOf(stops[1]) < triggerOf(stops[0]));
  });

  test('ends the deal by what it fills, and nothing of the deal rests', () => {
    const report = run({ stop_loss_action: 'close_deal_and_stop' }, [
      ...STILL,
      18_000,
      18_000,
      18_000,
    ]);
    assert(stopsOf(report).some((stop) => stop.endsWith('filled')));
    assert.match(linesOf(report), /the deal is closed: the stop loss was reached/);
    assert.match(linesOf(report), /its stop loss was reached/);
    assert.deepEqual(
      report.orders.filter(({ state }) => state === 'open').map(({ type }) => type),
      [],
    );
    const exits = report.orders.filter(({ side, state }) => side === 'sell' && state === 'filled');
    const entries = report.orders.filter(({ side, state }) => side === 'buy' && state === 'filled');
    const sum = (list: typeof exits): bigint => list.reduce((all, { amount }) => all + amount, 0n);
    assert.equal(sum(exits), sum(entries));
  });

  test('trails in steps of a fifth of its distance, and never back', () => {
    const rising = [20_000, 20_000, 20_050, 20_100, 20_150, 20_250, 20_300, 20_350, 20_300, 20_200];
    const report = run({ trailing_stop_loss: true, take_profit_percent: 9 }, rising);
    const triggers = stopsOf(report).map(triggerOf);
    assert(triggers.length >= 2 && triggers.length <= 3, stopsOf(report).join('; '));
    assert.deepEqual(
      triggers,
      [...triggers].sort((left, right) => left - right),
    );
    const steps = triggers.slice(1).map((trigger, at) => trigger - (triggers[at] ?? 0));
    assert(
      steps.every((step) => step >= 180),
      steps.join(' '),
    );
  });

  test('of a short stands above it', () => {
    const report = run({ direction: 'short' }, STILL);
    assert.match(stopsOf(report)[0] ?? '', /^buy 0\.01 20\d\d\d\.?\d* open$/);
  });
});

function amountOf(stop = ''): number {
  return Number(stop.split(' ')[1]);
}

function triggerOf(stop = ''): number {
  return Number(stop.split(' ')[2]);
}
