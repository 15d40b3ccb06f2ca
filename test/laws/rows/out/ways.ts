// Ways out of an account, each with what must have become of the orders whose records are whole.

import { decimal } from '#lib/decimal.ts';
import { SAMPLE_BRACKET } from '#ports/stores/bot-run.fixture.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { cancelOrders } from '#services/orders/cancel-orders.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import { watchLosses } from '#services/risk/watch-losses.ts';
import { windDownBot } from '#services/bots/wind-down-bot.ts';
import { isAnythingLeft } from '#services/strategy-bots/what-is-left.ts';
import type { OutWorld, PlacedOrders } from './out-world.ts';
import { openThere, place } from './out-world.ts';

export type Way = {
  /** The service that walks over the orders. */
  readonly path: string;
  readonly name: string;
  /** While the record is damaged. Returns what is wrong; null: nothing. */
  readonly tryIt: (world: OutWorld, placed: PlacedOrders) => Promise<string | null>;
  /** It does not come to the orders, so that it does not name one either. */
  readonly passesThem?: true;
  /** What an account has to have before. */
  readonly prepare?: (world: OutWorld) => Promise<void>;
};

async function whatIsLeft(world: OutWorld, { otherId }: PlacedOrders): Promise<string | null> {
  const open = await openThere(world);
  return open.includes(otherId) ? 'the other order still works at the exchange' : null;
}

/** Whoever is given what was done is given the order that is left, too. */
async function leftOf(
  world: OutWorld,
  placed: PlacedOrders,
  delivered: string,
): Promise<string | null> {
  const left = await whatIsLeft(world, placed);
  if (left !== null) return left;
  const isOpen = (await openThere(world)).includes(placed.damagedId);
  return isOpen && !delivered.includes(placed.damagedId) ? 'the damaged order is not named' : null;
}

const stopAll = (
  world: OutWorld,
  reach: Parameters<typeof stopEverything>[1]['reach'],
  closesPositions = true,
) =>
  stopEverything(world.deps, {
    reach,
    reason: 'a way out',
    cancelsOrders: true,
    closesPositions,
    derivationId: world.account.accountId,
    withinMs: null,
  });

