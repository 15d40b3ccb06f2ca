// Owners of backtests and labs: they ask for some, delete or cancel some, and wait for the others.
// What they know comes from responses alone.

import { MINUTE_MS } from '#lib/time.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { deleteBacktest } from '#services/backtests/delete-backtest.ts';
import { requestBacktest } from '#services/backtests/request-backtest.ts';
import { configureLab } from '#services/labs/configure-lab.ts';
import { createLab } from '#services/labs/create-lab.ts';
import { cancelLab, deleteLab } from '#services/labs/end-lab.ts';
import { DEFAULT_SEARCH } from '#services/labs/lab-plan.ts';
import { startLab } from '#services/labs/start-lab.ts';
import type { Fleet } from './fleet.ts';
import { noteDefects } from './fleet.ts';
import type { Reply, Server } from './gateway.ts';
import { FATAL_SCRIPT_ID, SWEPT_SCRIPT_ID } from './scripts.ts';
import { ACCOUNTS, START_MS } from './venue.ts';
import { insist } from './workload.ts';
import type { SimWorld } from './world.ts';
import { CALLER } from './world.ts';

export type JobOwners = {
  /** Ids of what was requested and neither deleted nor cancelled. */
  readonly backtests: Set<string>;
  /** Those among them that end the process that runs them. */
  readonly fatal: Set<string>;
  readonly labs: Set<string>;
  readonly deleted: Set<string>;
  /** Labs whose cancellation was acknowledged. */
  readonly cancelled: Set<string>;
  ownersLeft: number;
};

type Owner = {
  readonly world: SimWorld;
  readonly fleet: Fleet;
  readonly known: JobOwners;
  readonly name: string;
};

const OWNERS_COUNT = 2;
const WISHES_MAX = 4;
const THOUGHT_MS_MAX = 40_000;
/** Until the faults end, so that all that follows is over in time. */
const HOSTILE_MS_MAX = 240_000;
/** Short, so that simulations are. */
const WINDOW_MS = 30 * MINUTE_MS;
const COMBINATIONS = [3, 5, 8, 13] as const;

export function startJobOwners(world: SimWorld, fleet: Fleet): JobOwners {
  const [backtests, fatal, labs, deleted, cancelled] = Array.from(
    { length: 5 },
    () => new Set<string>(),
  );
  const sets = { backtests, fatal, labs, deleted, cancelled };
  const known = { ...sets, ownersLeft: OWNERS_COUNT + 1 } as JobOwners;
  for (let index = 1; index <= OWNERS_COUNT; index += 1) {
    void own({ world, fleet, known, name: `asker-${index}` });
  }
  void beHostile({ world, fleet, known, name: 'hostile' });
  return known;
}

/** In half of the simulations: some that end their processes, and then some that do not. */
async function beHostile(owner: Owner): Promise<void> {
  const { world, known } = owner;
  const { agenda, chance } = world;
  await noteDefects(world, async () => {
    if (!chance.percent(50)) return;
    await agenda.wait(chance.below(HOSTILE_MS_MAX));
    for (const number of [1, 2]) {
      const id = await askInsisting(owner, `fatal ${owner.name}/${number}`, FATAL_SCRIPT_ID);
      if (id !== null) known.fatal.add(id);
    }
    await agenda.wait(chance.below(THOUGHT_MS_MAX));
    for (const number of [3, 4])
      await askInsisting(owner, `backtest ${owner.name}/${number}`, SWEPT_SCRIPT_ID);
  });
  known.ownersLeft -= 1;
}

/** The backtest's id; null when it was refused. */
async function askInsisting(owner: Owner, what: string, scriptId: string): Promise<string | null> {
  const made = await insistOnId(owner, what, ({ deps }, derivationId) =>
    askBacktest(deps, scriptId, derivationId),
  );
  if (made !== null) owner.known.backtests.add(made);
  return made;
}

async function own(owner: Owner): Promise<void> {
  const { world, known } = owner;
  const { agenda, chance } = world;
  await noteDefects(world, async () => {
    for (let left = chance.below(WISHES_MAX + 1); left > 0; left -= 1) {
      await agenda.wait(chance.below(THOUGHT_MS_MAX));
      const requestName = `${owner.name}/${left}`;
      await (chance.percent(50) ? ownBacktest(owner, requestName) : ownLab(owner, requestName));
    }
  });
  known.ownersLeft -= 1;
}

