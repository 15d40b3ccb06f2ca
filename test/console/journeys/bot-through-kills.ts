// The page of a bot stays open while the process that runs it, and then the whole service, is
// killed: the page says what it knows, and goes on by itself, with every minute once.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { ConsoleUser } from '../console-service.ts';
import { MARKET } from '../furnish.ts';
import type { Stage } from '../stage.ts';

const SOURCE = "Log('at work')\n";
/** Until a minute has closed, with room for a busy machine. */
const MINUTE_MS_MAX = 180_000;
/** Until a process that was killed has another in its place, which starts and reads. */
const PROCESS_MS_MAX = 300_000;

export async function botThroughKills({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('kim', 'owner');
  const account_id = await service.openAccount('kim');
  const { script_id } = await user.api.createScript({ body: { name: 'Worker', source: SOURCE } });
  const body = { name: 'Survivor', script_id, account_id, market_tag: MARKET };
  const { bot_id } = await user.api.createBot({ body });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/bots/${bot_id}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Started its script on SIM_').waitFor();

  // The page is served by another process, so it stays connected.
  const first = await processOfBots(user, null);
  process.kill(first, 'SIGKILL');
  await processOfBots(user, first);
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();

  visitor.expectLostConnection();
  await service.end('SIGKILL');
  await page.getByText('Not connected since').waitFor();
  await visitor.picture('bot-disconnected');
  const { length } = await minutesAtWork(page);
  await service.start();
  await page.getByText('Not connected since').waitFor({ state: 'detached' });
  const isFurther = async (): Promise<boolean> => (await minutesAtWork(page)).length > length;
  await until('the bot has worked another minute', isFurther, MINUTE_MS_MAX);
  const minutes = await minutesAtWork(page);
  assert.equal(new Set(minutes).size, minutes.length, `each minute once: ${minutes.join()}`);
  await page.getByText('Running', { exact: true }).waitFor();
  await visitor.picture('bot-goes-on');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await visitor.leave();
}

/** The minutes for which the script ran, as the log on the page has them. */
function minutesAtWork(page: Page): Promise<readonly string[]> {
  const lines = page.getByRole('log').locator('.log-line').filter({ hasText: 'at work' });
  return lines.locator('time').allInnerTexts();
}

/** Its number, once there is one other than the former. */
async function processOfBots({ api }: ConsoleUser, former: number | null): Promise<number> {
  let found = 0;
  await until(
    'a process runs bots',
    async () => {
      const { processes } = await api.getInstallation();
      const others = processes.filter(
        ({ role, os_process_id: id }) => role === 'bots' && id !== former,
      );
      found = others[0]?.os_process_id ?? 0;
      return found !== 0;
    },
    PROCESS_MS_MAX,
  );
  return found;
}
