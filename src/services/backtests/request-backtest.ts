// Accepts a backtest: what can be known at once is checked, the rest is found out by its job.
// Whether the script exists and the market has history is not checked here, as the contract says.

import { identifierFromBytes, isIdentifier } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Backtest, BacktestStore } from '#ports/stores/backtest-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { choicesToText } from '#services/backtests/backtest-choices.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type RequestBacktestDeps = AccountDeps & {
  readonly backtests: Pick<BacktestStore, 'insertBacktest'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type RequestBacktestCommand = {
  readonly caller: Principal;
  readonly scriptId: string;
  readonly accountId: string;
  readonly marketTag: string;
  readonly intervalMinutes: number;
  /** Cut to whole minutes. */
  readonly startMs: number;
  readonly endMs: number;
  readonly choices: BacktestChoices;
  /** The backtest's id comes from it; equal for every try under one Idempotency-Key. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<Backtest> | null;
};

export type RequestBacktestRejection = {
  readonly code: 'script_not_found' | 'account_not_found' | 'invalid_request' | 'forbidden';
  /** The field at fault, when it is one alone. */
  readonly field?: 'market_tag' | 'interval' | 'end_at';
  readonly detail: string;
};

export type { Backtest } from '#ports/stores/backtest-store.ts';

type Refusal = Result<never, RequestBacktestRejection>;

/** The backtest as it was queued. */
export async function requestBacktest(
  deps: RequestBacktestDeps,
  command: RequestBacktestCommand,
): Promise<Result<Backtest, RequestBacktestRejection>> {
  const faulty = checkWindow(command);
  if (faulty !== null) return faulty;
  if (!isIdentifier('scr', command.scriptId)) {
    return refused('script_not_found', `There is no script "${command.scriptId}".`);
  }
  const forbidden = checkPlan(command, deps.clock.nowMs());
  if (forbidden !== null) return forbidden;
  const misplaced = await checkMarket(deps, command);
  if (misplaced !== null) return misplaced;
  const backtest = backtestOf(deps, command);
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  const completion = completionWith(command.completion, backtest);
  if (await deps.backtests.insertBacktest(backtest, completion, waitingMax)) {
    return accepted(backtest);
  }
  return refused('forbidden', `At most ${waitingMax} backtests of a user may wait at once.`);
}

function checkWindow({ intervalMinutes, startMs, endMs }: RequestBacktestCommand): Refusal | null {
  if (!INTERVALS_MINUTES.includes(intervalMinutes)) {
    const known = INTERVALS_MINUTES.join(', ');
    return atFault('interval', `expected one of ${known}, found ${intervalMinutes}.`);
  }
  if (endMs <= startMs) return atFault('end_at', 'expected an instant after "start_at".');
  if (minuteStartMs(endMs) - minuteStartMs(startMs) >= MINUTE_MS) return null;
  return atFault('end_at', 'expected a window of at least one whole minute.');
}

function checkPlan(
  { caller, startMs, endMs }: RequestBacktestCommand,
  nowMs: number,
): Refusal | null {
  const { plan, planUntilMs } = caller;
  if (isLapsed(planUntilMs, nowMs)) {
    return refused('forbidden', `Your plan "${plan}" has ended; renew it to run backtests.`);
  }
  const daysMax = PLANS[plan].backtestWindowDaysMax;
  if (daysMax === null || endMs - startMs <= daysMax * DAY_MS) return null;
  const found = Math.ceil(((endMs - startMs) / DAY_MS) * 100) / 100;
  return refused(
    'forbidden',
    `Your plan "${plan}" allows a backtest window of at most ${daysMax} days; found ${found}.`,
  );
}

async function checkMarket(
  deps: RequestBacktestDeps,
  { caller, accountId, marketTag }: RequestBacktestCommand,
): Promise<Refusal | null> {
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) return refused('account_not_found', `There is no account "${accountId}".`);
  const { account, exchange } = found.value;
  const market = await findMarket(exchange, marketTag);
  if (market !== null && market.marketType === account.marketType) return null;
  return atFault(
    'market_tag',
    `expected a ${account.marketType} market of exchange "${account.exchange}", ` +
      `found "${marketTag}".`,
  );
}

function backtestOf(deps: RequestBacktestDeps, command: RequestBacktestCommand): Backtest {
  const seed = deps.digest.sha256(`backtest:${command.derivationId}`);
  return {
    backtestId: identifierFromBytes('bt', seed),
    userId: command.caller.userId,
    scriptId: command.scriptId,
    accountId: command.accountId,
    marketTag: command.marketTag,
    intervalMinutes: command.intervalMinutes,
    startMs: minuteStartMs(command.startMs),
    endMs: minuteStartMs(command.endMs),
    choices: choicesToText(command.choices),
    queuedAtMs: deps.clock.nowMs(),
  };
}

function refused(code: RequestBacktestRejection['code'], detail: string): Refusal {
  return rejected({ code, detail });
}

function atFault(field: NonNullable<RequestBacktestRejection['field']>, detail: string): Refusal {
  return rejected({ code: 'invalid_request', field, detail: `Field "${field}": ${detail}` });
}
