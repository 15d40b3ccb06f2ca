import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareScript } from '#backtesting/prepare-script.ts';

test('of a script that does not compile, the first line stands beside the message alone', () => {
  const prepared = prepareScript({ name: 'bad', source: 'local x = = 3\nfoo()' }, []);
  assert.deepEqual(prepared, {
    ok: false,
    rejection: {
      kind: 'invalid_script',
      message: "unexpected symbol near '='; line 2: unknown reference 'foo'",
      line: 1,
    },
  });
});
