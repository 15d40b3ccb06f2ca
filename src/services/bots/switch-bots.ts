// Starts or stops many bots: each by itself, so that one that cannot be started holds up no other.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import type { Result } from '#lib/result.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { BotDeps, BotOwner } from '#services/bots/bot-deps.ts';
import type { StartBotRejection } from '#services/bots/start-bot.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import type { WindDown, WindDownDeps } from '#services/bots/wind-down-bot.ts';

const BOTS_AT_ONCE_MAX = 4;

export type SwitchedBot = {
  readonly botId: string;
  /** Why it is not as it was requested, in words; null: it is. */
  readonly problem: string | null;
};

type Switching = {
  readonly caller: BotOwner;
  /** Each once. */
  readonly botIds: readonly string[];
  readonly claim: HeldClaim | null;
};

/** In the order of the ids. */
export async function startBots(
  botIds: readonly string[],
  start: (botId: string) => Promise<Result<null, StartBotRejection>>,
): Promise<readonly SwitchedBot[]> {
  return eachOf(botIds, async (botId) => {
    const started = await start(botId);
    return started.ok ? null : started.rejection.detail;
  });
}

/** In the order of the ids. */
export async function stopBots(
  deps: WindDownDeps & Pick<BotDeps, 'bots'>,
  { caller, botIds, claim, windDown }: Switching & { readonly windDown: WindDown },
): Promise<readonly SwitchedBot[]> {
  return eachOf(botIds, async (botId) => {
    const own = { userId: caller.userId, botId };
    const stopped = await stopBot(deps, { ...own, claim });
    if (!stopped.ok) return 'There is no such bot.';
    try {
      await stopBot(deps, { ...own, windDown });
      return null;
    } catch (error) {
      return problemIn(error);
    }
  });
}

/**
 * What fails for one is its problem, and the request goes on with the others, unless another try
 * has taken it over.
 */
async function eachOf(
  botIds: readonly string[],
  work: (botId: string) => Promise<string | null>,
): Promise<readonly SwitchedBot[]> {
  const problems = new Map<string, string | null>();
  await forEachConcurrent(botIds, BOTS_AT_ONCE_MAX, async (botId) => {
    try {
      problems.set(botId, await work(botId));
    } catch (error) {
      if (error instanceof Failure && error.code === 'conflict') throw error;
      problems.set(botId, problemIn(error));
    }
  });
  return botIds.map((botId) => ({ botId, problem: problems.get(botId) ?? null }));
}

function problemIn(error: unknown): string {
  if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
  return `It may be done in part: ${error.message}.`;
}
