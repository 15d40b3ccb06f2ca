// One simulation: a phase with faults in which nothing may go against the rules, then a phase of
// healing after which all must agree. The same seed gives the same events.

import type { Exchange } from '#ports/exchange.ts';
import { OutcomeUnknown } from '#ports/failure.ts';
import { checkHealed, makeStepCheck } from './checkers.ts';
import { startFleet } from './fleet.ts';
import { startClients } from './workload.ts';
import type { SimWorld } from './world.ts';
import { makeSimWorld } from './world.ts';

export type Simulation = {
  readonly seed: number;
  readonly hash: string;
  readonly stepsCount: number;
  /** What went against the rules; empty when nothing did. */
  readonly faults: readonly string[];
  readonly journal: readonly string[];
};

/** A known mistake, which the simulator must find: an order of unknown outcome is sent again. */
export type Mistake = 'blind-retry' | null;

const FAULTY_MS = 240_000;
const STEPS_MAX = 20_000;
const HEALING_MS = 300_000;

export async function simulate(seed: number, mistake: Mistake = null): Promise<Simulation> {
  const world = await makeSimWorld(seed);
  const fleet = startFleet(world, mistake === null ? (exchange) => exchange : retryingBlindly);
  const acknowledged = startClients(world, fleet);
  const check = makeStepCheck(world, acknowledged);
  const startMs = world.agenda.nowMs();
  const faults: string[] = [];
  let stepsCount = 0;
  let healedAtMs: number | null = null;
  void settleForever(world);
  while (faults.length === 0 && stepsCount < STEPS_MAX) {
    const nowMs = world.agenda.nowMs();
    if (healedAtMs === null && nowMs - startMs > FAULTY_MS) {
      await heal(world);
      healedAtMs = nowMs;
    }
    const isOver = healedAtMs !== null && nowMs - healedAtMs > HEALING_MS;
    if (isOver && acknowledged.clientsLeft === 0) break;
    await world.agenda.step();
    stepsCount += 1;
    faults.push(...(await check()));
  }
  fleet.stop();
  if (stepsCount === STEPS_MAX) faults.push(`not at rest after ${STEPS_MAX} steps`);
  if (faults.length === 0) faults.push(...(await checkHealed(world, acknowledged)));
  for (const fault of faults) world.journal.note('checker', fault);
  const { lines } = world.journal;
  return { seed, hash: world.journal.hash(), stepsCount, faults, journal: lines };
}

/** No fault begins any more, and what is on its way arrives. */
async function heal(world: SimWorld): Promise<void> {
  world.journal.note('world', 'heals');
  Object.assign(world.rates, { death: 0, storeFault: 0, exchangeFault: 0, freeze: 0 });
  await world.venue.faults.landLate();
}

async function settleForever({ agenda, venue }: SimWorld): Promise<never> {
  while (true) {
    await agenda.wait(10_000);
    await venue.settle();
  }
}

function retryingBlindly(exchange: Exchange): Exchange {
  return {
    ...exchange,
    async placeOrder(account, order) {
      try {
        return await exchange.placeOrder(account, order);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
        return exchange.placeOrder(account, order);
      }
    },
  };
}
