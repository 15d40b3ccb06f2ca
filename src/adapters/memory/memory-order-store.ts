// Orders in memory.

import {
  judgeInMemory,
  memoryAccountLimitStore,
  noteJudged,
} from '#adapters/memory/memory-account-limit-store.ts';
import { completeRecord, insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isUnresolved, isWorking } from '#venue-port/order/order.ts';
import { assert } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, subtractDecimal, ZERO } from '#lib/decimal.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { OrderRisk } from '#domain/risk/judge-orders.ts';
import type { AccountLimitStore } from '#ports/stores/account-limit-store.ts';
import type {
  DeniedQuery,
  InsertIntentOutcome,
  IntentConditions,
  OrderFilter,
  OrderStore,
} from '#ports/stores/order-store.ts';

/** Store over this state. */
export function memoryOrderStore(state: MemoryState): OrderStore {
  return { ...memoryAccountLimitStore(state), ...orderWrites(state), ...orderReads(state) };
}

function ordersIn({ orders }: MemoryState, accountId: string): readonly Order[] {
  return [...orders.values()].filter((order) => order.accountId === accountId);
}

/** Newest first; of equal instants, what was written last. */
function byPlacing(orders: readonly Order[]): readonly Order[] {
  const placed = ({ placedAtMs }: Order): number => placedAtMs ?? 0;
  return orders.toReversed().toSorted((one, other) => placed(other) - placed(one));
}

function pageBehind(
  orders: readonly Order[],
  afterId: string | null,
  limit: number,
  isListed: (order: Order) => boolean,
): readonly Order[] {
  const place = orders.findIndex(({ orderId }) => orderId === afterId);
  if (afterId !== null && place < 0) return [];
  return orders
    .slice(place + 1)
    .filter(isListed)
    .slice(0, limit);
}

function isChosen(order: Order, filter: OrderFilter): boolean {
  const { accountId, botId, marketTag, states, fromMs, toMs } = filter;
  const placedAtMs = order.placedAtMs ?? 0;
  return (
    (accountId === null || order.accountId === accountId) &&
    (marketTag === null || order.marketTag === marketTag) &&
    (botId === null || order.botId === botId) &&
    (states === null || states.includes(order.state)) &&
    placedAtMs >= (fromMs ?? 0) &&
    placedAtMs < (toMs ?? Infinity)
  );
}

type IntentWrite = 'insertIntent' | 'retryIntent';

function orderWrites(state: MemoryState): Pick<OrderStore, IntentWrite | 'transition'> {
  const { accounts, orders } = state;
  return {
    async insertIntent(order, conditions) {
      const stored = orders.get(order.orderId);
      if (stored !== undefined) return { kind: 'exists', order: stored };
      assert(accounts.has(order.accountId), 'an order belongs to an account');
      const twin = twinOf(state, order, order.venueOrderId);
      if (twin !== undefined) return { kind: 'exists', order: twin };
      return writeIntent(state, order, conditions);
    },
    async retryIntent(order, ifUpdatedAtMs, conditions) {
      const stored = orders.get(order.orderId);
      assert(stored !== undefined, 'what is tried again was written before');
      const isAsReported = stored.state === 'unplaced' && stored.updatedAtMs === ifUpdatedAtMs;
      return isAsReported
        ? writeIntent(state, order, conditions)
        : { kind: 'exists', order: stored };
    },
    async transition(change, completion) {
      const order = orders.get(change.orderId);
      if (order === undefined || !change.from.includes(order.state)) return false;
      if (order.updatedAtMs !== (change.ifUpdatedAtMs ?? order.updatedAtMs)) return false;
      const twin = twinOf(state, order, change.venueOrderId);
      if (twin !== undefined) giveWay(state, twin, change.atMs);
      orders.set(order.orderId, {
        ...order,
        state: change.to,
        filledAmount: change.filledAmount,
        venueOrderId: change.venueOrderId ?? order.venueOrderId,
        reason: change.reason,
        updatedAtMs: change.atMs,
      });
      if (completion !== null) completeRecord(state, completion);
      return true;
    },
  };
}

/** The record of the same order of its exchange. */
function twinOf(
  state: MemoryState,
  { orderId, accountId, marketTag }: Order,
  venueOrderId: string | null,
): Order | undefined {
  if (venueOrderId === null || marketTag === null) return undefined;
  return ordersIn(state, accountId).find(
    (other) =>
      other.orderId !== orderId &&
      other.marketTag === marketTag &&
      other.venueOrderId === venueOrderId,
  );
}

function giveWay({ orders }: MemoryState, twin: Order, atMs: number): void {
  // Two orders of ours are never one of the exchange's: a reply of another request was read.
  if (twin.clientOrderId !== twin.venueOrderId)
    throw new Failure('conflict', 'Another order here has this name at the exchange.');
  orders.set(twin.orderId, {
    ...twin,
    state: 'unplaced',
    filledAmount: ZERO,
    venueOrderId: null,
    reason: 'It is another order here: it was recorded twice.',
    updatedAtMs: atMs,
  });
}

