// Acts of a random day on the partner surface, each on both of its surfaces: what a partner does to
// bots and orders of an end user, as the partner sees it afterwards.

import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { lendBot, offerSimulated } from '../../support/lend-bot.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, SIGNAL_BOT, TAG } from './day.ts';

const PARTNER = 'usr_first';
const SURFACES = ['whitelabel', 'partner'] as const;
const TOKEN = SIGNAL_BOT.config.signal_token;
/** Its averaging orders wait below the price. */
const AVERAGING_BOT = {
  kind: 'strategy',
  type: 'spot_dollar_cost_averaging',
  config: {
    market_tag: TAG,
    base_order_size: '400',
    averaging_order_size: '200',
    max_averaging_orders: 2,
    price_deviation_percent: 1,
    take_profit_percent: 50,
  },
} as const;

type Lent = {
  readonly day: Day;
  readonly served: ServedHarness;
  readonly bot: Bot;
  /** Path of its end user on the surface. */
  readonly user: string;
  readonly surface: string;
};

type PartnerAct = {
  /** The end of its name, as of `partnerStopBot`. */
  readonly operation: string;
  readonly brain?: typeof SIGNAL_BOT | typeof AVERAGING_BOT;
  readonly act: (lent: Lent) => Promise<Omit<JudgedPromise, 'operation'>>;
};

const PARTNER_ACTS: readonly PartnerAct[] = [
  {
    operation: 'StopBot',
    async act(lent) {
      await insist(lent, 'POST', `${lent.user}/bots/${lent.bot.botId}/stop`);
      return stopped(lent, 'stops a bot', { stoppedBy: 'user', stopReason: null });
    },
  },
  {
    operation: 'StopEverything',
    async act(lent) {
      await insist(lent, 'POST', `${lent.surface}/stop-everything`, { cancel_orders: true });
      return stopped(lent, 'stops all bots of all end users', { stoppedBy: 'risk' });
    },
  },
  { operation: 'StartBot', act: actOnStart },
  { operation: 'CancelUserOrder', act: (lent) => actOnUserOrders(lent, true) },
  { operation: 'CancelUserOrders', act: (lent) => actOnUserOrders(lent, false) },
  { operation: 'CancelBotOrder', brain: AVERAGING_BOT, act: actOnBotOrder },
];

export const ACTS_ON_SURFACES: readonly Act[] = PARTNER_ACTS.flatMap((each) =>
  SURFACES.map(
    (surface): Act =>
      (day) =>
        actOn(day, surface, each),
  ),
);

async function actOn(
  day: Day,
  surface: (typeof SURFACES)[number],
  { operation, brain = SIGNAL_BOT, act }: PartnerAct,
): Promise<JudgedPromise> {
  const { harness } = day;
  const bot = await harness.start(brain, { marketTag: TAG });
  lendBot(harness, bot, PARTNER, TOKEN);
  const served = await serveHarness(harness);
  offerSimulated(harness, PARTNER);
  try {
    await begin(day);
    const user = `${surface}/users/${bot.userId}`;
    const done = await act({ day, served, bot, user, surface });
    return { operation: `${surface}${operation}`, ...done };
  } finally {
    await served.close();
  }
}

async function insist(
  { served }: Lent,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const refusal = await served.request(PARTNER, method, path, body);
  if (refusal !== null) throw new Error(`${path} can be done: ${refusal}`);
}

async function shownToPartner({ served, user, bot }: Lent): Promise<string> {
  type Shown = { readonly status: string };
  return (await served.call<Shown>(PARTNER, `${user}/bots/${bot.botId}`)).status;
}

/** Types of events about its bot, as the partner reads them. */
async function eventsOf({ served, bot }: Lent): Promise<readonly string[]> {
  type Event = { readonly type: string; readonly object_id: string };
  type Listed = { readonly data: readonly Event[] };
  const { data } = await served.call<Listed>(PARTNER, 'events?wait=0&limit=100');
  return data.flatMap(({ type, object_id: objectId }) => (objectId === bot.botId ? [type] : []));
}

