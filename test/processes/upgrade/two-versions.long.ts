// Two releases side by side on one database, as during a rolling upgrade: the older one serves, the
// newer one migrates under it and joins. An older one that starts after that is refused. OLD names
// the older commit; MINUTES and BOTS change how much. Without its history nothing is run.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BusyInstallation } from '../../support/busy-installation.ts';
import { withBusyInstallation } from '../../support/busy-installation.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The release before. */
const OLD = process.env['OLD'] ?? '9224ea53';
const MINUTES = Number(process.env['MINUTES'] ?? 10);
const BOTS = Number(process.env['BOTS'] ?? 30);

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

test('the older release goes on while the newer one joins', { skip: lacksHistory }, async (t) => {
  await withCheckout(OLD, async (old) => {
    await withBusyInstallation(async (busy) => {
      const older = [
        await busy.start({ role: 'api', root: old }),
        await busy.start({ role: 'bots', root: old }),
      ];
      await busy.startBots(BOTS);
      await busy.keepBusy(20_000);
      const joining = (async () => {
        await busy.start({ role: 'api', root: ROOT });
        await busy.start({ role: 'bots', root: ROOT });
      })();
      await Promise.all([joining, busy.keepBusy((MINUTES * 60_000) / 2)]);
      await busy.keepBusy((MINUTES * 60_000) / 2);
      t.diagnostic(await reportOf(busy));
      for (const program of older) assert.equal(program.child.exitCode, null, program.output());
    });
  });
});

async function reportOf(busy: BusyInstallation): Promise<string> {
  const { statuses, ordersCount, signalsCount, botsCount } = await busy.judge();
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  return `${botsCount} bots, ${ordersCount} orders, ${signalsCount} signals; responses: ${counts}`;
}
