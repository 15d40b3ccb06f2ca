// The processes that trade at a real exchange, in simulations that have one: they share accounts by
// leases, serve the others over links, and follow the streams of accounts. They die and freeze at
// any call, leave in good order, lose the store or the exchange for a while, and start again.

import { LIMITS } from '#lib/limits.ts';
import type { LinkTime } from '#adapters/venue-link/link-time.ts';
import type { LinkService } from '#adapters/venue-link/serve-venue-link.ts';
import { serveConnection } from '#adapters/venue-link/serve-venue-link.ts';
import type { LinkSocket } from '#adapters/venue-link/venue-sockets.ts';
import type { AccountStreamDeps } from '#venues/account-stream.ts';
import { watchAccountStream } from '#venues/account-stream.ts';
import { rememberAccounts } from '#venues/remember-accounts.ts';
import type { Exchange, NewVenueOrder, VenueAccount } from '#venue-port/exchange/exchange.ts';
import type { AccountLeaseStore } from '#ports/stores/account-lease-store.ts';
import { shardOfAccount } from '#ports/stores/account-lease-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountHolder } from '#services/exchanges/hold-accounts.ts';
import { holdAccounts } from '#services/exchanges/hold-accounts.ts';
import type { AccountFrames } from './account-frames.ts';
import { noteDefects } from './fleet.ts';
import { timeOf } from './life-time.ts';
import type { Machine } from './machine.ts';
import { makeMachine } from './machine.ts';
import type { Mutants } from './mutants.ts';
import type { Life } from './process.ts';
import type { MayWrite } from './process.ts';
import { beginLife, mortal, pass, SENDS_NOTHING } from './process.ts';
import { connectLives } from './sim-sockets.ts';
import type { SimWorld } from './world.ts';

export type VenueProcesses = {
  /** A connection of this process to the one with that owner. */
  connect(this: void, client: Life, owner: string): LinkSocket;
  /** Lets the processes end their work without another round. */
  stop(this: void): void;
};

type Serving = { readonly life: Life; readonly service: LinkService };

type Fleet = {
  readonly world: SimWorld;
  readonly mutants: Mutants;
  readonly frames: AccountFrames;
  readonly leases: AccountLeaseStore;
  /** By owner. */
  readonly serving: Map<string, Serving>;
  /** Owners that died on the machine that all share; null: each has its own. */
  readonly dead: Set<string> | null;
  isStopped: boolean;
};

const SEATS = ['venues-1', 'venues-2', 'venues-3'] as const;
const RESTART_MS_MAX = 8_000;
const STAY_MS_MAX = 240_000;
/** Less often than in service, to keep simulations short. */
const STATUS_EVERY_MS = 4_000;
const CUT_EVERY_MS_MAX = 120_000;
const CUT_MS_MAX = 40_000;
/** A request that has waited for its whole time limit is not sent. */
const QUEUED_MS_MAX = LIMITS.exchangeRequestTimeoutMs;
/** What a process may be wrong in by what it measures of the exchange's clock. */
const CLOCK_ERROR_MS = 200;

export function startVenueProcesses(
  world: SimWorld,
  mutants: Mutants,
  frames: AccountFrames,
  leases: AccountLeaseStore,
): VenueProcesses {
  const { chance } = world;
  const dead = chance.percent(50) ? new Set<string>() : null;
  const serving = new Map<string, Serving>();
  const fleet: Fleet = { world, mutants, frames, leases, serving, dead, isStopped: false };
  const count = 2 + (chance.percent(25) ? 1 : 0);
  for (const name of SEATS.slice(0, count)) void keepSlot(fleet, name);
  return {
    connect(client, owner) {
      const server = fleet.serving.get(owner) ?? null;
      return connectLives(world, client, server?.life ?? null, (socket) => {
        if (server !== null) serveConnection(socket, server.service);
      });
    },
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
    const owner = `${name}.${boots}`;
    journal.note(name, 'starts');
    void cutForAWhile(fleet.world, life);
    await Promise.race([life.death, work(fleet, life, { owner, machine })]);
    life.die();
    fleet.serving.delete(owner);
    fleet.dead?.add(owner);
    await agenda.wait(chance.below(RESTART_MS_MAX));
  }
}

type Seat = { readonly owner: string; readonly machine: Machine };

/** Settles when a process is asked to leave: what waits in its budget is refused then. */
type Leaving = PromiseWithResolvers<null>;

/** Until it is asked to leave; then it hands its accounts over. */
async function work(fleet: Fleet, life: Life, { owner, machine }: Seat): Promise<void> {
  const { world, mutants, serving, dead } = fleet;
  const { agenda, chance, journal, faults } = world;
  const time = timeOf(world, life, machine);
  const leases = mortal(world, life, 'store', fleet.leases);
  const venueProcess = { owner, socketPath: owner, endpoint: null, egress: '' };
  const holder = mutants.holder(
    holdAccounts({
      leases,
      venueProcess,
      monotonicMs: machine.counterMs,
      pause: (durationMs) => pass(world, life, durationMs),
    }),
  );
  const leaving: Leaving = Promise.withResolvers();
  const exchange = exchangeOf(fleet, life, { owner, holder, time, leaving });
  const service: LinkService = {
    exchanges: [exchange],
    accounts: { enter: holder.enter },
    feeds: new Map(),
    time,
    statusEveryMs: STATUS_EVERY_MS,
    onDefect: (method, error) => {
      faults.push(`${owner}: ${method} threw ${error instanceof Error ? error.stack : ''}`);
    },
  };
  serving.set(owner, { life, service });
  const leavesAtMs = chance.percent(50) ? agenda.nowMs() + chance.below(STAY_MS_MAX) : Infinity;
  while (!fleet.isStopped && agenda.nowMs() < leavesAtMs) {
    await noteDefects(world, async () => {
      for (const each of dead ?? []) {
        await leases.releaseAccountLeases(each, null);
        dead?.delete(each);
      }
      await holder.renew();
    });
    await pass(world, life, LIMITS.accountLeaseRenewMs);
  }
  journal.note(life.name, 'leaves');
  leaving.resolve(null);
  await noteDefects(world, holder.close);
}

