// Random programs, compared line by line with real Lua 5.2 (Debian package lua5.2). Skipped, and
// says so, where the binary is missing.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { STORIES, program } from './program-arbitrary.ts';
import { hasLua, runInRealLua } from './real-lua.ts';
import { runProgram } from './run-program.ts';
import { someOf } from '../support/share-of-cases.ts';

const SEED = Number(process.env['LUA_DIFFERENTIAL_SEED'] ?? 20_261_121);

/** Addresses differ by nature; C prints the sign of a NaN. */
function normalized(output: string): string {
  return output
    .replaceAll(/(table|function): (?:0x)?[0-9a-f]+/g, '$1: address')
    .replaceAll('-nan', 'nan')
    .replaceAll('got no value', 'got nil');
}

/** Real Lua names an operand in a few places where only its bytecode knows. */
function withoutNames(output: string): string {
  const named = /(?:local|upvalue|global|field|method|constant) '[^']*' \((a \w+ value)\)/g;
  return output.replaceAll(named, '$1');
}

/** The first line in which two outputs differ, names of operands aside; null when they agree. */
function firstDifference(ours: string, theirs: string): string | null {
  const meant = withoutNames(theirs).split('\n');
  const said = withoutNames(ours).split('\n');
  const line = said.findIndex((text, index) => text !== meant[index]);
  if (line < 0 && said.length === meant.length) return null;
  return `"${said[line] ?? ''}" instead of "${meant[line] ?? ''}"`;
}

/** How our engine's outputs differ from real Lua's, and how many differ in names alone. */
function compare(programs: readonly string[]): { differences: string[]; unnamed: number } {
  const expected = runInRealLua('lua5.2', programs);
  const differences: string[] = [];
  let unnamed = 0;
  for (const [index, source] of programs.entries()) {
    const { output, failure } = runProgram(source);
    const ours = normalized(output + (failure === null ? '' : `FAILED ${failure}`));
    const theirs = normalized(expected[index] ?? '');
    if (ours === theirs) continue;
    const difference = firstDifference(ours, theirs);
    if (difference === null) unnamed += 1;
    else differences.push(`seed ${SEED}, program ${index}: ${difference} in\n${source}`);
  }
  return { differences, unnamed };
}

/** Of fewer a tenth says nothing. */
const PROGRAMS_MIN = 30;

const FORMS = [
  { name: 'as they are', stories: 4_000, change: (source: string) => source },
  {
    name: 'in a coroutine, where functions run in their resumable form',
    stories: 1_333,
    change: (source: string) => `coroutine.wrap(function() ${source}\nend)()`,
  },
  {
    name: 'with an environment that the script can reach',
    stories: 667,
    change: (source: string) => `local _ = _G ${source}`,
  },
] as const;

suite('random programs print what real Lua 5.2 prints', () => {
  for (const { name, stories, change } of FORMS) {
    test(name, (t) => {
      if (!hasLua('lua5.2')) {
        t.skip('lua5.2 is not installed');
        return;
      }
      const numRuns = Math.max(PROGRAMS_MIN, someOf(stories / STORIES));
      const programs = fc.sample(program, { seed: SEED, numRuns });
      const { differences, unnamed } = compare(programs.map(change));
      assert.deepEqual(differences, []);
      assert(unnamed <= programs.length / 10, 'operand names are missing in more than a tenth');
    });
  }
});
