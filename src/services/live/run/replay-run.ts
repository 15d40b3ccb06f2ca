// Makes a bot's latest run again from its retained inputs, and compares the orders that it asks for
// with those that were written down then, and its snapshots with what it comes to. For people who
// want to know why a bot did what it did; nothing is changed, and the bot may run meanwhile.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { BotRunRecord, BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { SnapshotCheck } from '#services/live/run/check-snapshot.ts';
import { checkSnapshot, toEnd } from '#services/live/run/check-snapshot.ts';
import { buildRun, replayEvents } from '#services/live/run/build-run.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { cutSetup, readLiveSetup } from '#services/live/state/live-setup.ts';
import { windowOf } from '#services/live/run/load-bot.ts';
import { identityOf, orderForm } from '#services/live/orders/order-form.ts';
import { openRunWindow } from '#services/live/state/market-window.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type ReplayRunDeps = HistoryDeps & {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'findRun' | 'listEvents' | 'findBotOrders' | 'findSnapshots'>;
  readonly digest: Digest;
};

/** An order that the run asks for when it is made again. */
export type ReplayedOrder = {
  readonly atMs: number;
  readonly orderId: string;
  readonly side: string;
  readonly type: string;
  readonly price: string;
  readonly amount: string;
  /** What came of it then; null when it was not written down. */
  readonly state: Order['state'] | null;
  /** What is different from then, in words; null when nothing is. */
  readonly difference: string | null;
};

export type RunReplay = {
  readonly activation: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly minutesCount: number;
  readonly eventCount: number;
  readonly orders: readonly ReplayedOrder[];
  /** Those that are stored, newest first. */
  readonly snapshots: readonly SnapshotCheck[];
  /** Why none are stored, in words; null when nothing is known to be in the way. */
  readonly snapshotRefusal: string | null;
  /** What the run as a whole came to differently, in words; null when to the same. */
  readonly difference: string | null;
};

export type ReplayRejection =
  | { readonly code: 'bot_not_found' | 'never_ran' }
  /** Its market, its account or its script does not allow it any more. */
  | { readonly code: 'not_possible'; readonly detail: string };

/** Throws Failure. */
export async function replayRun(
  deps: ReplayRunDeps,
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<Result<RunReplay, ReplayRejection>> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected({ code: 'bot_not_found' });
  const record = await deps.botRuns.findRun(botId, bot.activation);
  if (record === null) return rejected({ code: 'never_ran' });
  const built = await build(deps, bot, record);
  if (!built.ok) return rejected({ code: 'not_possible', detail: built.rejection });
  return accepted(await replay(deps, bot, built.value, record));
}

/** Newest first. Those ahead of the record are left out: the bot may run meanwhile. */
async function checkSnapshots(
  deps: ReplayRunDeps,
  bot: Bot,
  record: BotRunRecord,
  events: readonly string[],
) {
  const { snapshots, refusal } = await deps.botRuns.findSnapshots(bot.botId, record.activation);
  const checks: SnapshotCheck[] = [];
  for (const snapshot of snapshots) {
    const isAhead =
      snapshot.eventCount > record.eventCount || snapshot.doneUntilMs > record.doneUntilMs;
    if (isAhead) continue;
    const again = async (isCut: boolean): Promise<HostedRun> => {
      const built = await build(deps, bot, record, isCut ? snapshot.windowStartMs : undefined);
      assert(built.ok, 'it was built before');
      return built.value;
    };
    const given = { digest: deps.digest, record, events, build: again };
    checks.push(await checkSnapshot(given, snapshot));
  }
  return { snapshots: checks, snapshotRefusal: refusal };
}

async function build(
  deps: ReplayRunDeps,
  bot: Bot,
  record: BotRunRecord,
  startMs?: number,
): Promise<Result<HostedRun, string>> {
  const account = await deps.accounts.findAccount(bot.userId, bot.accountId);
  if (account === null) return rejected(`Its account "${bot.accountId}" no longer exists.`);
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const whole = readLiveSetup(record);
  const setup = cutSetup(whole, startMs ?? whole.startMs);
  const window = await windowOf(deps, new Map(), at, setup);
  if (!window.ok) return window;
  const { markets, columns, isCut } = window.value;
  const { orderSupport } = at.exchange;
  const isFollowed = !bot.isActivated;
  const given = { bot, orderSupport, isFollowed, record, startMs: setup.startMs };
  return buildRun({ ...given, window: openRunWindow(markets, columns, isCut) });
}

type RequestedOrder = Omit<ReplayedOrder, 'state' | 'difference'>;

async function replay(
  deps: ReplayRunDeps,
  bot: Bot,
  live: HostedRun,
  record: BotRunRecord,
): Promise<RunReplay> {
  const requested: RequestedOrder[] = [];
  const note = (orders: readonly OrderToPlace[]): void =>
    void requested.push(...orders.map((order) => requestedOrder(deps, live, order)));
  const { setup } = live.engine;
  const events = await deps.botRuns.listEvents(bot.botId, bot.activation);
  const ended = toEnd(replayEvents(deps.digest, live, { events }, note));
  const ids = requested.map(({ orderId }) => orderId);
  const found = ids.length === 0 ? [] : await deps.botRuns.findBotOrders(bot.botId, ids);
  const stored = new Map(found.map((order) => [order.orderId, order]));
  const fromMs = setup.startMs + setup.firstRow * MINUTE_MS;
  return {
    activation: record.activation,
    fromMs,
    untilMs: record.doneUntilMs,
    minutesCount: (record.doneUntilMs - fromMs) / MINUTE_MS,
    eventCount: record.eventCount,
    orders: requested.map((order) => compared(order, stored.get(order.orderId))),
    ...(await checkSnapshots(deps, bot, record, events)),
    difference: ended.ok ? null : ended.rejection,
  };
}

function requestedOrder(
  { digest }: ReplayRunDeps,
  live: HostedRun,
  order: OrderToPlace,
): RequestedOrder {
  const { side, type, price, amount } = orderForm(live, order);
  const { orderId } = identityOf(digest, live, order.orderId);
  const numbers = { price: formatDecimal(price), amount: formatDecimal(amount) };
  return { atMs: live.progress.decidedAtMs, orderId, side, type, ...numbers };
}

function compared(requested: RequestedOrder, stored: Order | undefined): ReplayedOrder {
  // An order beside one of unknown outcome was not written down, and its script was informed.
  if (stored === undefined) return { ...requested, state: null, difference: null };
  const { side, type, price, amount, state } = stored;
  const then = { side, type, price: formatDecimal(price), amount: formatDecimal(amount) };
  const differing = (['side', 'type', 'price', 'amount'] as const).filter(
    (name) => then[name] !== requested[name],
  );
  if (differing.length === 0) return { ...requested, state, difference: null };
  const words = differing.map((name) => `${name} was ${then[name]}`);
  return { ...requested, state, difference: words.join(', ') };
}
