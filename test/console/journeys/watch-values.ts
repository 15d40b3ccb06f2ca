// Values watched: a strategy of rules is tried; its sentences say on how many bars each condition
// was true; a number is changed and the counts follow; a bar under the pointer shows what stood
// there; a trade that is chosen lights what led to it, in the rules and in the graph.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ConsoleUser } from '../console-service.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

/** A bot is updated each minute, on a busy machine later. */
const LIVE_MS = 240_000;

const PHONE = { width: 390, height: 844, isDark: true, isTouched: true };

const countsOf = (page: Page, rule: string): Locator =>
  page.getByRole('region', { name: rule }).locator('.counts');

/** What a sentence says, once it says something else than before. */
async function otherThan(counts: Locator, before: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [words = ''] = await counts.allInnerTexts();
    const isStale = (await counts.first().getAttribute('class'))?.includes('stale') ?? false;
    if (words !== before && words !== '' && !isStale) return words;
    await counts.page().waitForTimeout(100);
  }
  throw new Error(`it still says "${before}"`);
}

export async function watchValues(stage: Stage): Promise<void> {
  const { service, visit } = stage;
  const user = await service.makeUser('vera');
  await service.openAccount('vera');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Watched');
  await dialog.getByRole('button', { name: 'Rules', exact: true }).click();
  await dialog.getByLabel('Begin with').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name: 'Watched' }).waitFor();
  await page.getByText('No mistakes').waitFor();
  assert.equal(await page.locator('.counts').count(), 0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const first = await otherThan(countsOf(page, 'Rule 1'), '');
  assert.match(first, /^True on (all )?[\d,]+ (of [\d,]+ )?bars, last /);
  await visitor.picture('watched-rules');
  await changeNumber(page);
  const second = await otherThan(countsOf(page, 'Rule 1'), first);
  assert.match(second, /^True on|^Never true in 30 days/);
  await pointAtBar(page);
  await visitor.picture('watched-bar');
  await chooseTrade(page);
  await visitor.picture('watched-trade');
  await checkWidths(page);
  await checkAccess(page);
  await page.getByRole('button', { name: 'Graph', exact: true }).click();
  await page.locator('.block-path').first().waitFor();
  await page.locator('.wire-now').first().waitFor();
  await visitor.picture('watched-graph');
  const address = new URL(page.url());
  await visitor.leave();
  const phone = await visit(user, { view: PHONE });
  await phone.open(`${address.pathname}?like=${address.searchParams.get('like')}`);
  await countsOf(phone.page, 'Rule 1').first().waitFor();
  await phone.picture('watched-phone');
  await phone.leave();
  await botSeen(stage, user, address.pathname.split('/').at(-1) ?? '');
}

/** The bot that the rules become: what they come to now, counted on request, then as it runs. */
async function botSeen({ visit }: Stage, user: ConsoleUser, scriptId: string): Promise<void> {
  const [account] = (await user.api.listAccounts()).data;
  const { bot_id: botId } = await user.api.createBot({
    body: {
      name: 'Watched bot',
      script_id: scriptId,
      account_id: account?.account_id ?? '',
      market_tag: 'SIM_BTC_USDT',
    },
  });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/bots/${botId}?tab=rules`);
  await page.getByText('It does not run').waitFor();
  await page.getByRole('button', { name: 'Count over the last 300 candles' }).click();
  await page.locator('.value-at').first().waitFor();
  await page.getByText(/Values at/).waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  // With its next update.
  await page.getByText('Live.').waitFor({ timeout: LIVE_MS });
  await countsOf(page, 'Rule 1').first().waitFor();
  await visitor.picture('watched-bot');
  await checkWidths(page);
  await checkAccess(page);
  await page.getByRole('button', { name: 'Graph', exact: true }).click();
  await page.locator('.wire-now').first().waitFor();
  await visitor.picture('watched-bot-graph');
  await checkWidths(page);
  await checkAccess(page);
  await visitor.leave();
}

/** The level of the first condition, by which it holds more often; then the run again. */
async function changeNumber(page: Page): Promise<void> {
  const level = page.getByRole('region', { name: 'Rule 1' }).locator('input[inputmode="decimal"]');
  const before = await level.last().inputValue();
  await level.last().fill(String(Number(before) + 8));
  await page.getByText('Of the run before your change.').waitFor();
  await page.getByRole('button', { name: 'Save and run again' }).click();
}

async function pointAtBar(page: Page): Promise<void> {
  const chart = page.locator('.report-chart .chart-canvas');
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.3);
  await page.getByText('the last candle').waitFor({ state: 'detached' });
  const values = page.locator('.value-at');
  const there = await values.allInnerTexts();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.3);
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await values.allInnerTexts()).join() !== there.join()) return;
    await page.waitForTimeout(100);
  }
  throw new Error('the values are the same at another bar');
}

async function chooseTrade(page: Page): Promise<void> {
  const trades = page.getByRole('region', { name: 'Trades', exact: true });
  await trades.getByRole('button', { name: /\d/ }).first().click();
  await page.getByText('led to the entry').first().waitFor();
  await page.getByText('where the trade began').waitFor();
  assert.ok((await page.locator('.phrase-path').count()) > 0);
}
