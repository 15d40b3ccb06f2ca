// Bots that go wrong in every way, all at once, beside a healthy one: each says why in its log and
// in its state, and the healthy one trades as if it were alone.

import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { openSimWallet } from '#adapters/sim/sim-wallets.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const MINUTES = 8;
/** After so many minutes a market closes, another goes, and an account is locked out. */
const CHANGES_AFTER = 3;

const BUYS = 'PlaceBuyOrder(CurrentPrice().close, 0.01, {type = MarketOrderType})';
const TEN_THOUSAND = `
  for index = 1, 10000 do
    PlaceBuyOrder(CurrentPrice().close * 0.5, 0.0002, {type = NoTimeOutOrderType})
  end`;

type Trouble = {
  readonly source: string;
  readonly bot?: Partial<Bot>;
  /** Whom the bot trades for: an account of its own, with this much money. */
  readonly usdt: string;
  /** Why it was stopped; null: it runs on. */
  readonly stopped: RegExp | null;
  readonly line: RegExp;
};

const TROUBLES: { readonly [what: string]: Trouble } = {
  'account that is gone': {
    source: BUYS,
    usdt: '10000',
    stopped: /account "[^"]*" no longer exists/,
    line: /account "[^"]*" no longer exists/,
  },
  'account that its exchange no longer accepts': {
    source: BUYS,
    usdt: '1000000',
    stopped: /exchange does not accept its account: .*locked out/,
    line: /exchange does not accept its account/,
  },
  'market that is not there': {
    source: BUYS,
    bot: { marketTag: 'SIM_NONE_USDT' },
    usdt: '10000',
    stopped: /market "SIM_NONE_USDT" no longer exists/,
    line: /market "SIM_NONE_USDT" no longer exists/,
  },
  'market that goes while it runs': {
    source: BUYS,
    bot: { marketTag: 'SIM_SOL_USDT' },
    usdt: '10000',
    stopped: /market "SIM_SOL_USDT" no longer exists/,
    line: /stopped: .*market "SIM_SOL_USDT" no longer exists/,
  },
  'market that closes while it runs': {
    source: BUYS.replace('0.01', '0.1'),
    bot: { marketTag: 'SIM_ETH_USDT' },
    usdt: '100000',
    stopped: null,
    line: /market "SIM_ETH_USDT" is closed: orders on it fail until it opens/,
  },
  'market whose steps change while it runs': {
    source: BUYS.replace('0.01', '0.1'),
    bot: { marketTag: 'SIM_BNB_USDT' },
    usdt: '100000',
    stopped: /steps of its market "SIM_BNB_USDT" were changed/,
    line: /stopped: .*steps of its market "SIM_BNB_USDT" were changed/,
  },
  'script that is not valid any more': {
    source: 'Nope(',
    usdt: '10000',
    stopped: /script is not valid/,
    line: /script is not valid/,
  },
  'empty wallet': {
    source: BUYS,
    usdt: '0.00000001',
    stopped: null,
    line: /order o1 failed: .*USDT/,
  },
  'ten thousand orders in a minute': {
    source: TEN_THOUSAND,
    usdt: '10000000',
    stopped: null,
    line: /200 orders are open, which is the most \(9800 times\)/,
  },
  'loop without an end': {
    source: 'while true do end',
    usdt: '10000',
    stopped: /steps|budget/i,
    line: /stopped: /,
  },
};

async function ownAccount(harness: BotHarness, usdt: string): Promise<string> {
  const account = sampleAccount(harness.spot.userId, { exchange: 'sim', marketType: 'spot' });
  const { accountId } = account;
  await harness.store.insertAccount(account);
  const deposits = [{ currency: 'USDT', amount: decimal(usdt) }];
  const opening = { accountId, marketType: 'spot', deposits, nowMs: harness.sim.nowMs() } as const;
  await openSimWallet(harness.sim.store, opening);
  return accountId;
}

