// Brackets as live runs: they begin at once, what their entry fills has exits in the same round,
// and whoever carries them on finds them as they were.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { marketGrid, priceOf } from '#domain/market/market-grid.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { plainExchange } from '#adapters/sim/plain-exchange.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import type { Bot, StrategyBrain } from '#ports/stores/bot-store.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

const TAG = 'SIM_BTC_USDT';

type Harness = {
  readonly made: BotHarness;
  readonly deps: LiveRunDeps;
  /** The price now, and so many thousandths of a percent from it. */
  readonly at: (thousandths: number) => string;
  readonly start: (config: ConfigRecord) => Promise<Bot>;
  readonly find: (bot: Bot) => Promise<Bot>;
  readonly outcomes: (bot: Bot) => Promise<readonly string[]>;
};

/** `plain`: an exchange that holds no stops. */
async function harness(kind: 'own' | 'plain'): Promise<Harness> {
  const made = await botHarness();
  const listMarkets = () => made.sim.sim.listMarkets();
  const base = kind === 'own' ? made.sim.exchange : plainExchange(made.sim.exchange);
  const exchange = { ...base, code: 'sim' as const, listMarkets };
  const deps = { ...made.deps, exchanges: exchangeRegistry([exchange]) };
  const markets = await listMarkets();
  const market = present(
    markets.find(({ marketTag }) => marketTag === TAG),
    'the market is listed',
  );
  const at = (thousandths: number): string => {
    const ticks = present(made.prices.ticksAt(TAG, made.sim.nowMs()), 'there is a price');
    const moved = ((ticks * BigInt(100_000 + thousandths)) / 100_000n) as Ticks;
    return formatDecimal(priceOf(marketGrid(market), moved));
  };
  return {
    made,
    deps,
    at,
    async start(config) {
      const record = { market_tag: TAG, amount: '0.01', ...config };
      const read = readConfig('bracket', record, market);
      assert.ok(read.ok, read.ok ? '' : (read.rejection[0]?.message ?? ''));
      const brain: StrategyBrain = { kind: 'strategy', type: 'bracket', config: read.value.record };
      const bot = {
        ...sampleBot(made.spot, { marketTag: TAG }),
        brain,
        isActivated: true,
        activation: 1,
        activatedAtMs: made.sim.nowMs(),
      };
      assert.equal(await made.store.insertBracket(bot, 10), 'inserted');
      return bot;
    },
    async find({ userId, botId }) {
      return present(await made.store.findBracket(userId, botId), 'the bracket is stored');
    },
    async outcomes(bot) {
      return (await made.ordersOf(bot)).map((order) =>
        [order.side, order.type, formatDecimal(order.filledAmount), order.state].join(' '),
      );
    },
  };
}

/** Rounds of one second, without the end of a minute. */
async function passSeconds({ made, deps }: Harness, count: number): Promise<void> {
  const runner = made.runner(deps);
  for (let passed = 0; passed < count; passed += 1) {
    made.passMs(1_000);
    await runner.renew();
    await runner.tick();
  }
  await runner.close();
}

for (const kind of ['own', 'plain'] as const)
  suite(`a bracket at an exchange with ${kind} orders`, () => {
    test('enters at once, and has both exits before a minute has ended', async () => {
      const each = await harness(kind);
      const bot = await each.start({ stop_price: each.at(-2_000), target_price: each.at(2_000) });
      await passSeconds(each, 8);
      assert.deepEqual(await each.outcomes(bot), [
        'buy market 0.01 filled',
        'sell stop_market 0 open',
        'sell limit 0 open',
      ]);
      const { bracket } = await each.find(bot);
      assert.equal(bracket?.phase, 'holding');
      assert.equal(formatDecimal(bracket.heldAmount), '0.01');
      assert.equal(bracket.uncoveredAmount, 0n);
    });

    test('ends by one of its exits, whoever carries it on', async () => {
      const each = await harness(kind);
      const bot = await each.start({ stop_price: each.at(-60), target_price: each.at(60) });
      for (let round = 0; round < 20; round += 1) {
        await passSeconds(each, 3);
        const runner = each.made.runner(each.deps);
        await each.made.passMinutes(2, [runner]);
        await runner.close();
        if (!(await each.find(bot)).isActivated) break;
      }
      const { bracket, isActivated } = await each.find(bot);
      assert.ok(!isActivated);
      assert.equal(bracket?.phase, 'done');
      assert.match(bracket.outcome ?? '', /^(target|stop)$/);
      const sold = (await each.outcomes(bot)).filter((text) => /^sell .* filled$/.test(text));
      assert.equal(sold.length, 1);
    });
  });
