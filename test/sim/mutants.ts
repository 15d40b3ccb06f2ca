// Known mutants, planted on demand: the simulator must find each of them, or it is broken itself.

import { systemDigest } from '#adapters/system/system-ports.ts';
import { multiplyDecimal, ZERO } from '#lib/decimal.ts';
import { rejected } from '#lib/result.ts';
import type { GraphText, NodeText } from '#engine/values/graph-text.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Exchange, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { Digest } from '#ports/world/digest.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { MonotonicTime } from '#venues/monotonic-time.ts';
import type { AccountHolder } from '#services/exchanges/hold-accounts.ts';
import { wholeDigestOf } from '#services/live/run/run-snapshot.ts';
import type { QueuedJobs } from './job-queue.ts';
import type { Machine } from './machine.ts';
import type { BotLedger } from './watched-runs.ts';

/**
 * - `blind-retry`: an order of unknown outcome is sent again.
 * - `blind-bots`: only what runs bots does so.
 * - `unknown-is-refused`: what runs bots takes an order of unknown outcome for refused.
 * - `no-fence`: the store takes steps of a process that has lost its lease.
 * - `lost-step`: a step is taken for written although it was not.
 * - `own-clock`: processes go by the clock of their machine.
 * - `forgetful-snapshot`: what scripts have saved is not in the snapshots of their runs.
 * - `suspects-inside`: workers compute suspects in their own process.
 * - `suspects-alone`: a worker does nothing else while it tries a suspect.
 * - `no-job-fence`: an attempt whose job another process has taken over settles it.
 * - `new-names`: each try of a request has a name of its own for its order.
 * - `written-off`: an order that is not shown is taken for cancelled.
 * - `two-venues`: a venue process sends for accounts whose lease it has lost.
 * - `late-send`: a venue process writes what it began under a lease that it has lost meanwhile.
 * - `deaf-stream`: a stream is relied upon although it leaves out orders.
 * - `quote-fees`: what runs bots takes fees out of what was bought for fees in quote.
 */
export const MUTANTS = [
  'blind-retry',
  'blind-bots',
  'unknown-is-refused',
  'no-fence',
  'lost-step',
  'own-clock',
  'no-job-fence',
  'suspects-inside',
  'suspects-alone',
  'forgetful-snapshot',
  'new-names',
  'written-off',
  'quote-fees',
  'two-venues',
  'late-send',
  'deaf-stream',
] as const;
export type Mutant = (typeof MUTANTS)[number];

/** What processes work with, altered by the mutant. */
export type Mutants = {
  /** Where the runs of bots are stored. */
  store(this: void, runs: BotRunStore, ledger: BotLedger): BotRunStore;
  exchange(this: void, exchange: Exchange): Exchange;
  /** From which the names of requests come. */
  digest(this: void, digest: Digest): Digest;
  /** As a process that runs bots reaches it. */
  botExchange(this: void, exchange: Exchange): Exchange;
  /** What the stores of backtests and labs write of jobs. */
  jobs(this: void, jobs: QueuedJobs): QueuedJobs;
  readonly suspects: {
    /** Whether they are computed in a process of their own. */
    readonly areApart: boolean;
    /** Whether their worker goes on with other jobs. */
    readonly areBeside: boolean;
  };
  /** What a process goes by. */
  clock(this: void, followed: Clock, machine: Machine): Clock;
  /** What says for which accounts a venue process sends. */
  holder(this: void, holder: AccountHolder): AccountHolder;
  /** By which a venue process notices what the stream of an account leaves out. */
  streamTime(this: void, time: MonotonicTime): MonotonicTime;
  /** As a process reaches it. */
  runs(this: void, runs: BotRunStore): BotRunStore;
};

const NONE: Mutants = {
  digest: (digest) => digest,
  exchange: (exchange) => exchange,
  botExchange: (exchange) => exchange,
  store: (runs) => runs,
  jobs: (jobs) => jobs,
  suspects: { areApart: true, areBeside: true },
  clock: (followed) => followed,
  holder: (holder) => holder,
  streamTime: (time) => time,
  runs: (runs) => runs,
};

export function plant(mutant: Mutant | null): Mutants {
  switch (mutant) {
    case null:
      return NONE;
    case 'blind-retry':
      return { ...NONE, exchange: retryingBlindly, botExchange: retryingBlindly };
    case 'blind-bots':
      return { ...NONE, botExchange: retryingBlindly };
    case 'unknown-is-refused':
      return { ...NONE, botExchange: takingForRefused };
    case 'new-names':
      return { ...NONE, digest: namingAnew() };
    case 'written-off':
      return { ...NONE, exchange: writingOff, botExchange: writingOff };
    case 'quote-fees':
      return { ...NONE, botExchange: withFeesInQuote };
    case 'two-venues':
      return { ...NONE, holder: withoutEnd };
    case 'late-send':
      return { ...NONE, holder: withoutDeadline };
    case 'deaf-stream':
      return { ...NONE, streamTime: (time) => ({ ...time, after: () => () => undefined }) };
    case 'no-fence':
      return { ...NONE, store: withoutFence };
    case 'lost-step':
      return { ...NONE, runs: losingSteps };
    case 'forgetful-snapshot':
      return { ...NONE, runs: forgettingMemory };
    case 'no-job-fence':
      return { ...NONE, jobs: withoutJobFence };
    case 'suspects-inside':
      return { ...NONE, suspects: { areApart: false, areBeside: true } };
    case 'suspects-alone':
      return { ...NONE, suspects: { areApart: true, areBeside: false } };
    case 'own-clock':
      return { ...NONE, clock: (_followed, { wallMs }) => ({ nowMs: wallMs }) };
  }
}

