// Ends labs: cancelling an execution, and deleting a lab with its results.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Lab, LabStore } from '#ports/stores/lab-store.ts';
import { labCompletion } from '#services/labs/lab-deps.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';

/** What the contract says of a lab that its user cancelled. */
const CANCELLED_BY_USER = 'Cancelled by user';

type LabRequest = { readonly userId: string; readonly labId: string };

/** A lab that is not at work stays as it is. */
export async function cancelLab(
  deps: { readonly labs: Pick<LabStore, 'cancelLab'>; readonly clock: Clock },
  { userId, labId, completion }: LabRequest & { readonly completion: CompletionSlot<Lab> | null },
): Promise<Result<Lab, 'lab_not_found'>> {
  const atMs = deps.clock.nowMs();
  const slot = labCompletion(completion);
  const lab = await deps.labs.cancelLab(userId, labId, CANCELLED_BY_USER, atMs, slot);
  return lab === null ? rejected('lab_not_found') : accepted(lab);
}

/** Deletes a lab of the user with all results; an execution that runs is ended. */
export async function deleteLab(
  deps: { readonly labs: Pick<LabStore, 'deleteLab'> },
  { userId, labId }: LabRequest,
): Promise<Result<null, 'lab_not_found'>> {
  return (await deps.labs.deleteLab(userId, labId)) ? accepted(null) : rejected('lab_not_found');
}