type OrderReads = Omit<OrderStore, keyof AccountLimitStore | IntentWrite | 'transition'>;

function orderReads(state: MemoryState): OrderReads {
  const { accounts, orders } = state;
  const ordersOf = (accountId: string): readonly Order[] => ordersIn(state, accountId);
  return {
    async findOrder(userId, orderId) {
      const order = orders.get(orderId);
      if (order === undefined) return null;
      return accounts.get(order.accountId)?.userId === userId ? order : null;
    },
    async listWorkingOrders(accountId) {
      return ordersOf(accountId).filter(isWorking).toReversed();
    },
    async listEndedOrders(accountId, afterId, limit) {
      const ended = (order: Order): boolean => !isWorking(order);
      return pageBehind(byPlacing(ordersOf(accountId)), afterId, limit, ended);
    },
    async listOrders(filter, afterId, limit) {
      const own = [...orders.values()].filter(
        ({ accountId }) => accounts.get(accountId)?.userId === filter.userId,
      );
      return pageBehind(byPlacing(own), afterId, limit, (order) => isChosen(order, filter));
    },
    async findClientOrderIds(accountId, names) {
      return ordersOf(accountId).flatMap(({ clientOrderId, ...order }) => {
        const name = names.find(
          ({ marketTag, venueOrderId }) =>
            order.marketTag === marketTag && order.venueOrderId === venueOrderId,
        );
        return name === undefined ? [] : [{ ...name, clientOrderId }];
      });
    },
    async sumTraded(accountId, marketTags, sinceMs) {
      const traded = ordersOf(accountId).filter(
        (order) =>
          marketTags.includes(order.marketTag ?? '') &&
          (isWorking(order) || order.updatedAtMs >= sinceMs),
      );
      const sum = (of: typeof traded): Decimal =>
        of.reduce((total, { filledAmount }) => addDecimal(total, filledAmount), ZERO);
      const bought = sum(traded.filter(({ side }) => side === 'buy'));
      const sold = sum(traded.filter(({ side }) => side === 'sell'));
      return { net: subtractDecimal(bought, sold), gross: addDecimal(bought, sold) };
    },
    async listMarketsOfOrders(accountId) {
      const known = ordersOf(accountId).filter(
        (order) => isWorking(order) || order.venueOrderId !== null,
      );
      const tags = known.flatMap(({ marketTag }) => marketTag ?? []);
      return [...new Set(tags)].toSorted();
    },
    async listDeniedOrders(accountId, { limit, ...query }) {
      const found = ordersOf(accountId).filter((order) => isDenied(order, query));
      return found.toReversed().slice(0, limit);
    },
    async listAccountsToReconcile(query) {
      const found = [...orders.values()].filter(
        (order) => isWorking(order) || isDenied(order, query),
      );
      const ids = new Set(found.map((each) => each.accountId));
      return sortedValues(accounts).filter((account) => ids.has(account.accountId));
    },
    async listAccountsInDoubt(afterMs) {
      const isInDoubt = (order: Order): boolean =>
        order.state === 'unknown' && order.updatedAtMs > afterMs;
      const found = [...orders.values()].filter(isInDoubt);
      const ids = new Set(found.map((each) => each.accountId));
      return sortedValues(accounts).filter((account) => ids.has(account.accountId));
    },
  };
}

function writeIntent(
  state: MemoryState,
  order: Order,
  { risk, claim }: IntentConditions = {},
): InsertIntentOutcome {
  if (claim !== null && claim !== undefined) insistOnClaim(state, claim);
  const unresolved = ordersIn(state, order.accountId).find(
    (other) => isUnresolved(other) && other.marketTag === order.marketTag,
  );
  if (unresolved !== undefined) return { kind: 'unresolved', orderId: unresolved.orderId };
  if (risk !== 'exempt') {
    const judgement = judgeOne(state, order, risk ?? null);
    if (judgement !== null) return judgement;
  }
  // The newest again, when it is tried again.
  state.orders.delete(order.orderId);
  state.orders.set(order.orderId, order);
  if (risk === 'exempt') state.exemptOrderIds.add(order.orderId);
  else if (risk !== undefined) noteJudged(state, order, risk, order.updatedAtMs);
  return { kind: 'inserted' };
}

/** Null when the order may be written. */
function judgeOne(
  state: MemoryState,
  { accountId, updatedAtMs }: Order,
  risk: OrderRisk | null,
): InsertIntentOutcome | null {
  const judgement = judgeInMemory(state, accountId, risk === null ? [] : [risk], updatedAtMs);
  if (judgement === null) return null;
  if (risk === null || judgement.kind === 'unknown') return { kind: 'limits_unknown' };
  return judgement.kind === 'refused' ? { kind: 'limited', reason: judgement.reason } : null;
}

function isDenied(
  { state, venueOrderId, updatedAtMs }: Order,
  { afterMs }: Pick<DeniedQuery, 'afterMs'>,
): boolean {
  const isNameless = state === 'unplaced' || (state === 'rejected' && venueOrderId === null);
  return isNameless && updatedAtMs > afterMs;
}
