// The processes of the service: two at a time, each reconciling at its start and each minute, and
// started again some seconds after its death.

import { LIMITS } from '#lib/limits.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { reconcileAccounts, reconcileDoubts } from '#services/orders/reconcile-accounts.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { Server } from './gateway.ts';
import type { VenueAccess } from './linked-venue.ts';
import type { Machine } from './machine.ts';
import { followStore, makeMachine } from './machine.ts';
import type { Mutants } from './mutants.ts';
import type { Life } from './process.ts';
import { beginLife, mortal, pass } from './process.ts';
import type { SimWorld } from './world.ts';

export type Fleet = {
  /** One that responds, if any does. */
  pick(): Server | null;
  /** Lets the processes end their work without another round. */
  stop(): void;
};

const SEATS = ['server-1', 'server-2'] as const;
const RESTART_MS_MAX = 8_000;

export function startFleet(world: SimWorld, mutants: Mutants, access: VenueAccess): Fleet {
  const { agenda, chance } = world;
  const servers = new Map<string, Server>();
  const state = { isStopped: false };
  let idsMade = 0;

  async function boot(life: Life, machine: Machine): Promise<Server> {
    const store = mortal(world, life, 'store', world.store);
    const exchange = mutants.exchange(access.exchangeOf(life, machine));
    const clock = mutants.clock(await followStore(world, life, machine), machine);
    const deps = {
      clock,
      digest: mutants.digest(systemDigest),
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      accounts: store,
      orders: store,
      bots: store,
      dataSeries: store,
      botRuns: mortal(world, life, 'store', world.runs),
      scripts: store,
      backtests: mortal(world, life, 'store', world.backtests),
      labs: mortal(world, life, 'store', world.labs),
      idempotency: store,
      exchanges: exchangeRegistry([exchange]),
    };
    const inbox = mortal(world, life, 'store', world.inbox);
    return { life, deps, store, inbox, newId: () => `id ${(idsMade += 1)}` };
  }

  async function keepSlot(name: string): Promise<void> {
    const machine = makeMachine(world, name);
    while (!state.isStopped) {
      const life = beginLife(name);
      world.journal.note(name, 'starts');
      await Promise.race([life.death, serve(life, machine)]);
      life.die();
      servers.delete(name);
      await agenda.wait(chance.below(RESTART_MS_MAX));
    }
  }

  async function serve(life: Life, machine: Machine): Promise<void> {
    const server = await boot(life, machine);
    servers.set(life.name, server);
    const isOver = (): boolean => state.isStopped;
    await Promise.all([
      reconcileAll(world, server, isOver),
      reconcileLately(world, server, isOver),
    ]);
  }

  for (const name of SEATS) void keepSlot(name);
  return {
    pick() {
      const [first, ...others] = servers.values();
      return first === undefined ? null : chance.pick([first, ...others]);
    },
    stop() {
      state.isStopped = true;
    },
  };
}

/** Whatever is neither a failure nor an unknown outcome goes against the rules. */
export async function noteDefects(world: SimWorld, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failure || error instanceof OutcomeUnknown) return;
    world.faults.push(`a defect: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

function ignore(): void {
  // The journal says what happened.
}

async function reconcileAll(
  world: SimWorld,
  { life, deps }: Server,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await noteDefects(world, async () => void (await reconcileAccounts(deps)));
    await pass(world, life, LIMITS.reconcileIntervalMs);
  }
}

/** The accounts whose orders became unknown lately. */
async function reconcileLately(
  world: SimWorld,
  { life, deps }: Server,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pass(world, life, LIMITS.doubtIntervalMs);
    await noteDefects(world, async () => void (await reconcileDoubts(deps)));
  }
}
