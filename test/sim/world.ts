// World outside the service in one simulation, owned by one seed.

import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryBotInbox } from '#adapters/memory/memory-bot-inbox.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Order } from '#venue-port/order/order.ts';
import { nextOrderState, ORDER_EVENTS } from '#domain/order/order-state.ts';
import type { ScriptInput } from '#ports/work/script-checker.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { Agenda } from './agenda.ts';
import { makeAgenda } from './agenda.ts';
import type { Chance } from './chance.ts';
import { seededChance } from './chance.ts';
import type { JobQueue } from './job-queue.ts';
import { makeJobQueue } from './job-queue.ts';
import type { Journal } from './journal.ts';
import { makeJournal } from './journal.ts';
import type { Mutants } from './mutants.ts';
import {
  FATAL_SCRIPT_ID,
  FATAL_SOURCE,
  SIM_SCRIPTS,
  SWEPT_SCRIPT_ID,
  SWEPT_SOURCE,
} from './scripts.ts';
import { ACCOUNTS, makeVenue, START_MS } from './venue.ts';
import type { Venue } from './venue.ts';
import type { BotLedger } from './watched-runs.ts';
import { watchedBacktests } from './watched-backtests.ts';
import { botLedger, watchedInbox, watchedRuns } from './watched-runs.ts';

/** In percent of the calls. */
export type Rates = {
  death: number;
  storeFault: number;
  exchangeFault: number;
  /** Connections to the store that die without a word. */
  silence: number;
  freeze: number;
  threadLoss: number;
  /** Of the lines on links to venue processes, and of the frames of streams. */
  linkFault: number;
  streamFault: number;
  /** Requests of venue processes that wait in the budget of their address. */
  queueing: number;
  /** Streams that nothing comes over but replies to pings. */
  deafness: number;
  /** Attempts at jobs whose worker does not say that it is at work. */
  muteness: number;
};

export type SimWorld = {
  readonly agenda: Agenda;
  readonly chance: Chance;
  /** Of waits in the budgets of venue processes, and of deaf streams. */
  readonly venueChance: Chance;
  /** Of workers that are silent about a job that they work on. */
  readonly jobChance: Chance;
  readonly journal: Journal;
  readonly rates: Rates;
  /** When the phase with faults ends. */
  readonly healsAtMs: number;
  readonly venue: Venue;
  /** Whether it is reached through venue processes. */
  readonly isLinked: boolean;
  /** What is stored, without delays and faults. */
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly inbox: BotInbox;
  readonly queue: JobQueue;
  /** Jobs that have ended the process of a worker. */
  readonly endedBy: Set<string>;
  readonly backtests: BacktestStore;
  readonly labs: LabStore;
  /** Tables of the store, by id. */
  readonly orders: ReadonlyMap<string, Order>;
  readonly bots: ReadonlyMap<string, Bot>;
  readonly ledger: BotLedger;
  /** What went against a rule, as it is found. */
  readonly faults: string[];
};

const USER_ID = 'user_simulated';
const LINK_SEED = 0x4c69_6e6b;
const VENUE_SEED = 0x5175_6575;
const JOB_SEED = 0x4a6f_6273;
const FAULTY_MS = 240_000;
const VISIBILITY_LAG_MS = 20_000;
const FEES_IN = ['quote', 'received', 'received', 'BNB'] as const;
/** With more, nothing would be sent. */
export const SKEW_MS_MAX = 900;

export const CALLER = sampleCaller(USER_ID);

