// Reads and changes simulated accounts: settles what is due, decides on the account as it was last
// seen, commits, and begins again when another process was faster.

import type { VenueEffects, VenueStep } from '#domain/venue/venue-effects.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { AccountQueue } from '#adapters/sim/account-queue.ts';
import { makeAccountQueue } from '#adapters/sim/account-queue.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import type { PlacedOrder } from '#adapters/sim/sim-commit.ts';
import { simCommit } from '#adapters/sim/sim-commit.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { settleAccount } from '#adapters/sim/settle-account.ts';

export type Decision<T> =
  /** Write the step; `value` is the response once it is committed. */
  | {
      readonly kind: 'commit';
      readonly step: VenueStep;
      readonly placed: PlacedOrder | null;
      readonly value: T;
      readonly setting?: Partial<Pick<SimAccount, 'leverage' | 'marginMode'>>;
    }
  /**
   * Nothing to write. Counts only when the account was read just now; else it is read and asked
   * again.
   */
  | { readonly kind: 'response'; readonly value: T };

export type ChangeOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The decision placed an order whose client order id was used before; nothing was written. */
  | { readonly kind: 'duplicate' };

export type AccountUpdater = {
  /** The account as stored, settled up to now. Throws Failure `unauthorized` when there is none. */
  read(accountId: string): Promise<SimAccount>;
  /** Decides and commits, again with what is stored by then when another process was faster. */
  change<T>(
    accountId: string,
    decide: (account: SimAccount) => Decision<T>,
  ): Promise<ChangeOutcome<T>>;
  /** Settles every account that is due; returns how many. */
  settleDue(nowMs: number): Promise<number>;
};

export type AccountUpdaterDeps = {
  readonly store: SimStore;
  readonly prices: SimPrices;
  readonly clock: Clock;
  /**
   * Hears of a mistake of ours, or a damaged record, that keeps one account from being settled.
   * Without it such an account ends the round.
   */
  readonly onDefect?: (accountId: string, error: unknown) => void;
};

type UpdaterState = AccountUpdaterDeps & {
  readonly line: AccountQueue;
  readonly seen: Map<string, SimAccount>;
};

/** After this many other processes were faster, the caller is informed. */
const ATTEMPTS_MAX = 50;
const ACCOUNTS_SEEN_MAX = 5_000;
const DUE_PAGE = 200;
/** The failure that a record which cannot be read causes. */
const DAMAGED = 'corrupt_reply';

/** Updater over a store; calls for one account follow one another. */
export function makeAccountUpdater(deps: AccountUpdaterDeps): AccountUpdater {
  const updater: UpdaterState = { ...deps, line: makeAccountQueue(), seen: new Map() };
  return {
    read: (accountId) => updater.line(accountId, () => readSettled(updater, accountId)),
    change: (accountId, decide) =>
      updater.line(accountId, () => change(updater, accountId, decide)),
    settleDue: (nowMs) => settleDue(updater, nowMs),
  };
}

async function change<T>(
  updater: UpdaterState,
  accountId: string,
  decide: (account: SimAccount) => Decision<T>,
): Promise<ChangeOutcome<T>> {
  let seen = updater.seen.get(accountId) ?? null;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const isFresh = seen === null;
    const before: SimAccount = seen ?? (await load(updater, accountId));
    seen = null;
    await loadPrices(updater, before);
    const settled = settleAccount(updater.prices, before, updater.clock.nowMs());
    if (!settled.isComplete) {
      await commitSettlement(updater, before, settled.account, settled.effects);
      continue;
    }
    const decision = decide(settled.account);
    if (decision.kind === 'response') {
      if (isFresh) return { kind: 'done', value: decision.value };
      continue;
    }
    const { step, placed } = decision;
    const { settledUntilMs, fundedUntilMs } = settled.account;
    const effects = joinEffects(settled.effects, step.effects);
    const after = { ...decision.setting, state: step.state, settledUntilMs, fundedUntilMs };
    const updatedAtMs = updater.clock.nowMs();
    const commit = simCommit(
      before,
      { ...after, updatedAtMs },
      effects,
      placed,
      updater.prices.marketOf,
    );
    const response = await commitAndSee(updater, commit);
    if (response === 'committed') return { kind: 'done', value: decision.value };
    if (response === 'duplicate') return { kind: 'duplicate' };
  }
  throw new Failure('conflict', 'The account is being changed by others too often.');
}

