// Starts an execution of a lab: what can be known at once is checked, and everything that its runs
// depend on is retained. Whether there is history is found out by its first job.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { PLANS } from '#domain/plan/plan.ts';
import { nextLabStatus } from '#domain/lab/lab-state.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { Lab, LabStart } from '#ports/stores/lab-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { LabDeps, LabRejection } from '#services/labs/lab-deps.ts';
import { labCompletion, scriptFault } from '#services/labs/lab-deps.ts';
import { checkLabPlan, checkLabSize } from '#services/labs/lab-limits.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import {
  isChosen,
  parametersFromText,
  parametersToText,
  spaceOf,
} from '#services/labs/lab-parameters.ts';
import { marketsOf } from '#services/labs/lab-markets.ts';
import type { LabConfig, LabPlan } from '#services/labs/lab-plan.ts';
import { configOf, placeOf, planToText } from '#services/labs/lab-plan.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { keyOfInput } from '#services/scripts/input-values.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';

export type StartLabCommand = {
  readonly caller: Principal;
  readonly labId: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly completion: CompletionSlot<Lab> | null;
};

type Refusal = Result<never, LabRejection>;

/**
 * Starts an execution over whole minutes; rejects windows, plans and settings that cannot run, and
 * a lab at work.
 */
export async function startLab(
  deps: LabDeps,
  command: StartLabCommand,
): Promise<Result<Lab, LabRejection>> {
  const { caller, labId } = command;
  const { userId } = caller;
  const startMs = minuteStartMs(command.startMs);
  const endMs = minuteStartMs(command.endMs);
  if (endMs - startMs < MINUTE_MS) {
    const detail = 'Field "end_at": expected an instant after "start_at", by a minute at least.';
    return rejected({ code: 'invalid_request', pointer: '/end_at', detail });
  }
  const nowMs = deps.clock.nowMs();
  const forbidden = checkLabPlan(caller, nowMs);
  if (forbidden !== null) return rejected({ code: 'forbidden', detail: forbidden });
  const lab = await deps.labs.findLab(userId, labId);
  if (lab === null) return notFound(labId);
  if (nextLabStatus(lab.status, 'started') === null) return atWork(lab);
  const config = configOf(lab);
  const place = placeOf(lab);
  if (config === null || place === null)
    return invalid('The lab is not configured yet; configure it first.');
  const script = await deps.scripts.findScript(userId, lab.design.scriptId);
  const parameters = parametersFromText(lab.design.parameters);
  const unfit = checkScript(lab, script, parameters);
  if (unfit !== null) return unfit;
  const runsCount = runsOf(lab, config, parameters);
  const size = {
    windowMs: endMs - startMs,
    runsCount: runsCount * marketsOf({ config, place }).length,
    atWorkCount: await atWorkOf(deps, userId),
  };
  const tooLarge = checkSize(caller, size);
  if (tooLarge !== null) return tooLarge;
  const execution = await executionOf(deps, lab, script as Script, { place, config, parameters });
  const window = { startMs, endMs, startedAtMs: nowMs, scheduledCount: runsCount };
  const wished: LabStart = { ...execution, ...window };
  const started = await deps.labs.startLab(
    userId,
    labId,
    wished,
    labCompletion(command.completion),
    PLANS[caller.plan].labQueuedRunsMax,
  );
  if (started !== null) return accepted(started);
  const after = await deps.labs.findLab(userId, labId);
  if (after === null) return notFound(labId);
  // Others were started at the same time: this lab, or as many as may be.
  return nextLabStatus(after.status, 'started') === null ? atWork(after) : tooMany(caller);
}

function tooMany({ plan }: Principal): Refusal {
  const most = `at most ${PLANS[plan].labQueuedRunsMax} labs queued or running`;
  const detail = `Your plan "${plan}" allows ${most}, and there are as many.`;
  return rejected({ code: 'forbidden', detail });
}

function notFound(labId: string): Refusal {
  return rejected({ code: 'lab_not_found', detail: `There is no lab "${labId}".` });
}

function atWork({ status }: Lab): Refusal {
  return invalid(`The lab is ${status}; wait for its end or cancel it to start it again.`);
}

function invalid(detail: string): Refusal {
  return rejected({ code: 'invalid_request', detail });
}

function checkScript(
  { design }: Lab,
  script: Script | null,
  parameters: readonly LabParameter[],
): Refusal | null {
  if (script === null) {
    const detail = `The lab's script "${design.scriptId}" does not exist any more.`;
    return rejected({ code: 'lab_not_found', detail });
  }
  const fault = scriptFault(script);
  if (fault !== null) return invalid(fault);
  if (!parameters.some(({ isEnabled }) => isEnabled)) {
    return invalid('The lab has no enabled parameter; configure at least one to sweep.');
  }
  const known = new Set(script.check.inputs.map(keyOfInput));
  const gone = parameters.find((parameter) => isChosen(parameter) && !known.has(parameter.key));
  if (gone === undefined) return null;
  return invalid(`The script no longer has an input "${gone.key}"; configure the lab again.`);
}

function runsOf({ design }: Lab, config: LabConfig, parameters: readonly LabParameter[]): number {
  return createSearch(design.algorithm, spaceOf(parameters), config.search, 0).runsMax;
}

async function atWorkOf({ labs }: LabDeps, userId: string): Promise<number> {
  return labs.countLabsAtWork(userId);
}

function checkSize(caller: Principal, size: Parameters<typeof checkLabSize>[1]): Refusal | null {
  const forbidden = checkLabSize(caller, size);
  if (forbidden !== null) return rejected({ code: 'forbidden', detail: forbidden });
  if (size.runsCount <= LIMITS.labCombinationsMax) return null;
  return invalid(
    `The lab would run ${size.runsCount} combinations; at most ${LIMITS.labCombinationsMax} are ` +
      'possible. Give parameters fewer values, or search with "random", "intelligent" or "cluster".',
  );
}

async function executionOf(
  deps: LabDeps,
  { labId, userId }: Lab,
  script: Script,
  configured: Pick<LabPlan, 'place' | 'config' | 'parameters'>,
): Promise<
  Pick<LabStart, 'number' | 'completedCount' | 'cancelReason' | 'parameters' | 'plan' | 'summary'>
> {
  const { name, scriptId } = script;
  const source = runnableSource(script);
  const libraries = await deps.scripts.listLibraries(userId);
  const seed = configured.config.choices.seed ?? seedOf(deps.digest.sha256(`lab-seed:${labId}`));
  const frozen = { script: { name, scriptId, source }, libraries, ...configured, seed };
  // Each job reads the plan: values that are not swept may be a million.
  const planned = configured.parameters.map((parameter) =>
    parameter.isEnabled ? parameter : { ...parameter, values: [] },
  );
  const plan = planToText({ ...frozen, parameters: planned, wallet: null });
  const parameters = parametersToText(configured.parameters);
  return { number: 0, completedCount: 0, cancelReason: null, parameters, plan, summary: null };
}

/** The same for every execution of a lab, so that it repeats. */
function seedOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
}
