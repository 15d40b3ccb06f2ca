// Columns and indexes added to all tables under two processes for the API and two for bots, again
// and again for ten minutes, with a hundred bots, orders and signals: nothing stopped, nothing
// lost, no response that is a mistake of ours. MINUTES and BOTS change how much.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alterTables } from '../../support/alter-tables.ts';
import { withBusyInstallation } from '../../support/busy-installation.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MINUTES = Number(process.env['MINUTES'] ?? 10);
const BOTS = Number(process.env['BOTS'] ?? 100);
const BOTS_AFTERWARDS = 20;
/** Between two rounds of alterations. */
const PAUSE_MS = 15_000;

test('tables altered under running processes stop and lose nothing', async (t) => {
  await withBusyInstallation(async (busy) => {
    for (const role of ['api', 'api', 'bots', 'bots'] as const)
      await busy.start({ role, root: ROOT });
    await busy.startBots(BOTS);
    // All statements are prepared before the first alteration.
    await busy.keepBusy(30_000);
    const durationMs = MINUTES * 60_000;
    const endMs = performance.now() + durationMs;
    let alteredCount = 0;
    const altering = async (): Promise<void> => {
      while (performance.now() < endMs) {
        alteredCount += await alterTables(busy.client);
        await pause(PAUSE_MS);
      }
    };
    await Promise.all([busy.keepBusy(durationMs), altering()]);
    // Accounts that nobody has loaded before.
    await busy.startBots(BOTS_AFTERWARDS);
    await busy.keepBusy(30_000);
    const report = await busy.judge();
    assert.ok(alteredCount > 0);
    const statuses = [...report.statuses].map(([status, count]) => `${count} x ${status}`);
    const { ordersCount, signalsCount, readsCount, botsCount } = report;
    t.diagnostic(
      `${alteredCount} tables altered, ${botsCount} bots, ${ordersCount} orders, ` +
        `${signalsCount} signals, ${readsCount} reads; responses: ${statuses.join(', ')}`,
    );
  });
});