async function readSettled(updater: UpdaterState, accountId: string): Promise<SimAccount> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await load(updater, accountId);
    await loadPrices(updater, before);
    const settled = settleAccount(updater.prices, before, updater.clock.nowMs());
    const { account, effects, isComplete } = settled;
    if (effects === NO_EFFECTS && isComplete) {
      see(updater, account);
      return account;
    }
    const response = await commitSettlement(updater, before, account, effects);
    if (response === 'committed' && isComplete) return { ...account, version: account.version + 1 };
  }
  throw new Failure('conflict', 'The account is being changed by others too often.');
}

async function settleDue(updater: UpdaterState, nowMs: number): Promise<number> {
  /** They stay due, and the next round tries them again. */
  const failed = new Set<string>();
  let settledCount = 0;
  for (;;) {
    const listed = await updater.store.listDue(nowMs, DUE_PAGE + failed.size);
    const due = listed.filter(({ accountId }) => !failed.has(accountId));
    const quiet: SimAccount[] = [];
    for (const { accountId, version } of due) {
      try {
        const one = await updater.line(accountId, () =>
          settleOne(updater, accountId, version, nowMs),
        );
        if (one === 'prices_missing') failed.add(accountId);
        else if (one !== null) quiet.push(one);
      } catch (error) {
        if (updater.onDefect === undefined || isOfTheWorld(error)) throw error;
        failed.add(accountId);
        updater.onDefect(accountId, error);
      }
    }
    if (quiet.length > 0) await updater.store.moveOn(quiet);
    settledCount += due.length;
    if (due.length < DUE_PAGE) return settledCount - failed.size;
  }
}

function isOfTheWorld(error: unknown): boolean {
  return error instanceof OutcomeUnknown || (error instanceof Failure && error.code !== DAMAGED);
}

/**
 * The account when nothing happened to it but time; null when it was written. What its exchange
 * does not tell now keeps only this account waiting.
 */
async function settleOne(
  updater: UpdaterState,
  accountId: string,
  version: number,
  nowMs: number,
): Promise<SimAccount | 'prices_missing' | null> {
  const seen = updater.seen.get(accountId);
  const before = seen?.version === version ? seen : await load(updater, accountId);
  const isPriced = await loadPrices(updater, before).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure) return false;
      throw error;
    },
  );
  if (!isPriced) return 'prices_missing';
  const { account, effects } = settleAccount(updater.prices, before, nowMs);
  if (effects === NO_EFFECTS) {
    see(updater, account);
    return account.settledUntilMs === before.settledUntilMs ? 'prices_missing' : account;
  }
  await commitSettlement(updater, before, account, effects);
  return null;
}

/** Of the markets that the account has orders or positions on, as far as they must be fetched. */
async function loadPrices({ prices }: UpdaterState, account: SimAccount): Promise<void> {
  if (prices.load === null) return;
  const { orders, positions } = account.state;
  const tags = new Set([...orders, ...positions].map(({ marketTag }) => marketTag));
  if (tags.size > 0) await prices.load([...tags], account.settledUntilMs);
}

function commitSettlement(
  updater: UpdaterState,
  before: SimAccount,
  after: SimAccount,
  effects: VenueEffects,
): ReturnType<typeof commitAndSee> {
  return commitAndSee(updater, simCommit(before, after, effects, null, updater.prices.marketOf));
}

async function commitAndSee(
  updater: UpdaterState,
  commit: ReturnType<typeof simCommit>,
): ReturnType<SimStore['commit']> {
  // Whatever becomes of the commit, what was seen before it counts no longer.
  updater.seen.delete(commit.account.accountId);
  const response = await updater.store.commit(commit);
  if (response === 'committed') see(updater, commit.account);
  return response;
}

async function load(updater: UpdaterState, accountId: string): Promise<SimAccount> {
  const account = await updater.store.load(accountId);
  if (account === null)
    throw new Failure('unauthorized', `Account "${accountId}" has no wallet at this exchange.`);
  const seen = updater.seen.get(accountId);
  // The same version, but settled further in memory: nothing has to be gone over again.
  const isSeenAhead =
    seen?.version === account.version && seen.settledUntilMs > account.settledUntilMs;
  return isSeenAhead ? seen : account;
}

/** Remembers the account, the one seen longest ago making room. */
function see(updater: UpdaterState, account: SimAccount): void {
  updater.seen.delete(account.accountId);
  updater.seen.set(account.accountId, account);
  if (updater.seen.size <= ACCOUNTS_SEEN_MAX) return;
  for (const oldest of updater.seen.keys()) {
    updater.seen.delete(oldest);
    return;
  }
}
