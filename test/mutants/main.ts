// Reverses decisions of sources, one at a time, and prints those that no test notices:
// `npm run mutants -- DIR_OR_FILE ... [--tests GLOB] [--most N] [--minutes N] [--at-once N]
// [--seed N]`. Ends with 1 when a mutant survives that `equal-mutants.ts` does not explain.

import { globSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { Mutant } from './find-mutants.ts';
import { findTests } from './find-tests.ts';
import type { FileVerdict } from './judge-file.ts';
import { judgeFile } from './judge-file.ts';
import { chooseSome } from './choose-some.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});

/** Declarations, tests and what several tests share. */
const NO_SOURCE = /\.(?:test|prop|contract|fixture|long|d)\.ts$|-contract-[\w-]+\.ts$/;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const endMs = performance.now() + Number(values.minutes) * 60_000;

// What is started inherits it: others are at work on the machine.
os.setPriority(10);
const files = positionals.flatMap(sourcesAt);
const named = globSync(values.tests, { cwd: ROOT });
if (files.length === 0) throw new Error('Name a source or a folder of sources.');
if (values.tests.length > 0 && named.length === 0) throw new Error('--tests names no file.');

const total = { mutants: 0, killed: 0, survivors: 0, equal: 0, left: 0 };
for (const file of files) {
  const verdict = await judgeFile({
    root: ROOT,
    file,
    testGroups: findTests(ROOT, file, named),
    choose: (mutants) => chooseSome(mutants, Number(values.most), Number(values.seed)),
    atOnce: Number(values['at-once']),
    extraMs: 20_000,
    hasTime: () => performance.now() < endMs,
  });
  show(file, verdict);
}
print(
  `${total.mutants} mutants of ${files.length} files: ${total.killed} killed, ` +
    `${total.survivors} survive, ${total.equal} explained, ${total.left} not tried`,
);
if (total.survivors > 0) process.exitCode = 1;

function sourcesAt(given: string): readonly string[] {
  const place = path.posix.normalize(given).replace(/\/$/, '');
  if (statSync(path.join(ROOT, place)).isFile()) return [place];
  return globSync(`${place}/**/*.ts`, { cwd: ROOT })
    .filter((file) => !NO_SOURCE.test(file))
    .toSorted();
}

function show(file: string, verdict: FileVerdict): void {
  const { mutantsCount, killedCount, survivors, equal, leftCount, problem } = verdict;
  total.mutants += mutantsCount;
  total.killed += killedCount;
  total.survivors += survivors.length;
  total.equal += equal.length;
  total.left += leftCount;
  if (mutantsCount === 0) return;
  const excused = equal.length === 0 ? '' : `, ${equal.length} explained`;
  const left = leftCount === 0 ? '' : `, ${leftCount} not tried`;
  print(`${file}: ${killedCount} of ${mutantsCount} killed${excused}${left}`);
  if (problem === null) for (const each of survivors) print(`  ${nameOf(file, each)}`);
  else print(`  all survive: ${problem}`);
}

function nameOf(file: string, { line, column, flip }: Mutant): string {
  return `${file}:${line}:${column}  ${flip}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
