// Making a bot of a script, and what making any bot takes. It does not run until it is started.

import { identifierFromBytes } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Bot, BotSettings } from '#ports/stores/bot-store.ts';
import { NEVER_RUN } from '#ports/stores/bot-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BotDeps, BotOwner, BotPlace } from '#services/bots/bot-deps.ts';
import type { BotMisfit } from '#services/bots/bot-misfits.ts';
import { misfitsText, parameterMisfits, settingMisfits } from '#services/bots/bot-misfits.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

type NewBot = {
  readonly caller: BotOwner;
  readonly name: string;
  readonly accountId: string;
  readonly marketTag: string;
  /** Equal for each try of one request: all tries make the same bot. */
  readonly derivationId: string;
};

export type CreateBotCommand = NewBot & {
  readonly completion?: CompletionSlot<Bot> | null;
  readonly scriptId: string;
  readonly settings: BotSettings;
};

export type PartsRejection = {
  readonly code: 'account_not_found' | 'forbidden' | 'unknown_market';
  readonly detail: string;
};

export type CreateBotRejection =
  | PartsRejection
  | { readonly code: 'script_not_found'; readonly detail: string }
  | { readonly code: 'unfit'; readonly detail: string; readonly misfits: readonly BotMisfit[] };

/** Repeating a request returns the bot that its first try made. */
export async function createBot(
  deps: BotDeps,
  command: CreateBotCommand,
): Promise<Result<Bot, CreateBotRejection>> {
  const { caller, scriptId, settings, marketTag } = command;
  const made = await findMade(deps, command);
  if (made !== null) return accepted(made);
  const script = await deps.scripts.findScript(caller.userId, scriptId);
  if (script === null) {
    return rejected({ code: 'script_not_found', detail: `There is no script "${scriptId}".` });
  }
  const place = await placeFor(deps, command, marketTag);
  if (!place.ok) return place;
  const misfits = [
    ...parameterMisfits(script, settings.inputs),
    ...settingMisfits(place.value.market, settings),
  ];
  if (misfits.length > 0) return rejected({ code: 'unfit', detail: misfitsText(misfits), misfits });
  const bot = newBot(deps, command, { marketTag, brain: { kind: 'script', scriptId }, settings });
  return insertBot(deps, command, bot, completionWith(command.completion ?? null, bot));
}

export type Parts = Omit<NewBot, 'marketTag'>;
export type PartsDeps = Omit<BotDeps, 'scripts'>;

/** Bot that an earlier request with this derivation made; null when there is none. */
export async function findMade(
  deps: PartsDeps,
  { caller, derivationId }: Parts,
): Promise<Bot | null> {
  return deps.bots.findBot(caller.userId, botIdOf(deps, derivationId));
}

function botIdOf({ digest }: PartsDeps, derivationId: string): string {
  return identifierFromBytes('bot', digest.sha256(`bot:${derivationId}`));
}

/** The account and the market, where bots may trade the one on the other. */
export async function placeFor(
  deps: PartsDeps,
  { caller, accountId }: Parts,
  marketTag: string,
): Promise<Result<BotPlace, PartsRejection>> {
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) {
    return rejected({
      code: 'account_not_found',
      detail: `There is no account "${accountId}".`,
    });
  }
  const { account, exchange } = found.value;
  if (!account.allowsBots) {
    const detail =
      `Account "${accountId}" is not activated for bots. On the machine of the service: ` +
      `tidemill accounts activate-bots ${accountId}`;
    return rejected({ code: 'forbidden', detail });
  }
  const market = await findMarket(exchange, marketTag);
  if (market !== null && market.marketType === account.marketType)
    return accepted({ market, account });
  const detail =
    `expected a ${account.marketType} market of exchange "${account.exchange}", ` +
    `found "${marketTag}".`;
  return rejected({ code: 'unknown_market', detail });
}

/** Throws Failure. */
export async function insertBot<Made extends Bot>(
  deps: PartsDeps,
  { caller }: Parts,
  bot: Made,
  completion: Completion | null,
): Promise<Result<Made, PartsRejection>> {
  const { plan, planUntilMs } = caller;
  if (isLapsed(planUntilMs, bot.createdAtMs)) {
    const detail = `Your plan "${plan}" has ended; no bots are made until it is renewed.`;
    return rejected({ code: 'forbidden', detail });
  }
  const { botsMax } = PLANS[plan];
  const outcome = await deps.bots.insertBot(bot, botsMax, completion);
  if (outcome !== 'limit') return accepted(bot);
  const detail = `Your plan "${plan}" allows ${botsMax} bots, and you have as many.`;
  return rejected({ code: 'forbidden', detail });
}

/** Bot that has never run; equal derivations give equal ids. */
export function newBot(
  deps: PartsDeps,
  { caller, name, accountId, derivationId }: Parts,
  parts: Pick<Bot, 'marketTag' | 'brain' | 'settings'>,
): Bot {
  return {
    botId: botIdOf(deps, derivationId),
    userId: caller.userId,
    name,
    accountId,
    ...parts,
    ...NEVER_RUN,
    createdAtMs: deps.clock.nowMs(),
  };
}
