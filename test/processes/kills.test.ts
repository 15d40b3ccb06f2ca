// Each kind of process of a service ended once under orders at three exchanges, signals and a
// webhook; `npm run kills` has a thousand rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KILL_KINDS } from '../kills/kill-kinds.ts';
import { playRounds } from '../kills/play-rounds.ts';

const skip = process.platform === 'linux' ? false : 'finds processes below /proc';

test('orders, signals and events survive a kill of each process', { skip }, async (context) => {
  const report = await playRounds(KILL_KINDS.length, 1);
  context.diagnostic(JSON.stringify({ ...report, killed: Object.fromEntries(report.killed) }));
  for (const kind of KILL_KINDS) assert.ok((report.killed.get(kind) ?? 0) > 0, `${kind} ended`);
  assert.ok(report.acknowledged > 0);
  assert.ok(report.signals > 0);
  assert.ok(report.webhookMessages > 0);
});
