import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureReason } from '#services/backtests/failure-reason.ts';

for (const [message, line, expected] of [
  ['averages:3: attempt to call a nil value', 3, 'attempt to call a nil value'],
  ['averages:3:12: attempt to call a nil value', 3, 'attempt to call a nil value'],
  ['averages:3: 4: of a message', 3, '4: of a message'],
  ['averages:4: attempt to call a nil value', 3, 'averages:4: attempt to call a nil value'],
  ['other:3: raised in a library', 3, 'other:3: raised in a library'],
  ['the window has no candle', null, 'the window has no candle'],
] as const) {
  test(`"${message}" at line ${line} is described as "${expected}"`, () => {
    const failure = { kind: 'script_error', message, line } as const;
    assert.deepEqual(failureReason(failure, 'averages'), { message: expected, line });
  });
}
