// Two releases side by side on one database, as during a rolling upgrade: the older one serves, the
// newer one migrates under it and joins. An older one that starts after that is refused, where the
// schemas differ. Then the newer one leaves, and the older one goes on with what both have written;
// at last the newer one is back, and the older one leaves. OLD names the older commit; MINUTES and
// BOTS change how much. Without its history nothing is run.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BusyInstallation } from '../../support/busy-installation.ts';
import { withBusyInstallation } from '../../support/busy-installation.ts';
import type { StartedProgram } from '../../support/start-program.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The release before. */
const OLD = process.env['OLD'] ?? '4d6e9bd0';
const MINUTES = Number(process.env['MINUTES'] ?? 10);
const BOTS = Number(process.env['BOTS'] ?? 30);
/** With accounts that are opened while both serve. */
const BOTS_LATER = 10;

const lacksHistory = isKnown(OLD) ? false : `commit ${OLD} is not in the history here`;

function isKnown(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Its files, with the packages of this checkout. */
async function withCheckout(commit: string, work: (root: string) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'tidemill-release-'));
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', root], { input: archive });
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    await work(root);
  } finally {
    await removeFolder(root);
  }
}

test(
  'two releases side by side lose nothing, whichever leaves',
  { skip: lacksHistory },
  async (t) => {
    await withCheckout(OLD, async (old) => {
      await withBusyInstallation(async (busy) => {
        const partMs = (MINUTES * 60_000) / 4;
        const older = await startBoth(busy, old);
        await busy.startBots(BOTS);
        await busy.keepBusy(20_000);
        const [newer] = await Promise.all([startBoth(busy, ROOT), busy.keepBusy(partMs)]);
        if (migrationsOf(old) !== migrationsOf(ROOT))
          await busy.startInVain({ role: 'api', root: old });
        await busy.startBots(BOTS_LATER);
        await busy.keepBusy(partMs);
        for (const program of newer) await busy.leave(program);
        await busy.keepBusy(partMs);
        for (const program of older) assert.equal(program.child.exitCode, null, program.output());
        const [newest] = await Promise.all([startBoth(busy, ROOT), busy.keepBusy(20_000)]);
        for (const program of older) await busy.leave(program);
        await busy.keepBusy(partMs);
        for (const program of newest) assert.equal(program.child.exitCode, null, program.output());
        t.diagnostic(await reportOf(busy));
      });
    });
  },
);

function migrationsOf(root: string): string {
  return readdirSync(join(root, 'migrations')).toSorted().join();
}

async function startBoth(busy: BusyInstallation, root: string): Promise<readonly StartedProgram[]> {
  return [await busy.start({ role: 'api', root }), await busy.start({ role: 'bots', root })];
}

async function reportOf(busy: BusyInstallation): Promise<string> {
  const report = await busy.judge();
  const { statuses, ordersCount, signalsCount, hookCallsCount, readsCount, botsCount } = report;
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  return (
    `${botsCount} bots, ${ordersCount} orders, ${signalsCount} signals of which ` +
    `${hookCallsCount} by hooks, ${readsCount} reads; responses: ${counts}`
  );
}