type Trading = {
  readonly owner: string;
  readonly holder: AccountHolder;
  readonly time: LinkTime;
  readonly leaving: Leaving;
};

/** What it serves: the exchange as its driver has it, with streams and what is remembered. */
function exchangeOf(fleet: Fleet, life: Life, trading: Trading): Exchange {
  const { world, mutants, frames } = fleet;
  const { chance, journal, venue } = world;
  const { holder, time } = trading;
  const mayWrite: MayWrite = async (method, [account, order]) => {
    const { accountId = null } = (account ?? {}) as Partial<VenueAccount>;
    if (accountId === null) return;
    if (time.nowMs() >= holder.sendByMs(accountId))
      throw new Failure('unavailable', 'this process does not trade the account any more');
    if (method === 'placeOrder' && world.agenda.nowMs() >= (order as NewVenueOrder).sendByMs)
      throw new Failure('timeout', 'the order was not sent in time');
    await checkHolder(fleet, trading.owner, accountId, method);
  };
  const skewMs = (venue.exchange.clockSkewMs() ?? 0) + chance.below(2 * CLOCK_ERROR_MS + 1);
  const exchange: Exchange = {
    ...queued(
      world,
      life,
      trading.leaving,
      mortal(world, life, 'exchange', venue.exchange, mayWrite),
    ),
    promises: { ...venue.exchange.promises, news: 'all' },
    clockSkewMs: () => skewMs - CLOCK_ERROR_MS,
    watchAccount: async (account, onNews, signal) =>
      watchAccountStream(streamDeps, account, onNews, signal),
  };
  const note = (event: string, fields?: object): void =>
    journal.note(life.name, `${event} ${JSON.stringify(fields)}`);
  const streamDeps: AccountStreamDeps = {
    dialect: frames.dialect,
    wire: frames.wireOf(life),
    requests: {} as AccountStreamDeps['requests'],
    credentialsOf: async (apiKey) => ({ apiKey, secret: '', passphrase: null }),
    mayConnect: (accountId) => time.nowMs() < holder.sendByMs(accountId),
    contextOf: async ({ marketType }) => {
      return () => ({ marketType, findMarket: () => null, nowMs: world.agenda.nowMs() });
    },
    venueNowMs: () => world.agenda.nowMs(),
    time,
    log: { info: note, warn: note },
  };
  const watched: Exchange = {
    ...exchange,
    async placeOrder(account, order) {
      const noteAccepted = frames.notePlaced(life, account.accountId);
      const placed = await exchange.placeOrder(account, order);
      if (placed.ok && (order.type === 'limit' || order.type === 'market')) noteAccepted();
      return placed;
    },
  };
  return rememberAccounts(watched, mutants.streamTime(time), streamDeps.log).exchange;
}

/** Some requests wait in the budget of their address before they are signed and written. */
function queued(world: SimWorld, life: Life, leaving: Leaving, exchange: Exchange): Exchange {
  const { venueChance, rates, journal } = world;
  const entries = Object.entries(exchange).map(([name, value]) => {
    if (typeof value !== 'function' || SENDS_NOTHING.includes(name)) return [name, value] as const;
    const method = value as (...parameters: unknown[]) => Promise<unknown>;
    const call = async (...parameters: unknown[]): Promise<unknown> => {
      if (venueChance.percent(rates.queueing)) {
        const waitMs = venueChance.below(QUEUED_MS_MAX);
        journal.note(life.name, `${name} waits in the budget for ${waitMs} ms`);
        const waited = pass(world, life, waitMs).then(() => 'sent' as const);
        if ((await Promise.race([leaving.promise, waited])) === null)
          throw new Failure('rate_limited', 'the process is stopping: nothing was sent');
      }
      return method(...parameters);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(entries) as Exchange;
}

/** What is sent for an account is sent by the process that has its lease, by the store's clock. */
async function checkHolder(
  { world, leases }: Fleet,
  sender: string,
  accountId: string,
  method: string,
): Promise<void> {
  const { owners } = await leases.findAccountRoutes();
  const holder = owners.get(shardOfAccount(accountId)) ?? sender;
  if (holder !== sender)
    world.faults.push(`${sender} sent ${method} for ${accountId}, which ${holder} trades`);
}

/** Now and then the process reaches the store or the exchange no more, for a while. */
async function cutForAWhile(
  { agenda, chance, journal, healsAtMs }: SimWorld,
  life: Life,
): Promise<void> {
  for (;;) {
    await agenda.wait(chance.below(CUT_EVERY_MS_MAX));
    if (life.isDead || agenda.nowMs() >= healsAtMs) return;
    const kind = chance.pick(['store', 'exchange'] as const);
    const untilMs = Math.min(agenda.nowMs() + chance.below(CUT_MS_MAX), healsAtMs);
    life.cutUntilMs[kind] = untilMs;
    journal.note(life.name, `cut from the ${kind} for ${untilMs - agenda.nowMs()} ms`);
    await agenda.wait(untilMs - agenda.nowMs());
  }
}
