// Measures at a test net what an exchange promises: what it does with a second order of a name,
// how soon an order is shown, whether late requests are refused, and how long ended orders stay.

import { setTimeout as pause } from 'node:timers/promises';
import type { NewVenueOrder, PlacedOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type {
  EndedOrder,
  PromiseMeasurement,
  SecondOrder,
} from '#venue-port/exchange/promise-measurement.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { Verdict } from '#venues/dialect.ts';
import type { ProbeDeps, ProbeSession } from '#venues/probe/probe-session.ts';
import {
  cancelOrder,
  findOrder,
  openProbeSession,
  placeOrder,
} from '#venues/probe/probe-session.ts';
import { retryWhenLimited } from '#venues/probe/retry-when-limited.ts';

export type ProbeRun = ProbeDeps & {
  readonly marketTag: string;
  /** Ended orders of earlier probes of this account. */
  readonly earlier: readonly EndedOrder[];
};

type Measurement = Omit<PromiseMeasurement, 'exchange' | 'source' | 'measuredAtMs' | 'keyMark'>;

const LAG_ROUNDS = 8;
const POLL_MS = 20;
/** What is not shown by then is taken not to be found at all. */
const SHOWN_MS_MAX = 30_000;
/** Twice as old as a request may be at any exchange of ours. */
const LATE_BY_MS = 10_000;

/**
 * Places some twelve of the smallest orders, and cancels all that do not fill. Throws Failure when
 * not even the first order is taken.
 */
export async function probeVenue(run: ProbeRun): Promise<Measurement> {
  const session = await openProbeSession(run, run.marketTag);
  const placed: NewVenueOrder[] = [];
  try {
    return await measure(session, placed, run.earlier);
  } finally {
    for (const { clientOrderId } of placed) await cancelAllOf(session, clientOrderId);
    session.close();
  }
}

async function measure(
  session: ProbeSession,
  placed: NewVenueOrder[],
  earlier: readonly EndedOrder[],
): Promise<Measurement> {
  const goneAfterMs = await goneOf(session, earlier);
  const lags: number[] = [];
  const start = async (kind: 'resting' | 'filling'): Promise<StartedProbe> => {
    const order = session.newOrder(kind);
    placed.push(order);
    const first = requirePlaced(await placeOrder(session, order));
    lags.push(await lagOf(session, order));
    return { order, first };
  };
  const resting = await start('resting');
  const whileOpen = await secondOrder(session, resting);
  await cancelAndAwait(session, resting.first);
  const afterCancel = await secondOrder(session, resting);
  for (let round = 0; round < LAG_ROUNDS; round += 1)
    await cancelAndAwait(session, (await start('resting')).first);
  const filling = await start('filling');
  const filled = await awaitState(session, filling.first, ({ state }) => state === 'filled');
  const afterFill = filled === null ? 'not_measured' : await secondOrder(session, filling);
  const lateRequest = await lateOf(session, placed);
  const ended = [await endedOrder(session, resting), await endedOrder(session, filling)];
  const visibilityLagMs = Math.max(...lags);
  return {
    secondOrder: { whileOpen, afterCancel, afterFill },
    isFoundInAnyState: visibilityLagMs < SHOWN_MS_MAX && !ended.includes(null),
    visibilityLagMs,
    lateRequest,
    endedOrders: ended.filter((each) => each !== null),
    goneAfterMs,
  };
}

type StartedProbe = { readonly order: NewVenueOrder; readonly first: PlacedOrder };

function requirePlaced(verdict: Verdict<PlacedOrder>): PlacedOrder {
  if (verdict.kind === 'done') return verdict.value;
  const detail = 'detail' in verdict ? `: ${verdict.detail}` : '';
  throw new Failure('unavailable', `The test net took no order (${verdict.kind})${detail}`);
}

/** Until the look-up by name shows it. */
async function lagOf(session: ProbeSession, { clientOrderId }: NewVenueOrder): Promise<number> {
  const startMs = performance.now();
  const sinceMs = (): number => Math.round(performance.now() - startMs);
  while (sinceMs() < SHOWN_MS_MAX) {
    const beganMs = sinceMs();
    if ((await findOrder(session, clientOrderId)) !== null) return beganMs;
    await pause(POLL_MS);
  }
  return SHOWN_MS_MAX;
}

/** What became of another order under the name of the first. */
async function secondOrder(
  session: ProbeSession,
  { order, first }: StartedProbe,
): Promise<SecondOrder> {
  const verdict = await placeOrder(session, { ...order, decidedAtMs: session.nowMs() });
  if (verdict.kind === 'duplicate') return 'refused';
  if (verdict.kind !== 'done') return 'not_measured';
  if (verdict.value.venueOrderId === first.venueOrderId) return 'first';
  // An exchange that only acknowledges at first refuses it in its own time.
  const second = await awaitState(session, verdict.value, () => true);
  if (second?.state === 'rejected') return 'refused';
  await cancelAndAwait(session, verdict.value);
  return 'placed';
}

/** The order once it is as wanted; null when it is not in half a minute. */
async function awaitState(
  session: ProbeSession,
  { clientOrderId, venueOrderId }: Pick<PlacedOrder, 'clientOrderId' | 'venueOrderId'>,
  isWanted: (order: VenueOrder) => boolean,
): Promise<VenueOrder | null> {
  const startMs = performance.now();
  while (performance.now() - startMs < SHOWN_MS_MAX) {
    const found = await findOrder(session, clientOrderId ?? '', venueOrderId);
    if (found !== null && isWanted(found)) return found;
    await pause(POLL_MS);
  }
  return null;
}

async function cancelAndAwait(session: ProbeSession, order: PlacedOrder): Promise<void> {
  const { clientOrderId, venueOrderId } = order;
  await cancelOrder(session, { clientOrderId: clientOrderId ?? '', venueOrderId });
  await awaitState(session, order, ({ state }) => state !== 'open');
}

async function lateOf(
  session: ProbeSession,
  placed: NewVenueOrder[],
): Promise<PromiseMeasurement['lateRequest']> {
  const order = session.newOrder('resting');
  placed.push(order);
  const query = session.dialect.orders.place(order, session.listed, session.context());
  const { kind } = await session.sendLate(query, LATE_BY_MS);
  if (kind === 'clock') return 'refused';
  return kind === 'done' ? 'carried_out' : 'not_measured';
}

/** By its name alone, as after a lost reply; null: not found. */
async function endedOrder(
  session: ProbeSession,
  { order: { clientOrderId, marketTag } }: StartedProbe,
): Promise<EndedOrder | null> {
  const found = await findOrder(session, clientOrderId);
  if (found === null || found.state === 'open') return null;
  const { venueOrderId, state, updatedAtMs } = found;
  const wasFilled = state === 'filled';
  return { marketTag, clientOrderId, venueOrderId, wasFilled, endedAtMs: updatedAtMs };
}

/** How old the youngest of them is that the venue has no more. */
async function goneOf(
  session: ProbeSession,
  earlier: readonly EndedOrder[],
): Promise<PromiseMeasurement['goneAfterMs']> {
  const gone: { filled: number | null; unfilled: number | null } = { filled: null, unfilled: null };
  const ofMarket = earlier.filter(({ marketTag }) => marketTag === session.listed.market.marketTag);
  for (const { clientOrderId, venueOrderId, wasFilled, endedAtMs } of ofMarket) {
    if ((await findOrder(session, clientOrderId, venueOrderId)) !== null) continue;
    const kind = wasFilled ? 'filled' : 'unfilled';
    const ageMs = Math.max(0, session.nowMs() - endedAtMs);
    gone[kind] = Math.min(gone[kind] ?? Infinity, ageMs);
  }
  return gone;
}

/** Whatever still works under this name, so that the probe leaves nothing behind. */
async function cancelAllOf(session: ProbeSession, clientOrderId: string): Promise<void> {
  const { account, dialect, requests, context } = session;
  const list = () => requests.readAll(account, dialect.orders.open(context()));
  const open = await retryWhenLimited(list, pause);
  for (const { venueOrderId, ...order } of open)
    if (order.clientOrderId === clientOrderId)
      await cancelOrder(session, { clientOrderId, venueOrderId });
}
