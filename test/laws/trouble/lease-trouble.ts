// The leases' part of law 6: a process cannot prolong what it holds. Another takes it over, nothing
// is run or sent by both at once, and what that process does not hold is as it was.

import { memoryAccountLeases } from '#adapters/memory/memory-account-leases.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { LIMITS } from '#lib/limits.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { ACCOUNT_SHARDS_COUNT, shardOfAccount } from '#ports/stores/account-lease-store.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { AccountHolder } from '#services/exchanges/hold-accounts.ts';
import { holdAccounts } from '#services/exchanges/hold-accounts.ts';
import { botHarness, EACH_MINUTE } from '#services/live/runner/bot-harness.fixture.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { MatrixSize, PlantedViolation, TriedCell, Verdict } from '../law.ts';
import { broken, HELD } from '../law.ts';
import type { TroublePart } from './trouble-part.ts';
import type { StoreTrouble } from './troubled-stores.ts';
import { STORE_TROUBLES, troubledStores } from './troubled-stores.ts';

const SECOND_MS = 1_000;
const BOTS = 'bots that run';
const ACCOUNTS = 'accounts that are traded';

type Setting = {
  readonly trouble: StoreTrouble;
  /** Counted from the begin of the trouble. */
  readonly atCall: number;
  /** Whether another process is there that is well. */
  readonly hasOther: boolean;
};

const SETTINGS: readonly Setting[] = STORE_TROUBLES.flatMap((trouble) =>
  [1, 2, 3].flatMap((atCall) => [true, false].map((hasOther) => ({ trouble, atCall, hasOther }))),
);

/** Prime, and no multiple of it is the number of settings. */
const STEP = 7;
const MINUTES = { before: 2, during: 2, after: 2 } as const;
const SECONDS = { before: 10, during: 30, after: 10 } as const;
/** What others hold is free by then: its lease has ended, and they renew each second. */
const HANDED_OVER_SECONDS = Math.ceil(
  (LIMITS.accountLeaseMs + LIMITS.accountLeaseRenewMs) / SECOND_MS,
);

/** A violation: the process believes that time stands still, or takes errors for its own. */
type Plant = { readonly isClockStill?: boolean; readonly errorOf?: () => Error };

export const LEASE_TROUBLE: TroublePart = {
  dependency: 'leases',
  participants: async () => [BOTS, ACCOUNTS],
  tryCells,
  planted: [
    planted('a process that trades on after its lease', tryAccounts, { isClockStill: true }),
    planted('a lease that ends bots when it cannot be prolonged', tryBots, {
      errorOf: () => new Error('the lease is gone'),
    }),
  ],
};

async function* tryCells({ share, seed }: MatrixSize): AsyncGenerator<TriedCell> {
  const count = Math.max(3, Math.round(SETTINGS.length * share));
  for (let at = 0; at < count; at += 1) {
    const setting = SETTINGS[(seed + at * STEP) % SETTINGS.length];
    if (setting === undefined) continue;
    yield await tryBots(setting, {});
    yield await tryAccounts(setting, {});
  }
}

function cellOf({ trouble, atCall, hasOther }: Setting): string {
  return `${trouble} from renewal ${atCall} on, ${hasOther ? 'beside another' : 'alone'}`;
}

/** One bot that places an order each minute, on one process and perhaps another. */
async function tryBots(setting: Setting, plant: Plant): Promise<TriedCell> {
  const named = { participant: BOTS, cell: cellOf(setting) };
  const harness = await botHarness();
  const { schedule, wrapped } = troubledStores();
  const leases = wrapped({
    renewLeases: (...given: Parameters<BotRunStore['renewLeases']>) =>
      harness.runs.renewLeases(...given),
    releaseLeases: (...given: Parameters<BotRunStore['releaseLeases']>) =>
      harness.runs.releaseLeases(...given),
  });
  const renewLeases = withError(leases.renewLeases, plant.errorOf);
  const runs = { ...harness.runs, renewLeases, releaseLeases: leases.releaseLeases };
  const first = harness.runner({ runs });
  const others = setting.hasOther ? [harness.runner()] : [];
  const bot = await harness.start(EACH_MINUTE);
  const pass = (minutes: number): Promise<void> =>
    passSeconds(minutes, (durationMs) => harness.passMs(durationMs), [first, ...others]);
  try {
    await pass(MINUTES.before);
    schedule.begin(setting.trouble, setting.atCall);
    await pass(MINUTES.during);
    schedule.end();
    await pass(MINUTES.after);
  } catch (error) {
    return { ...named, verdict: broken(`no bot runs: ${String(error)}`) };
  }
  const { isActivated, stopReason } = await harness.find(bot);
  const sides = (await harness.ordersOf(bot)).map(({ side }) => side);
  return { ...named, verdict: judgeBot(isActivated && stopReason === null, sides) };
}

/** It buys and sells in turn: a minute that ran twice, or never, shows. */
function judgeBot(isRunning: boolean, sides: readonly string[]): Verdict {
  if (!isRunning) return broken('the bot was stopped');
  const expected = MINUTES.before + MINUTES.during + MINUTES.after;
  if (sides.length !== expected) return broken(`${sides.length} orders in ${expected} minutes`);
  const isInTurn = sides.every((side, at) => side === (at % 2 === 0 ? 'buy' : 'sell'));
  return isInTurn ? HELD : broken(`orders out of turn: ${sides.join(' ')}`);
}