async function stopped(
  lent: Lent,
  act: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<Omit<JudgedPromise, 'operation'>> {
  const { day, bot } = lent;
  const { harness, runner } = day;
  await harness.passMinutes(1, [runner]);
  const { isActivated, stoppedBy, stopReason } = await harness.find(bot);
  const shown = await shownToPartner(lent);
  return {
    act,
    promised: {
      kind: 'state',
      wanted: { isActivated: false, ...wanted, shown: 'stopped' },
      seen: { isActivated, stoppedBy, stopReason, shown },
      eventWanted: 'bot.stopped',
      events: await eventsOf(lent),
    },
  };
}

async function actOnStart(lent: Lent): Promise<Omit<JudgedPromise, 'operation'>> {
  const { day, bot } = lent;
  const { harness, runner } = day;
  const { userId, botId } = bot;
  await harness.store.deactivateBot(userId, botId, harness.sim.nowMs());
  await harness.passMinutes(2, [runner]);
  const doneUntilMs = async (): Promise<number> =>
    (await harness.runs.findProgress([botId])).get(botId)?.doneUntilMs ?? 0;
  const before = await doneUntilMs();
  await insist(lent, 'POST', `${lent.user}/bots/${botId}/start`);
  await harness.passMinutes(2, [runner]);
  const shown = await shownToPartner(lent);
  const { isActivated } = await harness.find(bot);
  return {
    act: 'starts a bot again',
    promised: {
      kind: 'state',
      wanted: { isActivated: true, hasRun: true, shown: 'running' },
      seen: { isActivated, hasRun: (await doneUntilMs()) > before, shown },
      eventWanted: 'bot.started',
      events: await eventsOf(lent),
    },
  };
}

/** An order that its end user placed by hand. */
async function actOnUserOrders(
  lent: Lent,
  isOne: boolean,
): Promise<Omit<JudgedPromise, 'operation'>> {
  const { harness, chance } = lent.day;
  const { accountId, userId } = harness.spot;
  const placed = await placeOrder(harness.deps, {
    caller: sampleCaller(userId),
    accountId,
    marketTag: TAG,
    side: 'buy',
    type: 'limit',
    price: decimal('1000'),
    amount: decimal('0.2'),
    derivationId: `order ${chance()}`,
    isTakeover: false,
    completion: null,
  });
  if (!placed.ok) throw new Error(`an order that fits is accepted: ${placed.rejection.detail}`);
  const { orderId } = placed.value;
  const path = `${lent.user}/orders`;
  await insist(lent, 'DELETE', isOne ? `${path}/${orderId}` : path);
  return cancelled(lent, orderId, isOne ? 'cancels an order' : 'cancels all orders');
}

async function actOnBotOrder(lent: Lent): Promise<Omit<JudgedPromise, 'operation'>> {
  const { day, bot, user } = lent;
  await day.harness.passMinutes(3, [day.runner]);
  const orders = await day.harness.ordersOf(bot);
  const { orderId } = present(
    orders.find((order) => isWorking(order) && order.type === 'limit'),
    'an averaging order waits',
  );
  await insist(lent, 'DELETE', `${user}/bots/${bot.botId}/orders/${orderId}`);
  return cancelled(lent, orderId, 'cancels an order of a bot');
}

/** Gone at the exchange, and said to the partner. */
async function cancelled(
  { day, served, user }: Lent,
  orderId: string,
  act: string,
): Promise<Omit<JudgedPromise, 'operation'>> {
  type Listed = {
    readonly data: readonly { readonly order_id: string; readonly status: string }[];
  };
  const { spot, store, sim } = day.harness;
  const stored = await store.findOrder(spot.userId, orderId);
  const open = await sim.exchange.fetchOpenOrders(spot);
  const isOpen = open.some(({ clientOrderId }) => clientOrderId === stored?.clientOrderId);
  const { data } = await served.call<Listed>(PARTNER, `${user}/orders`);
  return {
    act,
    promised: {
      kind: 'order',
      said: data.find(({ order_id: id }) => id === orderId)?.status,
      state: isOpen ? 'pending' : (stored?.state ?? null),
      reason: stored?.reason ?? null,
      mustHaveReason: true,
      mustBeUnknown: false,
    },
  };
}
