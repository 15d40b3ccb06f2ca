// Makes a bot's latest run again from its kept inputs, and compares the orders that it asks for
// with those that were written down then. For people who want to know why a bot did what it did;
// nothing is changed, and the bot may run meanwhile.

import { formatDecimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#domain/order/order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import type { BotRunRecord, BotRunStore } from '#ports/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/bot-store.ts';
import type { Digest } from '#ports/digest.ts';
import type { AccountStore } from '#ports/store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { Replay } from '#services/bot-runs/lay-out-run.ts';
import { layOutRun, replayEvents } from '#services/bot-runs/lay-out-run.ts';
import type { LiveRun } from '#services/bot-runs/live-run.ts';
import { readLiveSetup } from '#services/bot-runs/live-setup.ts';
import { windowOf } from '#services/bot-runs/open-bot.ts';
import { orderForm } from '#services/bot-runs/order-form.ts';
import { openRunWindow } from '#services/bot-runs/run-window.ts';
import { storedIdentity } from '#services/bot-runs/stored-identity.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type ReplayRunDeps = HistoryDeps & {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly bots: Pick<BotStore, 'findBot'>;
  readonly botRuns: Pick<BotRunStore, 'findRun' | 'listEvents' | 'findBotOrders'>;
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
  const laidOut = await layOut(deps, bot, record);
  if (!laidOut.ok) return rejected({ code: 'not_possible', detail: laidOut.rejection });
  return accepted(await replay(deps, laidOut.value, record));
}

async function layOut(
  deps: ReplayRunDeps,
  bot: Bot,
  record: BotRunRecord,
): Promise<Result<LiveRun, string>> {
  const account = await deps.accounts.findAccount(bot.userId, bot.accountId);
  if (account === null) return rejected(`Its account "${bot.accountId}" no longer exists.`);
  const at = { account, exchange: exchangeOf(deps.exchanges, account) };
  const window = await windowOf(deps, new Map(), at, readLiveSetup(record));
  if (!window.ok) return window;
  const { markets, columns } = window.value;
  const { orderSupport } = at.exchange;
  const isFollowed = !bot.isActivated;
  const given = { bot, orderSupport, isFollowed, record };
  return layOutRun({ ...given, window: openRunWindow(markets, columns) });
}

type Asked = Omit<ReplayedOrder, 'state' | 'difference'>;

async function replay(
  deps: ReplayRunDeps,
  live: LiveRun,
  record: BotRunRecord,
): Promise<RunReplay> {
  const asked: Asked[] = [];
  const note = (orders: readonly OrderToPlace[]): void =>
    void asked.push(...orders.map((order) => askedOrder(deps, live, order)));
  const { setup, bot } = live;
  const events = await deps.botRuns.listEvents(bot.botId, bot.activation);
  const ended = replayAll(replayEvents(deps.digest, live, { events }, note));
  const ids = asked.map(({ orderId }) => orderId);
  const found = ids.length === 0 ? [] : await deps.botRuns.findBotOrders(bot.botId, ids);
  const stored = new Map(found.map((order) => [order.orderId, order]));
  const fromMs = setup.startMs + setup.firstRow * MINUTE_MS;
  return {
    activation: record.activation,
    fromMs,
    untilMs: record.doneUntilMs,
    minutesCount: (record.doneUntilMs - fromMs) / MINUTE_MS,
    eventCount: record.eventCount,
    orders: asked.map((order) => compared(order, stored.get(order.orderId))),
    difference: ended.ok ? null : ended.rejection,
  };
}

/** In one go: nobody else waits for this process. */
function replayAll(replay: Replay): Result<null, string> {
  for (;;) {
    const part = replay.next(Infinity);
    if (part.done === true) return part.value;
  }
}

function askedOrder({ digest }: ReplayRunDeps, live: LiveRun, order: OrderToPlace): Asked {
  const { side, type, price, amount } = orderForm(live, order);
  const { orderId } = storedIdentity(digest, live.bot, order.orderId);
  const numbers = { price: formatDecimal(price), amount: formatDecimal(amount) };
  return { atMs: live.decidedAtMs, orderId, side, type, ...numbers };
}

function compared(asked: Asked, stored: Order | undefined): ReplayedOrder {
  // An order beside one of unknown outcome was not written down, and its script was told so.
  if (stored === undefined) return { ...asked, state: null, difference: null };
  const { side, type, price, amount, state } = stored;
  const then = { side, type, price: formatDecimal(price), amount: formatDecimal(amount) };
  const differing = (['side', 'type', 'price', 'amount'] as const).filter(
    (name) => then[name] !== asked[name],
  );
  if (differing.length === 0) return { ...asked, state, difference: null };
  const words = differing.map((name) => `${name} was ${then[name]}`);
  return { ...asked, state, difference: words.join(', ') };
}
