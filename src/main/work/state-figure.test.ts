import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateFigure } from '#main/work/state-figure.ts';

test('each state is shown, and the current one is 1', () => {
  const { samples } = stateFigure('venues', 'silent');
  assert.deepEqual(samples, [
    { labels: { role: 'venues', state: 'starting' }, value: 0 },
    { labels: { role: 'venues', state: 'serving' }, value: 0 },
    { labels: { role: 'venues', state: 'silent' }, value: 1 },
  ]);
});
