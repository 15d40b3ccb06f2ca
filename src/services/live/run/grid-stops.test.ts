// Grids that are to sell what they hold at their stop, where the first sale fails.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, formatDecimal, multiplyDecimal } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import { present } from '#lib/assert.ts';
import type { Exchange, NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { startStrategy } from '#services/live/run/snapshot.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const MINUTES_MAX = 240;

type Place = Exchange['placeOrder'];

/** How the first sale at market ends. */
const FAILING: readonly (readonly [string, (place: Place) => Place])[] = [
  [
    'is refused',
    () => async () => rejected({ code: 'order_rejected', detail: 'the market is busy' }),
  ],
  [
    'fills half of it',
    (place) => async (account, order) =>
      place(account, { ...order, amount: multiplyDecimal(order.amount, decimal('0.5'), 'floor') }),
  ],
];

function failingOnce(exchange: Exchange, fail: (place: Place) => Place): Exchange {
  let hasFailed = false;
  const isSale = ({ side, type }: NewVenueOrder): boolean => side === 'sell' && type === 'market';
  return {
    ...exchange,
    async placeOrder(account, order) {
      const isFailing = !hasFailed && isSale(order);
      hasFailed ||= isFailing;
      if (!isFailing) return exchange.placeOrder(account, order);
      return fail(async (...request) => exchange.placeOrder(...request))(account, order);
    },
  };
}

suite('a grid whose sale at its stop', () => {
  for (const [what, fail] of FAILING)
    test(`${what} sells the rest with another one, and ends then`, async () => {
      const harness = await botHarness();
      const plain = present(harness.deps.exchanges.find('sim'), 'the exchange is there');
      const exchanges = exchangeRegistry([failingOnce(plain, fail)]);
      const runner = harness.runner({ exchanges });
      const bot = await startStrategy(harness, 'spot_grid', (price) => ({
        lower_price: price(99.9),
        upper_price: price(120),
        grid_count: 2,
        investment: '4000',
        stop_loss_price: price(99.8),
        sell_base_on_stop: true,
      }));
      for (
        let passed = 0;
        passed < MINUTES_MAX && (await harness.find(bot)).isActivated;
        passed += 1
      )
        await harness.passMinutes(1, [runner]);
      await harness.passMinutes(2, [runner]);
      assert.match((await harness.find(bot)).stopReason ?? '', /the stop loss price was reached/);
      const sales = (await harness.ordersOf(bot)).filter(
        ({ side, type }) => side === 'sell' && type === 'market',
      );
      assert.equal(sales.length, 2);
      const run = present(await harness.runs.findPositions(bot.botId), 'it has positions');
      assert.equal(run.positions, '[]', sales.map(({ amount }) => formatDecimal(amount)).join());
    });
});
