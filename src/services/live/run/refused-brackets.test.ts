// Brackets whose entry was refused, as its exchange replied, and filled all the same: what is held
// has its exits.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { ConfigRecord } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import { REFUSED, refusingExchange } from '#adapters/sim/refusing-exchange.fixture.ts';
import type { StrategyBot } from '#ports/stores/bot-store.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import { endBracket } from '#services/brackets/end-bracket.ts';
import { showBrackets } from '#services/brackets/show-brackets.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';

const MARKETS = ['SIM_BTC_USDT', 'SIM_BTC_USDT_PERP'] as const;
const EXITS = { stop_price: '40000', target_price: '90000' };

async function refusedBracket(
  marketTag: (typeof MARKETS)[number],
  hiddenMinutes: number,
  config: ConfigRecord = {},
) {
  const harness = await botHarness();
  const { deps, spot, futures, store, runs } = harness;
  const real = present(deps.exchanges.find(spot.exchange), 'the exchange is there');
  const exchange = refusingExchange(real, deps.clock, hiddenMinutes * MINUTE_MS);
  const exchanges = exchangeRegistry([exchange]);
  const market = present(
    (await real.listMarkets()).find((each) => each.marketTag === marketTag),
    'the market is listed',
  );
  const record = { market_tag: marketTag, amount: '0.01', ...EXITS, ...config };
  const read = readConfig('bracket', record, market);
  assert.ok(read.ok);
  const account = marketTag === 'SIM_BTC_USDT' ? spot : futures;
  const bot: StrategyBot = {
    ...sampleBot(account, { marketTag }),
    brain: { kind: 'strategy', type: 'bracket', config: read.value.record },
    isActivated: true,
    activation: 1,
    activatedAtMs: deps.clock.nowMs(),
  };
  assert.equal(await store.insertBracket(bot, 10), 'inserted');
  return {
    harness,
    bot,
    real,
    account: { ...account, marketType: market.marketType },
    /** Each minute another process. */
    async passMinutes(this: void, count: number): Promise<void> {
      for (let passed = 0; passed < count; passed += 1) {
        const runner = harness.runner({ exchanges });
        await harness.passMinutes(1, [runner]);
        await runner.receive();
        await runner.settled();
        await reconcileAccounts({ ...deps, exchanges });
        await runner.close();
      }
    },
    async shown(this: void) {
      const stored = present(await store.findBracket(bot.userId, bot.botId), 'it is stored');
      return present((await showBrackets({ botRuns: runs }, [stored]))[0], 'it is shown');
    },
  };
}

for (const marketTag of MARKETS)
  suite(`a bracket on ${marketTag} whose entry was refused`, () => {
    for (const hiddenMinutes of [0, 1, 2])
      test(`has both exits once it shows what filled, after ${hiddenMinutes} min`, async () => {
        const { passMinutes, shown, harness, bot } = await refusedBracket(marketTag, hiddenMinutes);
        await passMinutes(hiddenMinutes + 4);
        const { state, protectedAmount, bracket, reason } = await shown();
        assert.deepEqual([state, formatDecimal(protectedAmount)], ['protected', '0.01']);
        assert.equal(formatDecimal(present(bracket.bracket, 'it ran').heldAmount), '0.01');
        assert.equal(reason, null);
        const orders = (await harness.ordersOf(bot)).map(({ type, state: now }) => [type, now]);
        assert.deepEqual(orders, [
          ['market', 'filled'],
          ['stop_market', 'open'],
          ['limit', 'open'],
        ]);
      });

    test('says so while it looks for it, and ends when it is not there', async () => {
      const { passMinutes, shown, real, account } = await refusedBracket(marketTag, 1, {
        entry_price: '50000',
      });
      await passMinutes(1);
      const { state, reason } = await shown();
      assert.equal(state, 'entering');
      assert.ok(reason?.includes(`refused (${REFUSED}); it is looked for`), reason ?? '');
      await passMinutes(6);
      const ended = await shown();
      assert.deepEqual(
        [ended.state, ended.outcome, ended.reason],
        ['ended', 'not_entered', REFUSED],
      );
      assert.deepEqual(await real.fetchOpenOrders(account), [], 'and nothing is left to fill');
    });

    test('ends at once where its owner ends it', async () => {
      const { passMinutes, shown, harness, bot } = await refusedBracket(marketTag, 1, {
        entry_price: '50000',
      });
      await passMinutes(1);
      const { userId, accountId, botId: bracketId } = bot;
      const deps = { bots: harness.store, clock: harness.deps.clock };
      await endBracket(deps, { userId, accountId, bracketId, closesPosition: false });
      await passMinutes(1);
      assert.deepEqual([(await shown()).state, (await shown()).outcome], ['ended', 'cancelled']);
    });

    test('shows what it holds though that shows only once it has ended', async () => {
      const { passMinutes, shown, harness, bot } = await refusedBracket(marketTag, 8);
      await passMinutes(7);
      assert.equal((await shown()).state, 'ended');
      await passMinutes(5);
      const { bracket } = await shown();
      assert.equal(formatDecimal(present(bracket.bracket, 'it ran').heldAmount), '0.01');
      const lines = await harness.linesOf(bot);
      const warnings = lines.filter(({ severity }) => severity === 'warning');
      assert.deepEqual(warnings.length, 1);
      assert.match(warnings[0]?.message ?? '', /was filled all the same/);
    });
  });
