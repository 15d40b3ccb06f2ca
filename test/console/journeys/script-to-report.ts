// Writing a script: a mistake is named with its place while one writes, and what the mended script
// would have done stands beside it; the text before is a version that can be taken again.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Stage } from '../stage.ts';
import { writeScript } from '../write-script.ts';

const FAULTY = 'local fast = SMA(ClosePrices(), 10\n';
const MENDED = `local fast = SMA(ClosePrices(), 10)
local slow = SMA(ClosePrices(), 30)
if fast > slow then DoLong() else DoExitPosition() end
`;

export async function scriptToReport({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('rosa');
  await service.openAccount('rosa');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'New script' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Crossing averages');
  await page.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name: 'Crossing averages' }).waitFor();
  await writeScript(page, FAULTY);
  const mistakes = page.getByRole('list', { name: 'Mistakes' });
  await mistakes.getByText('2:1').waitFor();
  await visitor.picture('script-mistake');
  assert.ok(await page.getByRole('button', { name: 'Run' }).isDisabled());
  await writeScript(page, MENDED);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Buy and hold').first().waitFor();
  await page.locator('.report-chart canvas').first().waitFor();
  await mistakes.waitFor({ state: 'detached' });
  await visitor.picture('script-report');
  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
  await versions.nth(1).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('Not saved').waitFor();
  await writeWhileSaving(page);
  await visitor.leave();
}

/** What is written while an earlier text is on its way is not taken for saved. */
async function writeWhileSaving(page: Page): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const address = /\/v1\/scripts\/[^/]+\/source$/;
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saving…' }).waitFor();
  await writeScript(page, `${MENDED}-- and more\n`);
  release();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await page.getByText('Not saved').waitFor();
  await page.unroute(address);
}
