// A queue whose places are shared out by tenant, in memory: what waits for the threads of a worker,
// for checks of scripts, for requests. Whose turn it is, `chooseLine` decides.
//
// Used like this: `add` what wants a place; then, and after each `end`, take `next` until it
// returns null, and begin what it returned; call `end` once for each that began. What gave up is
// taken out with `remove`. `shareTurns` (src/services/shares/share-turns.ts) does all of this for
// promises.

import type { Line, TurnRecord } from '#domain/shares/choose-line.ts';
import { chooseLine, noteEnding, turnRecord } from '#domain/shares/choose-line.ts';
import type { Due } from '#domain/shares/patience-of-run-ms.ts';
import { placeOfDue } from '#domain/shares/patience-of-run-ms.ts';

/** Who bears the cost: an end user is a member of its partner, everybody else of itself. */
export type Tenant = { readonly tenantId: string; readonly memberId: string };

export type TenantQueueLimits = {
  /** For everybody. */
  readonly placesCount: number;
  /** Further places, which only a tenant that has nothing running may take. */
  readonly retainedCount: number;
  readonly waitingPerTenantMax: number;
  /** See ChoiceRules. */
  readonly sharesMax: number;
};

export type Turn<Item> = { readonly tenant: Tenant; readonly item: Item };

export type TenantQueue<Item> = {
  /**
   * False when as many of the tenant wait as may: it is refused then. Of one member, what is due
   * first goes first, and what came first where nothing is said; see patience-of-run-ms.ts.
   */
  add(tenant: Tenant, item: Item, dueMs?: number): boolean;
  /** What is to begin now, holding a place until its `end`; null: nothing more. */
  next(): Turn<Item> | null;
  /** Gives back a place that `next` gave to the tenant. */
  end(tenant: Tenant): void;
  /** Takes out what waits. False when it does not wait any more. */
  remove(tenant: Tenant, item: Item): boolean;
  waitingCount(): number;
  runningCount(): number;
};

type Entry<Item> = {
  readonly tenant: Tenant;
  /** In the order in which they go. */
  readonly waiting: (Due & { readonly item: Item })[];
  runningCount: number;
};

type Queue<Item> = {
  readonly limits: TenantQueueLimits;
  readonly turns: TurnRecord;
  /** Of members that have something waiting or running. */
  readonly entries: Map<string, Entry<Item>>;
  readonly waitingOf: Map<string, number>;
  waitingCount: number;
  runningCount: number;
  /** Orders arrivals and endings. */
  eventsCount: number;
};

/**
 * Queue without entries; `add` refuses by the limits, `next` gives null while no place is free or
 * nothing is due.
 */
export function tenantQueue<Item>(limits: TenantQueueLimits): TenantQueue<Item> {
  const queue: Queue<Item> = {
    limits,
    turns: turnRecord(),
    entries: new Map(),
    waitingOf: new Map(),
    waitingCount: 0,
    runningCount: 0,
    eventsCount: 0,
  };
  return {
    add: (tenant, item, dueMs = 0) => add(queue, tenant, item, dueMs),
    next: () => next(queue),
    end(tenant) {
      const entry = queue.entries.get(nameOf(tenant));
      if (entry === undefined) return;
      entry.runningCount -= 1;
      queue.runningCount -= 1;
      queue.eventsCount += 1;
      noteEnding(queue.turns, tenant, queue.eventsCount);
      forgetIfEmpty(queue, entry);
    },
    remove(tenant, item) {
      const entry = queue.entries.get(nameOf(tenant));
      const index = entry?.waiting.findIndex((one) => one.item === item) ?? -1;
      if (entry === undefined || index < 0) return false;
      entry.waiting.splice(index, 1);
      countWaiting(queue, tenant, -1);
      forgetIfEmpty(queue, entry);
      return true;
    },
    waitingCount: () => queue.waitingCount,
    runningCount: () => queue.runningCount,
  };
}

function nameOf({ tenantId, memberId }: Tenant): string {
  return `${tenantId} ${memberId}`;
}

function add<Item>(queue: Queue<Item>, tenant: Tenant, item: Item, dueMs: number): boolean {
  const { limits, waitingOf, entries } = queue;
  if ((waitingOf.get(tenant.tenantId) ?? 0) >= limits.waitingPerTenantMax) return false;
  const name = nameOf(tenant);
  const entry = entries.get(name) ?? { tenant, waiting: [], runningCount: 0 };
  entries.set(name, entry);
  queue.eventsCount += 1;
  const due = { item, dueMs, number: queue.eventsCount };
  entry.waiting.splice(placeOfDue(entry.waiting, due), 0, due);
  countWaiting(queue, tenant, 1);
  return true;
}

function countWaiting<Item>(queue: Queue<Item>, { tenantId }: Tenant, change: 1 | -1): void {
  const count = (queue.waitingOf.get(tenantId) ?? 0) + change;
  queue.waitingCount += change;
  if (count === 0) queue.waitingOf.delete(tenantId);
  else queue.waitingOf.set(tenantId, count);
}

function next<Item>(queue: Queue<Item>): Turn<Item> | null {
  const { limits, entries, turns, runningCount, waitingCount } = queue;
  const { placesCount, retainedCount, sharesMax } = limits;
  if (waitingCount === 0 || runningCount >= placesCount + retainedCount) return null;
  const isForIdle = runningCount >= placesCount;
  const lines = [...entries.values()].map(lineOf);
  const line = chooseLine(turns, lines, { sharesMax, isForIdle });
  const entry = line === null ? undefined : entries.get(nameOf(line));
  const first = entry?.waiting.shift();
  if (entry === undefined || first === undefined) return null;
  countWaiting(queue, entry.tenant, -1);
  entry.runningCount += 1;
  queue.runningCount += 1;
  return { tenant: entry.tenant, item: first.item };
}

function lineOf<Item>({ tenant, waiting, runningCount }: Entry<Item>): Line {
  const numbers = waiting.map(({ number }) => number);
  const oldest = numbers.reduce((least, number) => Math.min(least, number), numbers[0] ?? 0);
  return { ...tenant, waitingCount: waiting.length, runningCount, oldest };
}

function forgetIfEmpty<Item>(queue: Queue<Item>, entry: Entry<Item>): void {
  if (entry.waiting.length === 0 && entry.runningCount === 0) {
    queue.entries.delete(nameOf(entry.tenant));
  }
}
