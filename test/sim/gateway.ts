// A request at one process, as the edge carries it out: the claim on its Idempotency-Key, the
// service, and the outcome that is retained or given back.

import { LIMITS } from '#lib/limits.ts';
import type { ClaimName } from '#ports/stores/idempotency-store.ts';
import type { Bot, StrategyConfig } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { Store } from '#ports/stores/store.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { RequestBacktestDeps } from '#services/backtests/request-backtest.ts';
import type { LabDeps } from '#services/labs/lab-deps.ts';
import type { BotDeps } from '#services/bots/bot-deps.ts';
import type { WindDownDeps } from '#services/bots/wind-down-bot.ts';
import { isBracket } from '#domain/strategy/strategy-type.ts';
import { endBracket } from '#services/brackets/end-bracket.ts';
import { placeBracket } from '#services/brackets/place-bracket.ts';
import type { PlaceBracketDeps } from '#services/brackets/place-bracket.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { createStrategyBot } from '#services/strategy-bots/create-strategy-bot.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { deleteBot, stopBot } from '#services/bots/stop-bot.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import { listOpenOrders } from '#services/orders/list-open-orders.ts';
import type {
  CompletionSlot,
  OrderDeps,
  OrderPlaced,
  PlaceOrderCommand,
} from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { CALLER } from './world.ts';
import type { Life } from './process.ts';
import type { SimPart } from './scripts.ts';
import { ACCOUNTS } from './venue.ts';

type JobDeps = RequestBacktestDeps & LabDeps & { readonly backtests: BacktestStore };

/** What a process has. */
export type Server = {
  readonly life: Life;
  readonly deps: OrderDeps & BotDeps & WindDownDeps & JobDeps & PlaceBracketDeps;
  readonly store: Store;
  readonly inbox: BotInbox;
  /** Ids that no other request has. */
  readonly newId: () => string;
};

export type PlaceWish = Pick<
  PlaceOrderCommand,
  'marketTag' | 'side' | 'type' | 'price' | 'amount'
> & { readonly requestName: string };

/** `again`: not a response yet; the request may be repeated. */
export type Reply =
  | { readonly kind: 'placed'; readonly orderId: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'listed'; readonly orderIds: readonly string[] }
  | { readonly kind: 'created'; readonly botId: string }
  /** A bot was started, stopped or deleted. */
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'again'; readonly code: string };

/** What a service gets to carry a request out under the claim on its key. */
type ClaimedRequest<T> = {
  readonly recordId: string;
  readonly isTakeover: boolean;
  readonly completion: CompletionSlot<T>;
};

/** Carries a request out once, however often it is sent under its name. */
async function claimed<T>(
  server: Server,
  requestName: string,
  replyOf: (result: T) => Reply,
  carryOut: (claim: ClaimedRequest<T>) => Promise<Reply>,
): Promise<Reply> {
  const { store, deps } = server;
  const ownerId = server.newId();
  const name = { claimantId: CALLER.userId, idempotencyKey: requestName, ownerId };
  const claim = await store.claim({
    ...name,
    fingerprint: new TextEncoder().encode(requestName),
    recordId: `record ${requestName}`,
    nowMs: deps.clock.nowMs(),
    lockMs: LIMITS.idempotencyLockMs,
    keepMs: LIMITS.idempotencyKeepMs,
  });
  switch (claim.kind) {
    case 'completed':
      return JSON.parse(new TextDecoder().decode(claim.outcome)) as Reply;
    case 'in_progress':
      return { kind: 'again', code: 'idempotency_in_progress' };
    case 'reused':
      return { kind: 'refused', code: 'idempotency_key_reuse' };
    case 'claimed':
      return completed(server, claim, name, replyOf, carryOut);
  }
}

/** Retains the outcome, or gives the claim back where there is none. */
async function completed<T>(
  { store }: Server,
  { recordId, isTakeover }: Pick<ClaimedRequest<T>, 'recordId' | 'isTakeover'>,
  name: ClaimName,
  replyOf: (result: T) => Reply,
  carryOut: (claim: ClaimedRequest<T>) => Promise<Reply>,
): Promise<Reply> {
  const { ownerId } = name;
  const encode = (reply: Reply): Uint8Array => new TextEncoder().encode(JSON.stringify(reply));
  let isWrittenByService = false;
  const completion = {
    recordId,
    ownerId,
    encode(result: T) {
      isWrittenByService = true;
      return encode(replyOf(result));
    },
  };
  try {
    const reply = await carryOut({ recordId, isTakeover, completion });
    if (reply.kind === 'again') await store.release(name);
    else if (reply.kind === 'refused' || !isWrittenByService)
      await store.complete({ recordId, ownerId, outcome: encode(reply) });
    return reply;
  } catch (error) {
    await store.release(name);
    throw error;
  }
}

const placedReply = ({ orderId }: OrderPlaced): Reply => ({ kind: 'placed', orderId });

