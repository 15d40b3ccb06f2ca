// Runs one turn of the tests that start real processes and of the attacks of tenants: that of the
// commit, or the one given, from 1. Attacks come last, alone, since their bars are shares of the
// machine. Usage: node test/support/run-turn.ts [TURN]

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import process from 'node:process';

import { runTestFiles } from './run-test-files.ts';
import type { Turn } from './test-turns.ts';
import { filesOfTurn, turnOfCommit, TURNS } from './test-turns.ts';

const PROCESSES = 'test/processes/**/*.test.ts';
const TENANTS = 'test/tenants/*.long.ts';

const turn = readTurn(process.argv[2]);
const files = filesOfTurn([...globSync(PROCESSES), ...globSync(TENANTS)], turn);
const attacks = files.filter((file) => file.startsWith('test/tenants/'));
const processes = files.filter((file) => !attacks.includes(file));
process.stdout.write(`Turn ${turn.index + 1} of ${turn.count}:\n${files.join('\n')}\n`);
if (processes.length > 0) await runTestFiles(processes);
if (attacks.length > 0) runAttacks();

function readTurn(given: string | undefined): Turn {
  if (given === undefined) return turnOfCommit(headHash(), TURNS);
  assert.match(given, /^[1-9]$/, `"${given}" is no turn from 1 to ${TURNS}`);
  return { index: Number(given) - 1, count: TURNS };
}

function headHash(): string {
  return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

function runAttacks(): void {
  const { status } = spawnSync('npm', ['run', 'test:tenants'], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
