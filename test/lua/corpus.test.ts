// Programs with the output that they must print. `corpus/*.lua` print the same in real Lua 5.2
// where their first line does not say otherwise; that is checked too, where the binary is
// installed.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { hasLua, runInRealLua } from './real-lua.ts';
import { runProgram } from './run-program.ts';

const FOLDER = join(import.meta.dirname, 'corpus');

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.lua'))
  .map((file) => file.slice(0, -'.lua'.length));

function source(name: string): string {
  return readFileSync(join(FOLDER, `${name}.lua`), 'utf8');
}

function expected(name: string): string {
  return readFileSync(join(FOLDER, `${name}.expected`), 'latin1');
}

suite('programs print what they must', () => {
  for (const name of names) {
    test(name, () => {
      const { output, failure } = runProgram(source(name));
      assert.equal(failure, null);
      assert.equal(output, expected(name));
    });
  }
});

test('real Lua prints the same', (t) => {
  const comparable = names.filter((name) => !source(name).startsWith('-- Ours alone'));
  for (const binary of ['lua5.2']) {
    if (!hasLua(binary)) {
      t.skip(`${binary} is not installed`);
      return;
    }
    const outputs = runInRealLua(binary, comparable.map(source));
    for (const [index, name] of comparable.entries()) {
      assert.equal(outputs[index], expected(name), `${name} in ${binary}`);
    }
  }
});
