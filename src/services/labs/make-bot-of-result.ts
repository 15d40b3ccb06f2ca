// Makes a bot that trades as a result of a lab did: same script, inputs, interval and settings. The
// rules of the simulation, its seed and its wallet are the lab's alone.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import type { Bot, BotSettings } from '#ports/stores/bot-store.ts';
import type { Lab, LabResult, LabStore } from '#ports/stores/lab-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BotDeps } from '#services/bots/bot-deps.ts';
import type { CreateBotRejection } from '#services/bots/create-bot.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { inputsOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { marketResultId, marketsOf, planOfMarket } from '#services/labs/lab-markets.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import { storedResultFromText } from '#services/labs/lab-results.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';

export type MakeBotCommand = {
  readonly caller: Principal;
  readonly labId: string;
  readonly backtestId: string;
  readonly name: string;
  /** Null: the account of the lab. */
  readonly accountId: string | null;
  /** Equal for each try of one request: all tries make the same bot. */
  readonly derivationId: string;
  readonly completion?: CompletionSlot<Bot> | null;
};

export type MakeBotRejection = {
  readonly code:
    | Exclude<CreateBotRejection['code'], 'unknown_market' | 'unfit'>
    | 'lab_not_found'
    | 'backtest_not_found'
    | 'invalid_request';
  readonly detail: string;
};

type Deps = BotDeps & { readonly labs: Pick<LabStore, 'findLab' | 'findPlan' | 'findResult'> };
type Refusal = Result<never, MakeBotRejection>;

/**
 * Refused when the script, or one that it calls, is not what the lab ran any more. Repeating a
 * request returns the bot that its first try made.
 */
export async function makeBotOfResult(
  deps: Deps,
  command: MakeBotCommand,
): Promise<Result<Bot, MakeBotRejection>> {
  const { backtestId, caller, completion = null, derivationId, labId, name } = command;
  const { userId } = caller;
  const lab = await deps.labs.findLab(userId, labId);
  if (lab === null) return refuse('lab_not_found', `There is no lab "${labId}".`);
  const found = lab.execution === null ? null : await findPlanned(deps, lab, backtestId);
  if (found === null) {
    return refuse('backtest_not_found', `Lab "${labId}" has no result "${backtestId}".`);
  }
  const { plan, result } = found;
  const unfit = failureOf(result) ?? (await changeOf(deps, userId, plan));
  if (unfit !== null) return refuse('invalid_request', unfit);
  const { place, script } = plan;
  const accountId = command.accountId ?? place.accountId;
  const account = await deps.accounts.findAccount(userId, accountId);
  const settings = botSettingsOf(plan, result.combination);
  const made = await createBot(deps, {
    caller,
    name,
    scriptId: script.scriptId,
    accountId,
    marketTag: place.marketTag,
    // A lab on a spot market may name leverage, which has no effect there.
    settings: account?.marketType === 'spot' ? { ...settings, ...NO_LEVERAGE } : settings,
    derivationId,
    completion,
  });
  if (made.ok) return accepted(made.value);
  const { code, detail } = made.rejection;
  if (code === 'unknown_market' || code === 'unfit')
    return refuse('invalid_request', `The bot cannot trade there: ${detail}`);
  return rejected({ code, detail });
}

async function findPlanned(
  { labs }: Deps,
  lab: Lab,
  backtestId: string,
): Promise<{ readonly plan: LabPlan; readonly result: LabResult } | null> {
  const key = executionKeyOf(lab);
  const text = await labs.findPlan(key);
  if (text === null) return null;
  const all = planFromText(text);
  const plan = planOfMarket(all, backtestId);
  const resultId = marketsOf(all).length === 1 ? backtestId : marketResultId(backtestId, 0);
  const result = await labs.findResult(key, resultId);
  return result === null || plan === null ? null : { plan, result };
}

function refuse(code: MakeBotRejection['code'], detail: string): Refusal {
  return rejected({ code, detail });
}

const NO_LEVERAGE = { leverage: null, marginMode: null } as const;

/** What a bot has to trade by, so that its runs are those of the combination. */
function botSettingsOf({ config, parameters, place }: LabPlan, combination: number): BotSettings {
  const { leverage, marginMode, tradeAmountQuote, tradeAmountPercent, pyramiding } = config.choices;
  return {
    intervalMinutes: place.intervalMinutes,
    inputs: inputsOf(parameters, combination),
    leverage,
    marginMode,
    tradeAmountQuote,
    ...(tradeAmountPercent === undefined ? {} : { tradeAmountPercent }),
    ...(pyramiding === undefined ? {} : { pyramiding }),
  };
}

function failureOf({ figures }: LabResult): string | null {
  const { failure } = storedResultFromText(figures);
  return failure === null ? null : `The run of this result failed: ${failure.message}`;
}

/** What is not as it was when the lab started; null: nothing that the script uses. */
async function changeOf(
  { scripts }: Deps,
  userId: string,
  { libraries, script }: LabPlan,
): Promise<string | null> {
  const now = await scripts.findScript(userId, script.scriptId);
  const advice = 'start the lab again to see what it gives now.';
  // One that is gone is refused by whoever makes the bot.
  if (now === null) return null;
  if (runnableSource(now) !== script.source) {
    return `The script "${script.name}" was changed since the lab ran it; ${advice}`;
  }
  const changed = changedLibrary(script, libraries, await scripts.listLibraries(userId));
  if (changed === null) return null;
  return `The command "${changed}" that the script calls was changed since; ${advice}`;
}

/**
 * The name of a command stands in each text that calls it: one that stands in none is not called.
 */
function changedLibrary(
  { source }: Pick<Script, 'source'>,
  before: readonly ScriptLibrary[],
  after: readonly ScriptLibrary[],
): string | null {
  const [known, current] = [sourcesByCommand(before), sourcesByCommand(after)];
  const names = new Set([...known.keys(), ...current.keys()]);
  const texts = [source];
  for (const text of texts) {
    for (const name of [...names].filter((each) => text.includes(each))) {
      names.delete(name);
      const called = known.get(name);
      if (called === undefined || called !== current.get(name)) return name;
      texts.push(called);
    }
  }
  return null;
}

/** The first of a name counts. */
function sourcesByCommand(libraries: readonly ScriptLibrary[]): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { source } of libraries) {
    const [name] = customCommandNames([{ name: '', source }]);
    if (name !== undefined && !sources.has(name)) sources.set(name, source);
  }
  return sources;
}
