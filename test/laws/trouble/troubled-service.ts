// A service whose stores, or some of them, are in trouble while each of its operations is
// requested; the same request follows as soon as they work.

import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { LIMITS } from '#lib/limits.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';
import type { PlantedViolation, TriedCell, Verdict } from '../law.ts';
import type { Outcome } from './judge-response.ts';
import { judgeTroubled, NO_OUTCOME } from './judge-response.ts';
import type { ListedOperation } from './list-operations.ts';
import type { OperationCaller } from './open-caller.ts';
import { openCaller, spansOf } from './open-caller.ts';
import { QUIET_NAMES } from './request-fields.ts';
import type { StoreSchedule, StoreTrouble, TroubledStores } from './troubled-stores.ts';
import { troubledStores } from './troubled-stores.ts';

export type Setting = { readonly trouble: StoreTrouble; readonly atCall: number };

/** Puts what is in trouble into the service. */
export type Troubling = (deps: EdgeDeps, stores: TroubledStores) => EdgeDeps;

/** One request in trouble, and the same one afterwards. */
export type TriedOperation = {
  readonly operation: ListedOperation;
  readonly usual: Outcome;
  readonly during: Outcome | null;
  readonly after: Outcome | null;
  /** Of what is in trouble, by the first request. */
  readonly callsCount: number;
  /** Of a deletion whose response was lost. */
  readonly mayBeDone: boolean;
};

type Judge = (tried: TriedOperation) => Verdict;

/** The operation names what is in trouble. */
export const judgeNaming: Judge = ({ usual, during, after, mayBeDone }) =>
  judgeTroubled(usual, during, after, mayBeDone);

const PASSES_AT_ONCE: ReadonlySet<StoreTrouble> = new Set(['deadlock', 'altered table']);

/** What each operation returns where nothing is in trouble. */
export async function quietService(): Promise<ReadonlyMap<string, Outcome>> {
  const caller = await openCaller(QUIET_NAMES);
  const outcomes = new Map<string, Outcome>();
  for (const operation of caller.operations) {
    const outcome = await caller.call(operation, undefined, keyOf(operation));
    if (outcome !== null) outcomes.set(operation.operationId, outcome);
  }
  await caller.close();
  return outcomes;
}

export async function* tryService(
  { trouble, atCall }: Setting,
  quiet: ReadonlyMap<string, Outcome>,
  troubling: Troubling,
  judge: Judge,
): AsyncGenerator<TriedCell> {
  const { caller, schedule, reconcile } = await openTroubled(troubling);
  for (const operation of caller.operations) {
    const { operationId } = operation;
    const usual = quiet.get(operationId) ?? NO_OUTCOME;
    const key = keyOf(operation);
    schedule.begin(trouble, atCall);
    const during = await caller.call(operation, undefined, key);
    const callsCount = schedule.end();
    // Where the store works again at once, claims have been given back; else their lock ends.
    if (!PASSES_AT_ONCE.has(trouble)) caller.service.clock.advance(LIMITS.idempotencyLockMs);
    const mayBeDone = trouble === 'lost response' && operation.method === 'DELETE';
    const isDone = during !== null && during.status === usual.status;
    const after = isDone ? during : await caller.call(operation, undefined, key);
    yield {
      participant: operationId,
      cell: `${trouble} from call ${atCall} on (${usual.status})`,
      verdict: judge({ operation, usual, during, after, callsCount, mayBeDone }),
      ...spansOf(trouble, usual, during),
    };
    // An order whose outcome was not stored holds up the next on its market until it is found; what
    // the store undid or refused at once is known by the second request.
    if (!PASSES_AT_ONCE.has(trouble)) await reconcile();
  }
  await caller.close();
}

type TroubledService = {
  readonly caller: OperationCaller;
  readonly schedule: StoreSchedule;
  /** As the service does by itself, over stores that work. */
  readonly reconcile: () => Promise<unknown>;
};

async function openTroubled(troubling: Troubling): Promise<TroubledService> {
  const stores = troubledStores();
  let reconcile: TroubledService['reconcile'] = async () => null;
  const caller = await openCaller(QUIET_NAMES, (deps) => {
    reconcile = () => reconcileAccounts(deps.services);
    return troubling(deps, stores);
  });
  return { caller, schedule: stores.schedule, reconcile };
}

/** The same for each try of an operation. */
function keyOf({ operationId }: ListedOperation): { readonly [header: string]: string } {
  return { 'idempotency-key': `trouble-${operationId}` };
}

/** A violation that the first broken cell of one setting finds. */
export function plantedInService(
  name: string,
  setting: Setting,
  troubling: Troubling,
  judge: Judge,
): PlantedViolation {
  return {
    name,
    async find() {
      const quiet = await quietService();
      for await (const tried of tryService(setting, quiet, troubling, judge))
        if (tried.verdict.kind === 'broken') return tried;
      return null;
    },
  };
}

/** The methods of a store as they are, so that one of them can be replaced. */
export function bound<T extends object>(store: T): T {
  const names = Object.keys(store) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, store[name]])) as T;
}
