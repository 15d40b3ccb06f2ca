import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_RETENTION, parseRetention, prunedBeforeMs } from '#domain/retention/retention.ts';
import { DAY_MS } from '#lib/time.ts';

test('kinds that are named differ from the defaults, the others do not', () => {
  assert.deepEqual(parseRetention('lines=30, backtests=365,steps=ever'), {
    ok: true,
    value: { ...DEFAULT_RETENTION, lines: 30, backtests: 365, steps: null },
  });
});

for (const text of [
  '',
  'lines',
  'lines=',
  'lines=0',
  'lines=-1',
  'lines=1.5',
  'lines=36501',
  'lines=1e3',
  'lines=never',
  'orders=30',
  'audit=30',
  'lines=3,lines=4',
  'lines=3,',
  'toString=3',
]) {
  test(`"${text}" is refused with the kinds`, () => {
    const parsed = parseRetention(text);
    assert.ok(!parsed.ok && parsed.rejection.includes('lines, steps'));
  });
}

test('what is retained for ever has no instant before which it is deleted', () => {
  assert.equal(prunedBeforeMs(DEFAULT_RETENTION, 'backtests', 5 * DAY_MS), null);
  assert.equal(prunedBeforeMs(DEFAULT_RETENTION, 'signals', 5 * DAY_MS), 4 * DAY_MS);
});
