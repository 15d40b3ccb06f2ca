// Starting a bot: it loads its script, or its settings, as they are now, and keeps a script's text
// until it is started anew.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLapsed, PLANS } from '#domain/plan/plan.ts';
import type { Bot, LoadedBrain } from '#ports/stores/bot-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { exchangeOf, tradingRefusal } from '#services/accounts/account-access.ts';
import { accountSetupRefusal } from '#services/bots/account-setup.ts';
import type { BotDeps, BotOwner } from '#services/bots/bot-deps.ts';
import { misfitsText, parameterMisfits, settingMisfits } from '#services/bots/bot-misfits.ts';
import { dataSeriesOfBrain } from '#services/data-series/series-of-script.ts';
import { findMarket } from '#services/markets/find-market.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';

export type StartBotCommand = {
  readonly caller: BotOwner;
  readonly botId: string;
  /** The newest run goes on, with its orders and positions, instead of a new one. */
  readonly carriesOn?: boolean;
  readonly claim?: HeldClaim | null;
};

/** Why the activation was refused, in words; an unknown bot is one of the reasons. */
export type StartBotRejection = { readonly detail: string };

/** A running bot stays as it is. */
export async function startBot(
  deps: Pick<BotDeps, 'bots' | 'scripts' | 'dataSeries' | 'accounts' | 'exchanges' | 'clock'>,
  { caller, botId, carriesOn = false, claim = null }: StartBotCommand,
): Promise<Result<null, StartBotRejection>> {
  const { userId } = caller;
  const bot = await deps.bots.findBot(userId, botId);
  if (bot === null) return rejected({ detail: `Bot "${botId}" cannot be activated.` });
  if (bot.isActivated) return accepted(null);
  const atMs = deps.clock.nowMs();
  const refusal = await botRefusal(deps, caller, bot, atMs);
  if (refusal !== null) return rejected({ detail: refusal });
  const brain = await loadBrain(deps, bot);
  if (!brain.ok) return brain;
  const loaded = brain.value;
  const runningMax = PLANS[caller.plan].botsMax;
  const request = { userId, botId, loaded, runningMax, atMs, carriesOn, claim };
  switch (await deps.bots.activateBot(request)) {
    case 'activated':
    case 'already':
      return accepted(null);
    case 'limit':
      return rejected({
        detail: `Your plan "${caller.plan}" allows ${runningMax} running bots, and as many run.`,
      });
    case 'unknown':
      return rejected({ detail: `Bot "${botId}" cannot be activated.` });
  }
}

async function botRefusal(
  deps: Pick<BotDeps, 'accounts' | 'exchanges'>,
  caller: BotOwner,
  bot: Bot,
  nowMs: number,
): Promise<string | null> {
  if (isLapsed(caller.planUntilMs, nowMs)) {
    return `Your plan "${caller.plan}" has ended; no bot is activated until it is renewed.`;
  }
  const account = await deps.accounts.findAccount(caller.userId, bot.accountId);
  if (account === null) return `Its account "${bot.accountId}" no longer exists.`;
  const locked = tradingRefusal(account);
  if (locked !== null) return locked;
  if (bot.marketTag === null) return 'It has no market.';
  const exchange = exchangeOf(deps.exchanges, account);
  if (bot.brain.kind === 'script') {
    // One that is gone is said by the run, which looks for it anew.
    const market = await findMarket(exchange, bot.marketTag);
    const misfits = market === null ? [] : settingMisfits(market, bot.settings);
    if (misfits.length > 0) return `Its settings do not fit: ${misfitsText(misfits)}.`;
  }
  return accountSetupRefusal({ account, exchange }, bot);
}

async function loadBrain(
  { scripts, dataSeries }: Pick<BotDeps, 'scripts' | 'dataSeries'>,
  { userId, brain, settings }: Bot,
): Promise<Result<LoadedBrain, StartBotRejection>> {
  if (brain.kind === 'strategy') return accepted(brain);
  const { scriptId } = brain;
  const script = await scripts.findScript(userId, scriptId);
  if (script === null) return rejected({ detail: `Its script "${scriptId}" no longer exists.` });
  const detail = scriptRefusal(script) ?? parametersRefusal(script, settings);
  if (detail !== null) return rejected({ detail });
  const libraries = await scripts.listLibraries(userId);
  const loaded = { kind: 'script', source: runnableSource(script), libraries } as const;
  const missing = await missingSeries(dataSeries, userId, loaded);
  if (missing !== null)
    return rejected({
      detail:
        `Its script reads the data series "${missing}", which is not there: ` +
        'add points to it first.',
    });
  return accepted(loaded);
}

/** The first that the script names and its owner does not have; null: it has all. */
async function missingSeries(
  dataSeries: BotDeps['dataSeries'],
  userId: string,
  loaded: LoadedBrain,
): Promise<string | null> {
  const names = dataSeriesOfBrain(loaded) ?? [];
  if (names.length === 0) return null;
  const held = new Set((await dataSeries.listDataSeries(userId)).map(({ name }) => name));
  return names.find((name) => !held.has(name)) ?? null;
}

/** The script may have been changed since the bot was made. */
function parametersRefusal(script: Script, { inputs }: Bot['settings']): string | null {
  const misfits = parameterMisfits(script, inputs);
  if (misfits.length === 0) return null;
  return `Its parameters do not fit its script: ${misfitsText(misfits)}.`;
}

function scriptRefusal({ check }: Script): string | null {
  if (check.commandName !== null) {
    if (check.language === 'pine')
      return `Its script is the library ${check.commandName} and does not run on a bot.`;
    return `Its script defines the command CC_${check.commandName} and does not run on a bot.`;
  }
  if (check.isValid) return null;
  const [first] = check.errors;
  const place = first === undefined || first.line === null ? '' : ` in line ${first.line}`;
  return `Its script is not valid: ${first?.message ?? 'it was not checked'}${place}.`;
}