export async function makeSimWorld(seed: number, mutants: Mutants): Promise<SimWorld> {
  const chance = seededChance(seed);
  // Apart from all other chance, so that simulations without links are as they were.
  const linkChance = seededChance(seed + LINK_SEED);
  const isLinked = linkChance.percent(50);
  const venueChance = seededChance(seed + VENUE_SEED);
  const jobChance = seededChance(seed + JOB_SEED);
  const agenda = makeAgenda(START_MS, chance);
  const faults: string[] = [];
  const journal = makeJournal(agenda);
  const ledger = botLedger();
  const state = memoryState();
  const plain = memoryStore(state);
  const { orders, bots } = state;
  await furnish(plain);
  const runs = mutants.store(memoryBotRunStore(state, agenda), ledger);
  const queue = makeJobQueue(agenda);
  const jobs = mutants.jobs(queue.jobs);
  return {
    agenda,
    chance,
    venueChance,
    jobChance,
    journal,
    rates: {
      death: chance.below(5) / 2,
      storeFault: chance.below(5) / 2,
      exchangeFault: chance.below(30),
      silence: chance.below(5) / 4,
      freeze: chance.below(5) / 2,
      threadLoss: chance.below(5),
      linkFault: isLinked ? linkChance.below(5) : 0,
      streamFault: isLinked ? linkChance.below(20) : 0,
      queueing: venueChance.percent(50) ? venueChance.below(10) : 0,
      deafness: venueChance.percent(75) ? 25 + venueChance.below(75) : 0,
      muteness: jobChance.percent(50) ? jobChance.below(30) : 0,
    },
    isLinked,
    healsAtMs: START_MS + FAULTY_MS,
    venue: await makeVenue(agenda, chance, {
      deduplicates: chance.percent(50),
      isPlain: chance.percent(50),
      visibilityLagMs: chance.percent(50) ? VISIBILITY_LAG_MS : 0,
      feesIn: chance.pick(FEES_IN),
      decidesLater: chance.percent(25),
      skewMs: chance.percent(50) ? chance.below(2 * SKEW_MS_MAX + 1) - SKEW_MS_MAX : 0,
    }),
    store: { ...plain, transition: watchedTransition(plain, orders, { faults, journal }) },
    inbox: watchedInbox(memoryBotInbox(state), bots, ledger),
    queue,
    endedBy: new Set(),
    backtests: watchedBacktests(memoryBacktestStore(jobs, plain), faults, queue.fenceOf),
    labs: memoryLabStore(jobs, plain),
    runs: watchedRuns({ runs, bots, ledger, faults }),
    orders,
    bots,
    ledger,
    faults,
  };
}

/** A user with accounts and scripts. */
async function furnish(store: Store): Promise<void> {
  const made = { userId: USER_ID, createdAtMs: START_MS };
  await store.insertUser({ ...made, name: 'simulated', plan: 'unlimited', planUntilMs: null });
  for (const account of Object.values(ACCOUNTS)) {
    await store.insertAccount({
      ...made,
      ...account,
      name: account.accountId,
      exchange: 'sim',
      isSimulated: true,
      isTestNet: false,
      status: 'connected',
      positionMode: null,
      marginMode: account.marketType === 'futures' ? 'isolated' : null,
      allowsBots: true,
      updatedAtMs: null,
    });
  }
  const check = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
  for (const { name, brain } of SIM_SCRIPTS) {
    const source = brain.kind === 'script' ? brain.source : '';
    const script = { ...made, name, source, check, description: null, type: 'lua' } as const;
    await store.insertScript({ ...script, scriptId: name, updatedAtMs: START_MS });
  }
  const plain = { ...made, description: null, type: 'lua', updatedAtMs: START_MS } as const;
  const wide = { ...check, inputs: [LENGTH] };
  for (const [scriptId, name, source] of [
    [SWEPT_SCRIPT_ID, 'swept', SWEPT_SOURCE],
    [FATAL_SCRIPT_ID, 'fatal', FATAL_SOURCE],
  ] as const)
    await store.insertScript({ ...plain, scriptId, name, source, check: wide });
}

const LENGTH: ScriptInput = {
  kind: 'number',
  label: 'Length',
  group: '',
  tooltip: '',
  defaultValue: 5,
  options: [],
  least: null,
  most: null,
  step: null,
};

/** Each change of an order is compared with the table of transitions. */
function watchedTransition(
  store: OrderStore,
  orders: ReadonlyMap<string, Order>,
  { faults, journal }: Pick<SimWorld, 'faults' | 'journal'>,
): OrderStore['transition'] {
  return async (change, completion) => {
    const before = orders.get(change.orderId);
    const isWritten = await store.transition(change, completion);
    if (!isWritten || before === undefined) return isWritten;
    const isInTable = ORDER_EVENTS.some(
      (event) => nextOrderState(before.state, event) === change.to,
    );
    journal.note('store', `${change.orderId} is ${change.to}, was ${before.state}`);
    if (!isInTable) faults.push(`${change.orderId} went from ${before.state} to ${change.to}`);
    return isWritten;
  };
}
