// Backtests from the command line, in processes of their own.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
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

test('the command line trades on a market that was imported', async () => {
  const file = join(folder, 'minutes.csv');
  const firstMs = Date.UTC(2024, 0, 1);
  const rows = Array.from({ length: 600 }, (_, minute) => {
    const price = (30_000 + 300 * Math.sin(minute / 40)).toFixed(1);
    return `${firstMs + minute * 60_000},${price},${price},${price},${price},50`;
  });
  writeFileSync(file, ['time,open,high,low,close,volume', ...rows, ''].join('\n'));
  const market = ['--exchange', 'archive', '--symbol', 'BTC/USDT', '--market-type', 'spot'];
  await runCommand(dataDir, ['history', 'import', file, ...market]);
  const place = ['--market', 'ARCHIVE_BTC_USDT', '--interval', '1'];
  const words = ['backtest', script, ...place, '--no-warm-up'];
  const { report } = (await runCommand(dataDir, words)) as { report: Record<string, unknown> };
  assert.ok(Number(report['orders_filled']) > 0);
  assert.equal(report['updates'], rows.length, 'all the history there is');
});

test('the command line names the line at which a script fails', async () => {
  const failing = join(folder, 'failing.lua');
  writeFileSync(failing, 'local nothing = nil\nlocal price = nothing.price\n');
  const words = ['backtest', failing, '--market', 'SIM_BTC_USDT'];
  const window = ['--from', '2024-01-01', '--to', '2024-01-02'];
  const run = runCommand(dataDir, [...words, ...window]);
  await assert.rejects(run, /failing\.lua:2: /);
});