export async function place(server: Server, wish: PlaceWish): Promise<Reply> {
  const { requestName, ...order } = wish;
  return claimed<OrderPlaced>(server, requestName, placedReply, async (claim) => {
    const { recordId, isTakeover, completion } = claim;
    const { accountId } = ACCOUNTS.spot;
    const ids = { derivationId: recordId, isTakeover, completion };
    const placed = await placeOrder(server.deps, { ...order, caller: CALLER, accountId, ...ids });
    if (placed.ok) return placedReply(placed.value);
    const { code } = placed.rejection;
    return { kind: code === 'temporarily_unavailable' ? 'again' : 'refused', code };
  });
}

export async function cancel({ deps }: Server, orderId: string): Promise<Reply> {
  const cancelled = await cancelOrder(deps, { caller: CALLER, orderId });
  if (cancelled.ok) return { kind: 'cancelled' };
  const { code } = cancelled.rejection;
  return { kind: code === 'temporarily_unavailable' ? 'again' : 'refused', code };
}

export async function list({ deps }: Server): Promise<Reply> {
  const listed = await listOpenOrders(deps, { caller: CALLER, accountId: ACCOUNTS.spot.accountId });
  if (!listed.ok) return { kind: 'refused', code: listed.rejection };
  return { kind: 'listed', orderIds: listed.value.orders.map(({ orderId }) => orderId) };
}

export type BotWish = {
  readonly requestName: string;
  readonly accountId: string;
  readonly marketTag: string;
  readonly part: SimPart;
};

const createdReply = ({ botId }: Pick<Bot, 'botId'>): Reply => ({ kind: 'created', botId });

/** A bot on one-minute candles, of a script or of a strategy. */
export async function makeBot(server: Server, wish: BotWish): Promise<Reply> {
  const { requestName: name, accountId, marketTag, part } = wish;
  const { brain } = part;
  return claimed<Bot>(server, name, createdReply, async ({ recordId, completion }) => {
    const request = { caller: CALLER, name, accountId, derivationId: recordId, completion };
    const settings = UNCHOSEN_SETTINGS;
    const bracket = brain.kind === 'strategy' && isBracket(brain) ? brain.config : null;
    if (bracket !== null) {
      const placed = await placeBracket(server.deps, { ...request, config: bracket });
      if (placed.ok) return createdReply(placed.value);
      return { kind: 'refused', code: JSON.stringify(placed.rejection) };
    }
    const made = await (brain.kind === 'script'
      ? createBot(server.deps, { ...request, marketTag, scriptId: part.name, settings })
      : createStrategyBot(server.deps, { ...request, type: brain.type, config: brain.config }));
    if (made.ok) return createdReply(made.value);
    return { kind: 'refused', code: JSON.stringify(made.rejection) };
  });
}

/** Sends a numbered signal to one bot; done also when it does not run. */
export async function signalBot(server: Server, botId: string, number: number): Promise<Reply> {
  const { deps, inbox } = server;
  const atMs = deps.clock.nowMs();
  const action = number % 2 === 0 ? 'exit_long' : 'buy';
  const signal = { name: 'go', action, signalAtMs: atMs, payload: { number } };
  await inbox.send([{ botId, input: { kind: 'signal', ...signal } }], atMs, null);
  return { kind: 'done' };
}

/** Tells a running strategy its new settings, all of them. */
export async function editBot(
  { deps, inbox }: Server,
  botId: string,
  config: StrategyConfig,
): Promise<Reply> {
  const input = { kind: 'edited', config: JSON.stringify(config) } as const;
  await inbox.send([{ botId, input }], deps.clock.nowMs(), null);
  return { kind: 'done' };
}

/** Done also when it has ended. */
export async function cancelBracket(
  { deps }: Server,
  accountId: string,
  bracketId: string,
  closesPosition: boolean,
): Promise<Reply> {
  const { userId } = CALLER;
  const ended = await endBracket(deps, { userId, accountId, bracketId, closesPosition });
  return ended.ok ? { kind: 'done' } : { kind: 'refused', code: ended.rejection };
}

export type BotChange = 'start' | 'stop' | 'delete';

export async function changeBot(
  { deps }: Server,
  change: BotChange,
  botId: string,
): Promise<Reply> {
  const { userId } = CALLER;
  switch (change) {
    case 'start': {
      const started = await startBot(deps, { caller: CALLER, botId });
      return started.ok ? { kind: 'done' } : { kind: 'refused', code: started.rejection.detail };
    }
    case 'stop': {
      const stopped = await stopBot(deps, { userId, botId });
      return stopped.ok ? { kind: 'done' } : { kind: 'refused', code: stopped.rejection };
    }
    case 'delete': {
      const deleted = await deleteBot(deps, { userId, botId });
      return deleted.ok ? { kind: 'done' } : { kind: 'refused', code: deleted.rejection.code };
    }
  }
}
