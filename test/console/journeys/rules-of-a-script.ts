// Rules without programming: buys and sells with a stop are put together from nothing, say what is
// missing, are saved, tried, read as Lua, undone, and changed on a phone.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

const PHONE = { width: 390, height: 844, isDark: true, isTouched: true };

async function make(page: Page, name: string, beginning: string): Promise<void> {
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Rules', exact: true }).click();
  await dialog.getByLabel('Begin with').selectOption({ label: beginning });
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Presses what opens the list, and picks from it. */
async function pick(page: Page, opener: string, item: string, within?: string): Promise<void> {
  const place = within === undefined ? page : page.getByRole('region', { name: within });
  await place.getByRole('button', { name: opener }).first().click();
  const list = page.getByRole('dialog');
  await list.getByLabel('Search').fill(item);
  await list.getByRole('button', { name: item }).first().click();
  await list.waitFor({ state: 'detached' });
}

export async function rulesOfScript({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('iris');
  await service.openAccount('iris');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await make(page, 'Cheap and dear', 'No rules yet');
  await page.getByText('Nothing buys or sells yet.').waitFor();
  await pick(page, 'Add a rule', 'Buy');
  await page.getByText('Nothing yet: the rule does not run.').waitFor();
  await pick(page, 'Add a condition', 'RSI is below 30', 'Rule 1');
  await page.getByText('There is no stop').waitFor();
  await pick(page, 'Add a rule', 'Sell');
  await pick(page, 'Add a condition', 'RSI is above 70', 'Rule 2');
  await page.getByRole('button', { name: 'Stop at 2 %' }).click();
  await page.getByText('No mistakes').waitFor();
  await visitor.picture('rules');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  await chooseSize(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Buy and hold').first().waitFor();
  await visitor.picture('rules-report');
  await changeAndRunAgain(page);
  await page.getByRole('button', { name: 'Lua', exact: true }).click();
  await page.getByText('DoLong()').first().waitFor();
  await visitor.picture('rules-lua');
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await readBeside(page);
  await visitor.picture('rules-lua-beside');
  await changeAndUndo(page);
  visitor.expectMessage(/ERR_FAILED/);
  await loseChecks(page);
  await checkWidths(page);
  await checkAccess(page);
  await visitor.leave();
  const [script] = (await user.api.listScripts()).data;
  assert.equal(script?.type, 'visual');
  const phone = await visit(user, { view: PHONE });
  await phone.open(`/scripts/${script?.script_id}`);
  const level = phone.page
    .getByRole('region', { name: 'Rule 1' })
    .locator('input[inputmode="decimal"]')
    .last();
  await level.fill('25');
  await phone.page.getByRole('button', { name: 'Save', exact: true }).click();
  await phone.page.getByRole('button', { name: 'Saved' }).waitFor();
  await phone.picture('rules-phone');
  await phone.page.getByRole('button', { name: 'Versions', exact: true }).click();
  const changes = phone.page.getByRole('list', { name: 'Changes' });
  await changes.getByText('Changed', { exact: true }).waitFor();
  assert.match((await changes.textContent()) ?? '', /is below 25.*30 → 25/);
  await phone.picture('rules-versions-phone');
  await phone.leave();
  const lua = await user.api.getScriptLua({ script_id: script?.script_id ?? '' });
  assert.match(lua.lua ?? '', /\b25\b/);
}

async function chooseSize(page: Page): Promise<void> {
  await page.getByLabel('What the size is of').selectOption({ label: 'percent of the equity' });
  await page.getByLabel('Size of a trade').first().fill('40');
}

/** What was chosen for a run stands there again, beside the rules too. */
async function changeAndRunAgain(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open the whole report' }).click();
  await page.getByRole('link', { name: 'Change and run again' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  assert.equal(await page.getByLabel('Size of a trade').first().inputValue(), '40');
  assert.equal(await page.getByLabel('What the size is of').inputValue(), 'trade_amount_percent');
  await page.getByRole('link', { name: 'Make a bot' }).click();
  const dialog = page.getByRole('dialog', { name: 'New bot' });
  await dialog.getByRole('button', { name: 'Make the bot' }).waitFor();
  assert.equal(await dialog.getByLabel('Chart interval').inputValue(), '15');
  assert.equal(await dialog.getByLabel('or percent of the equity').inputValue(), '40');
  await page.goBack();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  const search = page.getByRole('link', { name: 'Search its inputs' });
  assert.match((await search.getAttribute('href')) ?? '', /backtest=bt_/);
}

/** A line of the Lua and the sentence that it comes from light up together. */
async function readBeside(page: Page): Promise<void> {
  await page.getByLabel('Lua beside').check();
  const lua = page.getByRole('complementary', { name: 'Lua' });
  await lua.getByRole('button', { name: /RSI\(/ }).first().click();
  assert.match(await page.locator('.phrase-lit').first().innerText(), /^RSI of/);
  await page.getByRole('region', { name: 'Rule 1' }).getByLabel('How they are compared').hover();
  await lua.locator('.lua-line-lit').first().waitFor();
  await checkWidths(page);
  await checkAccess(page);
}

const CHECKS = '**/v1/scripts/visual/check';

/** A check that fails is made again by itself; what is saved was checked by that. */
async function loseChecks(page: Page): Promise<void> {
  const level = page
    .getByRole('region', { name: 'Rule 1' })
    .locator('input[inputmode="decimal"]')
    .last();
  await page.route(CHECKS, (route) => route.abort());
  await level.fill('31');
  await page.getByText(/^Not checked/).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('No mistakes').waitFor();
  await level.fill('32');
  await page.getByText(/^Not checked/).waitFor();
  await page.unroute(CHECKS);
  await page.getByText('No mistakes').waitFor();
  await level.fill('30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Saved' }).waitFor();
}

async function changeAndUndo(page: Page): Promise<void> {
  const rules = page.getByRole('region', { name: /^Rule \d$/ });
  assert.equal(await rules.count(), 2);
  await rules.last().getByRole('button', { name: 'Remove the rule' }).click();
  await page.getByText('Not saved').waitFor();
  assert.equal(await rules.count(), 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not saved').waitFor({ state: 'detached' });
  assert.equal(await rules.count(), 2);
}

/** A template trades as it is; a document of elsewhere opens as a graph, and has rules. */
export async function templateAndDocument({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('omar');
  await service.openAccount('omar');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await make(page, 'Averages', 'Two averages that cross');
  await page.getByText('No mistakes').waitFor();
  await page.getByRole('region', { name: 'Rule 1' }).waitFor();
  await visitor.picture('rules-template');
  const [script] = (await user.api.listScripts()).data;
  const { source } = await user.api.getScript({ script_id: script?.script_id ?? '' });
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'New script' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Taken along');
  await dialog.getByRole('button', { name: 'Document', exact: true }).click();
  await dialog.getByLabel('Or its text').fill('{"no": "document"');
  visitor.expectMessage(/40\d|422/);
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel('Or its text').fill(source);
  await dialog.getByRole('button', { name: 'Create the script' }).click();
  await page.getByRole('heading', { level: 1, name: 'Taken along' }).waitFor();
  await page.locator('.react-flow__node').first().waitFor();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.getByRole('region', { name: 'Rule 2' }).waitFor();
  await visitor.leave();
}
