// Makes a lab of a script: its parameters are the script's inputs, none of them enabled yet.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Lab, LabAlgorithm } from '#ports/stores/lab-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { LabDeps, LabRejection } from '#services/labs/lab-deps.ts';
import { labCompletion } from '#services/labs/lab-deps.ts';
import { checkLabPlan } from '#services/labs/lab-limits.ts';
import { parametersOf, parametersToText } from '#services/labs/lab-parameters.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';

export type CreateLabCommand = {
  readonly caller: Principal;
  readonly name: string;
  readonly scriptId: string;
  readonly algorithm: LabAlgorithm;
  /** Equal for each try of one request: all tries make the same lab. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<Lab> | null;
};

/** Makes a lab without a search space; rejects plans without labs and unknown scripts. */
export async function createLab(
  deps: LabDeps,
  command: CreateLabCommand,
): Promise<Result<Lab, LabRejection>> {
  const { algorithm, caller, name, scriptId } = command;
  const { userId } = caller;
  const nowMs = deps.clock.nowMs();
  const forbidden = checkLabPlan(caller, nowMs);
  if (forbidden !== null) return rejected({ code: 'forbidden', detail: forbidden });
  const script = await deps.scripts.findScript(userId, scriptId);
  if (script === null) {
    return rejected({ code: 'script_not_found', detail: `There is no script "${scriptId}".` });
  }
  const parameters = parametersOf(script.check.inputs);
  const lab: Lab = {
    labId: identifierFromBytes('lab', deps.digest.sha256(`lab:${command.derivationId}`)),
    userId,
    status: 'created',
    design: {
      name,
      scriptId,
      algorithm,
      accountId: null,
      marketTag: null,
      intervalMinutes: null,
      config: null,
      parameters: parametersToText(parameters),
      parametersCount: parameters.length,
      enabledParametersCount: 0,
    },
    execution: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const { labsPerUserMax } = LIMITS;
  const made = await deps.labs.insertLab(lab, labCompletion(command.completion), labsPerUserMax);
  if (made !== null) return accepted(made);
  const detail = `You have ${labsPerUserMax} labs, the most there may be; delete some.`;
  return rejected({ code: 'forbidden', detail });
}
