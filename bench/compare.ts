// Backtests and scripts of two checkouts in turn, each in a process of its own: a piece of one, a
// piece of the other, and so on, so that whatever else the machine does meets both. Run:
// npm run bench:compare -- --against PATH [--pairs 3] [--seconds 3] [part of a name …], where PATH
// is a checkout with its packages. It prints nanoseconds of the measured thread per update (the
// lower quartile of the pieces), and how many times as long this checkout takes as the other: the
// median of the pieces' ratios, then the median of the pairs of processes (lowest and highest).

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKLOADS } from './compare/workloads.ts';

const WARM_NS = 1_000_000_000;
const PIECE_NS = 25_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
});
assert(values.against !== undefined, '--against names the other checkout');

const OWN = join(import.meta.dirname, '..');
const OTHER = resolve(values.against);

async function nextPiece(child: ChildProcess): Promise<number> {
  const [message] = (await once(child, 'message')) as [number];
  return message;
}

/** In the child the collector works on the measured thread, so that its time counts. */
function start(tree: string, name: string): ChildProcess {
  const entry = join(import.meta.dirname, 'compare/measured-tree.ts');
  const execArgv = ['--single-threaded-gc'];
  const child = fork(entry, [tree, name, String(WARM_NS)], { execArgv });
  child.once('exit', (code) => assert.equal(code, 0, `${tree} cannot run "${name}"`));
  return child;
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}

type Pair = { readonly ownNs: number; readonly otherNs: number; readonly ratio: number };

async function measurePair(name: string, isOwnFirst: boolean): Promise<Pair> {
  const trees = isOwnFirst ? [OWN, OTHER] : [OTHER, OWN];
  const sides = [];
  for (const tree of trees) {
    const child = start(tree, name);
    sides.push({ child, runNs: await nextPiece(child), pieces: [] as number[] });
  }
  const runs = Math.max(1, Math.round(PIECE_NS / Math.max(...sides.map(({ runNs }) => runNs))));
  const endMs = performance.now() + Number(values.seconds) * 1_000;
  while (performance.now() < endMs || sides.some(({ pieces }) => pieces.length < 5)) {
    for (const { child, pieces } of sides) {
      child.send(runs);
      pieces.push(await nextPiece(child));
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

const wanted = WORKLOADS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
console.log(`${''.padEnd(24)}     other       own   ratio`);
for (const { name } of wanted) {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair += 1) {
    pairs.push(await measurePair(name, pair % 2 === 0));
  }
  const ratios = pairs.map(({ ratio }) => ratio);
  const shown = [quantile(ratios, 0.5), Math.min(...ratios), Math.max(...ratios)];
  const [median, lowest, highest] = shown.map((ratio) => ratio.toFixed(3));
  const own = Math.min(...pairs.map(({ ownNs }) => ownNs)).toFixed(1);
  const other = Math.min(...pairs.map(({ otherNs }) => otherNs)).toFixed(1);
  console.log(
    `${name.padEnd(24)} ${other.padStart(9)} ${own.padStart(9)}` +
      `   ${median} (${lowest} to ${highest})`,
  );
}
