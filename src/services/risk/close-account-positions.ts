// Closes what an account holds with market orders. Of a futures account these are the positions
// that its exchange shows; a spot account has none, so what its bots bought and hold is sold.

import { HELD_NOTHING } from '#ports/bot-run-store.ts';
import type { BotRunStore } from '#ports/bot-run-store.ts';
import type { Bot, BotStore } from '#ports/bot-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { closeBotPositions } from '#services/bots/close-bot-positions.ts';
import { closePosition } from '#services/orders/close-position.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';

export type CloseAccountPositionsDeps = OrderDeps & {
  readonly bots: Pick<BotStore, 'listBots' | 'windDownBot'>;
  readonly botRuns: Pick<BotRunStore, 'findPositions' | 'findRun'>;
};

const BOTS_PER_PAGE = 500;

/** Answers how many orders were accepted. Throws Failure and OutcomeUnknown. */
export async function closeAccountPositions(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  derivationId: string,
): Promise<number> {
  return at.account.marketType === 'spot' ? closeBots(deps, at) : closeAll(deps, at, derivationId);
}

async function closeAll(
  deps: CloseAccountPositionsDeps,
  at: AccountAtExchange,
  derivationId: string,
): Promise<number> {
  const { account, exchange } = at;
  let acceptedCount = 0;
  for (const { positionId, marketTag, direction, amount } of await exchange.fetchPositions(
    account,
  )) {
    const side = direction === 'long' ? 'sell' : 'buy';
    const from = `close:${account.accountId}:${positionId}:${derivationId}`;
    const identity = orderIdentity(deps.digest, from, 0);
    if (await closePosition(deps, at, { marketTag, side, amount, identity, botId: null }))
      acceptedCount += 1;
  }
  return acceptedCount;
}

/** One after the other: what one bot sells is not in the wallet for the next. */
async function closeBots(deps: CloseAccountPositionsDeps, at: AccountAtExchange): Promise<number> {
  const { userId, accountId } = at.account;
  let acceptedCount = 0;
  let afterId: string | null = null;
  for (;;) {
    const page: readonly Bot[] = await deps.bots.listBots(userId, afterId, BOTS_PER_PAGE);
    for (const bot of page)
      if (bot.accountId === accountId && (await mayHold(deps, bot))) {
        acceptedCount += await closeBotPositions(deps, at, bot);
        // So that its run is told of the fills.
        await deps.bots.windDownBot(userId, bot.botId);
      }
    if (page.length < BOTS_PER_PAGE) return acceptedCount;
    afterId = page.at(-1)?.botId ?? null;
  }
}

/** Spares the fills of an account from being read for each bot that has ended long ago. */
async function mayHold(
  { botRuns }: CloseAccountPositionsDeps,
  { botId, activation }: Bot,
): Promise<boolean> {
  const run = await botRuns.findRun(botId, activation);
  if (run === null) return false;
  if (run.openCount > 0) return true;
  return (await botRuns.findPositions(botId))?.positions !== HELD_NOTHING;
}