/** As if every try of a request were another attempt. */
function namingAnew(): Mutants['digest'] {
  const tries = new Map<string, number>();
  return (digest) => ({
    ...digest,
    sha256(text) {
      if (!/^order:0:(?!bot:)/.test(text)) return digest.sha256(text);
      const count = tries.get(text) ?? 0;
      tries.set(text, count + 1);
      return digest.sha256(text.replace('order:0:', `order:${count}:`));
    },
  });
}

/**
 * When it is queried for an order that it acknowledged and does not show, it says that it was
 * cancelled.
 */
function writingOff(exchange: Exchange): Exchange {
  const known = new Map<string, VenueOrder>();
  return {
    ...exchange,
    async placeOrder(account, order) {
      const response = await exchange.placeOrder(account, order);
      if (response.ok)
        known.set(order.clientOrderId, {
          ...response.value,
          filledAmount: ZERO,
          state: 'cancelled',
        });
      return response;
    },
    async fetchOrder(account, marketTag, name) {
      const seen = await exchange.fetchOrder(account, marketTag, name);
      const order = known.get(name.clientOrderId);
      return seen.kind === 'absent' && order !== undefined ? { kind: 'found', order } : seen;
    },
  };
}

function withFeesInQuote(exchange: Exchange): Exchange {
  return {
    ...exchange,
    async fetchFills(...question) {
      const page = await exchange.fetchFills(...question);
      const markets = await exchange.listMarkets();
      const fills = page.fills.map((fill) => {
        const market = markets.find(({ marketTag }) => marketTag === fill.marketTag);
        if (market?.base !== fill.feeCurrency) return fill;
        const fee = multiplyDecimal(fill.fee, fill.price, 'ceil');
        return { ...fill, fee, feeCurrency: market.quote };
      });
      return { ...page, fills };
    },
  };
}

type PlaceOrder = Exchange['placeOrder'];

/** An order of unknown outcome is treated in a way of one's own. */
function withUnknown(exchange: Exchange, response: PlaceOrder): Exchange {
  return {
    ...exchange,
    async placeOrder(account, order) {
      try {
        return await exchange.placeOrder(account, order);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
        return response(account, order);
      }
    },
  };
}

function retryingBlindly(exchange: Exchange): Exchange {
  return withUnknown(exchange, async (account, order) => exchange.placeOrder(account, order));
}

function takingForRefused(exchange: Exchange): Exchange {
  const refused = rejected({ code: 'order_rejected', detail: 'no response' } as const);
  return withUnknown(exchange, async () => refused);
}

/** Whoever writes is taken for who holds the shard. */
function withoutFence(runs: BotRunStore, { holders }: BotLedger): BotRunStore {
  return {
    ...runs,
    insertRun: (fence, record, line) => runs.insertRun(holders[fence.shard] ?? fence, record, line),
    commitSteps: (steps) =>
      runs.commitSteps(
        steps.map(({ fence, step }) => ({ fence: holders[fence.shard] ?? fence, step })),
      ),
  };
}

function withoutJobFence(jobs: QueuedJobs): QueuedJobs {
  return {
    ...jobs,
    settle: async (transaction, { jobId }) => (await jobs.discard(transaction, [jobId])) === 1,
  };
}

function forgettingMemory(runs: BotRunStore): BotRunStore {
  return {
    ...runs,
    saveSnapshot: (fence, snapshot) => runs.saveSnapshot(fence, withoutMemory(snapshot)),
  };
}

/** The member of the run that holds it becomes an empty map. */
function withoutMemory(snapshot: BotSnapshot): BotSnapshot {
  const [counts = '', written = ''] = snapshot.text.split('\n');
  const parts = JSON.parse(written) as { readonly state: GraphText };
  const { shapes } = parts.state;
  const nodes = [...parts.state.nodes] as NodeText[];
  for (const node of nodes) {
    if (node[0] !== 'object') continue;
    const reference = node[2][shapes[node[1]]?.indexOf('memory') ?? -1];
    if (Array.isArray(reference)) nodes[Number(reference[0])] = ['map', [], []];
  }
  const text = `${counts}\n${JSON.stringify({ ...parts, state: { shapes, nodes } })}`;
  const changed = { ...snapshot, text };
  return { ...changed, wholeDigest: wholeDigestOf(systemDigest, changed) };
}

/** It trades for ever what it has held once. */
function withoutEnd(holder: AccountHolder): AccountHolder {
  const held = new Set<string>();
  return {
    ...holder,
    enter(accountId) {
      const entry = holder.enter(accountId);
      if (entry !== null) held.add(accountId);
      else if (held.has(accountId)) return { lost: NEVER, leave: () => undefined };
      return entry;
    },
    sendByMs: (accountId) => (held.has(accountId) ? Infinity : holder.sendByMs(accountId)),
  };
}

/** It begins nothing without a lease, and looks no further when it writes. */
function withoutDeadline(holder: AccountHolder): AccountHolder {
  return { ...holder, sendByMs: () => Infinity };
}

const NEVER = new AbortController().signal;

function losingSteps(runs: BotRunStore): BotRunStore {
  return {
    ...runs,
    async commitSteps(steps) {
      try {
        return await runs.commitSteps(steps);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
        return steps.map(() => ({ kind: 'committed', refused: [] }));
      }
    },
  };
}
