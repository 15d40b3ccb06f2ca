// Editing a bot: its name at any time, and what its script is run with while it does not run. A bot
// of a strategy has its settings edited with those of its strategy.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Bot, BotSettings, BotStore } from '#ports/stores/bot-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { BotMisfit } from '#services/bots/bot-misfits.ts';
import { parameterMisfits, settingMisfits } from '#services/bots/bot-misfits.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type EditBotDeps = AccountDeps & {
  readonly bots: Pick<BotStore, 'findBot' | 'editBot'>;
  readonly scripts: Pick<ScriptStore, 'findScript'>;
};

/** Null: left as it is. Inputs and the other settings are each replaced whole. */
export type BotChanges = {
  readonly name: string | null;
  readonly inputs: BotSettings['inputs'] | null;
  readonly settings: Omit<BotSettings, 'inputs'> | null;
};

export type EditBotCommand = {
  readonly userId: string;
  readonly botId: string;
  readonly changes: BotChanges;
  readonly completion: CompletionSlot<Bot> | null;
};

export type EditBotRejection =
  | { readonly code: 'bot_not_found' | 'script_not_found' | 'runs' | 'of_strategy' }
  | { readonly code: 'unfit'; readonly misfits: readonly BotMisfit[] };

/** The bot as it is then. Tried again while something of it changes. Throws Failure. */
export async function editBot(
  deps: EditBotDeps,
  command: EditBotCommand,
): Promise<Result<Bot, EditBotRejection>> {
  const exhausted = 'the bot that was to be edited changed again and again';
  return retryChange(() => tryEdit(deps, command), exhausted);
}

/** Null when something changed meanwhile. */
async function tryEdit(
  deps: EditBotDeps,
  { userId, botId, changes, completion }: EditBotCommand,
): Promise<Result<Bot, EditBotRejection> | null> {
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected({ code: 'bot_not_found' });
  const name = changes.name ?? bot.name;
  const isRun = changes.inputs !== null || changes.settings !== null;
  const settings = {
    ...(changes.settings ?? bot.settings),
    inputs: changes.inputs ?? bot.settings.inputs,
  };
  const refusal = isRun ? await refusalOf(deps, bot, settings) : null;
  if (refusal !== null) return rejected(refusal);
  const edited = { ...bot, name, settings };
  const isWritten = await deps.bots.editBot({
    userId,
    botId,
    name,
    before: bot.settings,
    after: isRun ? settings : null,
    completion: completionWith(completion, edited),
  });
  return isWritten ? accepted(edited) : null;
}

async function refusalOf(
  deps: EditBotDeps,
  { userId, accountId, marketTag, brain, isActivated }: Bot,
  settings: BotSettings,
): Promise<EditBotRejection | null> {
  if (brain.kind === 'strategy') return { code: 'of_strategy' };
  if (isActivated) return { code: 'runs' };
  const script = await deps.scripts.findScript(userId, brain.scriptId);
  if (script === null) return { code: 'script_not_found' };
  const found = await accountOf(deps, { userId }, accountId);
  const market =
    found.ok && marketTag !== null ? await findMarket(found.value.exchange, marketTag) : null;
  const misfits = [
    ...parameterMisfits(script, settings.inputs),
    ...(market === null ? [] : settingMisfits(market, settings)),
  ];
  return misfits.length > 0 ? { code: 'unfit', misfits } : null;
}
