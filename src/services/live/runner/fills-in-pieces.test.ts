// Fills that are no whole steps of their market: whoever trades with the bot may have placed an
// order before the exchange made the steps larger.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, subtractDecimal } from '#lib/decimal.ts';
import { accepted } from '#lib/result.ts';
import { fromStoredForm } from '#lib/stored-form.ts';
import type { BacktestPosition } from '#backtesting/backtest.ts';
import type { Exchange, VenueFill } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** Of 100 steps; the last piece is what is left. */
const PIECES: readonly (readonly string[])[] = [
  ['99.5'],
  ['0.5'],
  ['0.3', '0.4', '0.5', '0.7'],
  ['0.99', '98.02', '0.98'],
];
const STEPS = decimal('100');

const MARKETS = {
  spot: { marketTag: 'SIM_BTC_USDT', amount: '0.001', side: 'Buy' },
  futures: { marketTag: 'SIM_BTC_USDT_PERP', amount: '0.1', side: 'GoLong' },
} as const;
type Kind = keyof typeof MARKETS;

function inPieces(fill: VenueFill, steps: readonly string[]): readonly VenueFill[] {
  const given = steps.map((text) => part(fill.amount, decimal(text)));
  const rest = given.reduce((left, amount) => subtractDecimal(left, amount), fill.amount);
  return [...given, rest].map((amount, index) => ({
    ...fill,
    amount,
    fee: ((fill.fee * amount) / fill.amount) as Decimal,
    fillId: `${fill.fillId} ${index}`,
  }));
}

function part(whole: Decimal, steps: Decimal): Decimal {
  return ((whole * steps) / STEPS) as Decimal;
}

/** `shown`: how many of the pieces are listed in each reading. */
function splitting(exchange: Exchange, steps: readonly string[], shown: number): Exchange {
  const waiting: VenueFill[] = [];
  return {
    ...exchange,
    async fetchFills(...request) {
      const page = await exchange.fetchFills(...request);
      waiting.push(...page.fills.flatMap((fill) => inPieces(fill, steps)));
      return { ...page, fills: waiting.splice(0, shown) };
    },
  };
}

function buys(kind: Kind): string {
  const { side, amount } = MARKETS[kind];
  return `
    local n = Load('n', 0) + 1
    Save('n', n)
    local price = CurrentPrice().close
    if n == 1 then Place${side}Order(price, ${amount}, {type = MarketOrderType}) end`;
}

/** A bot that has bought at an exchange that shows its fill so. */
async function boughtAt(kind: Kind, met: (exchange: Exchange) => Exchange, isOneProcess: boolean) {
  const harness = await botHarness();
  const exchange = met(present(harness.deps.exchanges.find('sim'), 'it is there'));
  const exchanges = exchangeRegistry([exchange]);
  const { accountId } = harness[kind];
  const { marketTag } = MARKETS[kind];
  const bot = await harness.start(buys(kind), { accountId, marketTag });
  let runner = harness.runner({ exchanges });
  for (let passed = 0; passed < 8; passed += 1) {
    await harness.passMinutes(1, [runner]);
    if (isOneProcess) continue;
    await runner.close();
    runner = harness.runner({ exchanges });
  }
  const stored = present(await harness.runs.findPositions(bot.botId), 'it has positions');
  const [position] = fromStoredForm(stored.positions) as readonly BacktestPosition[];
  const run = present(await harness.runs.findRun(bot.botId, bot.activation), 'it runs');
  const lines = await harness.linesOf(bot);
  return { position: present(position, 'it holds something'), run, lines };
}

function rounded(fees: Decimal): string {
  return Number(formatDecimal(fees)).toFixed(6);
}

suite('a fill in pieces of a step', () => {
  for (const kind of ['spot', 'futures'] as const)
    for (const steps of PIECES)
      for (const shown of [1, 500])
        for (const isOneProcess of [true, false]) {
          const process = isOneProcess ? 'in one process' : 'in a process of each minute';
          const name = `on ${kind}, ${steps.join(', ')} and the rest, ${shown} at once, ${process}`;
          test(`is all held, with its fees: ${name}`, async () => {
            const whole = await boughtAt(kind, (exchange) => exchange, true);
            const met = (exchange: Exchange) => splitting(exchange, steps, shown);
            const { position, run, lines } = await boughtAt(kind, met, isOneProcess);
            assert.equal(formatDecimal(position.amount), MARKETS[kind].amount);
            assert.equal(rounded(position.fees), rounded(whole.position.fees));
            assert.equal(run.openCount, 0);
            assert.deepEqual(
              lines.filter(({ severity }) => severity === 'warning' || severity === 'error'),
              [],
            );
          });
        }

  test('whose order ends within a step is said to be held beside it', async () => {
    const met = (exchange: Exchange): Exchange => ({
      ...exchange,
      async placeOrder(account, order) {
        const placed = await exchange.placeOrder(account, order);
        const filledAmount = part(order.amount, decimal('50.5'));
        if (!placed.ok) return placed;
        return accepted({ ...placed.value, state: 'cancelled', filledAmount });
      },
      async fetchFills(...request) {
        const page = await exchange.fetchFills(...request);
        return {
          ...page,
          fills: page.fills.flatMap((fill) => inPieces(fill, ['50.5']).slice(0, 1)),
        };
      },
    });
    const { position, run, lines } = await boughtAt('spot', met, true);
    assert.equal(formatDecimal(position.amount), '0.0005');
    assert.equal(run.openCount, 0);
    const said = lines.filter(({ severity }) => severity === 'warning');
    assert.match(said[0]?.message ?? '', /filled 0.000005 beside whole steps/);
  });
});
