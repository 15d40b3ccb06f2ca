// Everything that is outside the service in one simulation, owned by one seed.

import type { Order } from '#domain/order/order.ts';
import { nextOrderState, ORDER_EVENTS } from '#domain/order/order-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { OrderStore, Principal, Store } from '#ports/store.ts';
import type { Agenda } from './agenda.ts';
import { makeAgenda } from './agenda.ts';
import type { Chance } from './chance.ts';
import { seededChance } from './chance.ts';
import type { Journal } from './journal.ts';
import { makeJournal } from './journal.ts';
import { ACCOUNT_ID, makeVenue } from './venue.ts';
import type { Venue } from './venue.ts';

/** In percent of the calls. */
export type Rates = {
  death: number;
  storeFault: number;
  exchangeFault: number;
  freeze: number;
};

export type SimWorld = {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly journal: Journal;
  readonly rates: Rates;
  readonly venue: Venue;
  /** What is stored, without delays and faults. */
  readonly store: Store;
  /** Orders by id, as the store was told. */
  readonly orders: ReadonlyMap<string, Order>;
  /** What went against a rule, as it is found. */
  readonly faults: string[];
};

const USER_ID = 'user_simulated';
const START_MS = Date.UTC(2025, 2, 3, 10, 30, 20);

export const CALLER: Principal = {
  keyId: 'key_simulated',
  userId: USER_ID,
  scopes: [],
  plan: 'unlimited',
  planUntilMs: null,
  expiresAtMs: null,
  addresses: [],
  endUserId: null,
  isPartner: false,
};

export async function makeSimWorld(seed: number): Promise<SimWorld> {
  const chance = seededChance(seed);
  const agenda = makeAgenda(START_MS, chance);
  const faults: string[] = [];
  const orders = new Map<string, Order>();
  const plain = memoryStore();
  await plain.insertUser({
    userId: USER_ID,
    name: 'simulated',
    plan: 'unlimited',
    planUntilMs: null,
    createdAtMs: START_MS,
  });
  await plain.insertAccount({
    accountId: ACCOUNT_ID,
    userId: USER_ID,
    name: 'simulated',
    exchange: 'sim',
    marketType: 'spot',
    isSimulated: true,
    isTestNet: false,
    status: 'connected',
    positionMode: null,
    marginMode: null,
    allowsBots: false,
    createdAtMs: START_MS,
    updatedAtMs: null,
  });
  return {
    agenda,
    chance,
    journal: makeJournal(agenda),
    rates: {
      death: chance.below(5) / 2,
      storeFault: chance.below(5) / 2,
      exchangeFault: chance.below(30),
      freeze: chance.below(5) / 2,
    },
    venue: await makeVenue(agenda, chance.percent(50)),
    store: { ...plain, ...watched(plain, orders, faults) },
    orders,
    faults,
  };
}

/** The store of orders, where each change is compared with the table of transitions. */
function watched(
  store: OrderStore,
  orders: Map<string, Order>,
  faults: string[],
): Pick<OrderStore, 'insertIntent' | 'transition'> {
  return {
    async insertIntent(order) {
      const written = await store.insertIntent(order);
      if (written.kind === 'inserted') orders.set(order.orderId, order);
      return written;
    },
    async transition(change, completion) {
      const isWritten = await store.transition(change, completion);
      const before = orders.get(change.orderId);
      if (!isWritten || before === undefined) return isWritten;
      const isInTable = ORDER_EVENTS.some(
        (event) => nextOrderState(before.state, event) === change.to,
      );
      if (!isInTable) faults.push(`${change.orderId} went from ${before.state} to ${change.to}`);
      orders.set(change.orderId, { ...before, state: change.to });
      return isWritten;
    },
  };
}