/** The world's exchange, which changes for the worse when it is asked to. */
function changingExchange(harness: BotHarness, lockedOut: () => string, hasChanged: () => boolean) {
  const { exchange, sim } = harness.sim;
  const guard = (accountId: string): void => {
    if (hasChanged() && accountId === lockedOut())
      throw new Failure('unauthorized', 'the key was locked out');
  };
  let changed: Awaited<ReturnType<Exchange['listMarkets']>> | null = null;
  const changing: Exchange = {
    ...exchange,
    code: 'sim',
    async listMarkets() {
      const markets = await sim.listMarkets();
      if (!hasChanged()) return markets;
      changed ??= markets
        .filter(({ marketTag }) => marketTag !== 'SIM_SOL_USDT')
        .map((each) => {
          const isOpen = each.isOpen && each.marketTag !== 'SIM_ETH_USDT';
          const hasOtherStep = each.marketTag === 'SIM_BNB_USDT';
          const amountStep = hasOtherStep ? decimal('0.1') : each.amountStep;
          return { ...each, isOpen, amountStep };
        });
      return changed;
    },
    async fetchBalances(account) {
      guard(account.accountId);
      return exchange.fetchBalances(account);
    },
    async placeOrder(account, order) {
      guard(account.accountId);
      const isClosed = hasChanged() && order.marketTag === 'SIM_ETH_USDT';
      if (!isClosed) return exchange.placeOrder(account, order);
      return rejected({ code: 'order_rejected', detail: 'market "SIM_ETH_USDT" is not open' });
    },
  };
  return changing;
}

/** What the healthy bot orders, in a world of its own or beside others. */
async function healthyOrders(harness: BotHarness, bot: Bot): Promise<readonly string[]> {
  const { accountId } = bot;
  const { fills } = await harness.sim.exchange.fetchFills(
    { accountId, marketType: 'spot' },
    [],
    null,
    99,
  );
  const orders = await harness.ordersOf(bot);
  return [
    ...orders.map(({ side, amount, state, placedAtMs }) =>
      [side, formatDecimal(amount), state, placedAtMs].join(' '),
    ),
    ...fills.map(({ price, filledAtMs }) => [formatDecimal(price), filledAtMs].join(' ')),
  ];
}

async function alone(): Promise<readonly string[]> {
  const harness = await botHarness();
  const bot = await harness.start(EACH_MINUTE);
  await harness.passMinutes(MINUTES, [harness.runner()]);
  return healthyOrders(harness, bot);
}

async function beside() {
  const harness = await botHarness();
  const healthy = await harness.start(EACH_MINUTE);
  const bots = new Map<string, Bot>();
  for (const [what, { source, usdt, bot = {} }] of Object.entries(TROUBLES)) {
    const accountId = await ownAccount(harness, usdt);
    bots.set(what, await harness.start(source, { accountId, ...bot }));
  }
  let hasChanged = false;
  const accountIdOf = (what: string) => bots.get(what)?.accountId ?? '';
  const lockedOut = () => accountIdOf('account that its exchange no longer accepts');
  const exchange = changingExchange(harness, lockedOut, () => hasChanged);
  const gone = accountIdOf('account that is gone');
  const deps: Partial<LiveRunDeps> = {
    exchanges: exchangeRegistry([exchange]),
    accounts: {
      ...harness.store,
      findAccount: async (userId, accountId) =>
        accountId === gone ? null : harness.store.findAccount(userId, accountId),
    },
  };
  const runner = harness.runner(deps);
  await harness.passMinutes(CHANGES_AFTER, [runner]);
  hasChanged = true;
  await harness.passMinutes(MINUTES - CHANGES_AFTER, [runner]);
  return { harness, healthy, bots, runner };
}

suite('bots that go wrong in every way at once', () => {
  let ran: Awaited<ReturnType<typeof beside>>;
  before(async () => {
    ran = await beside();
  });

  for (const [what, { stopped, line }] of Object.entries(TROUBLES))
    test(`${what}: ${stopped === null ? 'runs on' : 'is stopped'}, and says why`, async () => {
      const { bots, harness } = ran;
      const bot = bots.get(what);
      assert.ok(bot !== undefined);
      const now = await harness.find(bot);
      assert.equal(now.isActivated, stopped === null);
      if (stopped === null) assert.equal(now.stopReason, null);
      else assert.match(now.stopReason ?? '', stopped);
      const lines = (await harness.linesOf(bot)).map(({ message }) => message);
      assert.match(lines.join('\n'), line);
      assert.ok(lines.length < 300, `${lines.length} lines`);
    });

  test('the healthy one trades as if it were alone', async () => {
    const { harness, healthy, runner } = ran;
    assert.ok((await harness.find(healthy)).isActivated);
    const orders = await healthyOrders(harness, healthy);
    assert.equal(orders.length, 2 * MINUTES);
    assert.deepEqual(orders, await alone());
    const runningOn = Object.values(TROUBLES).filter(({ stopped }) => stopped === null);
    assert.equal(runner.figures().runningCount, 1 + runningOn.length);
  });
});
