// The processes that run bots: some at a time, each with leases of its own. They die and freeze at
// any call, leave in good order when they are asked to, and start again some seconds later.

import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botRunner } from '#services/live/runner/bot-runner.ts';
import { runThreadsInProcess } from '#services/live/runner/bot-harness.fixture.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { noteDefects } from './fleet.ts';
import type { VenueAccess } from './linked-venue.ts';
import type { Machine } from './machine.ts';
import { followStore, makeMachine } from './machine.ts';
import type { Mutants } from './mutants.ts';
import { mortalThreads } from './mortal-threads.ts';
import type { Life } from './process.ts';
import { beginLife, mortal, pass } from './process.ts';
import { PRICES } from './venue.ts';
import type { SimWorld } from './world.ts';

const SEATS = ['runner-1', 'runner-2', 'runner-3'] as const;
const RESTART_MS_MAX = 8_000;
const STAY_MS_MAX = 240_000;
/** Between two rounds over the bots; more than in service, to keep simulations short. */
const TICKS_MS = [LIMITS.botTickMs, 2_000, 2_000, 4_000] as const;

const RECEIVES_MS = [LIMITS.botInboxPollMs, 5_000] as const;

export type Runners = {
  /** Lets the processes end their work without another round. */
  stop(): void;
};

type Fleet = {
  readonly world: SimWorld;
  readonly mutants: Mutants;
  readonly access: VenueAccess;
  isStopped: boolean;
};

export function startRunners(world: SimWorld, mutants: Mutants, access: VenueAccess): Runners {
  const fleet: Fleet = { world, mutants, access, isStopped: false };
  const count = 1 + world.chance.below(SEATS.length);
  for (const name of SEATS.slice(0, count)) void keepSlot(fleet, name);
  return {
    stop() {
      fleet.isStopped = true;
    },
  };
}

async function keepSlot(fleet: Fleet, name: string): Promise<void> {
  const { agenda, chance, journal } = fleet.world;
  const machine = makeMachine(fleet.world, name);
  for (let boots = 1; !fleet.isStopped; boots += 1) {
    const life = beginLife(name);
    journal.note(name, 'starts');
    const owner = `${name}.${boots}`;
    await Promise.race([life.death, work(fleet, life, { owner, machine })]);
    life.die();
    await agenda.wait(chance.below(RESTART_MS_MAX));
  }
}

type Seat = { readonly owner: string; readonly machine: Machine };

/** Until it is asked to leave; then it hands its bots over. */
async function work(fleet: Fleet, life: Life, { owner, machine }: Seat): Promise<void> {
  const { world, mutants } = fleet;
  const { agenda, chance, journal } = world;
  const threads = mortalThreads(world, life, runThreadsInProcess());
  const clock = mutants.clock(await followStore(world, life, machine), machine);
  const runner = botRunner({ ...depsOf(fleet, life, { owner, machine }), clock }, threads, {
    owner,
    monotonicMs: machine.counterMs,
    pause: (durationMs) => pass(world, life, durationMs),
    snapshotPace: { inputsMax: 5, minutesMax: 1, checkEvery: 1 },
  });
  const leavesAtMs = chance.percent(50) ? agenda.nowMs() + chance.below(STAY_MS_MAX) : Infinity;
  const repeat = async (
    round: BotRunner['tick'],
    pauseMs: number,
    isOver: () => boolean,
  ): Promise<void> => {
    while (!isOver()) {
      await noteDefects(world, round);
      await pass(world, life, pauseMs);
    }
  };
  const isLeaving = (): boolean => fleet.isStopped || agenda.nowMs() >= leavesAtMs;
  const tickMs = chance.pick(TICKS_MS);
  let isSettled = false;
  const renewing = repeat(runner.renew, LIMITS.botLeaseRenewMs, () => isSettled);
  await Promise.all([
    repeat(runner.tick, tickMs, isLeaving),
    repeat(runner.receive, chance.pick(RECEIVES_MS), isLeaving),
  ]);
  await runner.settled();
  isSettled = true;
  await renewing;
  journal.note(life.name, 'leaves');
  await noteDefects(world, runner.close);
}

function depsOf(
  { world, mutants, access }: Fleet,
  life: Life,
  { owner, machine }: Seat,
): Omit<LiveRunDeps, 'clock'> {
  const store = mortal(world, life, 'store', world.store);
  const reached = access.exchangeOf(life, machine);
  const exchange = mutants.botExchange(watched(world, owner, reached));
  return {
    digest: systemDigest,
    log: journalLog(world, life),
    accounts: store,
    orders: store,
    bots: store,
    dataSeries: store,
    idempotency: store,
    runs: mutants.runs(mortal(world, life, 'store', world.runs)),
    inbox: mortal(world, life, 'store', world.inbox),
    exchanges: exchangeRegistry([exchange]),
    history: HISTORY,
    archiveCode: 'archive',
    candleSources: [mortal(world, life, 'store', CANDLES)],
  };
}

/** An order of a bot is sent by the process that holds its shard, at the instant of the call. */
function watched(world: SimWorld, owner: string, exchange: Exchange): Exchange {
  const byName = (name: string) =>
    [...world.orders.values()].find(({ clientOrderId }) => clientOrderId === name);
  return {
    ...exchange,
    async placeOrder(account, order) {
      const botId = byName(order.clientOrderId)?.botId ?? null;
      const shard = world.ledger.shards.get(botId ?? '') ?? -1;
      const holder = world.ledger.holders[shard]?.owner;
      if (botId === null) world.faults.push(`${owner} sent ${order.clientOrderId}, of no bot`);
      if (holder !== owner)
        world.faults.push(`${owner} sent an order of ${botId}, which ${holder} holds`);
      return exchange.placeOrder(account, order);
    },
  };
}

/** Warnings are noted; an error in the log is a defect of ours that came to light. */
function journalLog({ journal, ledger, faults }: SimWorld, { name }: Life): Log {
  const note: Log['info'] = (event, fields) =>
    journal.note(name, `${event} ${JSON.stringify(fields)}`);
  return {
    debug: note,
    info(event, fields) {
      if (event === 'bot.running') ledger.counts.takeovers += 1;
      note(event, fields);
    },
    warn: note,
    error(event, fields) {
      faults.push(`${name}: ${event} ${JSON.stringify(fields)}`);
    },
  };
}

/** The exchange's minutes are computed, so that nothing is stored. */
export const HISTORY = memoryHistoryStore();
export const CANDLES = rememberedCandles(PRICES);
