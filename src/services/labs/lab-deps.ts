// Dependencies and words of the use cases of labs behind the API.

import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import { LAB_STATUSES } from '#domain/lab/lab-state.ts';
import type { Lab, LabCompletion, LabStore } from '#ports/stores/lab-store.ts';
import { LAB_ALGORITHMS, LAB_SORTS } from '#ports/stores/lab-store.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';

export type { Lab, LabAlgorithm, LabSort, ListedLab } from '#ports/stores/lab-store.ts';

/** The words that callers use. */
export const ALGORITHM_WORDS = LAB_ALGORITHMS;
export const STATUS_WORDS = LAB_STATUSES;
export const SORT_FIGURES = LAB_SORTS;

export type LabDeps = AccountDeps & {
  readonly labs: LabStore;
  readonly scripts: Pick<ScriptStore, 'findScript' | 'listLibraries'>;
  readonly clock: Clock;
  readonly digest: Digest;
};

export type LabRejection = {
  readonly code:
    | 'lab_not_found'
    | 'script_not_found'
    | 'account_not_found'
    | 'invalid_request'
    | 'forbidden';
  /** JSON pointer of the field at fault, when it is one. */
  readonly pointer?: string;
  readonly detail: string;
};

/** Why a lab of this script cannot run; null: it compiles. */
export function scriptFault({ check }: Pick<Script, 'check'>): string | null {
  if (check.isValid) return null;
  const [first] = check.errors;
  const where = first?.line === null || first === undefined ? '' : ` (line ${first.line})`;
  return `The lab's script does not compile: ${first?.message ?? 'unknown'}${where}.`;
}

/** A slot as the store fills it. */
export function labCompletion(slot: CompletionSlot<Lab> | null): LabCompletion {
  if (slot === null) return null;
  return (lab): Completion => ({
    recordId: slot.recordId,
    ownerId: slot.ownerId,
    outcome: slot.encode(lab),
  });
}
