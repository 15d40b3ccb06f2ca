// The example scripts: all of them compile with the commands that we offer.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { offeredNames } from '#engine/binding/offered-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#script/compile-script.ts';

const FOLDER = fileURLToPath(new URL('../examples/scripts', import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.lua'));

/** At least so many are shown. */
const EXAMPLES_MIN = 20;

suite('example scripts', () => {
  test('are enough to learn from', () => {
    assert.ok(FILES.length >= EXAMPLES_MIN, `${FILES.length} scripts`);
  });

  for (const name of FILES) {
    const source = readFileSync(path.join(FOLDER, name), 'utf8');

    test(`${name} compiles`, () => {
      const compiled = compileScript(source, { ...COMPILE_DEFAULTS, host: offeredNames(source) });
      assert.deepEqual(compiled.ok ? [] : compiled.rejection, []);
    });

    test(`${name} says what it does, in ASCII`, () => {
      assert.match(source, /^-- \S[^\n]*\.\n(?:--[^\n]*\n)+/);
      // oxlint-disable-next-line no-control-regex -- ASCII is what is asked for
      assert.match(source, /^[\n\x20-\x7e]*$/);
    });
  }
});
