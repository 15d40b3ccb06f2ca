// Comparison of two checkouts by one workload: each has a process of its own, and pieces of one and
// of the other take turns, so that whatever else the machine does meets both.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const WARM_NS = 1_000_000_000;
const PIECE_NS = 25_000_000;

export type Trees = { readonly own: string; readonly other: string };

export type CompareOptions = {
  /** Of processes. */
  readonly pairs: number;
  /** That a pair measures. */
  readonly seconds: number;
};

export type Comparison = {
  /** Nanoseconds of the measured thread per update. */
  readonly ownNs: number;
  readonly otherNs: number;
  /** How many times as long this checkout takes as the other: of each pair, the lowest first. */
  readonly ratios: readonly number[];
};

/** Nanoseconds per update of a part of the engine, in both checkouts. */
export type PartChange = {
  readonly part: string;
  readonly ownNs: number;
  readonly otherNs: number;
};

type Shares = readonly (readonly [part: string, share: number])[];

/** The four that stand for all: see bench/README.md. */
export const HEADLINES: readonly string[] = [
  'lab sma-cross',
  'month sma-cross 10/30',
  'script sma-cross',
  'script plain-lua',
];

export async function compareTrees(
  trees: Trees,
  name: string,
  { pairs: count, seconds }: CompareOptions,
): Promise<Comparison> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < count; pair += 1)
    pairs.push(await measurePair(trees, name, seconds, pair % 2 === 0));
  return {
    ownNs: Math.min(...pairs.map(({ ownNs }) => ownNs)),
    otherNs: Math.min(...pairs.map(({ otherNs }) => otherNs)),
    ratios: pairs.map(({ ratio }) => ratio).toSorted((left, right) => left - right),
  };
}

/** The parts of the engine that take longer than in the other checkout, the most first. */
export async function slowerParts(
  trees: Trees,
  name: string,
  { ownNs, otherNs }: Comparison,
): Promise<readonly PartChange[]> {
  const own = new Map(await sharesOf(trees.own, name));
  const other = new Map(await sharesOf(trees.other, name));
  const changes = [...new Set([...own.keys(), ...other.keys()])].map((part) => ({
    part,
    ownNs: (own.get(part) ?? 0) * ownNs,
    otherNs: (other.get(part) ?? 0) * otherNs,
  }));
  const growth = (change: PartChange): number => change.ownNs - change.otherNs;
  return changes
    .filter((change) => growth(change) > 0)
    .toSorted((left, right) => growth(right) - growth(left));
}

export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}

/** In the child the collector works on the measured thread, so that its time counts. */
function start(tree: string, name: string): ChildProcess {
  const entry = join(import.meta.dirname, 'measured-tree.ts');
  const execArgv = ['--single-threaded-gc'];
  const child = fork(entry, [tree, name, String(WARM_NS)], { execArgv });
  child.once('exit', (code) => assert.equal(code, 0, `${tree} cannot run "${name}"`));
  return child;
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T];
  return message;
}

async function sharesOf(tree: string, name: string): Promise<Shares> {
  const child = start(tree, name);
  await messageOf(child);
  child.send('parts');
  const shares = await messageOf<Shares>(child);
  child.disconnect();
  return shares;
}

type Pair = { readonly ownNs: number; readonly otherNs: number; readonly ratio: number };

async function measurePair(
  { own: ownTree, other: otherTree }: Trees,
  name: string,
  seconds: number,
  isOwnFirst: boolean,
): Promise<Pair> {
  const sides = [];
  for (const tree of isOwnFirst ? [ownTree, otherTree] : [otherTree, ownTree]) {
    const child = start(tree, name);
    sides.push({ child, runNs: await messageOf<number>(child), pieces: [] as number[] });
  }
  const runs = Math.max(1, Math.round(PIECE_NS / Math.max(...sides.map(({ runNs }) => runNs))));
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs || sides.some(({ pieces }) => pieces.length < 5)) {
    for (const { child, pieces } of sides) {
      child.send(runs);
      pieces.push(await messageOf<number>(child));
    }
  }
  for (const { child } of sides) child.disconnect();
  const [own = [], other = []] = (isOwnFirst ? sides : sides.toReversed()).map(
    ({ pieces }) => pieces,
  );
  const ratios = own.map((ns, index) => ns / (other[index] ?? NaN));
  return {
    ownNs: quantile(own, 0.25),
    otherNs: quantile(other, 0.25),
    ratio: quantile(ratios, 0.5),
  };
}
