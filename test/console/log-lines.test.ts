// Filter of a bot's log, as the address says it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isShown, LOG_FILTERS, readLogAddress } from '../../console/src/pages/bots/log-lines.ts';

test('the address of all lines, and of a filter that there is not, says nothing', () => {
  for (const found of ['all', 'nonsense', '', undefined, null, 7, ['trade']])
    assert.deepEqual(readLogAddress(found), {});
  assert.deepEqual(readLogAddress('trade'), { lines: 'trade' });
  assert.deepEqual(readLogAddress('problem'), { lines: 'problem' });
});

test('each filter shows its severities', () => {
  const severities = ['debug', 'info', 'trade', 'warning', 'error'];
  const shown = LOG_FILTERS.map(([filter]) => severities.filter((of) => isShown(of, filter)));
  assert.deepEqual(shown, [severities, ['trade'], ['warning', 'error']]);
});
