// A backtest of a bot of a strategy on an account of one's own, before it is made or with the
// settings that it has.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { Backtest, BacktestStore } from '#ports/stores/backtest-store.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import type { BacktestWindow, WindowRefusal } from '#services/backtests/judge-window.ts';
import { judgeWindow } from '#services/backtests/judge-window.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { PlaceRejection } from '#services/strategy-bots/own-bot.ts';
import { placeOnAccount } from '#services/strategy-bots/own-bot.ts';
import { planAt } from '#services/strategy-bots/planned-bot.ts';
import { strategyBacktest } from '#services/strategy-bots/strategy-backtest.ts';

export type BacktestOwnBotDeps = AccountDeps & {
  readonly backtests: Pick<BacktestStore, 'insertBacktest'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type BacktestOwnBotCommand = BacktestWindow & {
  readonly caller: Principal;
  readonly accountId: string;
  readonly type: StrategyType;
  readonly config: StrategyConfig;
  readonly derivationId: string;
  readonly completion: CompletionSlot<Backtest> | null;
};

export type BacktestOwnBotRejection =
  | PlaceRejection
  | WindowRefusal
  | { readonly code: 'invalid_request'; readonly field: 'type'; readonly detail: string };

/** The backtest as it was queued; all problems of the settings are returned at once. */
export async function backtestOwnBot(
  deps: BacktestOwnBotDeps,
  command: BacktestOwnBotCommand,
): Promise<Result<Backtest, BacktestOwnBotRejection>> {
  const { caller, accountId, type, config, completion } = command;
  if (type === 'webhook') {
    const detail =
      'Field "type": a signal bot does what its signals say, and of the past there are none.';
    return rejected({ code: 'invalid_request', field: 'type', detail });
  }
  const refusal = judgeWindow(caller, command, deps.clock.nowMs());
  if (refusal !== null) return rejected(refusal);
  const { userId } = caller;
  const place = await placeOnAccount(deps, { userId, accountId }, config);
  if (!place.ok) return place;
  const planned = planAt(place.value, type, config);
  if (!planned.ok) return planned;
  const backtest = strategyBacktest(deps, { ...command, userId }, planned.value);
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  if (
    await deps.backtests.insertBacktest(backtest, completionWith(completion, backtest), waitingMax)
  )
    return accepted(backtest);
  const detail = `At most ${waitingMax} backtests of a user may wait at once.`;
  return rejected({ code: 'forbidden', detail });
}
