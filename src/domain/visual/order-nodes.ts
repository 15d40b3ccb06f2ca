// The order in which blocks run: each after what it needs by wire, by gate and by name. Where
// that leaves a choice, the one that stands first in the model. A `Load` comes before a `Save` of
// its key unless it depends on it, so that it reads what stood there before.

import type { Source, VisualNode } from '#domain/visual/resolve-model.ts';
import { literalText } from '#domain/visual/named-sources.ts';
import type { VisualProblem } from '#domain/visual/visual-model.ts';
import { errorAt, warningAt } from '#domain/visual/visual-model.ts';

export type OrderedNodes = {
  /** Numbers of the nodes that run, in their order; empty where there is a cycle. */
  readonly order: readonly number[];
  readonly problems: readonly VisualProblem[];
};

type Need = { readonly node: number; readonly port: string | null };

function needsOf(sources: readonly Source[], port: string | null): readonly Need[] {
  return sources.flatMap((source) => {
    if (source.kind === 'output') return [{ node: source.node, port }];
    return source.kind === 'session' ? source.writers.map((node) => ({ node, port })) : [];
  });
}

/** What a node waits for, with the port that makes it wait. */
function nodeNeeds({ gate, arguments: given, read }: VisualNode): readonly Need[] {
  return [
    ...needsOf(gate, null),
    ...given.flatMap(({ port, sources }) => needsOf(sources, port.name)),
    ...(read === null ? [] : needsOf([read], 'key')),
  ];
}

/** Nodes that run: those that act or declare, and all that they need. */
function neededNodes(
  nodes: readonly VisualNode[],
  needs: readonly (readonly Need[])[],
): ReadonlySet<number> {
  const needed = new Set<number>();
  const open = nodes.flatMap(({ kind }, at) => (kind.isRoot ? [at] : []));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (needed.has(at)) continue;
    needed.add(at);
    for (const { node } of needs[at] ?? []) open.push(node);
  }
  return needed;
}

/** Nodes that depend on one of these. */
function dependents(
  from: readonly number[],
  users: readonly (readonly number[])[],
): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const user of users[at] ?? []) {
      if (found.has(user)) continue;
      found.add(user);
      open.push(user);
    }
  }
  return found;
}

/** For each node those of these that need it. */
function usersOf(
  of: ReadonlySet<number>,
  needs: readonly (readonly Need[])[],
): readonly (readonly number[])[] {
  const users: number[][] = needs.map(() => []);
  for (const at of of) for (const { node } of needs[at] ?? []) users[node]?.push(at);
  return users;
}

/** For each node the number of loads that a save waits for, by the key. */
type Waits = {
  readonly keyOfSave: ReadonlyMap<number, string>;
  readonly keyOfLoad: ReadonlyMap<number, string>;
  readonly openLoads: Map<string, number>;
};

const NO_WAITS: Waits = { keyOfSave: new Map(), keyOfLoad: new Map(), openLoads: new Map() };

function waitsOf(
  nodes: readonly VisualNode[],
  needed: ReadonlySet<number>,
  users: readonly (readonly number[])[],
): Waits {
  const saves = new Map<string, number[]>();
  const loads = new Map<string, number[]>();
  for (const at of needed) {
    const node = nodes[at];
    if (node?.kind.command !== 'Save' && node?.kind.command !== 'Load') continue;
    const key = literalText(node.block, 'key');
    if (key === null) continue;
    const table = node.kind.command === 'Save' ? saves : loads;
    table.set(key, [...(table.get(key) ?? []), at]);
  }
  const keyOfLoad = new Map<number, string>();
  for (const [key, own] of saves) {
    const later = dependents(own, users);
    for (const load of loads.get(key) ?? []) if (!later.has(load)) keyOfLoad.set(load, key);
  }
  const openLoads = new Map<string, number>();
  for (const key of keyOfLoad.values()) openLoads.set(key, (openLoads.get(key) ?? 0) + 1);
  const keyOfSave = new Map(
    [...saves].flatMap(([key, own]) => own.map((at) => [at, key] as const)),
  );
  return { keyOfSave, keyOfLoad, openLoads };
}

