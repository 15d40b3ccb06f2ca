// Deliveries to a receiver of webhooks on this machine: at an even rate, and from a backlog.

import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { quantile } from '../bots/figures.ts';
import type { Installation } from '../http/installation.ts';
import { print } from './compare-cost.ts';
import type { Receiver } from './receiver.ts';
import { startReceiver } from './receiver.ts';
import { happen, makeTenants } from './tenants.ts';

const DELIVERIES_PER_SECOND = 200;
const RATES = [DELIVERIES_PER_SECOND, 300];
const SECONDS = 15;
const COMMITTED_TOGETHER = 10;
const BACKLOG = 4_000;
const ARRIVED_MS_MAX = 120_000;

type Offer = {
  readonly database: Database;
  readonly userId: string;
  /** By the event's number in the log of the user; first arrivals. */
  readonly arrivedAtMs: Map<number, number>;
};

export async function measureWebhooks({
  installation,
  database,
}: {
  readonly installation: Installation;
  readonly database: Database;
}): Promise<void> {
  const [tenant] = await makeTenants(database, 1);
  if (tenant === undefined) throw new Error('There is no user.');
  const receiver = await startReceiver();
  await makeWebhook(installation.service.url, tenant.key, receiver);
  const arrivedAtMs = new Map<number, number>();
  receiver.onMessage = (sequence) => {
    if (!arrivedAtMs.has(sequence)) arrivedAtMs.set(sequence, performance.now());
  };
  const offered = { database, userId: tenant.userId, arrivedAtMs };
  print('Webhooks, deliveries to one receiver');
  for (const rate of RATES) await offerEvenly(offered, rate);
  print(`  (target: ${DELIVERIES_PER_SECOND} a second, all that is offered)`);
  const fromMs = performance.now();
  await happen(database, Array<string>(BACKLOG).fill(tenant.userId));
  await untilArrived(arrivedAtMs, arrivedAtMs.size, BACKLOG);
  const seconds = (performance.now() - fromMs) / 1_000;
  print(`  a backlog of ${BACKLOG}: ${(BACKLOG / seconds).toFixed(0)} a second`);
  await receiver.close();
}

async function makeWebhook(url: string, key: string, receiver: Receiver): Promise<void> {
  const made = await fetch(`${url}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  if (made.status !== 201) throw new Error(await made.text());
}

/**
 * Both rates are from the first to the last, of commits and of arrivals: the delay of the last
 * delivery, which lengthens a short measurement alone, is in neither. What waited at the end of
 * the offer, and the delays of its first and last third, say whether the service fell behind.
 */
async function offerEvenly(
  { database, userId, arrivedAtMs }: Offer,
  perSecond: number,
): Promise<void> {
  const before = arrivedAtMs.size;
  const count = perSecond * SECONDS;
  const committedAtMs: number[] = [];
  const fromMs = performance.now();
  for (let sent = 0; sent < count; sent += COMMITTED_TOGETHER) {
    await pause(Math.max(0, fromMs + (sent * 1_000) / perSecond - performance.now()));
    await happen(database, Array<string>(COMMITTED_TOGETHER).fill(userId));
    committedAtMs.push(...Array<number>(COMMITTED_TOGETHER).fill(performance.now()));
  }
  const waiting = count - (arrivedAtMs.size - before);
  await untilArrived(arrivedAtMs, before, count);
  // Events of a user are numbered in the order of their commits.
  const arrivals = committedAtMs.map((_, index) => arrivedAtMs.get(before + index + 1) ?? 0);
  const tookMs = arrivals.map((atMs, index) => atMs - (committedAtMs[index] ?? 0));
  const third = Math.floor(count / 3);
  const median = (part: readonly number[]): string => quantile(part, 0.5).toFixed(0);
  print(
    `  ${rateOf(committedAtMs)} a second offered, ${rateOf(arrivals)} arrived; ` +
      `${waiting} under way at the end of the offer`,
  );
  print(
    `    commit to receiver: p50 ${median(tookMs)} ms, p99 ${quantile(tookMs, 0.99).toFixed(0)} ms; ` +
      `p50 of the first third ${median(tookMs.slice(0, third))}, of the last ${median(tookMs.slice(-third))}`,
  );
}

function rateOf(instantsMs: readonly number[]): string {
  const spanMs = Math.max(...instantsMs) - Math.min(...instantsMs);
  // Those of the first commit have no time of their own.
  return (((instantsMs.length - COMMITTED_TOGETHER) * 1_000) / spanMs).toFixed(1);
}

async function untilArrived(
  arrived: ReadonlyMap<number, number>,
  before: number,
  count: number,
): Promise<void> {
  const limitMs = performance.now() + ARRIVED_MS_MAX;
  while (arrived.size < before + count) {
    if (performance.now() > limitMs)
      throw new Error(`Only ${arrived.size - before} of ${count} arrived.`);
    await pause(5);
  }
}
