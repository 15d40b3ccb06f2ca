// Texts that are retained are what they were.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownText } from '#lib/own-text.ts';

test('an own text is the same text', () => {
  const long = 'äöü🙂'.repeat(1_000);
  for (const text of ['', 'short', long, long.slice(7, 100), '\ud800 alone \udc00 and longer'])
    assert.equal(ownText(text), text);
});
