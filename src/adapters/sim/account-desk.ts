// Reads and changes simulated accounts: settles what is due, decides on the account as it was last
// seen, commits, and begins again when another process was faster.

import type { VenueEffects, VenueStep } from '#domain/venue/venue-effects.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { Clock } from '#ports/clock.ts';
import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { AccountLine } from '#adapters/sim/account-line.ts';
import { makeAccountLine } from '#adapters/sim/account-line.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import type { PlacedOrder } from '#adapters/sim/sim-commit.ts';
import { simCommit } from '#adapters/sim/sim-commit.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import type { SimStore } from '#adapters/sim/sim-store.ts';
import { settleAccount } from '#adapters/sim/settle-account.ts';

export type Decision<T> =
  /** Write the step; `value` is the answer once it is committed. */
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
  | { readonly kind: 'answer'; readonly value: T };

export type Changed<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The decision placed an order whose client order id was used before; nothing was written. */
  | { readonly kind: 'duplicate' };

export type AccountDesk = {
  /** The account as stored, settled up to now. Throws Failure `unauthorized` when there is none. */
  read(accountId: string): Promise<SimAccount>;
  /** Decides and commits, again with what is stored by then when another process was faster. */
  change<T>(accountId: string, decide: (account: SimAccount) => Decision<T>): Promise<Changed<T>>;
  /** Settles every account that is due; answers how many. */
  settleDue(nowMs: number): Promise<number>;
};

export type AccountDeskDeps = {
  readonly store: SimStore;
  readonly prices: SimPrices;
  readonly clock: Clock;
  /**
   * Hears of a mistake of ours, or a damaged record, that keeps one account from being settled.
   * Without it such an account ends the round.
   */
  readonly onDefect?: (accountId: string, error: unknown) => void;
};

type Desk = AccountDeskDeps & {
  readonly line: AccountLine;
  readonly seen: Map<string, SimAccount>;
};

/** After this many other processes were faster, the caller is told so. */
const ATTEMPTS_MAX = 50;
const ACCOUNTS_SEEN_MAX = 5_000;
const DUE_PAGE = 200;
/** What a record that cannot be read is answered with. */
const DAMAGED = 'corrupt_reply';

export function makeAccountDesk(deps: AccountDeskDeps): AccountDesk {
  const desk: Desk = { ...deps, line: makeAccountLine(), seen: new Map() };
  return {
    read: (accountId) => desk.line(accountId, () => readSettled(desk, accountId)),
    change: (accountId, decide) => desk.line(accountId, () => change(desk, accountId, decide)),
    settleDue: (nowMs) => settleDue(desk, nowMs),
  };
}

async function change<T>(
  desk: Desk,
  accountId: string,
  decide: (account: SimAccount) => Decision<T>,
): Promise<Changed<T>> {
  let seen = desk.seen.get(accountId) ?? null;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const isFresh = seen === null;
    const before: SimAccount = seen ?? (await load(desk, accountId));
    seen = null;
    const settled = settleAccount(desk.prices, before, desk.clock.nowMs());
    if (!settled.isComplete) {
      await commitSettlement(desk, before, settled.account, settled.effects);
      continue;
    }
    const decision = decide(settled.account);
    if (decision.kind === 'answer') {
      if (isFresh) return { kind: 'done', value: decision.value };
      continue;
    }
    const { step, placed } = decision;
    const { settledUntilMs, fundedUntilMs } = settled.account;
    const effects = joinEffects(settled.effects, step.effects);
    const after = { ...decision.setting, state: step.state, settledUntilMs, fundedUntilMs };
    const updatedAtMs = desk.clock.nowMs();
    const commit = simCommit(before, { ...after, updatedAtMs }, effects, placed);
    const answer = await commitAndSee(desk, commit);
    if (answer === 'committed') return { kind: 'done', value: decision.value };
    if (answer === 'duplicate') return { kind: 'duplicate' };
  }
  throw new Failure('conflict', 'The account is being changed by others too often.');
}

async function readSettled(desk: Desk, accountId: string): Promise<SimAccount> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const before = await load(desk, accountId);
    const settled = settleAccount(desk.prices, before, desk.clock.nowMs());
    const { account, effects, isComplete } = settled;
    if (effects === NO_EFFECTS && isComplete) {
      see(desk, account);
      return account;
    }
    const answer = await commitSettlement(desk, before, account, effects);
    if (answer === 'committed' && isComplete) return { ...account, version: account.version + 1 };
  }
  throw new Failure('conflict', 'The account is being changed by others too often.');
}

async function settleDue(desk: Desk, nowMs: number): Promise<number> {
  /** They stay due, and the next round tries them again. */
  const failed = new Set<string>();
  let settledCount = 0;
  for (;;) {
    const listed = await desk.store.listDue(nowMs, DUE_PAGE + failed.size);
    const due = listed.filter(({ accountId }) => !failed.has(accountId));
    const quiet: SimAccount[] = [];
    for (const { accountId, version } of due) {
      try {
        const one = await desk.line(accountId, () => settleOne(desk, accountId, version, nowMs));
        if (one !== null) quiet.push(one);
      } catch (error) {
        if (desk.onDefect === undefined || isOfTheWorld(error)) throw error;
        failed.add(accountId);
        desk.onDefect(accountId, error);
      }
    }
    if (quiet.length > 0) await desk.store.moveOn(quiet);
    settledCount += due.length;
    if (due.length < DUE_PAGE) return settledCount - failed.size;
  }
}

function isOfTheWorld(error: unknown): boolean {
  return error instanceof OutcomeUnknown || (error instanceof Failure && error.code !== DAMAGED);
}

/** The account when nothing happened to it but time; null when it was written. */
async function settleOne(
  desk: Desk,
  accountId: string,
  version: number,
  nowMs: number,
): Promise<SimAccount | null> {
  const seen = desk.seen.get(accountId);
  const before = seen?.version === version ? seen : await load(desk, accountId);
  const { account, effects } = settleAccount(desk.prices, before, nowMs);
  if (effects === NO_EFFECTS) {
    see(desk, account);
    return account;
  }
  await commitSettlement(desk, before, account, effects);
  return null;
}

function commitSettlement(
  desk: Desk,
  before: SimAccount,
  after: SimAccount,
  effects: VenueEffects,
): ReturnType<typeof commitAndSee> {
  return commitAndSee(desk, simCommit(before, after, effects, null));
}

async function commitAndSee(
  desk: Desk,
  commit: ReturnType<typeof simCommit>,
): ReturnType<SimStore['commit']> {
  // Whatever becomes of the commit, what was seen before it counts no longer.
  desk.seen.delete(commit.account.accountId);
  const answer = await desk.store.commit(commit);
  if (answer === 'committed') see(desk, commit.account);
  return answer;
}

async function load(desk: Desk, accountId: string): Promise<SimAccount> {
  const account = await desk.store.load(accountId);
  if (account === null)
    throw new Failure('unauthorized', `Account "${accountId}" has no wallet at this exchange.`);
  const seen = desk.seen.get(accountId);
  // The same version, but settled further in memory: nothing has to be gone over again.
  const isSeenAhead =
    seen?.version === account.version && seen.settledUntilMs > account.settledUntilMs;
  return isSeenAhead ? seen : account;
}

/** Remembers the account, the one seen longest ago making room. */
function see(desk: Desk, account: SimAccount): void {
  desk.seen.delete(account.accountId);
  desk.seen.set(account.accountId, account);
  if (desk.seen.size <= ACCOUNTS_SEEN_MAX) return;
  for (const oldest of desk.seen.keys()) {
    desk.seen.delete(oldest);
    return;
  }
}
