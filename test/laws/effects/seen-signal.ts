// A signal as its owner sees it: in the log of its bot, in its trace, in the log of events, among
// its orders, and in what the home page reads, all over the API.

import { sampleId } from '#ports/stores/store.fixture.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Hook } from '#ports/stores/hook-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { receiveAlert } from '#services/hooks/receive-alert.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Act, Day } from './day.ts';
import { begin, receive, SIGNAL_BOT, TAG } from './day.ts';
import type { SignalViews } from './judge-views.ts';

const PARTNER = 'usr_first';
const OTHER_NAME = 'trend';
const TOKEN = SIGNAL_BOT.config.signal_token;
const DAY_MS = 86_400_000;

type Sender = {
  readonly operation: string;
  /** Sends it, and returns how its trace is read; null: it has none of its own. */
  readonly send: (
    day: Day,
    served: ServedHarness,
    bot: Bot,
    signal: { readonly name: string; readonly action: string },
  ) => Promise<(() => Promise<SignalViews['trace']>) | null>;
};

type ListedSignal<Item> = { readonly data: readonly Item[] };

const SENDERS: readonly Sender[] = [
  {
    operation: 'sendBotSignal',
    async send(_day, served, bot, signal) {
      await served.call(bot.userId, `bots/${bot.botId}/signals`, { ...signal, payload: null });
      return null;
    },
  },
  {
    operation: 'POST /hooks/{secret}',
    async send({ harness }, served, { userId, botId }, { name, action }) {
      const { deps, store } = harness;
      const hookId = sampleId('hook');
      const rules = { template: null, addresses: [], sellsEnterShort: true, repeatWindowMs: 0 };
      const made = { createdAtMs: deps.clock.nowMs(), rotatedAtMs: null, isSigned: false };
      const hook: Hook = { hookId, userId, botId, signal: name, ...rules, ...made };
      await store.insertHook(hook, systemDigest.sha256(hookId), 9, null);
      const text = JSON.stringify({ action });
      const message = { text, hash: systemDigest.sha256(text), key: null };
      const receiving = { hooks: store, bots: store, clock: deps.clock };
      const called = await receiveAlert(receiving, { hook, address: null, message });
      if (!called.ok) throw new Error(`a running bot gets a message: ${called.rejection.detail}`);
      return async () => {
        type Call = { readonly outcome: string; readonly detail: string };
        const { data } = await served.call<ListedSignal<Call>>(userId, `hooks/${hookId}/calls`);
        return data.map(({ outcome, detail }) => ({ outcome, messages: [detail], orderIds: null }));
      };
    },
  },
  {
    operation: 'partnerSendSignal',
    async send(_day, served, _bot, { name, action }) {
      await served.call(PARTNER, 'partner/signals', { signal_token: name, action });
      return async () => {
        type Effect = {
          readonly outcome: string;
          readonly messages: readonly string[];
          readonly order_ids: readonly string[];
        };
        type Signal = { readonly outcome: string; readonly bots: readonly Effect[] };
        const path = `partner/signals/${name}/trace`;
        const { data } = await served.call<ListedSignal<Signal>>(PARTNER, path);
        const nobody = { messages: [], order_ids: [] };
        return data.flatMap(({ outcome, bots }) =>
          (bots.length === 0 ? [{ ...nobody, outcome }] : bots).map((of) => {
            return { ...of, orderIds: of.order_ids };
          }),
        );
      };
    },
  },
];

/** A signal, one before the bot's first minute, or a reversal whose entry comes a minute later. */
export const actOnSeenSignal: Act = async (day) => {
  const { harness, runner, chance } = day;
  const { operation, send } = pick(SENDERS, chance);
  const isForBot = chance() < 0.6;
  const isReversal = isForBot && chance() < 0.5;
  const name = isForBot ? TOKEN : OTHER_NAME;
  const marketTag = `${TAG}_PERP`;
  const config = { ...SIGNAL_BOT.config, market_tag: marketTag, order_size: '500' };
  const { accountId } = harness.futures;
  const bot = await harness.start({ ...SIGNAL_BOT, config }, { accountId, marketTag });
  harness.lend(bot, PARTNER, TOKEN);
  const served = await serveHarness(harness);
  try {
    await begin(day);
    if (isReversal) {
      await SENDERS[0]?.send(day, served, bot, { name, action: 'buy' });
      await receive(runner);
      await harness.passMinutes(3, [runner]);
    }
    const before = await viewsOf(day, served, bot);
    const action = isReversal ? 'sell' : 'buy';
    const readTrace = await send(day, served, bot, { name, action });
    await receive(runner);
    await harness.passMinutes(4, [runner]);
    const after = await viewsOf(day, served, bot);
    const trace = (await readTrace?.()) ?? null;
    return {
      operation,
      act: `${name}${isReversal ? ', a reversal' : ''}, as its owner sees it`,
      promised: {
        kind: 'views',
        isForBot,
        reachesBot: isForBot || operation !== 'partnerSendSignal',
        ordersExpected: isReversal ? 2 : Number(isForBot),
        views: { ...since(before, after), trace },
      },
    };
  } finally {
    await served.close();
  }
};

type Views = Omit<SignalViews, 'trace'>;

async function viewsOf({ harness }: Day, served: ServedHarness, bot: Bot): Promise<Views> {
  const { userId, botId } = bot;
  type Line = { readonly message: string };
  type Order = { readonly order_id: string };
  const own = await eventsFor(served, userId);
  const ofPartner = await eventsFor(served, PARTNER);
  const log = await served.call<ListedSignal<Line>>(userId, `bots/${botId}/logs?limit=100`);
  const orders = await served.call<ListedSignal<Order>>(userId, `orders?bot_id=${botId}`);
  const home = [...own, ...ofPartner].filter(
    ({ type, occurred_at: at, user_id: endUserId }) =>
      type === 'signal.unheard' &&
      endUserId === null &&
      Date.parse(at) >= harness.sim.nowMs() - DAY_MS,
  );
  return {
    log: log.data.map(({ message }) => message),
    events: [...own, ...ofPartner].map(({ type }) => type),
    placedOrders: own.flatMap(({ type, data }) =>
      type === 'order.placed' ? [String(data['order_id'])] : [],
    ),
    orders: orders.data.map(({ order_id: orderId }) => orderId),
    home: home.map(({ data }) => String(data['reason'])),
  };
}

type WireEvent = {
  readonly type: string;
  readonly occurred_at: string;
  readonly user_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

async function eventsFor(served: ServedHarness, userId: string): Promise<readonly WireEvent[]> {
  return (await served.call<ListedSignal<WireEvent>>(userId, 'events?wait=0&limit=100')).data;
}

/** What is there beside what was before. */
function since(before: Views, after: Views): Views {
  const added = (view: keyof Views): readonly string[] => {
    const known = [...before[view]];
    return after[view].filter((each) => {
      const at = known.indexOf(each);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
  };
  return {
    log: added('log'),
    events: added('events'),
    placedOrders: added('placedOrders'),
    orders: added('orders'),
    home: added('home'),
  };
}

function pick<Item>(
  items: readonly [Item, ...Item[]] | readonly Item[],
  chance: () => number,
): Item {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('there is one at least');
  return item;
}
