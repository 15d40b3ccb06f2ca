// Descriptions of errors in the log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeError } from '#lib/describe-error.ts';

test('the stack, and the causes behind it', () => {
  const cause = new RangeError('the cause');
  const text = describeError(new TypeError('the error', { cause }));
  assert.match(text, /^TypeError: the error\n +at [^]*\ncaused by RangeError: the cause\n +at /);
});

test('what is no error is shown as it is', () => {
  assert.equal(describeError('a word'), 'a word');
  assert.equal(describeError(undefined), 'undefined');
});

test('a chain without end is cut', () => {
  const error = new Error('round');
  error.cause = error;
  assert.equal(describeError(error).split('caused by').length, 5);
});
