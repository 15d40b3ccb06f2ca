// Numbers of one's own: read from a file, a wrong line named, drawn, added to, deleted.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stage } from '../stage.ts';

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Lines of so many hours. */
function linesOf(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(FIRST_MS + (from + index) * HOUR_MS).toISOString();
    return `${at},${(Math.sin((from + index) / 20) / 2).toFixed(4)}`;
  }).join('\n');
}

export async function ownSeries({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('mia');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/series');
  await page.getByText('No data series yet').waitFor();
  await page.getByRole('button', { name: 'Import points' }).first().click();
  await choose(page, 'fear and greed.csv', `time,value\n2026-01-01,0.5\nnoon,1\n`);
  await page.getByText('Line 3: expected an instant and a number').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Import the points' }).isDisabled());
  await choose(page, 'other.csv', `time,value\n${linesOf(0, 6_000)}`);
  await page.getByText('6,000 points from 2026-01-01 to 2026-09-07.').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'fear_and_greed');
  await page.getByRole('button', { name: 'Import the points' }).click();
  await page.waitForURL(/\/series\?name=fear_and_greed/);
  await page.getByRole('img', { name: 'Chart of fear_and_greed' }).waitFor();
  await page.getByText(/^The newest 5,\d\d\d of 6,000 points\./).waitFor();
  await visitor.picture('series');

  // The same lines again, and more of them.
  await page.getByRole('button', { name: 'Import points' }).click();
  await choose(page, 'more.csv', linesOf(5_990, 20));
  await page.getByRole('button', { name: 'Import the points' }).click();
  await page.getByRole('cell', { name: '6,010', exact: true }).waitFor();
  // What was known at an instant does not change.
  visitor.expectMessage(/status of 403/);
  await page.getByRole('button', { name: 'Import points' }).click();
  await choose(page, 'other.csv', '2026-01-01T00:00:00Z,9');
  await page.getByRole('button', { name: 'Import the points' }).click();
  await page.getByText(/what was known at an instant does not change/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Delete fear_and_greed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No data series yet').waitFor();
  assert.deepEqual((await user.api.listDataSeries()).data, []);
  await visitor.leave();
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
}
