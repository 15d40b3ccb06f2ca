// The risk switch: stops all running bots of a user, of end users or of the installation, and, if
// asked, cancels every working order and closes what is held. Bots are stopped first and by one
// statement, so nothing that a bot decides afterwards is written or sent.

import type { Timer } from '#venue-port/world/timer.ts';
import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { exitSide } from '#domain/position/position.ts';
import type { Order } from '#venue-port/order/order.ts';
import type {
  HaltedBracket,
  RiskSwitchStore,
  SwitchReach,
} from '#ports/stores/risk-switch-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { cancelAtVenue } from '#services/orders/cancel-order.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import type { WorkingOrders } from '#services/orders/unreadable-orders.ts';
import { cancelUnreadable, readableOrders } from '#services/orders/unreadable-orders.ts';
import type { CloseAccountPositionsDeps } from '#services/risk/close-account-positions.ts';
import { closeAccountPositions } from '#services/risk/close-account-positions.ts';

export type { SwitchReach };

export type StopEverythingDeps = OrderDeps &
  CloseAccountPositionsDeps & { readonly riskSwitch: RiskSwitchStore; readonly timer: Timer };

export type StopEverythingCommand = {
  readonly reach: SwitchReach;
  /** Who requested it, in words, for the record of each bot. */
  readonly reason: string;
  readonly cancelsOrders: boolean;
  /** Working orders are cancelled first, whatever `cancelsOrders` says. */
  readonly closesPositions: boolean;
  /** Also with closed positions brackets end; otherwise they only enter nothing more. */
  readonly endsBrackets?: true;
  /** The names of closing orders come from it, so that a repeated request sends none twice. */
  readonly derivationId: string;
  /** No account is begun on after so long; null: all are. */
  readonly withinMs: number | null;
};

export type StopEverythingReport = {
  readonly botIds: readonly string[];
  readonly cancelledCount: number;
  /** Working orders that could not be cancelled, and orders sent to close that did not fill yet. */
  readonly workingCount: number;
  readonly closingCount: number;
  /** Positions that were to be closed and stay: refused, or too little for their markets. */
  readonly positionsLeftCount: number;
  /** Accounts that were not reached in time, or whose exchange did not respond. */
  readonly failedAccountIds: readonly string[];
  /** Brackets that enter nothing more and retain their exits. */
  readonly bracketsHaltedCount: number;
  /**
   * Whether nothing of what was requested is left that a repetition may do, on accounts that were
   * not even found too.
   */
  readonly isComplete: boolean;
};

type Tally = {
  cancelledCount: number;
  workingCount: number;
  closingCount: number;
  positionsLeftCount: number;
  /** Of these, those that a repetition may close. */
  refusedCount: number;
  /** Accounts that are not done; null: they were not found yet. */
  undone: Set<string> | null;
};

const BY_THE_SWITCH = 'the risk switch cancelled it';

const ACCOUNTS_PER_PAGE = 500;
const ACCOUNTS_AT_ONCE_MAX = 8;
const ORDERS_AT_ONCE_MAX = 8;

/** Throws Failure and OutcomeUnknown when bots cannot be stopped; it may be requested again. */
export async function stopEverything(
  deps: StopEverythingDeps,
  command: StopEverythingCommand,
): Promise<StopEverythingReport> {
  const { reach, reason, cancelsOrders, closesPositions, withinMs } = command;
  const deadline = deadlineAfter(deps.timer, withinMs);
  const startsAnew = cancelsOrders || closesPositions;
  const atMs = deps.clock.nowMs();
  // Without what they hold, brackets have nothing to protect.
  const sparesBrackets = !closesPositions && command.endsBrackets !== true;
  const stop = { reason, by: 'risk', atMs, startsAnew, sparesBrackets } as const;
  const botIds = await deps.riskSwitch.stopBots(reach, stop);
  const halted = sparesBrackets ? await deps.riskSwitch.haltBrackets(reach, atMs) : [];
  deps.log.info('risk.stop_everything', { reach: reach.kind, bots_count: botIds.length, reason });
  const tally = newTally();
  if (!startsAnew) tally.undone = new Set();
  else await Promise.race([clearAccounts(deps, command, deadline, tally, halted), deadline.passed]);
  deadline.forget();
  const { undone, refusedCount, ...counts } = tally;
  const isComplete = undone?.size === 0 && counts.workingCount + refusedCount === 0;
  const failedAccountIds = [...(undone ?? [])].toSorted();
  return { botIds, bracketsHaltedCount: halted.length, ...counts, failedAccountIds, isComplete };
}

function newTally(): Tally {
  const closed = { closingCount: 0, positionsLeftCount: 0, refusedCount: 0 };
  return { cancelledCount: 0, workingCount: 0, ...closed, undone: null };
}

