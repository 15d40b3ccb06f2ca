// Editing a bot's settings: changed keys only. A running bot gets them through its inbox and keeps
// its orders and its profit; followers take the same changes, in the same transaction.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { applyEdit, changesOf } from '#strategies/read-config.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { PartnerBot, SettingsEdit, SettingsEdits } from '#ports/stores/partner-bot-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type {
  BotMissing,
  NamedBot,
  PartnerBotDeps,
} from '#services/partner-bots/partner-bot-deps.ts';
import { findBotOf } from '#services/partner-bots/partner-bot-deps.ts';
import { placeOf, signalTokenOf } from '#services/partner-bots/plan-bot.ts';
import type { InvalidConfig } from '#services/strategy-bots/planned-bot.ts';
import { retryChange } from '#services/strategy-bots/retry-change.ts';

export type EditPartnerBotCommand = NamedBot & {
  readonly changes: StrategyConfig;
  readonly completion: CompletionSlot<PartnerBot> | null;
};

export type EditPartnerBotRejection =
  | { readonly code: BotMissing }
  | { readonly code: 'forbidden'; readonly detail: string }
  | InvalidConfig;

type EditResult = Result<PartnerBot, EditPartnerBotRejection>;

/** The bot as it is then. Tried again while something of it changes. */
export async function editPartnerBot(
  deps: PartnerBotDeps,
  command: EditPartnerBotCommand,
): Promise<EditResult> {
  const exhausted = 'the bot that was to be edited changed again and again';
  return retryChange(() => tryEdit(deps, command), exhausted);
}

/** Null when something changed meanwhile. */
async function tryEdit(
  deps: PartnerBotDeps,
  command: EditPartnerBotCommand,
): Promise<EditResult | null> {
  const source = await findBotOf(deps, command);
  if (!source.ok) return rejected({ code: source.rejection });
  const { found, endUser } = source.value;
  const { brain } = found.bot;
  // Followers may differ in what stays as it is here.
  const changes = changesOf(brain.type, brain.config, command.changes);
  const edit = await editOf(deps, endUser, found, changes);
  if (!edit.ok) return edit;
  const { botId } = found.bot;
  const followers = await deps.partnerBots.listFollowers(botId);
  if (followers.length > LIMITS.followersPerEditMax) {
    const detail = `A bot with more than ${LIMITS.followersPerEditMax} followers is not edited.`;
    return rejected({ code: 'forbidden', detail });
  }
  const after = afterEdit(found, edit.value);
  const own = { rootBotId: botId, completion: completionWith(command.completion, after) };
  const isWritten = await deps.partnerBots.editSettings({
    ...own,
    ...(await editsOf(deps, edit.value, followers, changes)),
  });
  return isWritten ? accepted(after) : null;
}

/** The bot's own edit, and those of its followers as far as they take it. */
async function editsOf(
  deps: PartnerBotDeps,
  own: SettingsEdit,
  followers: readonly PartnerBot[],
  changes: StrategyConfig,
): Promise<Pick<SettingsEdits, 'edits' | 'skipped' | 'atMs'>> {
  const edits = [own];
  const skipped: SettingsEdits['skipped'][number][] = [];
  const atMs = deps.clock.nowMs();
  for (const follower of followers) {
    const { partnerId, bot } = follower;
    const reach = { partnerId, endUserId: null };
    const endUser = await deps.partners.findEndUser(reach, bot.userId);
    const edit = endUser === null ? null : await editOf(deps, endUser, follower, changes);
    if (edit?.ok === true) {
      edits.push(edit.value);
      continue;
    }
    const reasons =
      edit?.rejection.problems.map(({ message }) => message).join('; ') ?? 'it is gone';
    const message = `An edit of the bot that it follows was not taken: ${reasons}`;
    skipped.push({ botId: bot.botId, line: { atMs, severity: 'warning', message } });
  }
  return { edits, skipped, atMs };
}

async function editOf(
  deps: PartnerBotDeps,
  endUser: EndUser,
  { bot, version }: PartnerBot,
  changes: StrategyConfig,
): Promise<Result<SettingsEdit, InvalidConfig>> {
  const { botId, brain, isActivated } = bot;
  const place = await placeOf(deps, endUser, { ...brain.config, ...changes });
  if (!place.ok) return place;
  const { market, account } = place.value;
  const read = applyEdit(brain.type, brain.config, changes, market, isActivated);
  if (!read.ok) return rejected({ code: 'invalid_config', problems: read.rejection });
  return accepted({
    botId,
    version,
    isActivated,
    marketTag: market.marketTag,
    accountId: account.accountId,
    brain: { ...brain, config: read.value.record },
    signalToken: signalTokenOf(read.value),
  });
}

function afterEdit(before: PartnerBot, { brain, marketTag, accountId }: SettingsEdit): PartnerBot {
  const bot = { ...before.bot, brain, marketTag, accountId };
  return { ...before, bot, version: before.version + 1 };
}
