// A bot of futures starts only on an account that is set up as the bot trades.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { CredentialReport, Exchange, VenuePosition } from '#venue-port/exchange/exchange.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { newOrder, placed } from '#ports/exchange/exchange-harness.contract.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { sampleBot, sampleCaller } from '#ports/stores/store.fixture.ts';

const MARKET = 'SIM_BTC_USDT_PERP';

type Setup = {
  readonly report?: Partial<CredentialReport>;
  readonly position?: Partial<VenuePosition>;
  readonly failure?: Failure;
  readonly settings?: Partial<typeof UNCHOSEN_SETTINGS>;
  readonly isSpot?: boolean;
};

/** What the start of a bot ends with: null when it was started. */
async function startWith(setup: Setup): Promise<string | null> {
  const harness = await botHarness();
  const { exchange: plain } = harness.sim;
  if (setup.position !== undefined && harness.sim.futures !== null)
    await placed(
      harness.sim,
      harness.sim.futures,
      await newOrder(harness.sim, harness.sim.futures, { side: 'buy' }),
    );
  const exchange: Exchange = {
    ...plain,
    code: 'sim',
    async checkCredentials(account) {
      if (setup.failure !== undefined) throw setup.failure;
      return { ...(await plain.checkCredentials(account)), ...setup.report };
    },
    async fetchPositions(account) {
      const positions = await plain.fetchPositions(account);
      return positions.map((position) => ({ ...position, ...setup.position }));
    },
  };
  const account = setup.isSpot === true ? harness.spot : harness.futures;
  const bot = {
    ...sampleBot(account),
    brain: { kind: 'strategy', type: 'spot_grid', config: {} } as const,
    marketTag: setup.isSpot === true ? 'SIM_BTC_USDT' : MARKET,
    settings: { ...UNCHOSEN_SETTINGS, ...setup.settings },
  };
  await harness.store.insertBot(bot, null);
  const deps = {
    bots: harness.store,
    scripts: harness.store,
    dataSeries: harness.store,
    accounts: harness.store,
    exchanges: exchangeRegistry([exchange]),
    clock: harness.deps.clock,
  };
  const caller = sampleCaller(account.userId, { plan: 'unlimited' });
  const started = await startBot(deps, { caller, botId: bot.botId });
  assert.equal((await harness.find(bot)).isActivated, started.ok);
  return started.ok ? null : started.rejection.detail;
}

const CROSS = { marginMode: 'cross', leverage: decimal('5') } as const;

suite('a bot of futures', () => {
  test('starts at the simulated exchange', async () => {
    assert.equal(await startWith({}), null);
  });

  test('is refused on an account in hedge mode, with the remedy', async () => {
    const refusal = await startWith({ report: { positionMode: 'hedge' } });
    assert.match(refusal ?? '', /hedge mode.*one-way at Simulated exchange/);
  });

  test('of a key that may only read is refused', async () => {
    assert.match((await startWith({ report: { canTrade: false } })) ?? '', /may not trade/);
  });

  test('is refused where the whole account has another margin mode', async () => {
    const report = { marginMode: 'isolated' } as const;
    assert.match((await startWith({ report })) ?? '', /isolated margin.*cross margin/);
    assert.equal(await startWith({ report, settings: { marginMode: 'isolated' } }), null);
  });

  test('is refused beside a position with another leverage', async () => {
    const settings = { leverage: decimal('10') };
    const refusal = await startWith({ position: CROSS, settings });
    assert.match(refusal ?? '', /leverage 5, and the bot trades with leverage 10: close/);
    assert.equal(await startWith({ position: CROSS, settings: { leverage: decimal('5') } }), null);
    assert.equal(await startWith({ position: CROSS }), null);
  });

  test('is refused beside a position with another margin mode', async () => {
    const position = { ...CROSS, marginMode: 'isolated' } as const;
    assert.match((await startWith({ position })) ?? '', /isolated margin.*close the position/);
  });

  test('starts beside a position in another market', async () => {
    const settings = { leverage: decimal('10') };
    const position = { ...CROSS, marketTag: 'SIM_ETH_USDT_PERP' };
    assert.equal(await startWith({ position, settings }), null);
  });

  test('is refused when the exchange refuses the key, in its words', async () => {
    const failure = new Failure('unauthorized', 'API-key format invalid.');
    assert.match((await startWith({ failure })) ?? '', /API-key format invalid/);
  });

  test('is not started while the exchange does not respond', async () => {
    const failure = new Failure('unavailable', 'down');
    await assert.rejects(startWith({ failure }), { code: 'unavailable' });
  });
});

test('a bot of a spot account needs none of it', async () => {
  const failure = new Failure('unavailable', 'down');
  assert.equal(await startWith({ isSpot: true, failure }), null);
});