export const WAYS: readonly Way[] = [
  ...[null, 'SIM_BTC_USDT'].map((marketTag): Way => ({
    path: 'src/services/orders/cancel-orders.ts',
    name: marketTag === null ? 'cancel all orders' : 'cancel all orders of a market',
    async tryIt(world, placed) {
      const { caller, account, deps } = world;
      const command = { caller, accountId: account.accountId, marketTag };
      const done = await cancelOrders(deps, command);
      return leftOf(world, placed, JSON.stringify(done.ok ? done.value.workingIds : []));
    },
  })),
  ...(['account', 'user'] as const).map((kind): Way => ({
    path: 'src/services/risk/stop-everything.ts',
    name: `stop everything of the ${kind}`,
    async tryIt(world, placed) {
      const { accountId, userId } = world.account;
      const report = await stopAll(world, { kind, accountId, userId });
      const isOpen = (await openThere(world)).includes(placed.damagedId);
      if (isOpen && report.isComplete) return 'it is reported as complete';
      return whatIsLeft(world, placed);
    },
  })),
  ...['null', '[]', '"x"'].map((config): Way => ({
    path: 'src/services/risk/stop-everything.ts',
    name: `stop everything beside a bracket with the settings ${config}`,
    async tryIt(world, placed) {
      const { accountId, userId } = world.account;
      const botIds = await runBrackets(world, config);
      await stopAll(world, { kind: 'account', accountId }, false);
      for (const botId of botIds) {
        const found = await world.store.findBracket(userId, botId);
        if (found?.brain.config['allows_entry'] !== false) return `${botId} may still enter`;
      }
      return whatIsLeft(world, placed);
    },
  })),
  {
    path: 'src/services/bots/wind-down-bot.ts',
    name: 'stop a bot and cancel its orders',
    async tryIt(world, placed) {
      const choices = { cancelsOrders: true, closesPositions: true };
      const delivered = await windDownBot(world.deps, world.bot, choices).then(
        () => '',
        (error: unknown) => String(error),
      );
      return leftOf(world, placed, delivered);
    },
  },
  {
    path: 'src/services/orders/list-open-orders.ts',
    name: 'list open orders',
    async tryIt({ deps, caller, account }, { damagedId, otherId }) {
      const listed = await listOpenOrders(deps, { caller, accountId: account.accountId });
      if (!listed.ok) return listed.rejection;
      const { orders, unreadable } = listed.value;
      const ids = orders.map(({ orderId }) => orderId);
      if (!ids.includes(otherId)) return 'the other order is not listed';
      const isNamed = ids.includes(damagedId) || unreadable?.includes(damagedId) === true;
      return isNamed ? null : 'the damaged order is missing without a word';
    },
  },
  {
    path: 'src/services/orders/reconcile-account.ts',
    name: 'compare with the exchange',
    async tryIt({ deps, store, account, at, sim }, { damagedId, otherId }) {
      const { userId } = account;
      const other = await store.findOrder(userId, otherId);
      if (other === null) return 'the other order is lost';
      await sim.sim.cancelOrder(account, other.marketTag ?? '', orderNameOf(other));
      await reconcileAccount(deps, at);
      const now = await store.findOrder(userId, otherId);
      if (now?.state !== 'cancelled') return `the other order is ${now?.state ?? 'lost'}`;
      const filter = { userId, accountId: null, marketTag: null, botId: null };
      const every = { ...filter, states: null, fromMs: null, toMs: null };
      const known = await store.listOrders(every, null, 10);
      const twice = known.find((each) => ![damagedId, otherId].includes(each.orderId));
      return twice === undefined ? null : 'the damaged order was recorded a second time';
    },
  },
  {
    path: 'src/services/orders/adopt-venue-order.ts',
    name: 'adopt an order that was placed elsewhere',
    async tryIt({ deps, store, account, at, sim }) {
      const name = sim.newClientOrderId();
      const request = {
        clientOrderId: name,
        marketTag: 'SIM_BTC_USDT',
        side: 'sell',
        type: 'limit',
        price: decimal('900000'),
        amount: decimal('0.01'),
        terms: PLAIN_TERMS,
        decidedAtMs: sim.nowMs(),
        sendByMs: sim.nowMs() + 5_000,
      } as const;
      await sim.sim.placeOrder(account, request);
      await reconcileAccount(deps, at);
      const own = await store.listWorkingOrders(account.accountId, () => undefined);
      return own.some(({ clientOrderId }) => clientOrderId === name) ? null : 'it stays unknown';
    },
  },
  {
    path: 'src/services/orders/assess-orders.ts',
    name: 'sell under a limit of the account',
    passesThem: true,
    prepare: limitLoss,
    async tryIt(world) {
      await place(world, '900000', 'sell');
      return null;
    },
  },
  {
    path: 'src/services/risk/watch-losses.ts',
    name: 'watch the losses of the day',
    passesThem: true,
    prepare: limitLoss,
    async tryIt({ deps, said, account }) {
      await watchLosses(deps);
      const failing = said.filter((line) => line.startsWith('risk.watch_failing'));
      return failing.find((line) => line.includes(account.accountId)) ?? null;
    },
  },
  {
    path: 'src/services/strategy-bots/what-is-left.ts',
    name: 'see that something of a bot is left',
    async tryIt({ deps, database, bot }) {
      const text = `
        INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, event_count, placed_count,
          placed_digest, open_count, line_count, positions)
        VALUES ($1, 1, '{}', 0, 0, 0, '', 0, 0, '[]') ON CONFLICT DO NOTHING`;
      await database.write({ text }, [bot.botId]);
      return (await isAnythingLeft(deps, bot)) ? null : 'nothing is said to be left';
    },
  },
];

/** One whose stored settings are these, and one with its own. */
async function runBrackets(
  { store, database, account }: OutWorld,
  config: string,
): Promise<readonly string[]> {
  const settings = { market_tag: 'SIM_BTC_USDT', direction: 'long', allows_entry: true };
  const brain = { kind: 'strategy', type: 'bracket', config: settings } as const;
  const running = { activation: 1, activatedAtMs: 5, isActivated: true, bracket: SAMPLE_BRACKET };
  const brackets = [0, 1].map(() => ({ ...sampleBot(account, running), brain }));
  for (const bracket of brackets) await store.insertBracket(bracket, 100);
  const botIds = brackets.map(({ botId }) => botId);
  const text = 'UPDATE bots SET strategy_config = $2::json WHERE bot_id = $1';
  await database.write({ text }, [botIds[0], config]);
  return botIds;
}

async function limitLoss({ store, account }: OutWorld): Promise<void> {
  const none = { maxOrderValue: null, maxExposure: decimal('1000000') };
  const currencies = [{ currency: 'USDT', ...none, maxDailyLoss: decimal('100000') }];
  await store.setLimits(account.accountId, { maxOrdersPerMinute: null, currencies });
}