async function ownBacktest(owner: Owner, requestName: string): Promise<void> {
  const { world, known } = owner;
  const made = await askInsisting(owner, `backtest ${requestName}`, SWEPT_SCRIPT_ID);
  if (made === null) return;
  if (!world.chance.percent(40)) return;
  await world.agenda.wait(world.chance.below(THOUGHT_MS_MAX));
  known.backtests.delete(made);
  const requested = { caller: CALLER, backtestId: made };
  await insist(owner, `delete ${made}`, async ({ deps }) => {
    const deleted = await deleteBacktest(deps, requested);
    return replyOf(deleted, 'backtest_not_found');
  });
  known.deleted.add(made);
}

type CreateReply = { readonly reply: Reply; readonly id: string };

/** These requests have no Idempotency-Key: a try that lands late makes another one. */
async function insistOnId(
  owner: Owner,
  what: string,
  ask: (server: Server, derivationId: string) => Promise<CreateReply>,
): Promise<string | null> {
  const idsByTry: string[] = [];
  const reply = await insist(owner, what, async (server) => {
    const made = await ask(server, `${what} at try ${server.newId()}`);
    idsByTry.push(made.id);
    return made.reply;
  });
  return reply.kind === 'done' ? (idsByTry.at(-1) ?? null) : null;
}

async function askBacktest(
  deps: Server['deps'],
  scriptId: string,
  derivationId: string,
): Promise<CreateReply> {
  const requested = await requestBacktest(deps, {
    ...PLACE,
    ...WINDOW,
    caller: CALLER,
    scriptId,
    intervalMinutes: 1,
    choices: NO_CHOICES,
    derivationId,
    completion: null,
  });
  return { reply: replyOf(requested, null), id: requested.ok ? requested.value.backtestId : '' };
}

/** Started, and cancelled, deleted or left to its end. */
async function ownLab(owner: Owner, requestName: string): Promise<void> {
  const { world, known } = owner;
  const { chance, agenda } = world;
  const valuesCount = chance.pick(COMBINATIONS);
  const labId = await insistOnId(owner, `make lab ${requestName}`, ({ deps }, derivationId) =>
    makeLab(deps, derivationId, valuesCount),
  );
  if (labId === null) return;
  const requested = { caller: CALLER, userId: CALLER.userId, labId, completion: null };
  known.labs.add(labId);
  await insist(owner, `start ${labId}`, async ({ deps }) => {
    const started = await startLab(deps, { ...requested, ...WINDOW });
    // The response to an earlier try may have been lost.
    return replyOf(started, 'invalid_request');
  });
  const end = chance.pick(['cancel', 'delete', 'wait', 'wait'] as const);
  if (end === 'wait') return;
  await agenda.wait(chance.below(THOUGHT_MS_MAX));
  known.labs.delete(labId);
  await insist(owner, `${end} ${labId}`, async ({ deps }) => {
    const ended = await (end === 'cancel'
      ? cancelLab(deps, requested)
      : deleteLab(deps, requested));
    return replyOf(ended, 'lab_not_found');
  });
  known[end === 'cancel' ? 'cancelled' : 'deleted'].add(labId);
}

async function makeLab(
  deps: Server['deps'],
  derivationId: string,
  valuesCount: number,
): Promise<CreateReply> {
  const named = {
    caller: CALLER,
    name: derivationId.slice(0, 50),
    completion: null,
    scriptId: SWEPT_SCRIPT_ID,
  };
  const algorithm = 'brute_force' as const;
  const made = await createLab(deps, { ...named, algorithm, derivationId });
  if (!made.ok) return { reply: replyOf(made, null), id: '' };
  const values = Array.from({ length: valuesCount }, (_, index) => index + 2);
  const parameter = { key: 'Length', isEnabled: true, values, range: null, fixedValue: null };
  const config = { search: DEFAULT_SEARCH, choices: NO_CHOICES };
  const configured = await configureLab(deps, {
    ...named,
    ...PLACE,
    algorithm,
    labId: made.value.labId,
    intervalMinutes: 1,
    config: { ...config, outOfSamplePercent: 0, walkForwardFolds: 0 },
    parameters: [parameter],
  });
  return { reply: replyOf(configured, null), id: made.value.labId };
}

const PLACE = { accountId: ACCOUNTS.spot.accountId, marketTag: 'SIM_BTC_USDT' };
const WINDOW = { startMs: START_MS - 2 * WINDOW_MS, endMs: START_MS - WINDOW_MS };

type ApiResponse = {
  readonly ok: boolean;
  readonly rejection?: string | { readonly code: string; readonly detail: string };
};

/** `expected`: the code of a rejection that an earlier try of the same request explains. */
function replyOf({ ok, rejection }: ApiResponse, expected: string | null): Reply {
  if (ok || rejection === undefined) return { kind: 'done' };
  const code = typeof rejection === 'string' ? rejection : rejection.code;
  if (code === expected) return { kind: 'done' };
  return { kind: 'refused', code: JSON.stringify(rejection) };
}
