// Text that comes out of a browser or an editor of another system.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';

function messages(source: string): string[] {
  const result = compileScript(source, COMPILE_DEFAULTS);
  if (result.ok) return [];
  return result.rejection.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

suite('a pasted text', () => {
  test('may have white space that only looks like it', () => {
    for (const space of ['\u00a0', '\u200b', '\ufeff', '\u2003', '\u202f', '\u3000', '\u2060']) {
      const source = `local${space}x = 1\n${space}\n${space}x = x +${space}1${space}`;
      assert.deepEqual(messages(source), [], JSON.stringify(space));
    }
    assert.deepEqual(messages('\ufeff# first line\nlocal x = 1'), []);
  });

  test('keeps such characters within texts', () => {
    const result = compileScript('return "a\u200bb"', COMPILE_DEFAULTS);
    assert(result.ok && result.value.code.includes(String.raw`a\xe2\x80\x8bb`));
  });

  test('has columns in characters, and characters whole in messages', () => {
    assert.deepEqual(messages("local s = 'äöü€😀' local x = = 1"), [
      "1:29: unexpected symbol near '='",
    ]);
    const [message = ''] = messages('local x = 1 €');
    assert.match(message, /^1:13: .* near '€'/);
  });

  test('may end its lines in any way', () => {
    for (const end of ['\n', '\r\n', '\r', '\n\r']) {
      const source = ['local x = 1', 'local y = = 2', 'x = x'].join(end);
      assert.deepEqual(messages(source), ["2:11: unexpected symbol near '='"]);
    }
  });
});
