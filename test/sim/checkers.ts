// Invariants after every step, and when everything has healed.

import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { isUnresolved } from '#venue-port/order/order.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { Acknowledgements } from './workload.ts';
import type { SimWorld } from './world.ts';
import type { Owners } from './owners.ts';
import { ACCOUNTS } from './venue.ts';
import { checkBots } from './bot-checkers.ts';
import { checkStrategies } from './strategy-checkers.ts';

const ATTEMPTS = 16;
const NONE: readonly string[] = [];

/** Requests have the same names in every simulation. */
const namesByRequest = new Map<string, readonly string[]>();

/** The names that the orders of one request can have at the exchange. */
function namesOf(requestName: string): readonly string[] {
  const known = namesByRequest.get(requestName);
  if (known !== undefined) return known;
  const names = Array.from(
    { length: ATTEMPTS },
    (_, attempt) => orderIdentity(systemDigest, `record ${requestName}`, attempt).clientOrderId,
  );
  namesByRequest.set(requestName, names);
  return names;
}

/** Queries the exchange only when an order was placed there since the last call. */
export function makeStepCheck(
  world: SimWorld,
  acknowledged: Acknowledgements,
  owners: Owners,
): () => Promise<readonly string[]> {
  let ordersSeen = 0;
  return async (): Promise<readonly string[]> => {
    const count = world.venue.placedCount();
    if (count === ordersSeen && world.faults.length === 0) return NONE;
    ordersSeen = count;
    const found = world.faults.splice(0);
    found.push(...ordersPerName(world), ...ordersPerRequest(world, acknowledged));
    found.push(...(await world.venue.audit()), ...(await checkStrategies(world, owners)));
    return found;
  };
}

/** At most one order at the exchange under each name, and its intent was written. */
function ordersPerName({ venue, orders }: SimWorld): readonly string[] {
  const intents = new Set([...orders.values()].map(({ clientOrderId }) => clientOrderId));
  return [...venue.placed].flatMap(([name, ids]) => {
    if (ids.size > 1) return [`${name} is ${ids.size} orders: ${[...ids].join(', ')}`];
    return intents.has(name) ? [] : [`${name} was placed without an intent`];
  });
}

/** At most one order at the exchange for each request, under whatever names. */
function ordersPerRequest(world: SimWorld, { begun }: Acknowledgements): readonly string[] {
  return [...begun].flatMap((requestName) => {
    const ids = namesOf(requestName).flatMap((name) => [...(world.venue.placed.get(name) ?? [])]);
    return ids.length > 1 ? [`${requestName} made ${ids.length} orders: ${ids.join(', ')}`] : [];
  });
}

/** After healing: our records say what the exchange says, and every response was true. */
export async function checkHealed(
  world: SimWorld,
  acknowledged: Acknowledgements,
  owners: Owners,
): Promise<readonly string[]> {
  const { orders, venue } = world;
  const bots = await checkBots(world, owners);
  const unresolved = [...orders.values()].filter(
    (order) => order.state === 'pending' || isUnresolved(order),
  );
  // The rounds of the processes have resolved everything; what was filled since is learnt here.
  await reconcileNow(world);
  const found = [...world.faults.splice(0), ...bots, ...(await venue.audit())];
  for (const { orderId, state } of unresolved) found.push(`${orderId} stayed ${state}`);
  for (const account of Object.values(ACCOUNTS)) {
    const listed = await world.store.listWorkingOrders(account.accountId);
    const working = listed.filter((order) => !isEmulated(order));
    const theirs = await venue.truth.fetchOpenOrders(account);
    const ours = working.map(({ clientOrderId, state }) => `${clientOrderId} ${state}`).toSorted();
    const open = theirs.map(({ clientOrderId }) => `${clientOrderId} open`).toSorted();
    if (ours.join() !== open.join())
      found.push(`working here: ${ours.join(', ')}; open at the exchange: ${open.join(', ')}`);
  }
  found.push(
    ...ordersPerName(world),
    ...ordersPerRequest(world, acknowledged),
    ...(await auditResponses(world, acknowledged)),
  );
  return found;
}

async function reconcileNow({ agenda, store, venue }: SimWorld): Promise<void> {
  await venue.settle();
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const exchanges = exchangeRegistry([venue.truth]);
  const stores = { accounts: store, orders: store, idempotency: store, bots: store };
  await reconcileAccounts({ ...stores, clock: agenda, digest: systemDigest, log, exchanges });
}

function ignore(): void {
  // The comparison that follows says what matters.
}

/** Rebuilds from the responses alone what must be so, and compares. */
async function auditResponses(
  world: SimWorld,
  known: Acknowledgements,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [requestName, { orderId, wish }] of known.placed) {
    const order = world.orders.get(orderId);
    if (order === undefined) {
      found.push(`${requestName} got ${orderId}, which is not stored`);
      continue;
    }
    if (order.side !== wish.side || order.amount !== wish.amount) {
      found.push(`${requestName} requested another order than ${orderId}`);
    }
    const theirs = await venueStateOf(world, order.marketTag ?? '', order.clientOrderId);
    const isSame = order.state === theirs || (order.state === 'unplaced' && theirs === null);
    if (!isSame) found.push(`${orderId} is ${order.state} here and ${theirs} at the exchange`);
  }
  for (const orderId of known.cancelled) {
    const state = world.orders.get(orderId)?.state;
    if (state !== 'cancelled') found.push(`${orderId} was cancelled and is ${state}`);
  }
  for (const requestName of known.refused.keys()) {
    const names = namesOf(requestName).filter((name) => world.venue.placed.has(name));
    if (names.length > 0) found.push(`${requestName} was refused and made ${names.join(', ')}`);
  }
  const listed = [...known.listed].filter((orderId) => !world.orders.has(orderId));
  for (const orderId of listed) found.push(`${orderId} was listed and is not stored`);
  return found;
}

async function venueStateOf(world: SimWorld, marketTag: string, clientOrderId: string) {
  const name = { clientOrderId, venueOrderId: null, placedAtMs: 0 };
  const seen = await world.venue.truth.fetchOrder(ACCOUNTS.spot, marketTag, name);
  return seen.kind === 'found' ? seen.order.state : null;
}
