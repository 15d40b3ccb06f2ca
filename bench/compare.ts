// Backtests, labs and scripts of two checkouts in turn (bench/compare/compare-trees.ts). Run:
// npm run bench:compare -- --against PATH [--pairs 3] [--seconds 3] [--headlines] [name …], where
// PATH is a checkout with its packages, and a name may be a part of one. It prints nanoseconds
// of the measured thread per update (the lower quartile of the pieces), and how many times as long
// this checkout takes as the other: the median of the pieces' ratios, then the median of the pairs
// of processes (lowest and highest). Where that is beyond 1.05, the parts of the engine that take
// longer follow.

import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareTrees, HEADLINES, quantile, slowerParts } from './compare/compare-trees.ts';
import { WORKLOADS } from './compare/workloads.ts';

const SLOWER = 1.05;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    headlines: { type: 'boolean', default: false },
  },
});
assert(values.against !== undefined, '--against names the other checkout');

const trees = { own: join(import.meta.dirname, '..'), other: resolve(values.against) };
const options = { pairs: Number(values.pairs), seconds: Number(values.seconds) };

const wanted = WORKLOADS.filter(({ name }) => {
  if (values.headlines) return HEADLINES.includes(name);
  return positionals.length === 0 || positionals.some((part) => name.includes(part));
});
console.log(`${''.padEnd(24)}     other       own   ratio`);
for (const { name } of wanted) {
  const compared = await compareTrees(trees, name, options);
  const { ratios, ownNs, otherNs } = compared;
  const median = quantile(ratios, 0.5);
  const shown = [median, Math.min(...ratios), Math.max(...ratios)];
  const [middle, lowest, highest] = shown.map((ratio) => ratio.toFixed(3));
  console.log(
    `${name.padEnd(24)} ${otherNs.toFixed(1).padStart(9)} ${ownNs.toFixed(1).padStart(9)}` +
      `   ${middle} (${lowest} to ${highest})`,
  );
  if (median <= SLOWER) continue;
  for (const { part, ownNs: now, otherNs: before } of await slowerParts(trees, name, compared))
    console.log(
      `    ${part.padEnd(20)} ${before.toFixed(1).padStart(9)} ${now.toFixed(1).padStart(9)}`,
    );
}
