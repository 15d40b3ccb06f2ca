// Fees of a bot's position, whatever currency the exchange took them in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideDecimal, ZERO } from '#lib/decimal.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const BUY = `
  if Load('requested', false) then return end
  Save('requested', true)
  PlaceBuyOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})`;

/** What the position of a bot that bought once says of its fees. */
async function feesPaid(change: (fill: VenueFill) => VenueFill): Promise<Decimal> {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    listMarkets: () => harness.sim.sim.listMarkets(),
    async fetchFills(...question) {
      const page = await plain.fetchFills(...question);
      return { ...page, fills: page.fills.map(change) };
    },
  };
  const bot = await harness.start(BUY);
  await harness.passMinutes(4, [harness.runner({ exchanges: exchangeRegistry([exchange]) })]);
  const shown = present(await harness.runs.findPositions(bot.botId), 'it ran');
  const [position] = fromStoredForm(shown.positions) as readonly BacktestPosition[];
  return present(position, 'it bought').fees;
}

test('a fee in a coin of the exchange is valued by the price of that coin', async () => {
  const usual = await feesPaid((fill) => fill);
  const quote = await feesPaid((fill) => {
    return { ...fill, feeCurrency: 'BNB', fee: decimal('0.001') };
  });
  assert(usual > ZERO);
  // A thousandth of a coin of some hundred dollars, not of one of some ten thousand.
  assert(quote > decimal('0.05') && quote < decimal('2'), String(quote));
});

test('a fee in what was received is valued by the price of the fill', async () => {
  const usual = await feesPaid((fill) => fill);
  const received = await feesPaid((fill) => {
    return { ...fill, feeCurrency: 'BTC', fee: divideDecimal(fill.fee, fill.price, 'floor') };
  });
  const gap = usual > received ? usual - received : received - usual;
  assert(gap <= decimal('0.001'), `${received} is not ${usual}`);
});

test('a fee in a currency without a price is said, and not counted', async () => {
  assert.equal(await feesPaid((fill) => ({ ...fill, feeCurrency: 'POINTS' })), ZERO);
});
