// Configures a lab that is not at work: where it trades, how it searches, and what it sweeps.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import { countCombinations } from '#backtesting/sweep/parameter-space.ts';
import type { Lab, LabAlgorithm, LabDesign } from '#ports/stores/lab-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { LabDeps, LabRejection } from '#services/labs/lab-deps.ts';
import { labCompletion, scriptFault } from '#services/labs/lab-deps.ts';
import type { ParameterWish } from '#services/labs/lab-parameters.ts';
import { applyWishes, parametersToText, spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { configToText } from '#services/labs/lab-plan.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';

export type ConfigureLabCommand = {
  readonly caller: Principal;
  readonly labId: string;
  /** Null: as before. */
  readonly name: string | null;
  readonly algorithm: LabAlgorithm;
  readonly accountId: string;
  readonly marketTag: string;
  readonly intervalMinutes: number;
  readonly config: LabConfig;
  readonly parameters: readonly ParameterWish[];
  readonly completion: CompletionSlot<Lab> | null;
};

type Refusal = Result<never, LabRejection>;

/**
 * Replaces the design of a lab; rejects one that is at work, and misplaced or unusable settings.
 */
export async function configureLab(
  deps: LabDeps,
  command: ConfigureLabCommand,
): Promise<Result<Lab, LabRejection>> {
  const { userId } = command.caller;
  const lab = await deps.labs.findLab(userId, command.labId);
  if (lab === null) return notFound(command);
  const misplaced = await checkPlace(deps, command);
  if (misplaced !== null) return misplaced;
  const design = await designOf(deps, lab, command);
  if (!design.ok) return design;
  const atMs = deps.clock.nowMs();
  const completion = labCompletion(command.completion);
  const { labId } = command;
  const changed = await deps.labs.configureLab(userId, labId, design.value, atMs, completion);
  if (changed !== null) return accepted(changed);
  const after = await deps.labs.findLab(userId, labId);
  if (after === null) return notFound(command);
  const detail = `The lab is ${after.status}; wait for its end or cancel it to configure it.`;
  return rejected({ code: 'invalid_request', detail });
}

function notFound({ labId }: ConfigureLabCommand): Refusal {
  return rejected({ code: 'lab_not_found', detail: `There is no lab "${labId}".` });
}

async function checkPlace(
  deps: LabDeps,
  { accountId, caller, config, intervalMinutes, marketTag }: ConfigureLabCommand,
): Promise<Refusal | null> {
  if (!INTERVALS_MINUTES.includes(intervalMinutes)) {
    const known = INTERVALS_MINUTES.join(', ');
    return atFault('/interval', `expected one of ${known}, found ${intervalMinutes}`);
  }
  const found = await accountOf(deps, caller, accountId);
  if (!found.ok) {
    return rejected({ code: found.rejection, detail: `There is no account "${accountId}".` });
  }
  const { account, exchange } = found.value;
  const expected = `expected a ${account.marketType} market of exchange "${account.exchange}"`;
  const market = await findMarket(exchange, marketTag);
  if (market?.marketType !== account.marketType)
    return atFault('/market_tag', `${expected}, found "${marketTag}"`);
  const seen = new Set([marketTag]);
  for (const [place, tag] of (config.furtherMarkets ?? []).entries()) {
    const pointer = `/further_markets/${place}`;
    if (seen.has(tag)) return atFault(pointer, `expected each market once, found "${tag}" again`);
    seen.add(tag);
    const further = await findMarket(exchange, tag);
    if (further?.marketType !== account.marketType)
      return atFault(pointer, `${expected}, found "${tag}"`);
    const currency = settlementCurrencyOf(market);
    if (settlementCurrencyOf(further) !== currency)
      return atFault(pointer, `expected a market whose profit is in ${currency}, found "${tag}"`);
  }
  return null;
}

async function designOf(
  deps: LabDeps,
  lab: Lab,
  command: ConfigureLabCommand,
): Promise<Result<LabDesign, LabRejection>> {
  const { scriptId } = lab.design;
  const script = await deps.scripts.findScript(lab.userId, scriptId);
  if (script === null) {
    return rejected({ code: 'script_not_found', detail: `There is no script "${scriptId}".` });
  }
  // What does not compile has no inputs that are known.
  const fault = scriptFault(script);
  if (fault !== null) return rejected({ code: 'invalid_request', detail: fault });
  const applied = applyWishes(script.check.inputs, command.parameters);
  if (!applied.ok) {
    const { key, detail } = applied.rejection;
    return atFault('/parameters', `parameter "${key}": ${detail}`);
  }
  const parameters = applied.value;
  if (countCombinations(spaceOf(parameters)) === Infinity) {
    return atFault('/parameters', 'expected fewer than 2^53 combinations, found more');
  }
  return accepted({
    name: command.name ?? lab.design.name,
    scriptId,
    algorithm: command.algorithm,
    accountId: command.accountId,
    marketTag: command.marketTag,
    intervalMinutes: command.intervalMinutes,
    config: configToText(command.config),
    parameters: parametersToText(parameters),
    parametersCount: parameters.length,
    enabledParametersCount: parameters.filter(({ isEnabled }) => isEnabled).length,
  });
}

function atFault(pointer: string, detail: string): Refusal {
  const name = pointer.slice(1);
  return rejected({ code: 'invalid_request', pointer, detail: `Field "${name}": ${detail}.` });
}
