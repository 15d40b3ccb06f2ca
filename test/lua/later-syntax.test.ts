// Random programs in the later syntax, compared line by line with real Lua 5.4 (Debian package
// lua5.4). Skipped, and says so, where the binary is missing.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import { bitwiseOperation, laterProgram } from './later-program-arbitrary.ts';
import { hasLua, runInRealLua } from './real-lua.ts';
import { runProgram } from './run-program.ts';

const SEED = Number(process.env['LUA_DIFFERENTIAL_SEED'] ?? 20_261_121);
const PROGRAMS = 1_200;
const OPERATIONS = 2_000;
const MISSING = 'lua5.4 is not installed';

/** Names of operands stand before the value's type in 5.2, and behind it in 5.4. */
function withoutNames(output: string): string {
  return output
    .replaceAll(/(?:local|upvalue|global|field|constant) '[^']*' \((a \w+ value)\)/g, '$1')
    .replaceAll(/(a \w+ value) \((?:local|upvalue|global|field|constant) '[^']*'\)/g, '$1');
}

suite('the later syntax does what real Lua 5.4 does', () => {
  test('in random programs', (t) => {
    if (!hasLua('lua5.4')) {
      t.skip(MISSING);
      return;
    }
    const programs = fc.sample(laterProgram, { seed: SEED, numRuns: PROGRAMS });
    const expected = runInRealLua('lua5.4', programs);
    for (const [index, source] of programs.entries()) {
      const { output, failure } = runProgram(source);
      assert.equal(failure, null, `seed ${SEED}, program ${index}\n${source}`);
      const meant = withoutNames(expected[index] ?? '');
      assert.equal(withoutNames(output), meant, `seed ${SEED}, program ${index}\n${source}`);
    }
  });

  test('in operations on 64 bits', (t) => {
    if (!hasLua('lua5.4')) {
      t.skip(MISSING);
      return;
    }
    const operations = fc.sample(bitwiseOperation, { seed: SEED, numRuns: OPERATIONS });
    const lines = operations.map((operation) => `print(string.format("%.14g", ${operation}))`);
    const chunks = Array.from({ length: OPERATIONS / 100 }, (_, index) =>
      lines.slice(index * 100, index * 100 + 100).join('\n'),
    );
    const expected = runInRealLua('lua5.4', chunks);
    for (const [index, source] of chunks.entries()) {
      const { output, failure } = runProgram(source);
      assert.equal(failure, null);
      const meant = (expected[index] ?? '').split('\n');
      for (const [line, text] of output.split('\n').entries()) {
        assert.equal(text, meant[line], `seed ${SEED}: ${operations[index * 100 + line] ?? ''}`);
      }
    }
  });
});
