// Time that a process for bots takes, after another one was killed, until it runs all bots.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresCpuMs, processCpuMs } from '../bots/process-cpu.ts';
import { freePort } from '../../test/support/free-port.ts';
import { removeFolder } from '../../test/support/remove-folder.ts';
import { startProgram } from '../../test/support/start-program.ts';
import type { Installation } from './installation.ts';
import { ask } from './installation.ts';

const WAIT_MS_MAX = 180_000;
const LOOK_MS = 50;

/** Starts so many bots, which run with the next process for them. */
export async function startBots(
  installation: Installation,
  count: number,
): Promise<readonly string[]> {
  const { scriptId, accountId } = installation;
  const botIds: string[] = [];
  for (let place = 1; place <= count; place += 1) {
    const bot = await ask(installation, 'POST', '/v1/bots', {
      name: `running ${place}`,
      script_id: scriptId,
      account_id: accountId,
      market_tag: 'SIM_BTC_USDT',
    });
    const botId = String(bot['bot_id']);
    await ask(installation, 'POST', `/v1/bots/${botId}/start`, {});
    botIds.push(botId);
  }
  return botIds;
}

export type AfterKill = {
  /** From the kill until another process runs all bots. */
  readonly waitedMs: number;
  /** Of that process, and of the database for everybody. */
  readonly cpuMs: number;
  readonly databaseCpuMs: number;
};

/** Of another process, until it runs so many bots. */
export async function runAfterKill(
  { databaseUrl }: Installation,
  count: number,
): Promise<AfterKill> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-year-bots-'));
  const start = async () => {
    const port = await freePort();
    const program = startProgram(['serve', '--bots', '--data-dir', dataDir], {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TIDEMILL_STATUS_PORT: String(port),
    });
    const untilRunning = async (): Promise<void> => {
      const fromMs = performance.now();
      for (;;) {
        const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
        const text = (await response?.text()) ?? '';
        if (text.includes(`tidemill_bots{state="running"} ${count}\n`)) return;
        if (performance.now() - fromMs > WAIT_MS_MAX)
          throw new Error(`${count} bots did not run after minutes:\n${program.output()}`);
        await pause(LOOK_MS);
      }
    };
    return { program, untilRunning };
  };
  try {
    const first = await start();
    await first.untilRunning();
    await first.program.end('SIGKILL');
    const killedMs = performance.now();
    const usedMs = postgresCpuMs(databaseUrl);
    const next = await start();
    try {
      await next.untilRunning();
      return {
        waitedMs: performance.now() - killedMs,
        cpuMs: processCpuMs(next.program.child.pid ?? 0),
        databaseCpuMs: postgresCpuMs(databaseUrl) - usedMs,
      };
    } finally {
      await next.program.end('SIGTERM');
    }
  } finally {
    await removeFolder(dataDir);
  }
}
