// A backtest of a strategy, as it is queued: the same jobs and the same engine as those of scripts.

import { identifierFromBytes } from '#lib/identifier.ts';
import { minuteStartMs } from '#lib/time.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import type { BacktestWindow } from '#services/backtests/judge-window.ts';
import type { PlannedBot } from '#services/strategy-bots/planned-bot.ts';

export type StrategyRun = BacktestWindow & {
  /** Whose backtest it is. */
  readonly userId: string;
  readonly type: StrategyType;
  /** Equal for each try of one request: all tries make the same backtest. */
  readonly derivationId: string;
};

/** Backtest of a planned bot, one update a minute; equal derivations give equal ids. */
export function strategyBacktest(
  { digest, clock }: { readonly digest: Digest; readonly clock: Clock },
  { userId, type, startMs, endMs, derivationId }: StrategyRun,
  { account, market, read }: PlannedBot,
): Backtest {
  return {
    backtestId: identifierFromBytes('bt', digest.sha256(`backtest:${derivationId}`)),
    userId,
    scriptId: null,
    strategy: { type, config: read.record },
    accountId: account.accountId,
    marketTag: market.marketTag,
    intervalMinutes: 1,
    startMs: minuteStartMs(startMs),
    endMs: minuteStartMs(endMs),
    choices: choicesToText(NO_CHOICES),
    queuedAtMs: clock.nowMs(),
  };
}