/** Numbers, of which the least is taken first. */
function leastFirst(): { add: (number: number) => void; take: () => number | undefined } {
  const heap: number[] = [];
  const at = (place: number): number => heap[place] ?? Infinity;
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [at(b), at(a)];
  };
  return {
    add: (number) => {
      heap.push(number);
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (at(parent) <= at(child)) break;
        swap(parent, child);
        child = parent;
      }
    },
    take: () => {
      const least = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return least;
      heap[0] = last;
      for (let parent = 0; ;) {
        const left = 2 * parent + 1;
        const child = at(left + 1) < at(left) ? left + 1 : left;
        if (at(parent) <= at(child)) return least;
        swap(parent, child);
        parent = child;
      }
    },
  };
}

function sorted(
  needed: ReadonlySet<number>,
  needs: readonly (readonly Need[])[],
  users: readonly (readonly number[])[],
  { keyOfSave, keyOfLoad, openLoads }: Waits,
): readonly number[] {
  const open = new Map([...needed].map((at) => [at, needs[at]?.length ?? 0]));
  const ready = leastFirst();
  const waiting = new Map<string, number[]>();
  for (const [at, count] of open) if (count === 0) ready.add(at);
  const order: number[] = [];
  /** The least save that waits for a load, where nothing else can run. */
  const released = (): number | undefined => {
    const least = Math.min(...[...waiting.values()].flat());
    for (const [key, own] of waiting) {
      if (!own.includes(least)) continue;
      waiting.set(
        key,
        own.filter((at) => at !== least),
      );
      return least;
    }
    return undefined;
  };
  for (;;) {
    let isFree = false;
    let at = ready.take();
    if (at === undefined) {
      at = released();
      isFree = true;
    }
    if (at === undefined) return order;
    const key = keyOfSave.get(at);
    if (!isFree && key !== undefined && (openLoads.get(key) ?? 0) > 0) {
      waiting.set(key, [...(waiting.get(key) ?? []), at]);
      continue;
    }
    order.push(at);
    const loaded = keyOfLoad.get(at);
    if (loaded !== undefined) {
      const left = (openLoads.get(loaded) ?? 1) - 1;
      openLoads.set(loaded, left);
      if (left === 0) for (const save of waiting.get(loaded) ?? []) ready.add(save);
      if (left === 0) waiting.delete(loaded);
    }
    for (const user of users[at] ?? []) {
      const left = (open.get(user) ?? 0) - 1;
      open.set(user, left);
      if (left === 0) ready.add(user);
    }
  }
}

/** One cycle among nodes that could not run: the blocks of it, and the ports between them. */
function cycleProblems(
  nodes: readonly VisualNode[],
  needs: readonly (readonly Need[])[],
  stuck: ReadonlySet<number>,
): readonly VisualProblem[] {
  const path: Need[] = [];
  const seen = new Map<number, number>();
  const [first = 0] = stuck;
  for (let at = first; !seen.has(at);) {
    seen.set(at, path.length);
    const need = (needs[at] ?? []).find(({ node }) => stuck.has(node));
    if (need === undefined) break;
    path.push({ node: at, port: need.port });
    at = need.node;
    const start = seen.get(at);
    if (start === undefined) continue;
    return path.slice(start).flatMap(({ node, port }) => {
      const id = nodes[node]?.block.id;
      const message = 'the blocks wait for one another in a circle, through this input';
      return id === undefined ? [] : [errorAt(id, port, message)];
    });
  }
  return [errorAt(null, null, 'the blocks wait for one another in a circle')];
}

/**
 * Order in which the nodes run. A cycle gives an empty order and a problem; unused nodes give
 * warnings.
 */
export function orderNodes(nodes: readonly VisualNode[]): OrderedNodes {
  const needs = nodes.map(nodeNeeds);
  const needed = neededNodes(nodes, needs);
  const problems = nodes.flatMap(({ block, kind }, at) =>
    needed.has(at) || kind.isConstant
      ? []
      : [warningAt(block.id, null, 'nothing uses what this block gives, so it does not run')],
  );
  const all = new Set(nodes.keys());
  const done = new Set(sorted(all, needs, usersOf(all, needs), NO_WAITS));
  const stuck = new Set([...all].filter((at) => !done.has(at)));
  if (stuck.size > 0) {
    return { order: [], problems: [...problems, ...cycleProblems(nodes, needs, stuck)] };
  }
  const users = usersOf(needed, needs);
  return { order: sorted(needed, needs, users, waitsOf(nodes, needed, users)), problems };
}