async function passSeconds(
  minutes: number,
  passMs: (durationMs: number) => void,
  runners: readonly BotRunner[],
): Promise<void> {
  const count = (minutes * MINUTE_MS) / SECOND_MS;
  for (let second = 0; second < count; second += 1) {
    passMs(SECOND_MS);
    for (const { renew, tick } of runners) {
      await survive(renew());
      await survive(tick());
    }
  }
}

/** As the process repeats its rounds: a failure of the world is followed by the next. */
async function survive(round: Promise<void>): Promise<void> {
  await round.catch((error: unknown) => {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
  });
}

function withError<Given extends unknown[], T>(
  call: (...given: Given) => Promise<T>,
  errorOf: (() => Error) | undefined,
): (...given: Given) => Promise<T> {
  if (errorOf === undefined) return call;
  return (...given) => call(...given).catch(() => Promise.reject(errorOf()));
}

/** One account of each shard, at one venue process and perhaps another. */
async function tryAccounts(setting: Setting, plant: Plant): Promise<TriedCell> {
  const named = { participant: ACCOUNTS, cell: cellOf(setting) };
  const { schedule, wrapped } = troubledStores();
  const state = { nowMs: 0 };
  const clock = { nowMs: () => state.nowMs };
  const leases = memoryAccountLeases(clock);
  const holderOf = (owner: string, of: typeof leases, monotonicMs: () => number): AccountHolder => {
    const venueProcess = { owner, socketPath: owner, endpoint: null, egress: owner };
    return holdAccounts({ leases: of, venueProcess, monotonicMs, pause: async () => undefined });
  };
  let stillMs: number | null = null;
  const first = holderOf('first', wrapped(leases), () => stillMs ?? state.nowMs);
  const holders = [first, ...(setting.hasOther ? [holderOf('other', leases, clock.nowMs)] : [])];
  const seen: TradeWatch = { bothCount: 0, longestUntradedSeconds: 0 };
  const pass = (count: number): Promise<number> => watchSeconds(count, state, holders, seen);
  await pass(SECONDS.before);
  seen.longestUntradedSeconds = 0;
  schedule.begin(setting.trouble, setting.atCall);
  if (plant.isClockStill === true) stillMs = state.nowMs;
  await pass(SECONDS.during);
  schedule.end();
  stillMs = null;
  const tradedCount = await pass(SECONDS.after);
  return { ...named, verdict: judgeAccounts(setting, seen, tradedCount) };
}

type TradeWatch = { bothCount: number; longestUntradedSeconds: number };

function judgeAccounts({ hasOther }: Setting, seen: TradeWatch, tradedCount: number): Verdict {
  const { bothCount, longestUntradedSeconds } = seen;
  if (bothCount > 0) return broken(`${bothCount} times two processes traded one account`);
  if (tradedCount !== ACCOUNT_SHARDS_COUNT)
    return broken(`afterwards ${tradedCount} of ${ACCOUNT_SHARDS_COUNT} accounts are traded`);
  if (!hasOther || longestUntradedSeconds <= HANDED_OVER_SECONDS) return HELD;
  return broken(`nobody traded an account for ${longestUntradedSeconds} s beside one that is well`);
}

/** Returns how many accounts were traded in the last second. */
async function watchSeconds(
  count: number,
  state: { nowMs: number },
  holders: readonly AccountHolder[],
  seen: TradeWatch,
): Promise<number> {
  const untraded = new Map<string, number>();
  let tradedCount = 0;
  for (let second = 0; second < count; second += 1) {
    state.nowMs += SECOND_MS;
    for (const { renew } of holders) await survive(renew());
    tradedCount = 0;
    for (const accountId of ACCOUNT_IDS) {
      const entries = holders.flatMap((holder) => holder.enter(accountId) ?? []);
      for (const entry of entries) entry.leave();
      if (entries.length > 1) seen.bothCount += 1;
      if (entries.length > 0) tradedCount += 1;
      const seconds = entries.length > 0 ? 0 : (untraded.get(accountId) ?? 0) + 1;
      untraded.set(accountId, seconds);
      seen.longestUntradedSeconds = Math.max(seen.longestUntradedSeconds, seconds);
    }
  }
  return tradedCount;
}

/** One of each shard. */
const ACCOUNT_IDS: readonly string[] = [
  ...new Map(
    Array.from({ length: 40 * ACCOUNT_SHARDS_COUNT }, (_, index) => {
      const accountId = `acc_${index}`;
      return [shardOfAccount(accountId), accountId] as const;
    }),
  ).values(),
];

function planted(
  name: string,
  trying: (setting: Setting, plant: Plant) => Promise<TriedCell>,
  plant: Plant,
): PlantedViolation {
  return {
    name,
    async find() {
      const tried = await trying({ trouble: 'refused', atCall: 1, hasOther: true }, plant);
      return tried.verdict.kind === 'broken' ? tried : null;
    },
  };
}
