// One simulation: a phase with faults in which nothing may go against the rules, then a phase of
// healing after which all must agree. The same seed gives the same events.

import { MINUTE_MS } from '#lib/time.ts';
import type { VenueAccount } from '#venue-port/exchange/exchange.ts';
import { checkHealed, makeStepCheck } from './checkers.ts';
import { checkJobs } from './job-checkers.ts';
import { startFleet } from './fleet.ts';
import type { VenueAccess } from './linked-venue.ts';
import { openVenueAccess } from './linked-venue.ts';
import type { Mutant } from './mutants.ts';
import { plant } from './mutants.ts';
import type { Owners } from './owners.ts';
import { startOwners } from './owners.ts';
import type { JobOwners } from './job-owners.ts';
import { startJobOwners } from './job-owners.ts';
import { startWorkers } from './workers.ts';
import { startRunners } from './runners.ts';
import { startClients } from './workload.ts';
import { ACCOUNTS } from './venue.ts';
import type { SimWorld } from './world.ts';
import { makeSimWorld } from './world.ts';

export type Simulation = {
  readonly seed: number;
  readonly hash: string;
  readonly stepsCount: number;
  readonly tallies: Tallies;
  /** What went against the rules; empty when nothing did. */
  readonly faults: readonly string[];
  readonly journal: readonly string[];
};

const STEPS_MAX = 50_000;
const HEALING_MS = 200_000;
const MEDDLE_MS_MAX = 90_000;
const RESTED_MS = 40_000;
/** For how much longer orders may wait in the budgets of their exchange, which healing leaves. */
const UNSENT_MS_MAX = 180_000;
/** Within which bots take in what was sent to them. */
const SETTLING_MS = 15_000;

/** What was done in a simulation, so that one sees whether much was. */
export type Tallies = {
  /** Placed by hand. */
  readonly orders: number;
  readonly bots: number;
  /** Activations that began to run. */
  readonly runs: number;
  readonly updates: number;
  /** How often a process took a run up, from its beginning or as another had left it. */
  readonly takeovers: number;
  readonly botOrders: number;
  /** Orders of bots that the exchange had. */
  readonly botOrdersPlaced: number;
  readonly backtests: number;
  readonly labs: number;
  /** Attempts at jobs, and those whose process was not heard of any more. */
  readonly attempts: number;
  readonly lostAttempts: number;
};

export async function simulate(seed: number, mutant: Mutant | null = null): Promise<Simulation> {
  const mutants = plant(mutant);
  const world = await makeSimWorld(seed, mutants);
  const access = openVenueAccess(world, mutants);
  const fleet = startFleet(world, mutants, access);
  const runners = startRunners(world, mutants, access);
  const acknowledged = startClients(world, fleet);
  const owners = startOwners(world, fleet);
  const jobOwners = startJobOwners(world, fleet);
  const workers = startWorkers(world, mutants);
  void settleForever(world);
  void meddle(world);
  const check = makeStepCheck(world, acknowledged, owners);
  const faults: string[] = [];
  const isServed = (): boolean =>
    acknowledged.clientsLeft + owners.ownersLeft + jobOwners.ownersLeft === 0;
  const heal = (): Promise<void> => healWorld(world, access);
  const stepsCount = await passTime(world, { isServed, heal }, async () => {
    faults.push(...(await check()));
    return faults.length > 0;
  });
  fleet.stop();
  runners.stop();
  workers.stop();
  access.stop();
  if (stepsCount === STEPS_MAX) faults.push(`not at rest after ${STEPS_MAX} steps`);
  if (faults.length === 0) faults.push(...(await checkHealed(world, acknowledged, owners)));
  if (faults.length === 0) faults.push(...(await checkJobs(world, jobOwners)));
  for (const fault of faults) world.journal.note('checker', fault);
  const { lines } = world.journal;
  const hash = world.journal.hash();
  return {
    seed,
    hash,
    stepsCount,
    tallies: talliesOf(world, owners, jobOwners),
    faults,
    journal: lines,
  };
}

/** The phase with faults and that of healing, step by step; returns how many there were. */
async function passTime(
  world: SimWorld,
  { isServed, heal }: { isServed: () => boolean; heal: () => Promise<void> },
  findsFault: () => Promise<boolean>,
): Promise<number> {
  let isHealed = false;
  let changedAtMs = 0;
  for (let stepsCount = 0; stepsCount < STEPS_MAX; stepsCount += 1) {
    const nowMs = world.agenda.nowMs();
    if (!isHealed && nowMs > world.healsAtMs) {
      await heal();
      isHealed = true;
    }
    const isOver = nowMs > world.healsAtMs + HEALING_MS;
    if (!isServed()) changedAtMs = nowMs;
    // Bots have had the time to run the last minute.
    const isRested = nowMs % MINUTE_MS > RESTED_MS;
    const isSettled = isOver && isRested && nowMs > changedAtMs + SETTLING_MS;
    const isLate = nowMs > world.healsAtMs + HEALING_MS + UNSENT_MS_MAX;
    if (isSettled && (isLate || !hasPending(world))) return stepsCount;
    await world.agenda.step();
    if (await findsFault()) return stepsCount;
  }
  return STEPS_MAX;
}

function hasPending({ orders }: SimWorld): boolean {
  return [...orders.values()].some(({ state }) => state === 'pending');
}

/** No fault begins any more, and what is on its way arrives. */
async function healWorld(world: SimWorld, access: VenueAccess): Promise<void> {
  world.journal.note('world', 'heals');
  const none = { death: 0, storeFault: 0, exchangeFault: 0, silence: 0, freeze: 0 };
  Object.assign(world.rates, { ...none, linkFault: 0, streamFault: 0 });
  // What no frame reported is read after the connection, or at the next sweep in ten minutes.
  access.cutStreams();
  await world.venue.faults.landLate();
}

async function settleForever({ agenda, venue }: SimWorld): Promise<never> {
  while (true) {
    await agenda.wait(10_000);
    await venue.settle();
  }
}

/** While there are faults the exchange cancels orders by itself now and then. */
async function meddle({ agenda, chance, journal, healsAtMs, venue }: SimWorld): Promise<void> {
  while (agenda.nowMs() < healsAtMs) {
    await agenda.wait(chance.below(MEDDLE_MS_MAX));
    const account = chance.pick<VenueAccount>([ACCOUNTS.spot, ACCOUNTS.futures]);
    const [first, ...others] = await venue.truth.fetchOpenOrders(account);
    if (first === undefined) continue;
    const { marketTag, clientOrderId, venueOrderId, placedAtMs } = chance.pick([first, ...others]);
    journal.note('exchange', `cancels ${clientOrderId}`);
    const name = { clientOrderId: clientOrderId ?? '', venueOrderId, placedAtMs };
    await venue.truth.cancelOrder(account, marketTag, name);
  }
}

function talliesOf(
  { orders, ledger, queue, venue }: SimWorld,
  { bots }: Owners,
  { backtests, labs }: JobOwners,
): Tallies {
  const ofBots = [...orders.values()].filter(({ botId }) => botId !== null);
  return {
    orders: orders.size - ofBots.length,
    bots: bots.length,
    ...ledger.counts,
    botOrders: ofBots.length,
    botOrdersPlaced: ofBots.filter(({ clientOrderId }) => venue.placed.has(clientOrderId)).length,
    backtests: backtests.size,
    labs: labs.size,
    ...queue.counts,
  };
}