type Deadline = {
  readonly passed: Promise<void>;
  hasPassed(): boolean;
  forget(): void;
};

function deadlineAfter(timer: Timer, withinMs: number | null): Deadline {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasPassed = false;
  const pass = (): void => {
    hasPassed = true;
    resolve();
  };
  const forget = withinMs === null ? () => undefined : timer.every(withinMs, pass);
  return { passed: promise, hasPassed: () => hasPassed, forget };
}

async function clearAccounts(
  deps: StopEverythingDeps,
  command: StopEverythingCommand,
  deadline: Deadline,
  tally: Tally,
  halted: readonly HaltedBracket[],
): Promise<void> {
  const accounts = await accountsInReach(deps, command.reach);
  if (accounts === null) return;
  const undone = new Set(accounts.map(({ accountId }) => accountId));
  tally.undone = undone;
  await forEachConcurrent(accounts, ACCOUNTS_AT_ONCE_MAX, async (account) => {
    if (deadline.hasPassed()) return;
    try {
      const at = { account, exchange: exchangeOf(deps.exchanges, account) };
      await clearAccount(deps, command, at, deadline, tally, halted);
      if (!deadline.hasPassed()) undone.delete(account.accountId);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const { accountId } = account;
      deps.log.warn('risk.account_failing', { account_id: accountId, cause: error.message });
    }
  });
}

/** The bots are stopped by now, which is not to be reported as a failure. */
async function accountsInReach(
  { riskSwitch, log }: StopEverythingDeps,
  reach: SwitchReach,
): Promise<readonly Account[] | null> {
  try {
    return await listAccounts(riskSwitch, reach);
  } catch (error) {
    if (!isPassing(error)) throw error;
    log.warn('risk.accounts_not_found', { cause: error.message });
    return null;
  }
}

async function listAccounts(
  riskSwitch: StopEverythingDeps['riskSwitch'],
  reach: SwitchReach,
): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (;;) {
    const afterId = accounts.at(-1)?.accountId ?? null;
    const page = await riskSwitch.listAccountsInReach(reach, afterId, ACCOUNTS_PER_PAGE);
    accounts.push(...page);
    if (page.length < ACCOUNTS_PER_PAGE) return accounts;
  }
}

async function clearAccount(
  deps: StopEverythingDeps,
  { closesPositions, derivationId }: StopEverythingCommand,
  at: AccountAtExchange,
  deadline: Deadline,
  tally: Tally,
  halted: readonly HaltedBracket[],
): Promise<void> {
  const { accountId } = at.account;
  const listed = (): Promise<WorkingOrders> => workingOrders(deps, accountId, halted);
  const attempt = async (orderId: string, work: () => Promise<boolean>): Promise<void> => {
    if (deadline.hasPassed()) return;
    try {
      if (await work()) tally.cancelledCount += 1;
    } catch (error) {
      if (!isPassing(error)) throw error;
      deps.log.warn('risk.order_failing', { order_id: orderId, cause: error.message });
    }
  };
  const working = await listed();
  await forEachConcurrent(working.orders, ORDERS_AT_ONCE_MAX, async (order) => {
    const { orderId, marketTag } = order;
    if (marketTag === null) return;
    await attempt(
      orderId,
      async () => (await cancelAtVenue(deps, at, order, marketTag, BY_THE_SWITCH)).ok,
    );
  });
  await forEachConcurrent(working.unreadable, ORDERS_AT_ONCE_MAX, (order) =>
    attempt(order.orderId, async () => {
      return (await cancelUnreadable(deps, at, order, BY_THE_SWITCH)) === 'cancelled';
    }),
  );
  if (closesPositions && !deadline.hasPassed()) {
    const closed = await closeAccountPositions(deps, at, derivationId);
    tally.closingCount += closed.ordersCount;
    tally.positionsLeftCount += closed.leftCount;
    tally.refusedCount += closed.refusedCount;
  }
  const left = await listed();
  tally.workingCount += left.orders.length + left.unreadable.length;
}

/** Without the exits of brackets that go on. */
async function workingOrders(
  deps: StopEverythingDeps,
  accountId: string,
  halted: readonly HaltedBracket[],
): Promise<WorkingOrders> {
  const directions = new Map(halted.map(({ botId, direction }) => [botId, direction]));
  const isMeant = ({ botId, side }: Pick<Order, 'botId' | 'side'>): boolean => {
    const direction = directions.get(botId ?? '');
    return direction === undefined || side !== exitSide(direction);
  };
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(accountId, onUnreadable),
  );
  return { orders: orders.filter(isMeant), unreadable: unreadable.filter(isMeant) };
}

function isPassing(error: unknown): error is Failure | OutcomeUnknown {
  return error instanceof Failure || error instanceof OutcomeUnknown;
}
