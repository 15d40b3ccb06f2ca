import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showSpans } from './show-spans.ts';

const took = (turnsCount: number) => ({ turnsCount, ms: turnsCount / 10 });

test('a setting has the 99th percentile of its responses, quiet and in trouble', () => {
  const spans = Array.from({ length: 200 }, (_, at) => ({
    setting: 'queue: hung',
    quiet: took(1),
    found: took(at),
  }));
  const [, row = ''] = showSpans(new Map([['queue: hung', spans]]));
  assert.deepEqual(row.trim().split(/ {2,}/), ['queue: hung', '200', '1', '197', '0.1', '19.7']);
});

test('there is no table where nothing was measured', () => {
  assert.deepEqual(showSpans(new Map()), []);
});
