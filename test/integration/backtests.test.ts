// Backtests from the command line without a service; those of a service are in test/processes/jobs.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../support/service-process.ts';
import { removeFolder } from '../support/remove-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-backtests-'));
const dataDir = join(folder, 'data');
const script = join(folder, 'averages.lua');
after(() => removeFolder(folder));

writeFileSync(
  script,
  [
    'local fast = SMA(ClosePrices(), 10)',
    'local slow = SMA(ClosePrices(), 30)',
    'if fast > slow then DoLong() else DoExitPosition() end',
  ].join('\n'),
);

test('the command line runs a file without a service, and writes a page', async () => {
  const page = join(folder, 'report.html');
  const words = ['backtest', script, '--market', 'SIM_BTC_USDT', '--report', page];
  const window = ['--from', '2024-01-01', '--to', '2024-01-08', '--interval', '60'];
  const money = ['--balance', 'USDT=10000'];
  const shown = await runCommand(dataDir, [...words, ...window, ...money]);
  const { report, top_ups } = shown as { report: Record<string, unknown>; top_ups: unknown[] };
  assert.ok(Number(report['orders_filled']) > 0);
  assert.equal(report['profit_currency'], 'USDT');
  assert.deepEqual(top_ups, []);
  assert.match(readFileSync(page, 'utf8'), /^<!doctype html>/);
});
