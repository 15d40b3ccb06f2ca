// Ending a bracket by its owner: what is wanted is written first, with its settings, and its run
// cancels its orders and closes what it holds, where that is wanted.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotStore, StrategyBot } from '#ports/stores/bot-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type EndBracketDeps = {
  readonly bots: Pick<BotStore, 'findBracket' | 'editStrategyBot'>;
  readonly clock: Clock;
};

export type NamedBracket = {
  readonly userId: string;
  readonly accountId: string;
  readonly bracketId: string;
};

/** Null when it is not one of the account. */
export async function findBracket(
  { bots }: { readonly bots: Pick<BotStore, 'findBracket'> },
  { userId, accountId, bracketId }: NamedBracket,
): Promise<StrategyBot | null> {
  const found = await bots.findBracket(userId, bracketId);
  return found?.accountId === accountId ? found : null;
}

/** One that has ended stays as it is. Throws Failure. */
export async function endBracket(
  deps: EndBracketDeps,
  command: NamedBracket & { readonly closesPosition: boolean },
): Promise<Result<StrategyBot, 'order_not_found'>> {
  const exhausted = 'the bracket that was to end changed again and again';
  return retryChange(() => tryEnd(deps, command), exhausted);
}

/** Null when something changed meanwhile. */
async function tryEnd(
  deps: EndBracketDeps,
  command: NamedBracket & { readonly closesPosition: boolean },
): Promise<Result<StrategyBot, 'order_not_found'> | null> {
  const bracket = await findBracket(deps, command);
  if (bracket === null) return rejected('order_not_found');
  const { brain, isActivated, marketTag, userId, botId } = bracket;
  const ending = command.closesPosition ? 'close' : 'keep';
  if (!isActivated || brain.config['ending'] === ending) return accepted(bracket);
  const after = { ...brain.config, ending };
  const isWritten = await deps.bots.editStrategyBot({
    userId,
    botId,
    isActivated,
    before: brain.config,
    after,
    // A run of the release before knows no exits that are moved, and would hear nothing. Where it
    // ends they are of no use.
    heard: Object.fromEntries(Object.entries(after).filter(([key]) => !key.startsWith('moved_'))),
    marketTag: marketTag ?? '',
    atMs: deps.clock.nowMs(),
    completion: null,
  });
  return isWritten ? accepted({ ...bracket, brain: { ...brain, config: after } }) : null;
}
