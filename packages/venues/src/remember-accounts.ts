// An exchange whose accounts are watched once, however many watch them, and read less often while
// they are. See account-memory.ts for what holds how long. A stream that leaves out an order of
// ours is not relied upon any longer: its connection is replaced, and everything is read.

import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type {
  AccountNews,
  Exchange,
  NewVenueOrder,
  PlacedOrder,
  VenueAccount,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { AccountMemory, ReadKey } from '#venues/account-memory.ts';
import {
  newMemory,
  noteDoubt,
  noteEvent,
  noteOrder,
  notePlaced,
  readOnce,
} from '#venues/account-memory.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import { shareStreams } from '#venues/shared-streams.ts';
import type { UnreportedOrders } from '#venues/unreported-orders.ts';
import { unreportedOrders } from '#venues/unreported-orders.ts';

type Parts = {
  readonly exchange: Exchange;
  readonly nowMs: () => number;
  /** Of accounts whose streams are connected. */
  readonly memories: Map<string, AccountMemory>;
  /** Of the same accounts. */
  readonly unreported: Map<string, UnreportedOrders>;
  /** What watches for orders that the stream of an account leaves out. */
  readonly watchReports: (accountId: string) => UnreportedOrders;
};

export type RememberedAccounts = {
  readonly exchange: Exchange;
  /** Something changed that no news may tell of: all accounts are read anew. */
  forget(this: void): void;
};

/** Exchange with the same contract, whose account reads may be remembered ones. */
export function rememberAccounts(
  exchange: Exchange,
  time: MonotonicTime,
  log: Pick<Log, 'warn'>,
): RememberedAccounts {
  const nowMs = (): number => time.nowMs();
  const streams = shareStreams(
    (...watching) => exchange.watchAccount(...watching),
    (account, news) => hear(parts, account, news),
  );
  const watchReports = (accountId: string): UnreportedOrders =>
    unreportedOrders(time, () => {
      log.warn('account_stream_given_up', { accountId, reason: 'deaf' });
      streams.reopen(accountId);
    });
  const parts: Parts = {
    exchange,
    nowMs,
    memories: new Map(),
    unreported: new Map(),
    watchReports,
  };
  const forget = (): void => {
    const settledMs = nowMs() + exchange.promises.visibilityLagMs;
    for (const memory of parts.memories.values()) noteDoubt(memory, settledMs);
  };
  const remembering: Exchange = {
    ...exchange,
    watchAccount: streams.watchAccount,
    ...rememberedReads(parts),
    ...notedRequests(parts),
  };
  return { exchange: remembering, forget };
}

function hear(
  { exchange, memories, unreported, watchReports, nowMs }: Parts,
  account: VenueAccount,
  news: AccountNews,
): void {
  const { accountId } = account;
  const { visibilityLagMs, requestHorizonMs } = exchange.promises;
  if (news.kind === 'disconnected') {
    unreported.get(accountId)?.close();
    unreported.delete(accountId);
    return void memories.delete(accountId);
  }
  if (news.kind === 'connected') {
    // A venue may say it twice of one connection, whose reports are waited for all the same.
    if (!unreported.has(accountId)) unreported.set(accountId, watchReports(accountId));
    unreported.get(accountId)?.report(news);
    // What was sent before may still take effect, also what a process sent that has ended.
    const settledMs = nowMs() + requestHorizonMs + visibilityLagMs;
    return void memories.set(accountId, newMemory(accountId, settledMs));
  }
  const memory = memories.get(accountId);
  if (memory === undefined) return;
  unreported.get(accountId)?.report(news);
  const isFilled = news.kind === 'fill' || news.order.filledAmount > ZERO;
  noteEvent(memory, { settledMs: nowMs() + visibilityLagMs, isFilled });
  if (news.kind === 'order') noteOrder(memory, news.order);
}

function rememberedReads(
  parts: Parts,
): Pick<Exchange, 'fetchOpenOrders' | 'fetchBalances' | 'fetchFills' | 'fetchOrder'> {
  const { exchange, memories, nowMs } = parts;
  const read = async <T>(
    { accountId }: VenueAccount,
    key: ReadKey,
    ask: () => Promise<T>,
    isFresh = false,
  ): Promise<T> => {
    const memory = memories.get(accountId);
    if (memory === undefined) return ask();
    if (isFresh) memory.reads.delete(key);
    return readOnce(memory, key, nowMs(), ask);
  };
  return {
    async fetchOpenOrders(account) {
      const open = await read(account, 'open orders', async () =>
        exchange.fetchOpenOrders(account),
      );
      const isSilent = ({ terms }: VenueOrder): boolean => terms.triggerPrice !== null;
      if (exchange.promises.newsOfWaiting === 'none' && open.some(isSilent))
        memories.get(account.accountId)?.reads.delete('open orders');
      return open;
    },
    // What a futures account is worth follows the price, of which no news comes.
    fetchBalances: async (account, wanted) =>
      account.marketType === 'futures'
        ? exchange.fetchBalances(account, wanted)
        : read(account, `balances ${JSON.stringify(wanted)}`, async () =>
            exchange.fetchBalances(account, wanted),
          ),
    fetchFills: async (account, marketTags, cursor, limit, sinceMs, isFresh) =>
      read(
        account,
        `fills ${JSON.stringify([marketTags, cursor, limit, sinceMs])}`,
        async () => exchange.fetchFills(account, marketTags, cursor, limit, sinceMs, isFresh),
        isFresh,
      ),
    async fetchOrder(account, marketTag, name) {
      const found = await exchange.fetchOrder(account, marketTag, name);
      const memory = memories.get(account.accountId);
      if (memory !== undefined && found.kind === 'found') noteOrder(memory, found.order);
      return found;
    },
  };
}

function notedRequests(parts: Parts): Pick<Exchange, 'placeOrder' | 'cancelOrder'> {
  const { exchange, memories, unreported } = parts;
  return {
    async placeOrder(account, order) {
      const { clientOrderId } = order;
      const memory = memories.get(account.accountId);
      memory?.placing.add(clientOrderId);
      const reports = unreported.get(account.accountId);
      if (isReported(order)) reports?.begin(clientOrderId);
      let isAccepted = false;
      try {
        return await noted(parts, account, async () => {
          const placed = await exchange.placeOrder(account, order);
          isAccepted = placed.ok;
          const now = memories.get(account.accountId);
          if (now !== undefined && placed.ok) notePlaced(now, placed.value);
          return placed;
        });
      } finally {
        memory?.placing.delete(clientOrderId);
        if (isAccepted) reports?.accept(clientOrderId);
        else reports?.drop(clientOrderId);
      }
    },
    cancelOrder: async (account, marketTag, name) =>
      noted(parts, account, async () => {
        const cancelled = await exchange.cancelOrder(account, marketTag, name);
        const now = memories.get(account.accountId);
        if (now !== undefined && cancelled.ok) noteOrder(now, cancelled.value);
        return cancelled;
      }),
  };
}

/** Some exchanges report orders that wait for a price elsewhere, or not at all. */
function isReported({ type }: NewVenueOrder): boolean {
  return type === 'limit' || type === 'market';
}

/** Has the account read again after a request that may have changed it. */
async function noted<T extends Result<PlacedOrder, unknown>>(
  { exchange, memories, nowMs }: Parts,
  { accountId }: VenueAccount,
  send: () => Promise<T>,
): Promise<T> {
  const { visibilityLagMs, requestHorizonMs } = exchange.promises;
  let lagMs = visibilityLagMs;
  let order: PlacedOrder | null = null;
  try {
    const response = await send();
    if (response.ok) order = response.value;
    return response;
  } catch (error) {
    if (error instanceof OutcomeUnknown) lagMs += requestHorizonMs;
    throw error;
  } finally {
    const memory = memories.get(accountId);
    const settledMs = nowMs() + lagMs;
    if (memory !== undefined && (order === null || order.state === 'acknowledged'))
      noteDoubt(memory, settledMs);
    else if (memory !== undefined && order !== null)
      noteEvent(memory, { settledMs, isFilled: order.filledAmount > ZERO });
  }
}
