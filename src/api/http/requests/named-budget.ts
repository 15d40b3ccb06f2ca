// Budgets of what the path of an operation names, such as one end user, beside that of the key: all
// keys of the user share it. A request that was refused does not use it up.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { budgetOf, policyOf } from '#api/http/callers/budget.ts';
import type { Operation } from '#api/http/operation.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';

/** Gives the place back. */
type NamedPlace = () => Promise<void>;

const NOTHING_COUNTED: NamedPlace = () => Promise.resolve();

/** Counts the request for what its path names; the refusal where that budget is used up. */
export async function takeNamedPlace(
  context: RequestContext,
  { namedBudget }: Operation,
  params: Readonly<Record<string, string>>,
): Promise<Result<NamedPlace, Refusal>> {
  const { caller, edge, lane } = context;
  if (namedBudget === undefined || caller === null) return accepted(NOTHING_COUNTED);
  const { parameter, tier } = namedBudget;
  const name = `${caller.userId} ${parameter} ${params[parameter] ?? ''}`;
  const nowMs = edge.deps.ports.clock.nowMs();
  const window = await lane.limiter.count(name, tier, nowMs);
  const limits = edge.deps.budgets[tier];
  // Another name than the tier's: clients wait by it, and the key's own budget is not used up.
  const budget = budgetOf(policyOf(`${tier}_of_${parameter}`, limits), window, nowMs);
  if (!budget.isExceeded) {
    return accepted(async () => void (await lane.limiter.giveBack(name, tier, window.resetAtMs)));
  }
  context.budget = budget;
  const seconds = String(budget.resetSeconds);
  const detail =
    `The ${limits.requests} requests of tier "${tier}" of this "${parameter}" are used up; ` +
    `wait ${seconds} s.`;
  return rejected(refuse('rate_limited', detail, ['Retry-After', seconds]));
}
