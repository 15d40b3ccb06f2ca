// Random programs in the corners of Lua, compared line by line with real Lua 5.2 (Debian package
// lua5.2). Skipped, and says so, where the binary is missing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { edgeProgram } from './edge-program-arbitrary.ts';
import { hasLua, runInRealLua } from './real-lua.ts';
import { runProgram } from './run-program.ts';

const SEED = Number(process.env['LUA_DIFFERENTIAL_SEED'] ?? 20_261_121);
const PROGRAMS = Number(process.env['LUA_EDGE_PROGRAMS'] ?? 60);

/** C prints the sign of a NaN; some operands have names that only real Lua's bytecode knows. */
function normalized(output: string): string {
  return output
    .replaceAll('-nan', 'nan')
    .replaceAll(/(?:local|upvalue|global|field) '[^']*' \((a \w+ value)\)/g, '$1');
}

test('constructors, environments, formats and wrapped coroutines do what real Lua does', (t) => {
  if (!hasLua('lua5.2')) {
    t.skip('lua5.2 is not installed');
    return;
  }
  const programs = fc.sample(edgeProgram, { seed: SEED, numRuns: PROGRAMS });
  const expected = runInRealLua('lua5.2', programs);
  for (const [index, source] of programs.entries()) {
    const { output, failure } = runProgram(source);
    const ours = normalized(output + (failure === null ? '' : `FAILED ${failure}`));
    const what = `seed ${SEED}, program ${index}\n${source}`;
    assert.equal(ours, normalized(expected[index] ?? ''), what);
  }
});
