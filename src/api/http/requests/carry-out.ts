// Carries out the work of an operation. What was refused, or surely failed, was no work: its place
// in a budget is returned. A deletion that is resumed under its Idempotency-Key has been done.

import { isSureFailure } from '#services/access/failure-kind.ts';
import type { ApiResponse, Refusal } from '#api/http/responses/api-response.ts';
import { NO_CONTENT } from '#api/http/responses/api-response.ts';
import { PROBLEMS } from '#api/http/responses/problems.ts';
import type { Call, Operation } from '#api/http/operation.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';

type Outcome = ApiResponse<unknown> | Refusal;

/**
 * Outcome of an operation; throws what it threw. The place in its budget is returned unless work
 * was done.
 */
export async function carryOut(
  context: RequestContext,
  operation: Operation,
  call: Call<string, unknown, unknown>,
  returnNamedPlace: () => Promise<void>,
): Promise<Outcome> {
  const { place } = context;
  context.place = null;
  let isDone = true;
  try {
    const outcome = await operation.handle(context.edge.deps.services, call);
    if (isDeletedBefore(operation, call, outcome)) return NO_CONTENT;
    isDone = outcome.kind === 'response';
    return outcome;
  } catch (error) {
    isDone = !isSureFailure(error);
    throw error;
  } finally {
    if (!isDone) {
      context.place = place;
      await returnNamedPlace();
    }
  }
}

/**
 * Whether what is to be deleted is gone because an earlier try, whose response was lost, got that
 * far. Not of orders: one that is gone may have been filled instead of cancelled.
 */
function isDeletedBefore(
  { method, success }: Operation,
  { isTakeover }: Call<string, unknown, unknown>,
  outcome: Outcome,
): boolean {
  if (method !== 'DELETE' || success.status !== 204 || !isTakeover) return false;
  if (outcome.kind === 'response' || outcome.code === 'order_not_found') return false;
  return PROBLEMS[outcome.code].status === 404;
}
